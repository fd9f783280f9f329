import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { MalformedEvidence } from "../../model/finding/evidence.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { Release } from "../../model/profile.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, toRecord, valueAt } from "../../parse/json-value.ts";
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
  /** The version that the upgrade leads to: the operator's own, else the one in the message of Progressing. */
  readonly ownVersion: string;
  readonly release?: Release;
  readonly operator: OperatorState;
  readonly upgradeMode: boolean | null;
  readonly systemHealthStatus?: string;
  readonly taints: readonly Taint[];
  readonly related: readonly RecordedObject[];
  /** The related objects together with the malformed fields of the list. */
  readonly recorded: RecordedReferences;
  readonly platform: "openshift" | "plain" | "unknown";
  readonly isDeleting: boolean;
  readonly isStale: boolean;
  /**
   * None of the operator's own five conditions is present, so the operator has not observed the CR. Another client may
   * have written conditions.
   */
  readonly isUnseen: boolean;
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
  const versions = listAt(object.status, "versions");
  const version = textAt(
    versions.findLast((entry) => textAt(entry, "name") === "operator"),
    "version",
  );
  const upgrading = findUpgradingCondition(conditions);
  const reportsUpgrade = upgrading?.status === "True";
  const isRefused = isRefusedByOperator(conditions);
  // An operator refuses a CR that lies in another namespace than its own.
  const operator = isRefused ? makeUnknownOperator(namespace) : findOperator(index, namespace, version);
  const recorded = readRecordedReferences(object);
  const related = listNamedEntries(recorded);
  const release = parseRelease(version) ?? parseRelease(operator.version);
  const health = textAt(object.status, "systemHealthStatus");
  const reportedTarget = reportsUpgrade ? (/version (\S+)$/.exec(upgrading.message)?.[1] ?? "") : "";
  return {
    object,
    namespace,
    namespaces: [namespace],
    conditions,
    malformed: malformed,
    ...definedFields({ version: version === "" ? undefined : version }),
    ownVersion: operator.version ?? reportedTarget,
    ...definedFields({ release }),
    operator,
    upgradeMode: deriveUpgradeMode(version, operator.version, reportsUpgrade, conditions.length > 0 && !isRefused),
    ...definedFields({ systemHealthStatus: health === "" ? undefined : health }),
    taints: readTaints(object),
    related,
    recorded,
    platform: detectPlatform(related, index, version),
    isDeleting: object.deletedAt !== undefined,
    isStale: isOlderThanSpec(object, conditions, summaryTypes),
    isUnseen: !operatorTypes.some((type) => lastConditionOfType(conditions, type) !== undefined),
    hasHeartbeats: listAt(object.status, "conditions").some(
      (entry) => valueAt(entry, "lastHeartbeatTime") !== undefined,
    ),
    isRefused,
    arePartsUnread: index.lacks(partKinds, namespace),
  };
});

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

/**
 * Whether an upgrade runs, derived as the operator's in-memory flag (hyperconverged_controller.go:415-424): Progressing
 * reports an upgrade, or the operator's version is not the recorded one. Null where neither version is known. `isServed` is
 * false for a CR without status, which is being installed, and for a refused one, which is never upgraded.
 */
function deriveUpgradeMode(
  recordedVersion: string,
  operatorVersion: string | undefined,
  reportsUpgrade: boolean,
  isServed: boolean,
): boolean | null {
  if (reportsUpgrade) return true;
  if (recordedVersion === "" && operatorVersion === undefined) return null;
  return isServed && operatorVersion !== undefined && recordedVersion !== operatorVersion;
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

/** The operations of a JSON patch, 0 for what is none: `[{"op":"add",…}]` -> 1. */
function countOperations(patch: string | undefined): number {
  if (patch === undefined) return 0;
  try {
    const operations: unknown = JSON.parse(patch);
    if (!Array.isArray(operations) || !operations.every((operation) => toRecord(operation) !== undefined)) return 0;
    return operations.length;
  } catch {
    return 0;
  }
}

/**
 * The platform. OpenShift shows in the objects that the operator created: some are of OpenShift's API groups, and SSP
 * exists only there (kubevirt/hyperconverged-cluster-operator controllers/operandhandler/operandHandler.go, NewOperandHandler).
 */
function detectPlatform(
  related: readonly RecordedObject[],
  index: ObjectIndex,
  version: string,
): HyperConvergedState["platform"] {
  // Red Hat numbers the operator after OpenShift, and ships it nowhere else.
  if (/^v?4\./.test(version)) return "openshift";
  const isOpenShift = (ref: Ref): boolean => ref.group.endsWith(".openshift.io") || ref.group === "ssp.kubevirt.io";
  const objectsByKind = [...groupRecordedByKind(related).values()];
  if (objectsByKind.some(([first]) => first !== undefined && isOpenShift(first.ref))) return "openshift";
  if (index.kinds.some(({ group }) => group.endsWith(".openshift.io"))) return "openshift";
  return related.length > 0 ? "plain" : "unknown";
}
