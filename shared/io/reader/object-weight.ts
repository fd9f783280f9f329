import { maxKeptWhole } from "../../aggregate/snapshot/unread-fields.ts";
import type { Query } from "../../model/snapshot.ts";
import { countDenseValues, countExcessBytes, type InputBudget, serverLimits } from "../../parse/input-budget.ts";
import { measureJson } from "../../parse/measure-json.ts";
import { maxUnmeasuredCharacters } from "../connection/query-result.ts";

/** What objects take of the budget that all lists of a command share. */
export type ObjectWeight = Readonly<Record<keyof typeof serverLimits, number>>;

/** The parts of a weight, in the order in which they are counted. */
export const weightParts = Object.keys(serverLimits) as readonly (keyof typeof serverLimits)[];

/** Whether all lists together are so small with this many more characters that their values need no counting. */
export function isSmallWith(characters: number, budget: Pick<InputBudget, "remaining">): boolean {
  return serverLimits.bytes.max - budget.remaining("bytes") + characters <= maxUnmeasuredCharacters;
}

/**
 * What `count` objects take, of which `bytes` characters are kept. `measured`: the text whose values are counted, which
 * may be more than what is kept. Absent: there is little of it.
 */
export function weighObjects(count: number, bytes: number, measured?: string): ObjectWeight {
  const values = measured === undefined ? 0 : countDenseValues(measureJson(measured).values, measured.length);
  return { objects: count, bytes, excess: countExcessBytes(bytes, count), values };
}

/** Whether a list of `count` objects keeps only what rules read of each. */
export function isReducedList(count: number, query: Query): boolean {
  return count > maxKeptWhole && !isOfOneName(query);
}

/** Whether the list can hold one object of each namespace at most. Such an object may be shown as the server has it. */
function isOfOneName({ fieldSelector = "" }: Query): boolean {
  return fieldSelector.includes("metadata.name=");
}
