import { capitalize } from "../../model/capitalize.ts";
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
import { findPolarityOfWait } from "./decentralized-migration.ts";
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
  const userRow = [...rowsOfType(userRows, type), ...rowsOfType(userRows, "*")].find(
    (row) => isAboutKind(row, ref) && !isProtectedType(row, type, ref),
  );
  if (userRow !== undefined) return { polarity: userRow.polarity, polarityFrom: userRow.source };
  const findRow = (rows: readonly PolarityRow[]): PolarityRow | undefined =>
    rowsOfType(rows, type).find((row) => isAboutKind(row, ref));
  const profileRow = findRow(profile.polarities);
  if (profileRow !== undefined) return { polarity: profileRow.polarity };
  const ofKind = readPolarity();
  if (ofKind !== undefined && Object.hasOwn(ofKind, type)) return { polarity: ofKind[type] ?? "info" };
  if (ofKind?.["*"] !== undefined) return { polarity: ofKind["*"] };
  const sharedRow = findRow(generalPolarities);
  if (sharedRow !== undefined) return { polarity: sharedRow.polarity };
  const name = readLastName(type);
  const pattern = polarityPatterns.find((row) => row.pattern.test(name));
  return pattern === undefined ? unknownTypePolarity : { polarity: pattern.polarity, inferred: true };
}

/**
 * The last name in a type, with a capital: `example.com/is-ready` -> `Ready`. Some providers of Cluster API give a type
 * the name of its constant, whose end is dropped: `EtcdClusterHealthyCondition` -> `EtcdClusterHealthy` (Talos).
 */
function readLastName(type: string): string {
  const start = Math.max(type.lastIndexOf("/"), type.lastIndexOf("-")) + 1;
  const name = type.slice(start).replace(/(?<=[a-z])Condition$/, "");
  return capitalize(name);
}

/** Whether a table, the row of the kind or the user's file has a polarity for a type, which may be info. */
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
  const ofHyperConverged = [hcoProfile.root, ...hcoProfile.components];
  return operatorTypes.includes(type) && ofHyperConverged.some((each) => isSameKind(each, ref));
}

/** The rows of a table about one type, in its order, cached because thousands of types may be looked up. */
function rowsOfType(table: readonly PolarityRow[], type: string): readonly PolarityRow[] {
  const rows = tables.get(table) ?? Map.groupBy(table, (row) => row.type);
  tables.set(table, rows);
  return rows.get(type) ?? [];
}

const tables = new WeakMap<readonly PolarityRow[], ReadonlyMap<string, readonly PolarityRow[]>>();

function isAboutKind({ kind, group }: PolarityRow, ref: GroupKind): boolean {
  if (kind !== undefined && kind !== ref.kind) return false;
  if (group === undefined || group === ref.group) return true;
  return group.startsWith("*.") && ref.group.endsWith(group.slice(1));
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
    const isDefinedByUser = own.polarityFrom !== undefined;
    const polarityOfWait =
      own.polarity === "bad" && !isDefinedByUser ? findPolarityOfWait(condition, object.status) : undefined;
    const polarity = polarityOfWait ?? own.polarity;
    const evaluated = { ...condition, polarity, abnormal: isAbnormal(polarity, condition.status), outdated };
    // A second spread would double the time of a hundred thousand conditions.
    return own.inferred === undefined && own.polarityFrom === undefined ? evaluated : { ...evaluated, ...own };
  });
}

const unknownTypePolarity: KnownPolarity = { polarity: "info" };

/** Whether a status is not the one that is good for the polarity. For `info` none is good or bad. */
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

/** Whether a condition reports the health of its object. Advice, caution and info do not, nor unknown work. */
export function reportsHealth({ polarity, status }: Pick<EvaluatedCondition, "polarity" | "status">): boolean {
  if (polarity === "busy") return status !== "Unknown";
  return polarity === "main" || polarity === "good" || polarity === "bad";
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
    const ofType = conditions.filter((condition) => condition.type === type);
    const [status, ...otherStatuses] = new Set(ofType.map((condition) => condition.status));
    // Contradictory duplicates make the type unknown.
    return otherStatuses.length === 0 ? status : undefined;
  });
  const sentence = matrixMeaning(available, progressing, degraded);
  return definedFields({ meaning: sentence });
}
