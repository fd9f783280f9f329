import type { Finding } from "../../model/finding.ts";
import type { GateReason } from "../../model/gate.ts";
import type { Node, Report } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { worstOf } from "./worst.ts";

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
    ...(isOld(part, findings) ? [{ code: "Stale" as const, state: "unknown" as const, ...shared }] : []),
    ...phase(part),
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
  const said = worstOf(conditions, "Upgradeable");
  if (said === undefined || said.status === "True") return [];
  const { status, reason, message, since } = said;
  const state = status === "False" ? "blocks" : "unknown";
  const words = { status, reason, message, ...(since === undefined ? {} : { since }) };
  return [{ code: "Upgradeable", state, about, component, ...words }];
}

/** Another version than its operator wants, which keeps an upgrade open (facts hco 1.6). */
function behind({ facts, ref: about, label: component }: Node): readonly GateReason[] {
  const { observedVersion, targetVersion } = facts;
  // An empty one never matches (generic_operand.go:152-163).
  const expectedVersion = facts["expectedVersion"] ?? targetVersion;
  const isBehind = expectedVersion !== undefined && (expectedVersion === "" || expectedVersion !== observedVersion);
  if (!isBehind && targetVersion === undefined) return [];
  const observed = observedVersion === undefined ? {} : { observedVersion };
  const wanted = isBehind ? expectedVersion : (targetVersion ?? "");
  return [{ code: "ComponentBehind", state: "blocks", about, component, ...observed, expectedVersion: wanted }];
}

/** Its status, or one of its conditions, is older than its spec; or it was made anew since its owner looked. */
function isOld({ stale, conditions, ref, label }: Node, findings: readonly Finding[]): boolean {
  return (
    stale ||
    conditions.some(({ outdated }) => outdated) ||
    findings.some((one) => one.code === "component-new" && one.component === label && one.about.name === ref.name)
  );
}

/** Where its operator is with it, by the phase (controller-lifecycle-operator-sdk, pkg/sdk/api/types.go). */
function phase({ facts, ref: about, label: component }: Node): readonly GateReason[] {
  const code = phases.get(facts["phase"] ?? "");
  if (code === undefined) return [];
  const words = { status: "True" as const, reason: "", message: "", phase: facts["phase"] ?? "" };
  return [{ code, state: "blocks", about, component, ...words }];
}

const phases: ReadonlyMap<string, "Progressing" | "Degraded"> = new Map([
  ["Upgrading", "Progressing"],
  ["Deleting", "Progressing"],
  ["Error", "Degraded"],
]);

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
