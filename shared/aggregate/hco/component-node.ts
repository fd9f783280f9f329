import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { ComponentRow, PolarityRow } from "../../model/profile.ts";
import type { EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { foundObject, isMissing } from "../../model/snapshot.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { hcoProfile, summaryTypes } from "../../profiles/hco/profile.ts";
import { keepFirstOfEachKey } from "../evaluation/compare.ts";
import { evaluateConditions, findSummaryMeaning, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HcoComponent } from "./components.ts";
import { unavailableApiNodes } from "./surroundings/served-apis.ts";
import { findWorkloads } from "./workloads/find-workloads.ts";
import {
  hasReportedLongEnough,
  listMissingWorkloadNodes,
  listUnreadWorkloadNodes,
} from "./workloads/missing-workloads.ts";
import { listOutdatedPods, placeOutdatedPods } from "./workloads/outdated-pods.ts";
import { makeAbsentWorkloadNode, makeWorkloadNode } from "./workloads/workload-nodes.ts";
import { evaluateWorkloadStanding } from "./workloads/workload-standing.ts";

/**
 * The node of one component of a HyperConverged, with its workloads and all that was read below them. Its own verdict
 * is {@link componentVerdict}. A workload that fails or stays away, an API that does, or a pod of an older release for
 * which its operator waits without an end makes it at least degraded, whatever its conditions say. A workload that may fail, because its pods could not be read, makes it unknown at best.
 * So does a list of its workloads that could not be read, unless `isOperatorUnknown`: the root is unknown at best then,
 * and names the permission that is to be asked for first.
 */
export function componentNode(
  component: HcoComponent,
  index: ObjectIndex,
  namespaces: readonly string[],
  takenAt: string,
  polarities: readonly PolarityRow[] = [],
  isOperatorUnknown = false,
): ReportNode {
  return nodeIn(
    index,
    component,
    namespaces,
    takenAt,
    polarities.length === 0 ? noPolarities : polarities,
    isOperatorUnknown,
  );
}

const noPolarities: readonly PolarityRow[] = [];
const nodeIn = memoizeByIndex(evaluateComponent);

function evaluateComponent(
  index: ObjectIndex,
  component: HcoComponent,
  namespaces: readonly string[],
  takenAt: string,
  polarities: readonly PolarityRow[],
  isOperatorUnknown: boolean,
): ReportNode {
  const node = bareNode(component, polarities);
  const found = findWorkloads(component, index, namespaces).flatMap((lookup): readonly ReportNode[] => {
    if (lookup.outcome === "found") return [makeWorkloadNode(lookup.object, index, takenAt)];
    // The component's status also lists workloads that it no longer creates. Such a missing workload explains only an
    // unhealthy component.
    return lookup.outcome === "absent" && node.verdict !== "healthy" ? [makeAbsentWorkloadNode(lookup)] : [];
  });
  const missing = listMissingWorkloadNodes(component, node, index, namespaces);
  const unread =
    node.outcome === "found" && !isOperatorUnknown ? listUnreadWorkloadNodes(component, index, namespaces) : [];
  const workloads = keepFirstOfEachKey([...found, ...missing, ...unread], ({ ref }) => keyOf(ref));
  const outdated = workloads.map((child) =>
    node.verdict === "healthy" ? [] : listOutdatedPods(component, child, index, takenAt),
  );
  const children = workloads.map((child, place) => placeOutdatedPods(child, outdated[place] ?? []));
  const apis = node.outcome === "found" ? unavailableApiNodes(component.row, index, takenAt) : [];
  const standings = children
    .filter(({ outcome }) => outcome === "found")
    .map((child) => evaluateWorkloadStanding(child, index, takenAt));
  // A component that is being deleted loses its APIs.
  const isLosing = apis.some(({ verdict }) => verdict === "degraded") && !node.deleting;
  const isLacking = missing.length > 0 && hasReportedLongEnough(component.conditions, takenAt);
  // Its operator waits for them without an end.
  const isHeldUp = outdated.some((pods) => pods.length > 0);
  const isFailing = standings.includes("failing") || isLosing || isLacking || isHeldUp;
  const isUnclear = standings.includes("unclear") || unread.length > 0;
  const least = verdictOfWorkloads({ isFailing, isUnclear });
  return {
    ...node,
    verdict: node.outcome === "found" ? worstVerdict([node.verdict, least]) : node.verdict,
    children: [...children, ...apis],
  };
}

/** What a component is at least, by the workloads and APIs below it. */
function verdictOfWorkloads({ isFailing, isUnclear }: { isFailing: boolean; isUnclear: boolean }): Verdict {
  if (isFailing) return "degraded";
  return isUnclear ? "unknown" : "healthy";
}

/** The component's node without children: its conditions, or the outcome of reading it. */
function bareNode(component: HcoComponent, polarities: readonly PolarityRow[] = []): ReportNode {
  const { lookup, row, isCalledFor } = component;
  const shared = { role: "component" as const, label: row.component, required: isCalledFor, children: [] };
  if (lookup.outcome !== "found") {
    const isAbsent = isMissing(lookup);
    const verdict: Verdict = isAbsent ? "unavailable" : "unknown";
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
      facts: versionFacts(component),
    };
  }
  const { object } = lookup;
  const conditions = evaluateConditions(
    hcoProfile,
    object,
    component.conditions,
    !row.generationCountsStatus,
    polarities,
  );
  const deleting = object.deletedAt !== undefined;
  const frozen = isPaused(object);
  const stale = !row.generationCountsStatus && isOlderThanSpec(object, component.conditions, summaryTypes);
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
    facts: { ...versionFacts(component), ...definedFields({ deletedAt: object.deletedAt }) },
  };
}

/**
 * The verdict from a component's own conditions. Without conditions, or without Available, it is unavailable (both
 * documents and the operator assume so). Unknown is unknown, whatever the operator derives from it. Degraded with a
 * reason that means "is being updated" is only progressing, if the component is Available and Progressing: KubeVirt
 * reports all three as True in each update (kubevirt/kubevirt pkg/virt-operator/util/client.go,
 * UpdateConditionsUpdating). `isUnsettled` means stale, being deleted or paused, and makes the verdict at least
 * progressing.
 */
function componentVerdict(row: ComponentRow, conditions: readonly EvaluatedCondition[], isUnsettled: boolean): Verdict {
  if (!conditions.some((condition) => condition.type === "Available")) return "unavailable";
  const isUpdating = updates(row, conditions);
  const verdicts = conditions.map((condition): Verdict => {
    const { type, status, polarity, inferred } = condition;
    if (type === "Degraded" && status === "True" && isUpdating) return "progressing";
    if (type === "Progressing" && status === "Unknown") return "unknown";
    return inferred === true ? "healthy" : verdictByPolarity(polarity, status);
  });
  return worstVerdict([...verdicts, isUnsettled ? "progressing" : "healthy"]);
}

function updates(row: ComponentRow, conditions: readonly EvaluatedCondition[]): boolean {
  const is = (type: string, status: string): boolean =>
    conditions.every((condition) => condition.type !== type || condition.status === status);
  return (
    is("Available", "True") &&
    lastConditionOfType(conditions, "Progressing")?.status === "True" &&
    conditions.every((each) => each.type !== "Degraded" || row.updatingReasons.includes(each.reason))
  );
}

/** Whether SSP is paused: annotation `kubevirt.io/operator.paused` stops it, and SSP reports that in status.paused. */
export function isPaused(object: KubeObject): boolean {
  return object.annotations.get("kubevirt.io/operator.paused") === "true" || valueAt(object.status, "paused") === true;
}

function versionFacts({ observedVersion, expectedVersion, lookup }: HcoComponent): Readonly<Record<string, string>> {
  const status = foundObject(lookup)?.status;
  const phase = textAt(status, "phase");
  // controller-lifecycle-operator-sdk, pkg/sdk/api/types.go: the version that the component's operator upgrades it to.
  const target = textAt(status, "targetVersion");
  // KubeVirt counts virtual machines that still run in a pod of the previous version.
  const outdated = wholeNumberAt(status, "outdatedVirtualMachineInstanceWorkloads") ?? 0;
  return {
    ...(observedVersion !== "" && { observedVersion }),
    ...definedFields({ expectedVersion }),
    ...(target === "" || target === observedVersion ? {} : { targetVersion: target }),
    ...(phase !== "" && { phase }),
    ...(outdated > 0 && { outdatedWorkloads: String(outdated) }),
  };
}
