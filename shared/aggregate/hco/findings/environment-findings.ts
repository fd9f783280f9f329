import { reportedWords } from "../../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import type { Related, ReportNode } from "../../../model/report.ts";
import type { Source } from "../../../model/snapshot.ts";
import { normalizeUtc, parseMilliseconds } from "../../../model/time.ts";
import { conditionOf } from "../../../parse/conditions.ts";
import { listAt, toText, valueAt } from "../../../parse/json-value.ts";
import { apiServices, nodeKind } from "../../../profiles/core-kinds.ts";
import { eventKind } from "../../../profiles/hco/profile.ts";
import { installPlans, subscriptions } from "../../../profiles/hco/surroundings.ts";
import { hcoComponents } from "../../../tables/components.ts";
import { evaluateCoreKind } from "../../core/kind-rules.ts";
import { machineNodeFindings } from "../../core/machine-nodes.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import { compareNewestFirst } from "../../evaluation/compare.ts";
import type { EvaluationContext } from "../../evaluation/evaluation.ts";
import { relatedFindings } from "../../related/related-objects.ts";
import { type EventMessage, mergeRepeatedEvents, readEventMessages } from "../../root-cause/warning-events.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { listServiceVersions } from "../operator/service-version.ts";
import { abandonedHyperConverged } from "../surroundings/abandoned-deletions.ts";
import { shortWorkloadBehind } from "../surroundings/behind-service.ts";
import { certificateRotations, standingOf, trustedBundles } from "../surroundings/ca-bundles.ts";
import { findFailingUpgrade } from "../surroundings/failing-upgrade.ts";
import { messagesOf, refusedCertificates } from "../surroundings/refused-certificates.ts";
import { keptBy, refusalMessages, refusingComponent } from "../surroundings/refused-deletions.ts";
import { rowOf, unavailableApis } from "../surroundings/served-apis.ts";
import { readLifecycle } from "../surroundings/upgrade-lifecycle.ts";
import { lacksEndpoints, webhookServices } from "../surroundings/webhook-services.ts";
import { lacksReplicas, listOwnWorkloads, readWorkloadReplicas } from "../workloads/workload-nodes.ts";
import { listLostNodeFindings } from "./lost-node-findings.ts";

/** The findings about the CR's surroundings: events, related objects, and workloads that no condition counts. */
export function listEnvironmentFindings(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  index: ObjectIndex,
  related: readonly Related[],
  { takenAt, source }: Pick<EvaluationContext, "takenAt" | "source">,
): readonly Finding[] {
  const seen = mergeRepeatedEvents(readEventMessages(index.all(eventKind, state.namespace)));
  return [
    ...reportLifecycle(state, index, takenAt),
    ...reportUnavailableApis(parts, index),
    ...reportWebhooksWithoutEndpoints(index, state.namespace),
    ...reportInvalidBundles(state, index, { takenAt, source }),
    ...refusedCertificates(messagesOf(state, parts, seen, takenAt), index, state.namespace, {
      takenAt,
      source,
    }),
    ...reportRefusedDeletions(state, parts, index),
    ...abandonedHyperConverged(state, takenAt),
    ...reportOverwrittenObjects(state, seen),
    ...reportStuckUpgrade(state, index, takenAt),
    ...reportUncountedWorkloads(state, index),
    // Nodes are read only where something else hints at them.
    ...machineNodeFindings(index.all(nodeKind), index, takenAt),
    ...listLostNodeFindings(parts, index, state.object.ref.namespace ?? "", takenAt),
    ...relatedFindings(state.object.ref, state.recorded, related, state.isDeleting),
  ];
}

function reportRefusedDeletions(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  index: ObjectIndex,
): readonly Finding[] {
  if (!state.isDeleting) return [];
  return refusalMessages(state, index).flatMap(({ reason, message }): readonly Finding[] => {
    const component = refusingComponent({ reason });
    if (component === undefined) return [];
    const part = parts.find(({ label }) => label === component);
    // Its event outlives the refusal.
    if (part?.deleting === true || part?.outcome === "absent") return [];
    const about = part?.ref ?? state.object.ref;
    const kept = keptBy(component, index);
    const evidence = { component, reason, message, ...definedFields({ kept }) };
    const finding = makeFinding(about, { code: "deletion-blocked", ...evidence });
    return [{ ...finding, effects: { deletion: "blocks" } }];
  });
}

/**
 * The finding that the operator reverted a change to an object that it owns. During an upgrade it writes the same event
 * for its own changes. So only events after the last transition of Progressing count.
 */
function reportOverwrittenObjects(state: HyperConvergedState, seen: readonly EventMessage[]): readonly Finding[] {
  if (state.upgradeMode === true) return [];
  const settled = parseMilliseconds(lastConditionOfType(state.conditions, "Progressing")?.since) ?? 0;
  return seen
    .filter((each) => each.reason === "Overwritten" && (parseMilliseconds(each.last) ?? 0) > settled)
    .map(({ message, count, last }) =>
      makeFinding(state.object.ref, {
        code: "overwritten",
        object: message.replace(/^Overwritten\s+/, ""),
        count,
        ...definedFields({ last }),
      }),
    );
}

/** The finding of an upgrade that no condition reports: good conditions, an old version and errors in the events. */
function reportStuckUpgrade(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const failing = findFailingUpgrade(state, index, takenAt);
  return failing === undefined ? [] : [makeFinding(state.object.ref, { code: "upgrade-stuck", ...failing })];
}

/**
 * The findings about workloads of the product that belong to no component and lack replicas. HyperConverged can be
 * healthy with its console plugin or webhook down, because its conditions are made from the component CRs only.
 */
function reportUncountedWorkloads(state: HyperConvergedState, index: ObjectIndex): readonly Finding[] {
  const injector = lastConditionOfType(state.conditions, "VirtNetworkResourcesInjectorReady");
  const own = listOwnWorkloads(hcoComponents, index, state.namespace).filter(
    ({ ref }) => ref.name !== "virt-network-resources-injector" || injector?.status === "True",
  );
  return own.flatMap((object): readonly Finding[] => {
    const replicas = readWorkloadReplicas(object);
    return replicas === undefined || !lacksReplicas(object)
      ? []
      : [makeFinding(object.ref, { code: "uncounted-workload", ...replicas })];
  });
}

/**
 * The findings about what OLM has to do with the operator and has not done. The previous version goes on running, so
 * none of them changes the verdict.
 */
function reportLifecycle(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  if (state.isRefused) return [];
  return [
    ...reportUnsettledVersions(state, index, takenAt),
    ...reportFailedSubscriptions(state, index, takenAt),
    ...reportUnsettledInstallPlan(state, index, takenAt),
  ];
}

function reportUnsettledVersions(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const versions = new Map(listServiceVersions(index, state.namespace).map((object) => [object.ref.name, object]));
  return (readLifecycle(state, index)?.unsettled ?? []).flatMap(({ about, ...words }): readonly Finding[] => {
    const since = normalizeUtc(valueAt(versions.get(about.name)?.status, "lastTransitionTime"));
    const version = { ...words, ...definedFields({ since }) };
    if (words.phase === "Failed") return [makeFinding(about, { code: "csv-failed", ...version })];
    // Every installation passes through the other phases.
    const isStuck = since !== undefined && hasLasted(since, takenAt, gracePeriodSeconds.observing);
    return words.unmet.length > 0 || isStuck ? [makeFinding(about, { code: "csv-unsettled", ...version })] : [];
  });
}

function reportFailedSubscriptions(
  state: HyperConvergedState,
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  const own = index
    .all(subscriptions, state.namespace)
    .filter(({ spec, status }) =>
      [valueAt(status, "installedCSV"), valueAt(status, "currentCSV"), valueAt(spec, "startingCSV")].some(
        isOperatorServiceVersion,
      ),
    );
  return own.flatMap((object): readonly Finding[] => {
    const health = evaluateCoreKind(object, takenAt);
    if (health?.verdict !== "degraded") return [];
    const words = reportedWords(health.trouble ?? { reason: "", message: "" });
    return [makeFinding(object.ref, { code: "subscription-failed", ...words })];
  });
}

/** Only the newest plan counts: OLM makes a new one for every attempt. */
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

function isOperatorServiceVersion(name: unknown): boolean {
  return toText(name).startsWith("kubevirt-hyperconverged-operator");
}

/** The findings about APIs of the product that are not available. One that stays away is an error. */
function reportUnavailableApis(parts: readonly ReportNode[], index: ObjectIndex): readonly Finding[] {
  const below = parts.flatMap(({ children }) => children).filter(({ ref }) => ref.kind === apiServices.kind);
  return unavailableApis(index).flatMap((object): readonly Finding[] => {
    const available = conditionOf(object, "Available");
    const isLasting = below.some(({ ref, verdict }) => ref.name === object.ref.name && verdict === "degraded");
    const { reason = "", message = "", since } = available ?? {};
    const words = { reason, message, ...definedFields({ since }) };
    const component = rowOf(object)?.component ?? "";
    return [
      makeGradedFinding(isLasting ? "error" : "warning", object.ref, {
        code: "api-not-available",
        component,
        ...words,
      }),
    ];
  });
}

/** The findings about Services that webhooks call and behind which nothing answers. */
function reportWebhooksWithoutEndpoints(index: ObjectIndex, home: string): readonly Finding[] {
  const services = webhookServices(index, home);
  return services
    .filter(({ ref }) => lacksEndpoints(ref, services, index, home) === true)
    .map(({ ref, configurations, refusesWrites, upgradeEffect }) => {
      const workload = shortWorkloadBehind(ref, index);
      return makeGradedFinding(refusesWrites ? "error" : "warning", ref, {
        code: "webhook-without-endpoints",
        configurations: configurations.map(({ kind, name }) => `${kind} ${name}`),
        refusesWrites,
        ...definedFields({ upgradeEffect, workload }),
      });
    });
}

/** The findings about bundles by which the API server verifies the product's webhooks and APIs, one for each bundle. */
function reportInvalidBundles(
  { object, namespace }: HyperConvergedState,
  index: ObjectIndex,
  { takenAt, source }: { readonly takenAt: string; readonly source: Source },
): readonly Finding[] {
  const bundles = trustedBundles(index, namespace);
  if (bundles.length === 0) return [];
  const rotations = certificateRotations(object, index);
  return bundles.flatMap(({ text, users, refusesWrites, isOfApi, upgradeEffect }): readonly Finding[] => {
    const standing = standingOf(text, { takenAt, source, rotations });
    const [first, ...rest] = users;
    if (standing === undefined || first === undefined) return [];
    const others = rest.map(({ kind, name }) => `${kind} ${name}`);
    if (standing.is === "not-rotated") {
      const { due, expires } = standing;
      return [makeFinding(first, { code: "ca-bundle-not-rotated", others, due, expires })];
    }
    const { is: _, ...state } = standing;
    const evidence = { others, ...state, refusesWrites, ...definedFields({ upgradeEffect }) };
    const severity = refusesWrites || isOfApi ? "error" : "warning";
    return [makeGradedFinding(severity, first, { code: "ca-bundle-invalid", ...evidence })];
  });
}
