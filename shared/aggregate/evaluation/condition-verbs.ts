import { isZeroTime } from "../../parse/given-time.ts";

/**
 * A condition as plain data. Its time is `lastTransitionTime` as in Kubernetes or `since` as in a Report. The empty
 * text, null and Go's zero time count as no time. The status is any text, as in the Greenhouse types.
 */
export interface PlainCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string | null;
  readonly since?: string | null;
}

/**
 * Whether two conditions have the same type, status and message, as ADR-4 defines "Equal". With `reason: true` they must also
 * have the same reason, as for the Greenhouse controller. The time never counts. A missing text counts as an empty one.
 */
export function equalConditions(
  a: PlainCondition,
  b: PlainCondition,
  options: { readonly reason?: boolean } = {},
): boolean {
  return (
    a.type === b.type &&
    a.status === b.status &&
    (a.message ?? "") === (b.message ?? "") &&
    (!options.reason || (a.reason ?? "") === (b.reason ?? ""))
  );
}

/**
 * Sets one or several conditions in order and returns a new list. For each condition:
 * 1. If the list has no condition of its type, it is added at the end, with its own time or with `now`.
 * 2. If it is equal to the first condition of its type, nothing changes.
 * 3. Otherwise it takes the place of that condition. The rule set chooses its time:
 *    - `controller` (Greenhouse, conditions_types.go): with another status its own time or `now`, otherwise the old time.
 *    - `adr` (ADR-4): with another status or message `now`, otherwise the old time. The ADR has no reasons.
 *
 * The name of the time field is that of the given condition, of the replaced one, or of the first in the list that has a time.
 * The default is `lastTransitionTime`.
 */
export function setConditions<C extends PlainCondition>(
  list: readonly C[],
  toSet: C | readonly C[],
  now: string,
  options: { readonly ruleSet: "controller" | "adr" },
): readonly C[] {
  const conditions = Array.isArray(toSet) ? (toSet as readonly C[]) : [toSet as C];
  return conditions.reduce((result, condition) => setCondition(result, condition, now, options.ruleSet), list);
}

/** The first condition of a type, as GetConditionByType of Greenhouse finds it (conditions_types.go:125-135). */
export function firstConditionOfType<C extends { readonly type: string }>(
  list: readonly C[],
  type: string,
): C | undefined {
  return list.find((condition) => condition.type === type);
}

/** Whether the first condition Ready has exactly the status `True`. */
export function isReadyTrue(list: readonly PlainCondition[]): boolean {
  return firstConditionOfType(list, "Ready")?.status === "True";
}

function setCondition<C extends PlainCondition>(
  list: readonly C[],
  newCondition: C,
  now: string,
  ruleSet: "controller" | "adr",
): readonly C[] {
  // Of several conditions of one type the first is replaced.
  const position = list.findIndex(({ type }) => type === newCondition.type);
  const oldCondition = list[position];
  const possibleSources = oldCondition === undefined ? [newCondition, ...list] : [newCondition, oldCondition, ...list];
  const timeField = possibleSources.map(timeFieldOf).find((field) => field !== undefined) ?? "lastTransitionTime";
  if (oldCondition === undefined) return [...list, setTime(newCondition, timeField, timeOf(newCondition) ?? now)];
  if (equalConditions(oldCondition, newCondition, { reason: true })) return list.slice();
  const time = chooseTransitionTime(oldCondition, newCondition, now, ruleSet);
  return list.with(position, setTime(newCondition, timeField, time));
}

function chooseTransitionTime(
  oldCondition: PlainCondition,
  newCondition: PlainCondition,
  now: string,
  ruleSet: "controller" | "adr",
): string | undefined {
  if (ruleSet === "adr") return equalConditions(oldCondition, newCondition) ? timeOf(oldCondition) : now;
  if (oldCondition.status === newCondition.status) return timeOf(oldCondition);
  return timeOf(newCondition) ?? now;
}

type TimeName = "lastTransitionTime" | "since";

/** The name of the field that a condition has for its time. Undefined without such a field. */
function timeFieldOf(condition: PlainCondition): TimeName | undefined {
  if (Object.hasOwn(condition, "lastTransitionTime")) return "lastTransitionTime";
  return Object.hasOwn(condition, "since") ? "since" : undefined;
}

/** The time of a condition. Undefined without one, and for the empty text, null and the zero time of Go. */
function timeOf(condition: PlainCondition): string | undefined {
  const field = timeFieldOf(condition);
  const time = field === undefined ? undefined : condition[field];
  return !time || isZeroTime(time) ? undefined : time;
}

/** The condition with this time in this field, and without any other time. */
function setTime<C extends PlainCondition>(condition: C, field: TimeName, time: string | undefined): C {
  const { lastTransitionTime: _lastTransitionTime, since: _since, ...otherFields } = condition;
  return (time === undefined ? otherFields : { ...otherFields, [field]: time }) as unknown as C;
}
