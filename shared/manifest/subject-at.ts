import { chooseProfileName } from "../aggregate/choose-profile.ts";
import { evaluateConditions } from "../aggregate/evaluation/condition-polarity.ts";
import { profiles } from "../aggregate/families.ts";
import { findExplanationForKind } from "../explain/find-explanation.ts";
import { lastConditionOfType } from "../model/condition.ts";
import { definedFields } from "../model/defined-fields.ts";
import { isSameKind } from "../model/kind.ts";
import type { ConditionSubject, ManifestSubject } from "../model/manifest/subject.ts";
import type { KubeObject, Ref } from "../model/object.ts";
import type { Profile } from "../model/profile.ts";
import type { EvaluatedCondition } from "../model/report.ts";
import { conditionsAt, readConditions } from "../parse/conditions.ts";
import { valueAt } from "../parse/json-value.ts";
import { toObject } from "../parse/kube-object.ts";
import { genericProfile } from "../profiles/generic.ts";
import { matrixMeaning } from "../profiles/hco/condition-matrix.ts";
import { componentsDrivenBy } from "../profiles/hco/field-drivers.ts";
import { hcoProfile, summaryTypes } from "../profiles/hco/profile.ts";

type Path = readonly (string | number)[];

/**
 * The subject of a place in a document. Undefined where there is nothing to show.
 *
 * @param kind as the document states it.
 * @param path from the top of the object.
 * @param value the object as plain data, read only where the document itself decides.
 * @param parts names of the parts that the object has on the cluster.
 */
export function findSubject(
  kind: { readonly group: string; readonly version: string; readonly kind: string },
  path: Path,
  value: () => unknown,
  parts: readonly string[] = [],
): ManifestSubject | undefined {
  if (isIdentity(path)) return { about: "object" };
  if (path[0] === "status") return findConditionSubject(path, value);
  const isGate = path[1] === "featureGates" && path.length > 2;
  const driven = componentsDrivenBy(kind, path, isGate ? value() : undefined, parts);
  return driven === undefined ? undefined : { about: "field", driven };
}

/** Whether a path leads to the apiVersion, the kind, the name or the namespace of the object. */
function isIdentity(path: Path): boolean {
  if (path.length === 1) return path[0] === "apiVersion" || path[0] === "kind";
  const [first, second] = path;
  return path.length === 2 && first === "metadata" && /^(?:name|namespace|generateName)$/.test(`${second}`);
}

/** The condition that contains the end of the path, at any depth of the status. */
function findConditionSubject(path: Path, value: () => unknown): ConditionSubject | undefined {
  const listIndex = path.findLastIndex((key, index) => key === "conditions" && typeof path[index + 1] === "number");
  if (listIndex < 0) return undefined;
  const listPath = path.slice(0, listIndex + 1);
  const entryPath = path.slice(0, listIndex + 2);
  const object = toObject(value());
  const [entry] = readConditions([valueAt(object.raw, ...entryPath)]).conditions;
  if (entry === undefined) return undefined;
  const isObjectsOwn = ["status.conditions", "status.statusConditions.conditions"].includes(listPath.join("."));
  if (!isObjectsOwn) {
    const [condition] = evaluateConditions(genericProfile, object, [entry]);
    return condition && { about: "condition", condition, isOwn: false };
  }
  const evaluated = evaluateObject(object);
  const same = evaluated.find((candidate) => isSameCondition(candidate, entry));
  const condition = same ?? evaluated.find(({ type }) => type === entry.type);
  if (condition === undefined) return undefined;
  const isInMatrix = summaryTypes.includes(condition.type) && isInConditionMatrix(object.ref);
  const meaning = isInMatrix ? readTripleMeaning(evaluated) : undefined;
  const type = findExplanationForKind(condition.type, "condition", object.ref);
  const reason = findExplanationForKind(condition.reason, "reason", object.ref);
  return { about: "condition", condition, isOwn: true, ...definedFields({ meaning, type, reason }) };
}

function evaluateObject(object: KubeObject): readonly EvaluatedCondition[] {
  const row = hcoProfile.components.find((each) => isSameKind(each, object.ref));
  const profile: Profile = row === undefined ? profiles[chooseProfileName(object)] : hcoProfile;
  const isGenerationOfSpec = row?.generationCountsStatus !== true;
  return evaluateConditions(profile, object, conditionsAt(object).conditions, { isGenerationOfSpec });
}

function isSameCondition(
  a: EvaluatedCondition,
  b: Omit<EvaluatedCondition, "polarity" | "abnormal" | "outdated">,
): boolean {
  return (["type", "status", "reason", "message", "since"] as const).every((key) => a[key] === b[key]);
}

/**
 * Whether the condition matrix applies, which is for HyperConverged and what it deploys
 * (kubevirt/hyperconverged-cluster-operator docs/conditions.md).
 */
function isInConditionMatrix(ref: Ref): boolean {
  return [...hcoProfile.roots, ...hcoProfile.components].some((kind) => isSameKind(kind, ref));
}

function readTripleMeaning(conditions: readonly EvaluatedCondition[]): string | undefined {
  const [available, progressing, degraded] = summaryTypes.map((type) => lastConditionOfType(conditions, type)?.status);
  return matrixMeaning(available, progressing, degraded);
}
