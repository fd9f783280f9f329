import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { MalformedEvidence } from "../../model/finding/evidence.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { Release } from "../../model/profile.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, parseJson, textAt, toRecord, valueAt } from "../../parse/json-value.ts";
import { operatorTypes, summaryTypes, taintAnnotations } from "../../profiles/hco/profile.ts";
import { hcoComponents } from "../../tables/components.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import { parseRelease } from "../evaluation/release-version.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import {
  groupRecordedByKind,
  listNamedEntries,
  type RecordedObject,
  type RecordedReferences,
  readRecordedReferences,
} from "../snapshot/recorded-references.ts";
import { findUpgradingCondition } from "./operator/upgrading-condition.ts";
import { findOperator, makeUnknownOperator, type OperatorState } from "./operator.ts";

/** Everything about one HyperConverged that the rules, the gates and the findings use. It is read once. */
export interface HyperConvergedState {
  readonly object: KubeObject;
  readonly namespace: string;
  /** Where the workloads of its components lie: its own namespace. */
  readonly namespaces: readonly string[];
  readonly conditions: readonly Condition[];
  readonly malformed: readonly MalformedEvidence[];
  /** status.versions[name=operator].version. */
  readonly version?: string;
  /** The version that an upgrade leads to: the operator's, otherwise the one in the message of Progressing. Otherwise "". */
  readonly targetVersion: string;
  readonly release?: Release;
  readonly operator: OperatorState;
  /** Whether an upgrade runs. Null: unknown. */
  readonly upgradeMode: boolean | null;
  readonly systemHealthStatus?: string;
  readonly taints: readonly Taint[];
  readonly related: readonly RecordedObject[];
  /** The related objects together with the malformed fields of the list. */
  readonly recorded: RecordedReferences;
  readonly platform: "openshift" | "plain" | "unknown";
  readonly isDeleting: boolean;
  /** The status is older than the spec. */
  readonly isStale: boolean;
  /**
   * None of the operator's own five conditions is present, so the operator has not observed the CR. Another client may
   * have written conditions.
   */
  readonly isUnobserved: boolean;
  /** Conditions carry lastHeartbeatTime, as releases below 1.5 wrote it. */
  readonly hasHeartbeats: boolean;
  /** A component, or workloads and pods of its components, could not be read. */
  readonly arePartsUnread: boolean;
  /** The operator refuses this object: it lies in another namespace (hyperconverged_controller.go:595-611). */
  readonly isRefused: boolean;
}

/** An annotation that patches a component outside the operator's control. */
interface Taint {
  readonly annotation: string;
  readonly component: string;
  readonly operations: number;
}

/** Reads one HyperConverged and what belongs to it. */
export function readHyperConvergedState(object: KubeObject, index: ObjectIndex): HyperConvergedState {
  return readStateOnce(index, object);
}

const readStateOnce = memoizeByIndex((index: ObjectIndex, object: KubeObject): HyperConvergedState => {
  const { namespace = "" } = object.ref;
  const { conditions, malformed } = conditionsAt(object);
  const version = readRecordedVersion(object);
  const isRefused = isRefusedByOperator(conditions);
  // An operator refuses a CR that lies in another namespace than its own.
  const operator = isRefused ? makeUnknownOperator(namespace) : findOperator(index, namespace, version);
  const upgrading = findUpgradingCondition(conditions);
  const isUpgradeReported = upgrading?.status === "True";
  const canUpgrade = conditions.length > 0 && !isRefused;
  const recorded = readRecordedReferences(object);
  const related = listNamedEntries(recorded);
  const health = textAt(object.status, "systemHealthStatus");
  return {
    object,
    namespace,
    namespaces: [namespace],
    conditions,
    malformed,
    targetVersion: operator.version ?? (isUpgradeReported ? readVersionInMessage(upgrading.message) : ""),
    operator,
    upgradeMode: isUpgradeReported || deriveUpgradeMode(version, operator.version, canUpgrade),
    ...definedFields({
      version: version === "" ? undefined : version,
      release: parseRelease(version) ?? parseRelease(operator.version),
      systemHealthStatus: health === "" ? undefined : health,
    }),
    taints: readTaints(object),
    related,
    recorded,
    platform: detectPlatform(related, index, version),
    isDeleting: object.deletedAt !== undefined,
    isStale: isOlderThanSpec(object, conditions, summaryTypes),
    isUnobserved: operatorTypes.every((type) => lastConditionOfType(conditions, type) === undefined),
    hasHeartbeats: listAt(object.status, "conditions").some(
      (condition) => valueAt(condition, "lastHeartbeatTime") !== undefined,
    ),
    isRefused,
    arePartsUnread: index.lacks(partKinds, namespace),
  };
});

/** The kinds of the components, their workloads and their Pods. */
const partKinds: ReadonlySet<string> = new Set([
  "Deployment",
  "DaemonSet",
  "Pod",
  ...hcoComponents.map(({ kind }) => kind),
]);

/** Whether the operator refuses the object. It reports that in ReconcileComplete and in no other condition. */
export function isRefusedByOperator(conditions: readonly Condition[]): boolean {
  const reconcile = lastConditionOfType(conditions, "ReconcileComplete");
  return reconcile !== undefined && reconcile.status !== "True" && reconcile.reason === "InvalidRequest";
}

/** The version of the operator that wrote the status, or "": `versions: [{name: operator, version: 1.19.0}]` -> `1.19.0`. */
function readRecordedVersion({ status }: KubeObject): string {
  const entry = listAt(status, "versions").findLast((version) => textAt(version, "name") === "operator");
  return textAt(entry, "version");
}

/** The version in a message of Progressing, or "": `HCO is now upgrading to version 1.20.0` -> `1.20.0`. */
function readVersionInMessage(message: string): string {
  return /version (\S+)$/.exec(message)?.[1] ?? "";
}

/**
 * Whether an upgrade runs that no condition reports: the operator's version is not the recorded one, as for the operator's
 * in-memory flag (hyperconverged_controller.go:415-424). Null where neither version is known.
 *
 * @param canUpgrade false for a CR without status, which is being installed, and for a refused one, which is never upgraded
 */
function deriveUpgradeMode(
  recordedVersion: string,
  operatorVersion: string | undefined,
  canUpgrade: boolean,
): boolean | null {
  if (recordedVersion === "" && operatorVersion === undefined) return null;
  return canUpgrade && operatorVersion !== undefined && recordedVersion !== operatorVersion;
}

/**
 * The annotations that taint the configuration. "[]" and broken JSON do not taint
 * (kubevirt/hyperconverged-cluster-operator controllers/hyperconverged/hyperconverged_controller.go,
 * getNumOfChangesJSONPatch).
 */
function readTaints(object: KubeObject): readonly Taint[] {
  return taintAnnotations.flatMap(({ annotation, component }) => {
    const operations = countOperations(object.annotations.get(annotation));
    return operations > 0 ? [{ annotation, component, operations }] : [];
  });
}

/** The number of operations in a JSON patch: `[{"op":"add",…}]` -> 1. Any other text has 0 operations. */
function countOperations(patch = ""): number {
  const operations = parseJson(patch);
  const isPatch = Array.isArray(operations) && operations.every((operation) => toRecord(operation) !== undefined);
  return isPatch ? operations.length : 0;
}

/**
 * The platform. It is OpenShift in each of these cases:
 * - The version begins with 4, because Red Hat numbers the operator after OpenShift and ships it nowhere else.
 * - The operator has created an object of OpenShift's API groups, or SSP, which exists only there
 *   (kubevirt/hyperconverged-cluster-operator controllers/operandhandler/operandHandler.go, NewOperandHandler).
 * - A kind of OpenShift's API groups was read.
 *
 * Otherwise it is plain Kubernetes, or unknown where the operator has recorded no object.
 */
function detectPlatform(
  related: readonly RecordedObject[],
  index: ObjectIndex,
  version: string,
): HyperConvergedState["platform"] {
  if (/^v?4\./.test(version)) return "openshift";
  const isOpenShift = (ref: Ref): boolean => ref.group.endsWith(".openshift.io") || ref.group === "ssp.kubevirt.io";
  const objectsByKind = [...groupRecordedByKind(related).values()];
  if (objectsByKind.some(([first]) => first !== undefined && isOpenShift(first.ref))) return "openshift";
  if (index.kinds.some(({ group }) => group.endsWith(".openshift.io"))) return "openshift";
  return related.length > 0 ? "plain" : "unknown";
}
