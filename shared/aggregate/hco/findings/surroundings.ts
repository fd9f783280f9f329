import { conditionOf } from "../../../model/condition.ts";
import type { Finding } from "../../../model/finding.ts";
import type { Node, Related } from "../../../model/report.ts";
import { millisecondsOf } from "../../../model/time.ts";
import { events, uninstallRefusals } from "../../../profiles/hco.ts";
import { components } from "../../../profiles/hco-components.ts";
import { healthOf } from "../../core/health.ts";
import { distinct, type Said, saidBy } from "../../events.ts";
import type { Index } from "../../lookup.ts";
import { relatedFindings } from "../../related.ts";
import { serviceVersionOf } from "../operator.ts";
import type { HyperConvergedState } from "../state.ts";
import { isOperator } from "../ways.ts";
import { isShort, ownWorkloads, replicasOf } from "../workloads.ts";

/** What stands around the CR: its events, the workloads the operator owns and does not count, related objects. */
export function surroundings(
  state: HyperConvergedState,
  parts: readonly Node[],
  index: Index,
  related: readonly Related[],
  takenAt: string,
): readonly Finding[] {
  const seen = distinct(saidBy(index.all(events, state.object.ref.namespace)));
  return [
    ...failedInstall(state, index, takenAt),
    ...refusals(state, parts, seen),
    ...overwritten(state, seen),
    ...stuckUpgrade(state, seen),
    ...workloads(state, parts, index),
    ...relatedFindings(state.object.ref, state.recorded, related, state.isDeleting),
  ];
}

/** OLM gave up on the operator's own ClusterServiceVersion: what runs is what ran before. */
function failedInstall({ object }: HyperConvergedState, index: Index, takenAt: string): readonly Finding[] {
  const own = serviceVersionOf(index, object.ref.namespace ?? "");
  const health = own && healthOf(own, takenAt);
  if (own === undefined || health?.facts["phase"] !== "Failed") return [];
  const { reason = "", message = "" } = health.trouble ?? {};
  return [{ code: "csv-failed", severity: "warning", about: own.ref, phase: "Failed", reason, message }];
}

function refusals(state: HyperConvergedState, parts: readonly Node[], seen: readonly Said[]): readonly Finding[] {
  if (!state.isDeleting) return [];
  return seen.flatMap(({ reason, message }): readonly Finding[] => {
    const component = uninstallRefusals.get(reason);
    if (component === undefined) return [];
    const about = parts.find((part) => part.label === component)?.ref ?? state.object.ref;
    return [{ code: "deletion-blocked", severity: "error", about, component, reason, message }];
  });
}

/**
 * Somebody edited what the operator owns, and it put it back; in an upgrade the operator writes the same event for its own
 * changes (facts hco 14.3), so only what came after the last transition of Progressing counts.
 */
function overwritten(state: HyperConvergedState, seen: readonly Said[]): readonly Finding[] {
  if (state.upgradeMode === true) return [];
  const settled = millisecondsOf(conditionOf(state.conditions, "Progressing")?.since) ?? 0;
  return seen
    .filter((each) => each.reason === "Overwritten" && (millisecondsOf(each.last) ?? 0) > settled)
    .map(
      ({ message, count, last }): Finding => ({
        code: "overwritten",
        severity: "info",
        about: state.object.ref,
        object: message.replace(/^Overwritten\s+/, ""),
        count,
        ...(last === undefined ? {} : { last }),
      }),
    );
}

/** Conditions good, version behind, and errors in the events: an upgrade that nobody reports (facts hco 14.10). */
function stuckUpgrade(state: HyperConvergedState, seen: readonly Said[]): readonly Finding[] {
  const [from, to] = [state.version, state.operator.version];
  const failure = seen.find((each) => each.reason === "ReconcileError");
  const saysUpgrading = conditionOf(state.conditions, "Progressing")?.reason === "HCOUpgrading";
  if (failure === undefined || from === undefined || to === undefined || from === to || saysUpgrading) return [];
  const { message } = failure;
  return [{ code: "upgrade-stuck", severity: "warning", about: state.object.ref, from, to, message }];
}

/**
 * Workloads that are short of replicas while nobody who is asked says so: HyperConverged can be green with its console
 * plugin or webhook down (facts hco 3), and a component with its Deployment down (facts hco 14.9).
 */
function workloads(state: HyperConvergedState, parts: readonly Node[], index: Index): readonly Finding[] {
  const injector = conditionOf(state.conditions, "VirtNetworkResourcesInjectorReady");
  const namespace = state.object.ref.namespace ?? "";
  // What is down altogether is worth a finding of its own.
  const below = parts
    .filter((part) => part.verdict === "healthy")
    .flatMap((part) => part.children)
    .filter(({ verdict }) => verdict !== "unavailable");
  const found = below.map(({ ref }) => index.find(ref)).filter((lookup) => lookup.outcome === "found");
  return [
    ...ownWorkloads(components, index, namespace).filter(
      ({ ref }) => ref.name !== "virt-network-resources-injector" || injector?.status === "True",
    ),
    ...found.map(({ object }) => object).filter(({ ref }) => !isOperator(ref)),
  ].flatMap((object): readonly Finding[] => {
    const replicas = replicasOf(object);
    return replicas === undefined || !isShort(object)
      ? []
      : [{ code: "uncounted-workload", severity: "info", about: object.ref, ...replicas }];
  });
}
