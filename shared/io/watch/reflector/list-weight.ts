import { withoutUnreadFields } from "../../../aggregate/snapshot/unread-fields.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { Query } from "../../../model/snapshot.ts";
import {
  denseValues,
  excessBytes,
  type InputBudget,
  type InputShare,
  serverLimits,
  shareOf,
} from "../../../parse/input-budget.ts";
import { toObject } from "../../../parse/kube-object.ts";
import { measureJson } from "../../../parse/measure-json.ts";
import { mostUnmeasured } from "../../connection/error-reply.ts";
import { isOfOneName, listTitle, mostKeptWhole } from "../../reader/paged-list.ts";

/** What one object takes of the budget. */
type ObjectWeight = Readonly<Record<keyof typeof serverLimits, number>>;

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

  function weightOf(bytes: number, line: string): ObjectWeight {
    const isSmall = serverLimits.bytes.most - budget.left("bytes") + line.length <= mostUnmeasured;
    const values = isSmall ? 0 : denseValues(measureJson(line).values, line.length);
    return { objects: 1, bytes, excess: excessBytes(bytes, 1), values };
  }

  function remove(before: KubeObject): void {
    const weight = own.get(before) ?? average;
    for (const kind of counts) share.giveBack(kind, weight[kind]);
  }

  function replace(next: InputShare | undefined, count: number): void {
    share.release();
    share = next ?? shareOf(budget);
    own = new WeakMap();
    average = count === 0 ? nothing : { ...nothing, objects: 1, bytes: Math.floor(share.taken("bytes") / count) };
  }

  return {
    put(object, before, line, count) {
      const isLong = count > mostKeptWhole && !isOfOneName(query);
      const kept = isLong ? toObject(withoutUnreadFields(object.raw, object.ref)) : object;
      const weight = weightOf(isLong ? JSON.stringify(kept.raw).length : line.length, line);
      const earlier = before === undefined ? nothing : (own.get(before) ?? average);
      for (const kind of counts) share.ensure(kind, where, weight[kind] - earlier[kind]);
      if (before !== undefined) remove(before);
      for (const kind of counts) share.take(kind, where, weight[kind]);
      own.set(kept, weight);
      return kept;
    },
    remove,
    replace,
    release: () => replace(undefined, 0),
    share: () => share,
  };
}

const counts = Object.keys(serverLimits) as readonly (keyof typeof serverLimits)[];
