import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { ComponentRow, PolarityRow } from "../../model/profile.ts";
import type { EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { foundObject, isMissing } from "../../model/snapshot.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { hcoProfile, summaryTypes } from "../../profiles/hco/profile.ts";
import { evaluateConditions, findSummaryMeaning, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HcoComponent } from "./components.ts";
import { listUnavailableApiNodes } from "./surroundings/served-apis.ts";
import { findWorkloads } from "./workloads/find-workloads.ts";
import {
  hasReportedLongEnough,
  listMissingWorkloadNodes,
  listUnreadWorkloadNodes,
} from "./workloads/missing-workloads.ts";
import { listOutdatedPods, placeOutdatedPods } from "./workloads/outdated-pods.ts";
import { makeAbsentWorkloadNode, makeWorkloadNode } from "./workloads/workload-nodes.ts";
import { evaluateWorkloadStanding } from "./workloads/workload-standing.ts";

/** Where and when a component is evaluated, and what the user and the operator say of its conditions. */
interface ComponentContext {
  /** The namespaces where its workloads may lie. */
  readonly namespaces: readonly string[];
  readonly takenAt: string;
  /** The user's polarities, which overlay the built-in ones. */
  readonly polarities?: readonly PolarityRow[];
  /** It is unknown whether HyperConverged's operator runs. */
  readonly isOperatorUnknown?: boolean;
}

/**
 * The node of one component of a HyperConverged, with its workloads and everything that was read below them. Its own verdict
 * is {@link componentVerdict}. Its verdict may be worse:
 * - at least degraded, where a workload or an API fails or has been missing for long, or its operator waits without an end
 *   for a pod of an older release,
 * - unknown at best, where a workload may fail because its pods could not be read, or a list of its workloads could not be
 *   read. Such a list does not count with `isOperatorUnknown`, because the root then names the permission that is lacking.
 */
export function makeComponentNode(component: HcoComponent, index: ObjectIndex, context: ComponentContext): ReportNode {
  const { namespaces, takenAt, polarities = [], isOperatorUnknown = false } = context;
  // The plan and the evaluation share a node if they pass the same array.
  const sharedPolarities = polarities.length === 0 ? noPolarities : polarities;
  return evaluateComponentOnce(index, component, namespaces, takenAt, sharedPolarities, isOperatorUnknown);
}

const noPolarities: readonly PolarityRow[] = [];
const evaluateComponentOnce = memoizeByIndex(evaluateComponent);

function evaluateComponent(
  index: ObjectIndex,
  component: HcoComponent,
  namespaces: readonly string[],
  takenAt: string,
  polarities: readonly PolarityRow[],
  isOperatorUnknown: boolean,
): ReportNode {
  const node = makeBareNode(component, polarities);
  const isFound = node.outcome === "found";
  const foundWorkloads = findWorkloads(component, index, namespaces).flatMap((lookup): readonly ReportNode[] => {
    if (lookup.outcome === "found") return [makeWorkloadNode(lookup.object, index, takenAt)];
    // The component's status also lists workloads that it no longer creates. Such a missing workload explains only an
    // unhealthy component.
    return lookup.outcome === "absent" && node.verdict !== "healthy" ? [makeAbsentWorkloadNode(lookup)] : [];
  });
  const missingWorkloads = listMissingWorkloadNodes(component, node, index, namespaces);
  const unreadWorkloads = isFound && !isOperatorUnknown ? listUnreadWorkloadNodes(component, index, namespaces) : [];
  const workloads = keepFirstOfEachKey([...foundWorkloads, ...missingWorkloads, ...unreadWorkloads], ({ ref }) =>
    keyOf(ref),
  );
  const apis = isFound ? listUnavailableApiNodes(component.row, index, takenAt) : [];
  const workloadsWithPods = workloads.map((workload) => ({
    workload,
    outdatedPods: node.verdict === "healthy" ? [] : listOutdatedPods(component, workload, index, takenAt),
  }));
  const children = workloadsWithPods.map(({ workload, outdatedPods }) => placeOutdatedPods(workload, outdatedPods));
  const standings = children
    .filter(({ outcome }) => outcome === "found")
    .map((workload) => evaluateWorkloadStanding(workload, index, takenAt));
  // A component that is being deleted loses its APIs.
  const lacksApi = apis.some(({ verdict }) => verdict === "degraded") && !node.deleting;
  const lacksWorkload = missingWorkloads.length > 0 && hasReportedLongEnough(component.conditions, takenAt);
  const hasOutdatedPods = workloadsWithPods.some(({ outdatedPods }) => outdatedPods.length > 0);
  const isFailing = standings.includes("failing") || lacksApi || lacksWorkload || hasOutdatedPods;
  const isUnclear = standings.includes("unclear") || unreadWorkloads.length > 0;
  const verdicts: Verdict[] = [node.verdict];
  if (isFound && isFailing) verdicts.push("degraded");
  if (isFound && isUnclear) verdicts.push("unknown");
  return { ...node, verdict: worstVerdict(verdicts), children: [...children, ...apis] };
}

/** The component's node without children: its conditions, or the outcome of reading it. */
function makeBareNode(component: HcoComponent, polarities: readonly PolarityRow[]): ReportNode {
  const { lookup, row, isRequired } = component;
  const shared = { role: "component" as const, label: row.component, required: isRequired, children: [] };
  if (lookup.outcome !== "found") {
    const verdict = isMissing(lookup) ? "unavailable" : "unknown";
    return {
      ...shared,
      ref: lookup.ref,
      outcome: lookup.outcome,
      verdict,
      ownVerdict: verdict,
      conditions: [],
      stale: false,
      deleting: false,
      frozen: false,
      facts: listVersionFacts(component),
    };
  }
  const { object } = lookup;
  const isGenerationOfSpec = !row.generationCountsStatus;
  const conditions = evaluateConditions(hcoProfile, object, component.conditions, { polarities, isGenerationOfSpec });
  const deleting = object.deletedAt !== undefined;
  const frozen = isPaused(object);
  const stale = isGenerationOfSpec && isOlderThanSpec(object, component.conditions, summaryTypes);
  const verdict = componentVerdict(row, conditions, stale || deleting || frozen);
  return {
    ...shared,
    ref: object.ref,
    outcome: "found",
    verdict,
    ownVerdict: verdict,
    conditions,
    ...findSummaryMeaning(conditions),
    stale,
    deleting,
    frozen,
    facts: { ...listVersionFacts(component), ...definedFields({ deletedAt: object.deletedAt }) },
  };
}

/**
 * The verdict from a component's own conditions:
 * - unavailable without Available. Both documents and the operator assume so.
 * - otherwise the worst verdict of its conditions. A Progressing that is Unknown is unknown, and a Degraded with a reason that
 *   means "is being updated" is only progressing.
 * - at least progressing where `isUnsettled`: the status is stale, or the component is being deleted or is paused.
 */
function componentVerdict(row: ComponentRow, conditions: readonly EvaluatedCondition[], isUnsettled: boolean): Verdict {
  if (lastConditionOfType(conditions, "Available") === undefined) return "unavailable";
  const isUpdating = isBeingUpdated(row, conditions);
  const verdicts = conditions.map(({ type, status, polarity, inferred }): Verdict => {
    if (type === "Degraded" && status === "True" && isUpdating) return "progressing";
    if (type === "Progressing" && status === "Unknown") return "unknown";
    return inferred === true ? "healthy" : verdictByPolarity(polarity, status);
  });
  return worstVerdict([...verdicts, isUnsettled ? "progressing" : "healthy"]);
}

/**
 * Whether a component is available and progressing, and is degraded only by its update: KubeVirt reports all three as True
 * in each update (kubevirt/kubevirt pkg/virt-operator/util/client.go, UpdateConditionsUpdating).
 */
function isBeingUpdated(row: ComponentRow, conditions: readonly EvaluatedCondition[]): boolean {
  const isAvailable = conditions.every(({ type, status }) => type !== "Available" || status === "True");
  const isProgressing = lastConditionOfType(conditions, "Progressing")?.status === "True";
  const degraded = conditions.filter(({ type }) => type === "Degraded");
  return isAvailable && isProgressing && degraded.every(({ reason }) => row.updatingReasons.includes(reason));
}

/** Whether SSP is paused: annotation `kubevirt.io/operator.paused` stops it, and SSP reports that in status.paused. */
export function isPaused(object: KubeObject): boolean {
  return object.annotations.get("kubevirt.io/operator.paused") === "true" || valueAt(object.status, "paused") === true;
}

function listVersionFacts({ observedVersion, expectedVersion, lookup }: HcoComponent): ReportNode["facts"] {
  const status = foundObject(lookup)?.status;
  const phase = textAt(status, "phase");
  // controller-lifecycle-operator-sdk, pkg/sdk/api/types.go: the version that the component's operator upgrades it to.
  const targetVersion = textAt(status, "targetVersion");
  // KubeVirt counts virtual machines that still run in a pod of the previous version.
  const outdatedMachines = wholeNumberAt(status, "outdatedVirtualMachineInstanceWorkloads") ?? 0;
  const facts: Record<string, string> = {};
  if (observedVersion !== "") facts["observedVersion"] = observedVersion;
  if (expectedVersion !== undefined) facts["expectedVersion"] = expectedVersion;
  if (targetVersion !== "" && targetVersion !== observedVersion) facts["targetVersion"] = targetVersion;
  if (phase !== "") facts["phase"] = phase;
  if (outdatedMachines > 0) facts["outdatedWorkloads"] = String(outdatedMachines);
  return facts;
}
