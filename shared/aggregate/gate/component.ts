import { conditionOf } from "../../model/condition.ts";
import type { Finding } from "../../model/finding.ts";
import type { GateReason } from "../../model/gate.ts";
import { keyOf } from "../../model/object.ts";
import type { Node, Report } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";

/** What stands against an upgrade in one component itself, whoever calls for it. */
export function componentReasons(part: Node, { findings }: Report): readonly GateReason[] {
  const { ref: about, label: component, facts } = part;
  const shared = { about, component };
  if (part.outcome !== "found") return [unfound(part, findings)];
  const outdated = Number(facts["outdatedWorkloads"] ?? 0);
  return [
    ...upgradeable(part),
    ...behind(part),
    ...(part.deleting ? [{ code: "Deleting" as const, state: "blocks" as const, ...shared, ...goneSince(part) }] : []),
    ...(part.frozen ? [{ code: "Paused" as const, state: "blocks" as const, ...shared }] : []),
    ...(part.stale ? [{ code: "Stale" as const, state: "unknown" as const, ...shared }] : []),
    ...down(part, findings),
    ...(outdated > 0
      ? [{ code: "OutdatedVMIWorkloads" as const, state: "blocks" as const, ...shared, count: outdated }]
      : []),
  ];
}

/** A verdict as a reason, for what nothing else has been said about; nothing where all is well. */
export function verdictReason(
  verdict: Verdict,
  about: GateReason["about"],
  component: string | undefined,
): readonly GateReason[] {
  const words = { reason: "", message: "", judged: true as const };
  const shared = { about, ...(component === undefined ? {} : { component }), ...words };
  switch (verdict) {
    case "unavailable":
      return [{ code: "Available", state: "blocks", status: "False", ...shared }];
    case "degraded":
      return [{ code: "Degraded", state: "blocks", status: "True", ...shared }];
    case "progressing":
      return [{ code: "Progressing", state: "blocks", status: "True", ...shared }];
    case "unknown":
      return [{ code: "Available", state: "unknown", status: "Unknown", ...shared }];
    case "healthy":
      return [];
  }
}

/** One that says so itself refuses, also where its operator does not read it. */
function upgradeable({ conditions, ref: about, label: component }: Node): readonly GateReason[] {
  const said = conditionOf(conditions, "Upgradeable");
  if (said === undefined || said.status === "True") return [];
  const { status, reason, message, since } = said;
  const state = status === "False" ? "blocks" : "unknown";
  const words = { status, reason, message, ...(since === undefined ? {} : { since }) };
  return [{ code: "Upgradeable", state, about, component, ...words }];
}

/** Another version than its operator wants, which keeps an upgrade open (facts hco 1.6). */
function behind({ facts, ref: about, label: component }: Node): readonly GateReason[] {
  const { observedVersion, expectedVersion } = facts;
  if (expectedVersion === undefined || expectedVersion === observedVersion) return [];
  const observed = observedVersion === undefined ? {} : { observedVersion };
  return [{ code: "ComponentBehind", state: "blocks", about, component, ...observed, expectedVersion }];
}

/** A component whose operator or workload does not run will not get through an upgrade, whatever its conditions say. */
function down(part: Node, findings: readonly Finding[]): readonly GateReason[] {
  const below = new Set(part.children.map(({ ref }) => keyOf(ref)));
  return findings.flatMap((one): readonly GateReason[] =>
    (one.code === "component-operator-down" || one.code === "component-workload-down") && below.has(keyOf(one.about))
      ? [{ code: "WorkloadDown", state: "blocks", about: one.about, component: part.label, ready: one.ready }]
      : [],
  );
}

function unfound({ outcome, ref: about, label: component }: Node, findings: readonly Finding[]): GateReason {
  if (outcome === "forbidden" || outcome === "unread") {
    const told = findings.find((one) => one.code === "not-read" && one.component === component);
    const cause = told?.code === "not-read" ? told.cause : "";
    return { code: "IncompleteReading", state: "unknown", about, component, outcome, verb: "get", cause };
  }
  const words = { status: "False" as const, reason: "", message: "", absent: true as const };
  return { code: "Available", state: "blocks", about, component, ...words };
}

function goneSince({ facts }: Node): { readonly since?: string } {
  const since = facts["deletedAt"];
  return since === undefined ? {} : { since };
}
