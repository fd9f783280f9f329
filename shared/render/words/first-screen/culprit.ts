import type { CauseClause } from "../../../model/cause/cause-evidence.ts";
import { families } from "../../../model/families.ts";
import type { Ref } from "../../../model/object.ts";
import type { Cause, CauseEvent, ReportNode, RootNode } from "../../../model/report.ts";
import type { Verdict } from "../../../model/verdict.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { evidenceInFull } from "../../../outline/cause.ts";
import { causeEvidence, clauseText, joinEvidence, scaledWords } from "../../../outline/cause-clauses.ts";
import { withoutEndMark } from "../../../outline/end-marks.ts";
import { withoutTrace } from "../../../parse/error-lines.ts";
import { joinLines } from "../../characters/join-lines.ts";
import { blamingType, isHidden } from "../cause/blame.ts";
import { eventNumbers } from "../cause/event-numbers.ts";
import { nodeLabel } from "../report/component.ts";
import { outcomeWords } from "../report/read-outcomes.ts";

/** An object on the way down: `Deployment cdi-deployment 0/1`, `Pod x`, `container y`. */
export function stationText(node: ReportNode): string {
  const ready = node.facts["ready"];
  const isCounted = node.role === "workload" || node.role === "replicaset";
  return `${nodeLabel(node)}${isCounted && ready !== undefined ? ` ${ready}${scaledWords(node)}` : ""}`;
}

/** A way down with what its last object reports: `DaemonSet x 1/3: FailedCreate`, `DaemonSet x does not exist`. */
export function wayWithText(way: string, text: string): string {
  const { absent, noSuchKind, forbidden, unread } = outcomeWords;
  const isVerb = [absent, noSuchKind, forbidden, unread].some((words) => text.startsWith(words));
  return `${way}${isVerb ? "" : ":"} ${text}`;
}

/**
 * The evidence of a cause below the objects on its way down, which stand before it with their counts: what the last of
 * them reports comes first, then what its part reports.
 */
export function textBelow(cause: Pick<Cause, "evidence" | "since">, stations: readonly ReportNode[]): string {
  const end = stations.at(-1);
  if (end === undefined) return joinLines(withoutTrace(causeEvidence(cause)));
  const [first] = stations;
  const isCounted = (clause: CauseClause): boolean =>
    clause.is === "workload" &&
    clause.trouble === undefined &&
    (clause.name === undefined
      ? first?.facts["ready"] === clause.ready
      : stations.some((node) => isAbout(clause, node)));
  const clauses = cause.evidence.filter((clause) => !isCounted(clause));
  const ofEnd = clauses.findIndex((clause) => isAbout(clause, end));
  const ordered = ofEnd < 0 ? clauses : [...clauses.slice(ofEnd), ...clauses.slice(0, ofEnd)];
  const texts = ordered.map((clause) => clauseText(clause, { isNamed: !isAbout(clause, end) }));
  return joinLines(withoutTrace(joinEvidence(texts, cause.since)));
}

/** Whether a clause is about the object of a node. */
function isAbout(clause: CauseClause, { role, label, ref }: ReportNode): boolean {
  if (clause.is === "container") return role === "container" && clause.name === label;
  if (clause.is !== "object" && clause.is !== "workload" && clause.is !== "not-found") return false;
  return clause.kind === ref.kind && clause.name === ref.name;
}

/** Whether nothing that was read says why: the cluster gave neither a reason nor a message. */
export function isSilentCause({ evidence }: Cause): boolean {
  return evidence.some(
    (clause) =>
      (clause.is === "state" && clause.state === "silent") ||
      (clause.is === "quote" && clause.reason === "" && clause.message === ""),
  );
}

/**
 * What a part is blamed for that reports itself healthy, such as `blocking the upgrade`; else the verdict. `verdict`: what
 * it makes of its root.
 */
export function blamedState(root: RootNode, part: ReportNode | undefined, verdict: Verdict): string {
  if (part?.verdict !== "healthy") return verdict;
  if (root.deleting) return "not deleted";
  if (root.gates.upgrade.waitingFor.includes(part.label))
    return verdict === "progressing" ? "upgrading" : "blocking the upgrade";
  const { reconcileCondition } = families[root.profile];
  const isRefused = root.conditions.some(({ type, status }) => type === reconcileCondition && status === "False");
  return isRefused ? "not reconciled" : verdict;
}

/** Where the CR names another component for this one: `the CR names AAQ instead`; or empty. */
export function hiddenText(root: RootNode, part: ReportNode): string {
  const type = blamingType[part.verdict];
  if (type === undefined || !isHidden(root, part.label, type)) return "";
  const shares = Object.hasOwn(root.offenders, type) ? (root.offenders[type] ?? []) : [];
  const shown = shares.find((share) => share.shown)?.component;
  return shown === undefined ? "" : `the CR names ${shown} instead`;
}

/** `event FailedCreate: … (7 times, last 14m ago)`. */
export function eventText(event: CauseEvent, clock: AgeClock): string {
  const numbers = eventNumbers(event, clock);
  const words = joinLines(evidenceInFull(event));
  return numbers === "" ? `event ${words}` : `event ${withoutEndMark(words)} (${numbers})`;
}

/** The cause that another root has too: `because of Cluster prod-eu`. */
export function becauseText({ kind, name }: Ref): string {
  return `because of ${kind} ${name}`;
}
