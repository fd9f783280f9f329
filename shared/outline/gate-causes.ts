import type { CauseClause } from "../model/cause/cause-evidence.ts";
import type { GateCode } from "../model/finding/row.ts";
import type { Cause, RootNode } from "../model/report.ts";
import type { GateReason } from "../model/upgrade-gate.ts";
import { evidenceInFull } from "./cause.ts";
import { causeEvidence } from "./cause-clauses.ts";

/**
 * The reasons, with a cause of the Report beside the first reason of each component. The gate searches no causes itself, so
 * that every front names the same.
 */
export function withReportedCauses({ causes }: RootNode, reasons: readonly GateReason[]): readonly GateReason[] {
  const explained = new Set<string>();
  return reasons.map((reason) => {
    const { component = reason.about.name, code, state } = reason;
    if (state !== "blocks" || !codesWithCause.has(code) || explained.has(component)) return reason;
    const cause = causes.find((one) => [one.component, ...(one.sharedBy ?? [])].includes(component));
    const rootCause = cause === undefined ? "" : causeText(cause, component, reason);
    if (rootCause === "") return reason;
    explained.add(component);
    return { ...reason, rootCause };
  });
}

/** The codes of reasons that a cause can explain; the text of any other reason is its own explanation. */
const codesWithCause: ReadonlySet<GateCode> = new Set([
  "Available",
  "Degraded",
  "Progressing",
  "OperatorDown",
  "WorkloadDown",
  "WorkloadNotReady",
]);

/** What a cause adds to a reason, without verdict and age: the name, the condition and the counts stand there already. */
function causeText(cause: Cause, component: string, reason: GateReason): string {
  // That it does not exist is all that the cause says.
  if ("absent" in reason && reason.absent === true) return "";
  // The message of the reason says it.
  if (cause.evidence.every(({ is }) => is === "progress")) return "";
  const others = cause.evidence.filter((clause) => !repeatsReason(clause, reason));
  const text = causeEvidence({ ...cause, evidence: others });
  const isNamed = text !== "" && cause.label !== component && cause.label !== `Deployment ${component}`;
  return isNamed ? `${cause.label}: ${text}` : text;
}

/** Whether a clause only repeats the message of a reason, or its object with its counts. */
function repeatsReason(clause: CauseClause, reason: GateReason): boolean {
  if (clause.is === "quote" && "message" in reason) return evidenceInFull(clause) === evidenceInFull(reason);
  if (clause.is !== "workload" || clause.trouble !== undefined || !("ready" in reason)) return false;
  const isAbout = clause.name === undefined || (clause.kind === reason.about.kind && clause.name === reason.about.name);
  return isAbout && clause.ready === reason.ready;
}
