import { dropUnreadFields } from "../../../aggregate/snapshot/unread-fields.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { Query } from "../../../model/snapshot.ts";
import { createInputShare, type InputBudget, type InputShare } from "../../../parse/input-budget.ts";
import { toObject } from "../../../parse/kube-object.ts";
import {
  isReducedList,
  isSmallWith,
  type ObjectWeight,
  weighObjects,
  weightParts,
} from "../../reader/object-weight.ts";
import { listTitle } from "../../reader/paged-list.ts";

const nothing: ObjectWeight = { objects: 0, bytes: 0, excess: 0, values: 0 };

/** Counts the objects of one followed list in the budget that all lists of a command share. */
export class ListWeight {
  readonly #query: Query;
  readonly #budget: InputBudget;
  /** How an error names the list. */
  readonly #title: string;
  /** Of objects that came one by one. Those that came in a list weigh the average of it. */
  #weights = new WeakMap<KubeObject, ObjectWeight>();
  #average = nothing;
  #share: InputShare;

  /** The weight of a list that is empty. `server` is named in an error. */
  constructor(query: Query, server: string, budget: InputBudget) {
    this.#query = query;
    this.#budget = budget;
    this.#title = listTitle(query, server);
    this.#share = createInputShare(budget);
  }

  /**
   * Counts an object that came in `line` of a watch, in place of `before`. Returns it as it is kept in a list of `count`
   * objects: of a long one without what no rule reads.
   * @throws InputLimitError where all lists together hold too much. Nothing is counted then.
   */
  put(object: KubeObject, before: KubeObject | undefined, line: string, count: number): KubeObject {
    const isReduced = isReducedList(count, this.#query);
    const kept = isReduced ? toObject(dropUnreadFields(object.raw, object.ref)) : object;
    const bytes = isReduced ? JSON.stringify(kept.raw).length : line.length;
    const weight = weighObjects(1, bytes, isSmallWith(line.length, this.#budget) ? undefined : line);
    const weightBefore = before === undefined ? nothing : this.#weightOf(before);
    for (const part of weightParts) this.#share.ensure(part, this.#title, weight[part] - weightBefore[part]);
    if (before !== undefined) this.remove(before);
    for (const part of weightParts) this.#share.take(part, this.#title, weight[part]);
    this.#weights.set(kept, weight);
    return kept;
  }

  remove(object: KubeObject): void {
    const weight = this.#weightOf(object);
    for (const part of weightParts) this.#share.giveBack(part, weight[part]);
  }

  /** The list holds `count` objects now, which `share` counts, and nothing else. */
  replace(share: InputShare | undefined, count: number): void {
    this.#share.release();
    this.#share = share ?? createInputShare(this.#budget);
    this.#weights = new WeakMap();
    const averageBytes = Math.floor(this.#share.taken("bytes") / count);
    this.#average = count === 0 ? nothing : { ...nothing, objects: 1, bytes: averageBytes };
  }

  /** Counts nothing of what is held, which another response is about to replace. */
  release(): void {
    this.replace(undefined, 0);
  }

  /** What counts all objects, for the list that takes them over. */
  share(): InputShare {
    return this.#share;
  }

  #weightOf(object: KubeObject): ObjectWeight {
    return this.#weights.get(object) ?? this.#average;
  }
}
