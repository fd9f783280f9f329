import { type ReportedWords, reportedWords } from "../../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import { isSameObject, type KubeObject } from "../../../model/object.ts";
import type { Related, ReportNode } from "../../../model/report.ts";
import { normalizeUtc, parseMilliseconds } from "../../../model/time.ts";
import { conditionOf } from "../../../parse/conditions.ts";
import { listAt, toText, valueAt } from "../../../parse/json-value.ts";
import { apiServices, nodeKind } from "../../../profiles/core-kinds.ts";
import { eventKind } from "../../../profiles/hco/profile.ts";
import { installPlans, subscriptions } from "../../../profiles/hco/surroundings.ts";
import { hcoComponents } from "../../../tables/components.ts";
import { evaluateCoreKind } from "../../core/kind-rules.ts";
import { listMachineNodeFindings } from "../../core/machine-nodes.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import { compareNewestFirst } from "../../evaluation/compare.ts";
import type { EvaluationContext } from "../../evaluation/evaluation.ts";
import { listRelatedFindings } from "../../related/related-objects.ts";
import { deepestNode, findBestTrail } from "../../root-cause/cause-trails.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { type EventMessage, mergeRepeatedEvents, readEventMessages } from "../../snapshot/warning-events.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { listServiceVersions } from "../operator/service-version.ts";
import { reportAbandonedHyperConverged } from "../surroundings/abandoned-deletions.ts";
import { findFailingUpgrade } from "../surroundings/failing-upgrade.ts";
import { listCurrentMessages, listRefusedCertificateFindings } from "../surroundings/refused-certificates.ts";
import {
  findKeepingObjects,
  findRefusingComponent,
  isKeptByObjects,
  listRefusalReports,
} from "../surroundings/refused-deletions.ts";
import { findComponentOfApi, listUnavailableApis } from "../surroundings/served-apis.ts";
import { readLifecycle } from "../surroundings/upgrade-lifecycle.ts";
import { lacksReplicas, listOwnWorkloads, readWorkloadReplicas } from "../workloads/workload-nodes.ts";
import { listLostNodeFindings } from "./lost-node-findings.ts";

/**
 * The findings about the environment of the CR: OLM, APIs, refused certificates, deletions, events, nodes, related
 * objects, and workloads that no condition counts.
 *
 * @param nodes the components, and the product's workloads that belong to none
 */
export function listEnvironmentFindings(
  state: HyperConvergedState,
  { parts, ownWorkloads }: { readonly parts: readonly ReportNode[]; readonly ownWorkloads: readonly ReportNode[] },
  index: ObjectIndex,
  related: readonly Related[],
  { takenAt, source }: Pick<EvaluationContext, "takenAt" | "source">,
): readonly Finding[] {
  const events = mergeRepeatedEvents(readEventMessages(index.all(eventKind, state.namespace)));
  const certificateMessages = listCurrentMessages(state, parts, events, index, takenAt);
  return [
    ...reportLifecycle(state, index, takenAt),
    ...reportUnavailableApis(parts, index),
    ...listRefusedCertificateFindings(certificateMessages, index, [state.namespace], { takenAt, source }),
    ...reportRefusedDeletions(state, parts, index),
    ...reportAbandonedHyperConverged(state, takenAt),
    ...reportOverwrittenObjects(state, events),
    ...reportStuckUpgrade(state, index, takenAt),
    ...reportUncountedWorkloads(state, ownWorkloads, index),
    // The plan reads nodes only where another object names one, so the list is often empty.
    ...listMachineNodeFindings(index.all(nodeKind), index, takenAt),
    ...listLostNodeFindings(parts, index, state.object.ref.namespace ?? "", takenAt),
    ...listRelatedFindings(state.object.ref, state.recorded, related, state.isDeleting),
  ];
}

/** The findings about components that refuse to be deleted while the HyperConverged is being deleted. */
function reportRefusedDeletions(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  index: ObjectIndex,
): readonly Finding[] {
  if (!state.isDeleting) return [];
  return listRefusalReports(state, index).flatMap(({ reason, message }): readonly Finding[] => {
    const component = findRefusingComponent({ reason });
    if (component === undefined) return [];
    const part = parts.find(({ label }) => label === component);
    // The event of a refusal stays for an hour, even after the component was deleted.
    if (part?.deleting === true || part?.outcome === "absent") return [];
    const kept = isKeptByObjects({ reason, message }) ? findKeepingObjects(component, index) : undefined;
    const evidence = { component, reason, message, ...definedFields({ kept }) };
    const finding = makeFinding(part?.ref ?? state.object.ref, { code: "deletion-blocked", ...evidence });
    return [{ ...finding, effects: { deletion: "blocks" } }];
  });
}

/**
 * The findings about objects whose changes the operator reverted, by its events. During an upgrade the operator writes
 * the same events about its own changes, so none counts then, and afterwards only those that are newer than the last
 * transition of Progressing. `"Overwritten ConfigMap a"` -> object `"ConfigMap a"`
 */
function reportOverwrittenObjects(state: HyperConvergedState, events: readonly EventMessage[]): readonly Finding[] {
  if (state.upgradeMode === true) return [];
  const progressing = lastConditionOfType(state.conditions, "Progressing");
  const upgradeEndedMs = parseMilliseconds(progressing?.since) ?? 0;
  return events
    .filter(({ reason, last }) => reason === "Overwritten" && (parseMilliseconds(last) ?? 0) > upgradeEndedMs)
    .map(({ message, count, last }) => {
      const object = message.replace(/^Overwritten\s+/, "");
      return makeFinding(state.object.ref, { code: "overwritten", object, count, ...definedFields({ last }) });
    });
}

/**
 * The finding about an upgrade that no condition reports: the conditions are good, the version is the old one, and events
 * report errors.
 */
function reportStuckUpgrade(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const failing = findFailingUpgrade(state, index, takenAt);
  return failing === undefined ? [] : [makeFinding(state.object.ref, { code: "upgrade-stuck", ...failing })];
}

/**
 * The findings about workloads of the product that belong to no component and lack replicas. HyperConverged can be
 * healthy with its console plugin or webhook down, because its conditions are made from the component CRs only.
 */
function reportUncountedWorkloads(
  state: HyperConvergedState,
  ownWorkloads: readonly ReportNode[],
  index: ObjectIndex,
): readonly Finding[] {
  const injector = lastConditionOfType(state.conditions, "VirtNetworkResourcesInjectorReady");
  // The operator deploys the injector only where a user enables it.
  const isCounted = (name: string): boolean =>
    name !== "virt-network-resources-injector" || injector?.status === "True";
  return listOwnWorkloads(hcoComponents, index, state.namespace).flatMap((object): readonly Finding[] => {
    const replicas = readWorkloadReplicas(object);
    if (!isCounted(object.ref.name) || replicas === undefined || !lacksReplicas(object)) return [];
    const node = ownWorkloads.find(({ ref }) => isSameObject(ref, object.ref));
    const cause = node && findCauseBelow(node);
    return [makeFinding(object.ref, { code: "uncounted-workload", ...replicas, ...definedFields({ cause }) })];
  });
}

/**
 * What the deepest object below a workload reports, of a container with the message that it wrote as it ended. Undefined where
 * no object below the workload explains more.
 */
function findCauseBelow(workload: ReportNode): ReportedWords | undefined {
  const trail = findBestTrail(workload);
  const { trouble, facts } = deepestNode(trail);
  if (trail.length === 1 || trouble === undefined) return undefined;
  const { lastMessage } = facts;
  if (lastMessage !== undefined) return { reason: trouble.reason, message: lastMessage };
  // The kubelet's message about a back-off only repeats the reason: `back-off 5m0s restarting failed container`.
  const isBackOff = trouble.reason === "CrashLoopBackOff" && trouble.observed !== undefined;
  return reportedWords(isBackOff ? { ...trouble, message: "" } : trouble);
}

/**
 * The findings about what OLM has not done with the operator: ClusterServiceVersions, Subscriptions, InstallPlans. The
 * previous version keeps running, so none of them changes the verdict.
 */
function reportLifecycle(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  if (state.isRefused) return [];
  return [
    ...reportUnsettledVersions(state, index, takenAt),
    ...reportFailedSubscriptions(state, index, takenAt),
    ...reportUnsettledInstallPlan(state, index, takenAt),
  ];
}

/** The findings about the operator's ClusterServiceVersions that failed, or that OLM does not finish installing. */
function reportUnsettledVersions(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const versions = listServiceVersions(index, state.namespace);
  const unsettled = readLifecycle(state, index)?.unsettled ?? [];
  return unsettled.flatMap(({ about, ...progress }): readonly Finding[] => {
    const version = versions.find(({ ref }) => ref.name === about.name);
    const since = normalizeUtc(valueAt(version?.status, "lastTransitionTime"));
    const evidence = { ...progress, ...definedFields({ since }) };
    if (progress.phase === "Failed") return [makeFinding(about, { code: "csv-failed", ...evidence })];
    // Every installation passes through the other phases, so only one that lasts is a finding.
    const isStuck = since !== undefined && hasLasted(since, takenAt, gracePeriodSeconds.observing);
    if (progress.unmet.length === 0 && !isStuck) return [];
    return [makeFinding(about, { code: "csv-unsettled", ...evidence })];
  });
}

/** The findings about the operator's Subscriptions that report a failure. */
function reportFailedSubscriptions(
  state: HyperConvergedState,
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  const isOfOperator = ({ spec, status }: KubeObject): boolean => {
    const versions = [valueAt(status, "installedCSV"), valueAt(status, "currentCSV"), valueAt(spec, "startingCSV")];
    return versions.some(isOperatorServiceVersion);
  };
  const operatorSubscriptions = index.all(subscriptions, state.namespace).filter(isOfOperator);
  return operatorSubscriptions.flatMap((object): readonly Finding[] => {
    const health = evaluateCoreKind(object, takenAt);
    if (health?.verdict !== "degraded") return [];
    const words = reportedWords(health.trouble ?? { reason: "", message: "" });
    return [makeFinding(object.ref, { code: "subscription-failed", ...words })];
  });
}

/**
 * The finding about the operator's newest InstallPlan, where it failed or waits for an approval. OLM creates a new plan for
 * every attempt, so older ones do not count.
 */
function reportUnsettledInstallPlan(
  state: HyperConvergedState,
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  const [newest] = index
    .all(installPlans, state.namespace)
    .filter(({ spec }) => listAt(spec, "clusterServiceVersionNames").some(isOperatorServiceVersion))
    .toSorted(compareNewestFirst);
  if (newest === undefined) return [];
  const health = evaluateCoreKind(newest, takenAt);
  const phase = health?.facts["phase"] ?? "";
  if (phase !== "Failed" && phase !== "RequiresApproval") return [];
  const words = reportedWords(health?.trouble ?? { reason: "", message: "" });
  const severity = phase === "Failed" ? "warning" : "info";
  return [makeGradedFinding(severity, newest.ref, { code: "install-plan-unsettled", phase, ...words })];
}

/** Whether a name is one of the operator's ClusterServiceVersions: `kubevirt-hyperconverged-operator.v1.14.0`. */
function isOperatorServiceVersion(name: unknown): boolean {
  return toText(name).startsWith("kubevirt-hyperconverged-operator");
}

/**
 * The findings about APIs of the product that are not available. One that stays unavailable, so that it degrades its
 * component, is an error.
 */
function reportUnavailableApis(parts: readonly ReportNode[], index: ObjectIndex): readonly Finding[] {
  const apiNodes = parts.flatMap(({ children }) => children).filter(({ ref }) => ref.kind === apiServices.kind);
  return listUnavailableApis(index).map((object): Finding => {
    const { reason = "", message = "", since } = conditionOf(object, "Available") ?? {};
    const isLasting = apiNodes.some(({ ref, verdict }) => ref.name === object.ref.name && verdict === "degraded");
    const component = findComponentOfApi(object)?.component ?? "";
    const evidence = { component, reason, message, ...definedFields({ since }) };
    return makeGradedFinding(isLasting ? "error" : "warning", object.ref, { code: "api-not-available", ...evidence });
  });
}
