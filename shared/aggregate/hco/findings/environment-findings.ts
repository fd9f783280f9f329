import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/severity.ts";
import type { Related, ReportNode } from "../../../model/report.ts";
import { parseMilliseconds } from "../../../model/time.ts";
import { nodeKind } from "../../../profiles/core-kinds.ts";
import { eventKind } from "../../../profiles/hco/profile.ts";
import { hcoComponents } from "../../../tables/components.ts";
import { machineNodeFindings } from "../../core/machine-nodes.ts";
import type { EvaluationContext } from "../../evaluation/evaluation.ts";
import { relatedFindings } from "../../related/related-objects.ts";
import { distinctEvents, type EventMessage, readEventMessages } from "../../root-cause/warning-events.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { abandonedHyperConverged } from "../surroundings/abandoned-deletions.ts";
import { findFailingUpgrade } from "../surroundings/failing-upgrade.ts";
import { messagesOf, refusedCertificates } from "../surroundings/refused-certificates.ts";
import { keptBy, refusalMessages, refusingComponent } from "../surroundings/refused-deletions.ts";
import { isShort, ownWorkloads, readWorkloadReplicas } from "../workloads/workload-nodes.ts";
import { certificateFindings } from "./certificate-findings.ts";
import { lifecycleFindings } from "./lifecycle-findings.ts";
import { servedApiFindings, webhookFindings } from "./served-findings.ts";

/** The findings about the CR's surroundings: events, related objects, and workloads that no condition counts. */
export function environmentFindings(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  index: ObjectIndex,
  related: readonly Related[],
  { takenAt, source }: Pick<EvaluationContext, "takenAt" | "source">,
): readonly Finding[] {
  const seen = distinctEvents(readEventMessages(index.all(eventKind, state.object.ref.namespace)));
  return [
    ...lifecycleFindings(state, index, takenAt),
    ...servedApiFindings(parts, index),
    ...webhookFindings(index, state.object.ref.namespace ?? ""),
    ...certificateFindings(state, index, { takenAt, source }),
    ...refusedCertificates(messagesOf(state, parts, seen, takenAt), index, state.object.ref.namespace ?? "", {
      takenAt,
      source,
    }),
    ...refusals(state, parts, index),
    ...abandonedHyperConverged(state, takenAt),
    ...overwritten(state, seen),
    ...stuckUpgrade(state, index, takenAt),
    ...workloads(state, index),
    // Nodes are read only where something else hints at them.
    ...machineNodeFindings(index.all(nodeKind), index, takenAt, "info"),
    ...relatedFindings(state.object.ref, state.recorded, related, state.isDeleting),
  ];
}

function refusals(state: HyperConvergedState, parts: readonly ReportNode[], index: ObjectIndex): readonly Finding[] {
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
function overwritten(state: HyperConvergedState, seen: readonly EventMessage[]): readonly Finding[] {
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
function stuckUpgrade(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const failing = findFailingUpgrade(state, index, takenAt);
  return failing === undefined ? [] : [makeFinding(state.object.ref, { code: "upgrade-stuck", ...failing })];
}

/**
 * The findings about workloads of the product that belong to no component and lack replicas. HyperConverged can be
 * healthy with its console plugin or webhook down, because its conditions are made from the component CRs only.
 */
function workloads(state: HyperConvergedState, index: ObjectIndex): readonly Finding[] {
  const injector = lastConditionOfType(state.conditions, "VirtNetworkResourcesInjectorReady");
  const own = ownWorkloads(hcoComponents, index, state.object.ref.namespace ?? "").filter(
    ({ ref }) => ref.name !== "virt-network-resources-injector" || injector?.status === "True",
  );
  return own.flatMap((object): readonly Finding[] => {
    const replicas = readWorkloadReplicas(object);
    return replicas === undefined || !isShort(object)
      ? []
      : [makeFinding(object.ref, { code: "uncounted-workload", ...replicas })];
  });
}
