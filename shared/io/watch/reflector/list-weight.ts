import { dropUnreadFields } from "../../../aggregate/snapshot/unread-fields.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { Query } from "../../../model/snapshot.ts";
import { type InputBudget, type InputShare, shareOf } from "../../../parse/input-budget.ts";
import { toObject } from "../../../parse/kube-object.ts";
import {
  isReducedList,
  isSmallWith,
  type ObjectWeight,
  weighObjects,
  weightParts,
} from "../../reader/object-weight.ts";
import { listTitle } from "../../reader/paged-list.ts";

/** Counts the objects of one followed list in the budget that all lists of a command share. */
export interface ListWeight {
  /**
   * Counts an object that came in `line` of a watch, in place of `before`. Returns it as it is kept in a list of `count`
   * objects: of a long one without what no rule reads.
   * @throws InputLimitError where all lists together hold too much. Nothing is counted then.
   */
  put(object: KubeObject, before: KubeObject | undefined, line: string, count: number): KubeObject;
  remove(before: KubeObject): void;
  /** The list holds `count` objects now, which `share` counts, and nothing else. */
  replace(share: InputShare | undefined, count: number): void;
  /** Counts nothing of what is held, which another response is about to replace. */
  release(): void;
  /** What counts all objects, for the list that takes them over. */
  share(): InputShare;
}

const nothing: ObjectWeight = { objects: 0, bytes: 0, excess: 0, values: 0 };

/** Creates the weight of a list that is empty. `server` is named in an error. */
export function createListWeight(query: Query, server: string, budget: InputBudget): ListWeight {
  const where = listTitle(query, server);
  /** Of objects that came one by one. Those that came in a list weigh the average of it. */
  let own = new WeakMap<KubeObject, ObjectWeight>();
  let average = nothing;
  let share = shareOf(budget);

  function remove(before: KubeObject): void {
    const weight = own.get(before) ?? average;
    for (const kind of weightParts) share.giveBack(kind, weight[kind]);
  }

  function replace(next: InputShare | undefined, count: number): void {
    share.release();
    share = next ?? shareOf(budget);
    own = new WeakMap();
    average = count === 0 ? nothing : { ...nothing, objects: 1, bytes: Math.floor(share.taken("bytes") / count) };
  }

  return {
    put(object, before, line, count) {
      const isReduced = isReducedList(count, query);
      const kept = isReduced ? toObject(dropUnreadFields(object.raw, object.ref)) : object;
      const bytes = isReduced ? JSON.stringify(kept.raw).length : line.length;
      const weight = weighObjects(1, bytes, isSmallWith(line.length, budget) ? undefined : line);
      const earlier = before === undefined ? nothing : (own.get(before) ?? average);
      for (const kind of weightParts) share.ensure(kind, where, weight[kind] - earlier[kind]);
      if (before !== undefined) remove(before);
      for (const kind of weightParts) share.take(kind, where, weight[kind]);
      own.set(kept, weight);
      return kept;
    },
    remove,
    replace,
    release: () => replace(undefined, 0),
    share: () => share,
  };
}
