import type { Condition, Polarity } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { type GroupKind, isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { KindRow, PolarityRow, Profile } from "../../model/profile.ts";
import type { EvaluatedCondition } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { genericProfile } from "../../profiles/generic.ts";
import { matrixMeaning } from "../../profiles/hco/condition-matrix.ts";
import { hcoProfile, operatorTypes, summaryTypes } from "../../profiles/hco/profile.ts";
import { generalPolarities } from "../../tables/polarity.ts";
import { mainTypes, polarityPatterns } from "../../tables/type-names.ts";
import { findBuiltInRow } from "./kind-rows.ts";

/**
 * A polarity and its source. `inferred`: it was inferred from the type's name. `polarityFrom`: a polarity file has it.
 */
interface KnownPolarity {
  readonly polarity: Polarity;
  readonly inferred?: true;
  readonly polarityFrom?: string;
}

/**
 * The polarity of a type for one kind. The first of these sources counts: the user's file, the profile, the row
 * of the kind, the shared table, a pattern, info. "Progressing" is normal on a Deployment and means work on a
 * HyperConverged, so a row of the kind precedes the shared table.
 */
function findPolarity(
  userRows: readonly PolarityRow[],
  profile: Profile,
  ref: GroupKind,
  type: string,
  readPolarity: () => KindRow["polarity"],
): KnownPolarity {
  const own =
    rowsOfType(userRows, type).find((each) => isAboutKind(each, ref) && !isProtectedType(each, type, ref)) ??
    rowsOfType(userRows, "*").find((each) => isAboutKind(each, ref) && !isProtectedType(each, type, ref));
  if (own !== undefined) return { polarity: own.polarity, polarityFrom: own.source };
  const fitting = (rows: readonly PolarityRow[]): PolarityRow | undefined =>
    rowsOfType(rows, type).find((each) => isAboutKind(each, ref));
  const row = fitting(profile.polarities);
  if (row !== undefined) return { polarity: row.polarity };
  const polarity = readPolarity();
  if (polarity !== undefined && Object.hasOwn(polarity, type)) return { polarity: polarity[type] ?? "info" };
  if (polarity?.["*"] !== undefined) return { polarity: polarity["*"] };
  const shared = fitting(generalPolarities);
  if (shared !== undefined) return { polarity: shared.polarity };
  // Some providers of Cluster API give a type the name of its constant: EtcdClusterHealthyCondition (Talos).
  const end = type
    .slice(Math.max(type.lastIndexOf("/"), type.lastIndexOf("-")) + 1)
    .replace(/(?<=[a-z])Condition$/, "");
  const tail = end.charAt(0).toUpperCase() + end.slice(1);
  const guess = polarityPatterns.find((each) => each.pattern.test(tail));
  return guess === undefined ? unknownTypePolarity : { polarity: guess.polarity, inferred: true };
}

/** Whether a table, the row of the kind or the user's file has the polarity of a type, if only as info. */
export function hasKnownPolarity(ref: GroupKind, type: string, userRows: readonly PolarityRow[]): boolean {
  const known = findPolarity(userRows, genericProfile, ref, type, () => findBuiltInRow(ref)?.polarity);
  return known.inferred !== true && known !== unknownTypePolarity;
}

/**
 * Whether a user's row must not change a type that the rules of HyperConverged depend on. Only a row that names kind
 * and group may change it.
 */
function isProtectedType({ kind, group }: PolarityRow, type: string, ref: GroupKind): boolean {
  if (kind !== undefined && group !== undefined) return false;
  return (
    operatorTypes.includes(type) && [hcoProfile.root, ...hcoProfile.components].some((each) => isSameKind(each, ref))
  );
}

/** The rows of a table about one type, in its order, cached because thousands of types may be looked up. */
function rowsOfType(table: readonly PolarityRow[], type: string): readonly PolarityRow[] {
  const rows = tables.get(table) ?? Map.groupBy(table, (row) => row.type);
  tables.set(table, rows);
  return rows.get(type) ?? [];
}

const tables = new WeakMap<readonly PolarityRow[], ReadonlyMap<string, readonly PolarityRow[]>>();

function isAboutKind({ kind, group }: PolarityRow, ref: GroupKind): boolean {
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
export function evaluateConditions(
  profile: Profile,
  object: KubeObject,
  conditions: readonly Condition[],
  generationCounts: boolean,
  userRows: readonly PolarityRow[] = [],
): readonly EvaluatedCondition[] {
  const known = new Map<string, KnownPolarity>();
  let read: Pick<KindRow, "polarity"> | undefined;
  const readPolarity = (): KindRow["polarity"] => {
    read ??= findBuiltInRow(object.ref) ?? {};
    return read.polarity;
  };
  for (const { type } of conditions) {
    if (!known.has(type)) known.set(type, findPolarity(userRows, profile, object.ref, type, readPolarity));
  }
  if (![...known.values()].some((each) => each.polarity === "main")) {
    const isMain = (each: KnownPolarity | undefined): boolean =>
      each?.polarity === "good" && each.polarityFrom === undefined;
    const main = mainTypes.find((type) => isMain(known.get(type)));
    if (main !== undefined) known.set(main, { polarity: "main" });
  }
  return conditions.map((condition) => {
    const own = known.get(condition.type) ?? unknownTypePolarity;
    const outdated =
      generationCounts &&
      condition.observedGeneration !== undefined &&
      object.generation !== undefined &&
      condition.observedGeneration < object.generation;
    const { polarity } = own;
    const evaluated = { ...condition, polarity, abnormal: isAbnormal(polarity, condition.status), outdated };
    // A second spread would double the time of a hundred thousand conditions.
    return own.inferred === undefined && own.polarityFrom === undefined ? evaluated : { ...evaluated, ...own };
  });
}

const unknownTypePolarity: KnownPolarity = { polarity: "info" };

/** Whether a status is not the good one. `info` has no good one. */
function isAbnormal(polarity: Polarity, status: Condition["status"]): boolean {
  switch (polarity) {
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
export function reportsHealth({ polarity, status }: Pick<EvaluatedCondition, "polarity" | "status">): boolean {
  return (
    polarity === "main" || polarity === "good" || polarity === "bad" || (polarity === "busy" && status !== "Unknown")
  );
}

/** The verdict of one condition for its object. Advice, caution and info have no effect. */
export function verdictByPolarity(polarity: Polarity, status: Condition["status"]): Verdict {
  return verdicts[polarity][statuses.indexOf(status)] ?? "unknown";
}

const statuses: readonly Condition["status"][] = ["True", "False", "Unknown"];
const verdicts: Readonly<Record<Polarity, readonly Verdict[]>> = {
  main: ["healthy", "unavailable", "unknown"],
  good: ["healthy", "degraded", "unknown"],
  bad: ["degraded", "healthy", "unknown"],
  busy: ["progressing", "healthy", "healthy"],
  advice: ["healthy", "healthy", "healthy"],
  caution: ["healthy", "healthy", "healthy"],
  info: ["healthy", "healthy", "healthy"],
};

/** The sentence of the condition matrix for Available, Progressing and Degraded, where all three are known. */
export function findSummaryMeaning(conditions: readonly EvaluatedCondition[]): { readonly meaning?: string } {
  const [available, progressing, degraded] = summaryTypes.map((type) => {
    const statuses = new Set(conditions.filter((each) => each.type === type).map((each) => each.status));
    // Contradictory duplicates make the type unknown.
    return statuses.size === 1 ? [...statuses][0] : undefined;
  });
  const sentence = matrixMeaning(available, progressing, degraded);
  return definedFields({ meaning: sentence });
}
