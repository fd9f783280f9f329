import { conditionOf } from "../../../model/condition.ts";
import type { Finding } from "../../../model/finding.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { Node, Related } from "../../../model/report.ts";
import { millisecondsOf, utc } from "../../../model/time.ts";
import { at, text, wholeNumber } from "../../../parse/value.ts";
import { events, uninstallRefusals } from "../../../profiles/hco.ts";
import { components } from "../../../profiles/hco-components.ts";
import type { Index } from "../../lookup.ts";
import type { HyperConvergedState } from "../state.ts";
import { ownWorkloads, replicasOf, workloadsOf } from "../workloads.ts";

/** What stands around the CR: its events, the workloads the operator owns and does not count, related objects. */
export function surroundings(
  state: HyperConvergedState,
  parts: readonly Node[],
  index: Index,
  related: readonly Related[],
): readonly Finding[] {
  const seen = distinct(index.all(events, state.object.ref.namespace));
  return [
    ...refusals(state, parts, seen),
    ...overwritten(state, seen),
    ...stuckUpgrade(state, seen),
    ...workloads(state, parts, index),
    ...related
      .filter((entry) => entry.state === "replaced" || (entry.state === "gone" && !state.isDeleting))
      .map(
        (entry): Finding => ({
          code: "related-object",
          severity: "warning",
          about: entry.ref,
          state: entry.state === "gone" ? "gone" : "replaced",
        }),
      ),
  ];
}

interface Seen {
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly last?: string;
}

/** The operator writes each event up to three times, on its Pod, the CR and the CSV: one per reason and message. */
function distinct(all: readonly KubeObject[]): readonly Seen[] {
  const seen = new Map<string, Seen>();
  for (const { raw } of all) {
    const [reason, message] = [
      text(raw["reason"]),
      text(raw["message"]).replace("(combined from similar events): ", ""),
    ];
    const last = utc(raw["lastTimestamp"]) ?? utc(raw["eventTime"]) ?? utc(at(raw, ["metadata", "creationTimestamp"]));
    const known = seen.get(`${reason}\n${message}`);
    const count = Math.max(known?.count ?? 0, wholeNumber(raw["count"]) ?? 1);
    const newest = [known?.last, last]
      .filter((each) => each !== undefined)
      .toSorted()
      .at(-1);
    seen.set(`${reason}\n${message}`, { reason, message, count, ...(newest === undefined ? {} : { last: newest }) });
  }
  return [...seen.values()];
}

function refusals(state: HyperConvergedState, parts: readonly Node[], seen: readonly Seen[]): readonly Finding[] {
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
function overwritten(state: HyperConvergedState, seen: readonly Seen[]): readonly Finding[] {
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
function stuckUpgrade(state: HyperConvergedState, seen: readonly Seen[]): readonly Finding[] {
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
  const saysItself = new Set(parts.filter((part) => part.verdict !== "healthy").map((part) => part.label));
  const injector = conditionOf(state.conditions, "VirtNetworkResourcesInjectorReady");
  const namespace = state.object.ref.namespace ?? "";
  return [
    ...ownWorkloads(components, index, namespace).filter(
      ({ ref }) => ref.name !== "virt-network-resources-injector" || injector?.status === "True",
    ),
    ...components.filter((row) => !saysItself.has(row.component)).flatMap((row) => workloadsOf(row, index, namespace)),
  ].flatMap((object): readonly Finding[] => {
    const replicas = replicasOf(object);
    return replicas === undefined || replicas.ready >= replicas.wanted
      ? []
      : [{ code: "uncounted-workload", severity: "info", about: object.ref, ...replicas }];
  });
}
