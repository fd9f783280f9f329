import type { AgeClock } from "../../../aggregate/core/words/ages.ts";
import { causeAlone, evidenceInFull } from "../../../aggregate/core/words/cause.ts";
import { withoutAge } from "../../../aggregate/core/words/cause-age.ts";
import { withoutEndMark } from "../../../aggregate/core/words/end-marks.ts";
import { withoutTrace } from "../../../aggregate/core/words/error-lines.ts";
import { containerName, readyWords, scaledWords } from "../../../aggregate/core/words/evidence.ts";
import { families } from "../../../model/families.ts";
import type { Ref } from "../../../model/object.ts";
import type { Cause, CauseEvent, ReportNode, RootNode } from "../../../model/report.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { joinLines } from "../../characters/join-lines.ts";
import { blamingType, isHidden } from "../cause/blame.ts";
import { eventNumbers } from "../cause/event-numbers.ts";
import { nodeLabel } from "../report/component.ts";
import { outcomeWords } from "../report/read-outcomes.ts";

/** A cause on one line, without the verdict, the names of its part and the age, which stand before it. */
export function causeSentence({ text, since }: Cause, names: readonly string[]): string {
  const words = joinLines(withoutTrace(causeAlone(withoutAge(text, since))));
  const head = names.map((name) => `${name}: `).find((each) => words.startsWith(each)) ?? "";
  return words.slice(head.length);
}

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

/** The sentence of a cause without the objects on its way down: what the last of them reports, then its part. */
export function withoutStations(sentence: string, stations: readonly ReportNode[]): string {
  const end = stations.at(-1);
  if (end === undefined) return sentence;
  const counts = stations.map((node) => `${node.ref.kind} ${node.label} ${readyWords(node)}`);
  const [first] = stations;
  const isCount = (piece: string): boolean =>
    counts.includes(piece) || (first !== undefined && piece === readyWords(first));
  const name = end.role === "container" ? containerName(end) : `${end.ref.kind} ${end.ref.name}`;
  const heads = [`${counts.at(-1)}: `, `${name} in `, `${name}: `, `${name} `];
  const pieces = sentence.split("; ").filter((piece) => !isCount(piece));
  const place = pieces.findIndex((piece) => heads.some((head) => piece.startsWith(head)));
  if (place < 0) return pieces.join("; ");
  const [found = "", ...after] = pieces.slice(place);
  const head = heads.find((each) => found.startsWith(each)) ?? "";
  // What an object reports is worth more than the condition of its part.
  return [found.slice(head.length), ...after, ...pieces.slice(0, place)].join("; ");
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
