import type { Condition, ConditionSense } from "../../model/condition.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { KindRow, Profile, SenseRow } from "../../model/profile.ts";
import type { JudgedCondition } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { mainTypes, sensePatterns, sharedSenses } from "../../profiles/condition-senses.ts";
import { genericProfile } from "../../profiles/generic.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { builtInRow } from "./kind-rows.ts";

/** A polarity and its source. `guessed`: it was inferred from the type's name. `senseFrom`: a senses file has it. */
interface Known {
  readonly sense: ConditionSense;
  readonly guessed?: true;
  readonly senseFrom?: string;
}

/**
 * The polarity of a type for one kind. The first of these sources counts: the user's file, the profile, the row
 * of the kind, the shared table, a pattern, info (facts seed-systems 5.3).
 */
function senseOf(
  userRows: readonly SenseRow[],
  profile: Profile,
  ref: Pick<Ref, "group" | "kind">,
  type: string,
  readPolarity: () => KindRow["polarity"],
): Known {
  const own =
    rowsFor(userRows, type).find((each) => fits(each, ref) && !isKept(each, type, ref)) ??
    rowsFor(userRows, "*").find((each) => fits(each, ref) && !isKept(each, type, ref));
  if (own !== undefined) return { sense: own.sense, senseFrom: own.source };
  const fitting = (rows: readonly SenseRow[]): SenseRow | undefined =>
    rowsFor(rows, type).find((each) => fits(each, ref));
  const row = fitting(profile.senses);
  if (row !== undefined) return { sense: row.sense };
  const polarity = readPolarity();
  if (polarity !== undefined && Object.hasOwn(polarity, type)) return { sense: polarity[type] ?? "info" };
  if (polarity?.["*"] !== undefined) return { sense: polarity["*"] };
  const shared = fitting(sharedSenses);
  if (shared !== undefined) return { sense: shared.sense };
  // Some providers of Cluster API give a type the name of its constant: EtcdClusterHealthyCondition (Talos).
  const end = type
    .slice(Math.max(type.lastIndexOf("/"), type.lastIndexOf("-")) + 1)
    .replace(/(?<=[a-z])Condition$/, "");
  const tail = end.charAt(0).toUpperCase() + end.slice(1);
  const guess = sensePatterns.find((each) => each.pattern.test(tail));
  return guess === undefined ? plainInfo : { sense: guess.sense, guessed: true };
}

/** Whether a table, the row of the kind or the user's file has the polarity of a type, if only as info. */
export function hasKnownSense(ref: Pick<Ref, "group" | "kind">, type: string, userRows: readonly SenseRow[]): boolean {
  const known = senseOf(userRows, genericProfile, ref, type, () => builtInRow(ref)?.polarity);
  return known.guessed !== true && known !== plainInfo;
}

/**
 * Whether a user's row must not change a type that the rules of HyperConverged depend on. Only a row that names kind
 * and group may change it.
 */
function isKept({ kind, group }: SenseRow, type: string, ref: Pick<Ref, "group" | "kind">): boolean {
  if (kind !== undefined && group !== undefined) return false;
  return (
    keptTypes.has(type) &&
    [hcoProfile.root, ...hcoProfile.components].some((each) => each.group === ref.group && each.kind === ref.kind)
  );
}

const keptTypes: ReadonlySet<string> = new Set([
  "Available",
  "Progressing",
  "Degraded",
  "Upgradeable",
  "ReconcileComplete",
]);

/** The rows of a table about one type, in its order, cached because thousands of types may be looked up. */
function rowsFor(table: readonly SenseRow[], type: string): readonly SenseRow[] {
  const rows = tables.get(table) ?? Map.groupBy(table, (row) => row.type);
  tables.set(table, rows);
  return rows.get(type) ?? [];
}

const tables = new WeakMap<readonly SenseRow[], ReadonlyMap<string, readonly SenseRow[]>>();

function fits({ kind, group }: SenseRow, ref: Pick<Ref, "group" | "kind">): boolean {
  return (
    (kind === undefined || kind === ref.kind) &&
    (group === undefined || group === ref.group || (group.startsWith("*.") && ref.group.endsWith(group.slice(1))))
  );
}

/**
 * Every condition of an object with its polarity, in the object's order. Where the profile names no main type, the
 * first one present of Ready, Available, Succeeded is the main one.
 * @param generationCounts false where the CRD has no status subresource, so that generation does not show freshness.
 * @param userRows the user's polarity of types, which comes before every table.
 */
export function judgeConditions(
  profile: Profile,
  object: KubeObject,
  conditions: readonly Condition[],
  generationCounts: boolean,
  userRows: readonly SenseRow[] = [],
): readonly JudgedCondition[] {
  const known = new Map<string, Known>();
  let read: Pick<KindRow, "polarity"> | undefined;
  const readPolarity = (): KindRow["polarity"] => {
    read ??= builtInRow(object.ref) ?? {};
    return read.polarity;
  };
  for (const { type } of conditions) {
    if (!known.has(type)) known.set(type, senseOf(userRows, profile, object.ref, type, readPolarity));
  }
  if (![...known.values()].some((each) => each.sense === "main")) {
    const isMain = (each: Known | undefined): boolean => each?.sense === "good" && each.senseFrom === undefined;
    const main = mainTypes.find((type) => isMain(known.get(type)));
    if (main !== undefined) known.set(main, { sense: "main" });
  }
  return conditions.map((condition) => {
    const own = known.get(condition.type) ?? plainInfo;
    const outdated =
      generationCounts &&
      condition.observedGeneration !== undefined &&
      object.generation !== undefined &&
      condition.observedGeneration < object.generation;
    const { sense } = own;
    const evaluated = { ...condition, sense, abnormal: isAbnormal(sense, condition.status), outdated };
    // A second spread would double the time of a hundred thousand conditions.
    return own.guessed === undefined && own.senseFrom === undefined ? evaluated : { ...evaluated, ...own };
  });
}

const plainInfo: Known = { sense: "info" };

/** Whether a status is not the good one. `info` has no good one. */
function isAbnormal(sense: ConditionSense, status: Condition["status"]): boolean {
  switch (sense) {
    case "main":
    case "good":
    case "advice":
      return status !== "True";
    case "bad":
    case "busy":
    case "caution":
      return status !== "False";
    case "info":
      return false;
  }
}

/** Whether a condition reports the health of its object; one that only calls for attention does not. */
export function reportsHealth({ sense, status }: Pick<JudgedCondition, "sense" | "status">): boolean {
  return sense === "main" || sense === "good" || sense === "bad" || (sense === "busy" && status !== "Unknown");
}

/** The verdict of one condition for its object (facts seed-systems 5.3). Advice, caution and info have no effect. */
export function verdictBySense(sense: ConditionSense, status: Condition["status"]): Verdict {
  const [whenTrue, whenFalse, whenUnknown] = bySense[sense];
  return status === "True" ? whenTrue : status === "False" ? whenFalse : whenUnknown;
}

const bySense: Readonly<
  Record<ConditionSense, readonly [whenTrue: Verdict, whenFalse: Verdict, whenUnknown: Verdict]>
> = {
  main: ["healthy", "unavailable", "unknown"],
  good: ["healthy", "degraded", "unknown"],
  bad: ["degraded", "healthy", "unknown"],
  busy: ["progressing", "healthy", "healthy"],
  advice: ["healthy", "healthy", "healthy"],
  caution: ["healthy", "healthy", "healthy"],
  info: ["healthy", "healthy", "healthy"],
};
