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
 * Whether two conditions have the same type, status and message, as ADR-4 defines "Equal". With `reason: true` the
 * reason counts too, as the Greenhouse controller compares. The time never counts. A missing text is an empty one.
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
 * Sets one or several conditions in order and returns a new list. A condition replaces the first of its type in its
 * place. Without such a condition it is added at the end with its own time, else `now`. An equal condition changes
 * nothing.
 * - `controller` (Greenhouse, conditions_types.go): another status sets the condition's own time, else `now`. Where
 *   only reason or message differ the old time stays.
 * - `adr` (ADR-4): another status or message sets `now`. The ADR has no reason, so a new one is kept with the old
 *   time.
 *
 * The time field has the condition's own name for it, else that of the replaced one or of the list. The default is
 * `lastTransitionTime`.
 */
export function setConditions<C extends PlainCondition>(
  list: readonly C[],
  toSet: C | readonly C[],
  now: string,
  options: { readonly ruleSet: "controller" | "adr" },
): readonly C[] {
  const given = Array.isArray(toSet) ? (toSet as readonly C[]) : [toSet as C];
  return given.reduce((before, condition) => setCondition(before, condition, now, options.ruleSet), list);
}

/** GetConditionByType (Greenhouse, conditions_types.go:125-135): the first of `type`, or undefined. */
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
  given: C,
  now: string,
  ruleSet: "controller" | "adr",
): readonly C[] {
  // Of several conditions of one type the first is replaced, as firstConditionOfType finds it.
  const position = list.findIndex((condition) => condition.type === given.type);
  const before = list[position];
  const timeField =
    timeFieldOf(given) ??
    (before && timeFieldOf(before)) ??
    list.map(timeFieldOf).find(Boolean) ??
    "lastTransitionTime";
  if (before === undefined) return [...list, setTime(given, timeField, timeOf(given) ?? now)];
  if (equalConditions(before, given, { reason: true })) return list.slice();
  return list.with(position, setTime(given, timeField, chooseTransitionTime(before, given, now, ruleSet)));
}

function chooseTransitionTime(
  before: PlainCondition,
  given: PlainCondition,
  now: string,
  ruleSet: "controller" | "adr",
): string | undefined {
  if (ruleSet === "adr") return equalConditions(before, given) ? timeOf(before) : now;
  return before.status === given.status ? timeOf(before) : (timeOf(given) ?? now);
}

type TimeName = "lastTransitionTime" | "since";

function timeFieldOf(condition: PlainCondition): TimeName | undefined {
  if (Object.hasOwn(condition, "lastTransitionTime")) return "lastTransitionTime";
  return Object.hasOwn(condition, "since") ? "since" : undefined;
}

function timeOf(condition: PlainCondition): string | undefined {
  const field = timeFieldOf(condition);
  const time = field === undefined ? undefined : condition[field];
  return !time || isZeroTime(time) ? undefined : time;
}

function setTime<C extends PlainCondition>(condition: C, field: TimeName, time: string | undefined): C {
  const { lastTransitionTime: _lastTransitionTime, since: _since, ...others } = condition;
  return { ...others, ...(time !== undefined && { [field]: time }) } as unknown as C;
}
