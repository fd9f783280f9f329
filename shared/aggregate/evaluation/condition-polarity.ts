import { capitalize } from "../../model/capitalize.ts";
import { computeOnce } from "../../model/compute-once.ts";
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

/** The polarity of a condition type. */
interface TypePolarity {
  readonly polarity: Polarity;
  /** The polarity was inferred from the name of the type. */
  readonly inferred?: true;
  /** The polarity file of the user that has the type. */
  readonly polarityFrom?: string;
}

/** The polarity of a type that no source has. */
const unknownTypePolarity: TypePolarity = { polarity: "info" };

/** What else decides how conditions are evaluated. */
interface ConditionOptions {
  /** The polarities of types that the user sets, which come before every table. */
  readonly polarities?: readonly PolarityRow[];
  /** False where the CRD has no status subresource. The generation then also counts changes of the status. */
  readonly isGenerationOfSpec?: boolean;
}

/** The conditions of an object in its order, each with its polarity, and with whether it is abnormal and outdated. */
export function evaluateConditions(
  profile: Profile,
  object: KubeObject,
  conditions: readonly Condition[],
  { polarities = [], isGenerationOfSpec = true }: ConditionOptions = {},
): readonly EvaluatedCondition[] {
  const polaritiesByType = findPolarities(profile, object, conditions, polarities);
  return conditions.map((condition) => {
    const typePolarity = polaritiesByType.get(condition.type) ?? unknownTypePolarity;
    const outdated =
      isGenerationOfSpec &&
      condition.observedGeneration !== undefined &&
      object.generation !== undefined &&
      condition.observedGeneration < object.generation;
    const mayBeWait = typePolarity.polarity === "bad" && typePolarity.polarityFrom === undefined;
    const polarityOfWait = mayBeWait ? findPolarityOfWait(condition, object.status) : undefined;
    const polarity = polarityOfWait ?? typePolarity.polarity;
    const evaluated = { ...condition, polarity, abnormal: isAbnormal(polarity, condition.status), outdated };
    // A second spread would double the time of a hundred thousand conditions.
    const hasSource = typePolarity.inferred !== undefined || typePolarity.polarityFrom !== undefined;
    return hasSource ? { ...evaluated, ...typePolarity } : evaluated;
  });
}

/**
 * The polarities of the condition types of an object. If no type is the main one, the first of Ready, Available and Succeeded
 * that is good becomes it, unless the user made it good.
 */
function findPolarities(
  profile: Profile,
  { ref }: KubeObject,
  conditions: readonly Condition[],
  userRows: readonly PolarityRow[],
): ReadonlyMap<string, TypePolarity> {
  const polarities = new Map<string, TypePolarity>();
  let kindRow: Pick<KindRow, "polarity"> | undefined;
  // The row is looked up only if a type needs it.
  const readPolaritiesOfKind = (): KindRow["polarity"] => {
    kindRow ??= findBuiltInRow(ref) ?? {};
    return kindRow.polarity;
  };
  for (const { type } of conditions) {
    if (!polarities.has(type)) polarities.set(type, findPolarity(userRows, profile, ref, type, readPolaritiesOfKind));
  }
  if ([...polarities.values()].some(({ polarity }) => polarity === "main")) return polarities;
  const mainType = mainTypes.find((type) => {
    const typePolarity = polarities.get(type);
    return typePolarity?.polarity === "good" && typePolarity.polarityFrom === undefined;
  });
  if (mainType !== undefined) polarities.set(mainType, { polarity: "main" });
  return polarities;
}

/**
 * The polarity of a type for one kind, from the first of these sources that has the type:
 * 1. the polarity file of the user,
 * 2. the profile,
 * 3. the row of the kind,
 * 4. the table for all kinds. It comes after the row of the kind, because "Progressing" is normal on a Deployment and means
 *    work on a HyperConverged,
 * 5. a pattern of names: `DatabaseReady` -> good,
 * 6. otherwise `info`.
 */
function findPolarity(
  userRows: readonly PolarityRow[],
  profile: Profile,
  ref: GroupKind,
  type: string,
  readPolaritiesOfKind: () => KindRow["polarity"],
): TypePolarity {
  const userRow = [...rowsOfType(userRows, type), ...rowsOfType(userRows, "*")].find(
    (row) => isAboutKind(row, ref) && !isProtectedType(row, type, ref),
  );
  if (userRow !== undefined) return { polarity: userRow.polarity, polarityFrom: userRow.source };
  const findRow = (rows: readonly PolarityRow[]): PolarityRow | undefined =>
    rowsOfType(rows, type).find((row) => isAboutKind(row, ref));
  const profileRow = findRow(profile.polarities);
  if (profileRow !== undefined) return { polarity: profileRow.polarity };
  const polaritiesOfKind = readPolaritiesOfKind() ?? {};
  const polarityOfKind = Object.hasOwn(polaritiesOfKind, type) ? polaritiesOfKind[type] : polaritiesOfKind["*"];
  if (polarityOfKind !== undefined) return { polarity: polarityOfKind };
  const sharedRow = findRow(generalPolarities);
  if (sharedRow !== undefined) return { polarity: sharedRow.polarity };
  const name = readLastName(type);
  const pattern = polarityPatterns.find((row) => row.pattern.test(name));
  return pattern === undefined ? unknownTypePolarity : { polarity: pattern.polarity, inferred: true };
}

/**
 * The last name in a type, with a capital: `example.com/is-ready` -> `Ready`. The ending Condition is dropped, which some
 * providers of Cluster API write: `EtcdClusterHealthyCondition` -> `EtcdClusterHealthy` (Talos).
 */
function readLastName(type: string): string {
  const start = Math.max(type.lastIndexOf("/"), type.lastIndexOf("-")) + 1;
  const name = type.slice(start).replace(/(?<=[a-z])Condition$/, "");
  return capitalize(name);
}

/** The rows of each table by type. Thousands of types may be looked up. */
const groupByType = computeOnce((table: readonly PolarityRow[]) => Map.groupBy(table, ({ type }) => type));

/** The rows of a table about one type, in the order of the table. */
function rowsOfType(table: readonly PolarityRow[], type: string): readonly PolarityRow[] {
  return groupByType(table).get(type) ?? [];
}

/** Whether a row is for a kind. Its group may be `*.example.com`, which stands for all groups with that ending. */
function isAboutKind({ kind, group }: PolarityRow, ref: GroupKind): boolean {
  if (kind !== undefined && kind !== ref.kind) return false;
  if (group === undefined || group === ref.group) return true;
  return group.startsWith("*.") && ref.group.endsWith(group.slice(1));
}

/**
 * Whether a row of the user must not change a type, because the rules of HyperConverged depend on it. A row that names kind
 * and group may change any type.
 */
function isProtectedType({ kind, group }: PolarityRow, type: string, ref: GroupKind): boolean {
  if (kind !== undefined && group !== undefined) return false;
  const protectedKinds = [hcoProfile.root, ...hcoProfile.components];
  return operatorTypes.includes(type) && protectedKinds.some((protectedKind) => isSameKind(protectedKind, ref));
}

/** Whether a table, the row of the kind or the file of the user has a polarity for a type, which may be info. */
export function hasKnownPolarity(ref: GroupKind, type: string, userRows: readonly PolarityRow[]): boolean {
  const typePolarity = findPolarity(userRows, genericProfile, ref, type, () => findBuiltInRow(ref)?.polarity);
  return typePolarity.inferred !== true && typePolarity !== unknownTypePolarity;
}

/** Whether a status is not the good one of the polarity. No status of `info` is abnormal. */
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
  return verdicts[polarity][status];
}

const noEffect = { True: "healthy", False: "healthy", Unknown: "healthy" } as const;

const verdicts: Readonly<Record<Polarity, Readonly<Record<Condition["status"], Verdict>>>> = {
  main: { True: "healthy", False: "unavailable", Unknown: "unknown" },
  good: { True: "healthy", False: "degraded", Unknown: "unknown" },
  bad: { True: "degraded", False: "healthy", Unknown: "unknown" },
  busy: { True: "progressing", False: "healthy", Unknown: "healthy" },
  advice: noEffect,
  caution: noEffect,
  info: noEffect,
};

/**
 * The meaning of Available, Progressing and Degraded together, by the matrix of conditions. Empty unless all three are known.
 */
export function findSummaryMeaning(conditions: readonly EvaluatedCondition[]): { readonly meaning?: string } {
  const [available, progressing, degraded] = summaryTypes.map((type) => {
    const conditionsOfType = conditions.filter((condition) => condition.type === type);
    const [status, ...otherStatuses] = new Set(conditionsOfType.map((condition) => condition.status));
    // Contradictory duplicates make the type unknown.
    return otherStatuses.length === 0 ? status : undefined;
  });
  return definedFields({ meaning: matrixMeaning(available, progressing, degraded) });
}
