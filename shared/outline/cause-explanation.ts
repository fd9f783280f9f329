import { joinLines } from "../characters/join-lines.ts";
import type { CauseClause } from "../model/cause/cause-evidence.ts";
import { nodesOnPath } from "../model/cause/cause-path.ts";
import { isSameKind } from "../model/kind.ts";
import type { OutlineEntry, Span, Text } from "../model/outline.ts";
import type { Cause, CauseEvent, ReportNode, RootNode } from "../model/report.ts";
import { withoutTrace } from "../parse/error-lines.ts";
import { findLogFault, type LogFault } from "../parse/log-faults.ts";
import { podKind } from "../profiles/core-kinds.ts";
import { machineInstances } from "../profiles/virtual-machines.ts";
import type { AgeClock } from "./ages.ts";
import { evidenceInFull } from "./cause.ts";
import { causeEvidence, clauseText, occurrencesText, scaledWords } from "./cause-clauses.ts";
import { joinTexts, withoutEndMark } from "./end-marks.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { aside, entry, plainText, quote, words } from "./text.ts";
import { nodeLabel } from "./words/component.ts";

/** The most lines of a log that any page shows. JSON has up to 50. */
const maxLogLines = 20;

/** The reasons of a container that runs and is not ready, of which only an event says why. */
const unreadyReasons: ReadonlySet<string> = new Set(["NotReady", "ReadinessProbeFailing", "StartupProbeFailing"]);

/**
 * What explains a cause, in this order: the objects on the way down, what the last of them reports, an event that adds to
 * that, and the lines of the log.
 */
export function explanationEntries(cause: Cause, root: RootNode, { clock }: OutlineOptions): readonly OutlineEntry[] {
  const [part, ...below] = nodesOnPath(root, cause);
  const isWholePathInTree = below.length === cause.path.length - 2;
  // Without the way down, the evidence names its objects.
  const steps = isWholePathInTree ? below : [];
  const deepest = steps.at(-1);
  const named = part !== undefined && hasReplicaCounts(part) && isWholePathInTree ? [part, ...steps] : steps;
  const evidence = joinTexts([evidenceBehindSteps(cause, named, clock), logFaultOf(cause)]);
  const event = listExplainingEvents(cause, deepest).find(({ message }) => isNews(message, cause));
  const entries: OutlineEntry[] = [];
  if (steps.length > 0) entries.push(wayEntry(steps));
  if (evidence.length > 0) entries.push(entry("evidence", "evidence", { weight: "always", text: evidence }));
  if (event !== undefined) entries.push(eventEntry(event, isUnready(deepest) ? "usual" : "detail", clock));
  entries.push(...logEntries(cause, plainText(evidence)));
  return entries;
}

/** Where the fault lies that the quoted line of the log reports, if that is not the program which wrote the line. */
function logFaultOf({ log }: Pick<Cause, "log">): Text {
  const [explainingIndex] = log?.quoted ?? [];
  if (log === undefined || explainingIndex === undefined) return [];
  const fault = findLogFault(log.lines[explainingIndex] ?? "");
  return fault === undefined ? [] : words(logFaultText(fault));
}

/** Where the fault lies that a line of a log reports: `it could not renew its lease in time: look at the API server first`. */
function logFaultText({ code, field }: LogFault): string {
  switch (code) {
    case "lease-lost":
      return "it could not renew its lease in time: look at the API server first";
    case "object-undecodable":
      return `${field === undefined ? "an object" : `field ${field}`} does not fit: the CRD is of another release`;
    case "image-of-other-architecture":
      return "its image is for another architecture than the node";
    case "execution-denied":
      return "its node denies execution: AppArmor, SELinux or noexec";
  }
}

/** `event FailedCreate: … (7 times, last 14m ago)`. */
function eventEntry(event: CauseEvent, weight: OutlineEntry["weight"], clock: AgeClock): OutlineEntry {
  const message = quote(withoutEndMark(joinLines(evidenceInFull(event))));
  const occurrences = occurrencesText(event, clock);
  const text = occurrences === "" ? [message] : [message, aside(` (${occurrences})`)];
  return entry("event", "event", { weight, subject: words("event"), text, about: event.about });
}

/** Whether most of an event's message is not in the evidence of the cause. */
function isNews(message: string, cause: Cause): boolean {
  const evidence = causeEvidence(cause);
  const pieces = withoutEndMark(message.trim()).split(": ");
  const repeated = pieces.filter((piece) => evidence.includes(piece)).join(": ");
  return message !== "" && repeated.length * 2 < message.length;
}

/**
 * The events that may add to what the deepest object reports. Those about a guest say why its container has ended, as the
 * exit code does not.
 */
function listExplainingEvents({ events }: Cause, deepest: ReportNode | undefined): readonly CauseEvent[] {
  if (!isExplainedByExit(deepest)) return events;
  // KubeVirt also writes that the guest has ended.
  return events.filter(({ about, reason }) => isSameKind(about, machineInstances) && reason !== "Stopped");
}

/**
 * Whether a container has ended or waits for a reason of its own. Only events say what keeps a container from being created,
 * or why its probe fails.
 */
function isExplainedByExit(node: ReportNode | undefined): boolean {
  return node?.role === "container" && node.trouble?.reason !== "ContainerCreating" && !isUnready(node);
}

/** Whether a container runs and is not ready. */
function isUnready(node: ReportNode | undefined): boolean {
  return node?.role === "container" && unreadyReasons.has(node.trouble?.reason ?? "");
}

/** Whether a part is a workload whose name is followed by its replicas, `Deployment cdi-deployment 0/1`. */
export function hasReplicaCounts({ role, facts }: ReportNode): boolean {
  return role === "workload" && facts["ready"] !== undefined;
}

/** An object on the way down: `Deployment cdi-deployment 0/1`, `Pod x`, `container y`. */
export function stepText(node: ReportNode): string {
  const { ready } = node.facts;
  const isCounted = node.role === "workload" || node.role === "replicaset";
  if (!isCounted || ready === undefined) return nodeLabel(node);
  return `${nodeLabel(node)} ${ready}${scaledWords(node)}`;
}

function wayEntry(steps: readonly ReportNode[]): OutlineEntry {
  const deepest = steps.at(-1);
  const text = [waySpan(steps)];
  return entry("way", "way", deepest?.role === "container" ? { text, container: deepest.label } : { text });
}

/**
 * `Deployment x 0/1 > Pod y > container z`. A ReplicaSet between a Deployment and its Pods is omitted where it is not the
 * deepest object, and so is a Pod that only waits for another Pod: in a narrow row its name would stand before a container
 * of the other Pod.
 */
function waySpan(steps: readonly ReportNode[]): Span {
  const deepest = steps.at(-1);
  const lastPod = steps.findLast(isPodNode);
  const isShown = (node: ReportNode): boolean => {
    if (node === deepest) return true;
    if (node.role === "replicaset") return false;
    return !isPodNode(node) || node === lastPod;
  };
  return { is: "way", steps: steps.filter(isShown).map(stepText) };
}

/** Whether a node is a Pod. The object of a container is its Pod, too. */
function isPodNode({ role, ref }: ReportNode): boolean {
  return role !== "container" && isSameKind(ref, podKind);
}

/**
 * The evidence behind `steps`, the objects on the way down. What the deepest of them reports comes first, without its name. The
 * counts of replicas are omitted: `steps` shows them.
 */
export function evidenceBehindSteps(
  { evidence }: Pick<Cause, "evidence">,
  steps: readonly ReportNode[],
  clock?: AgeClock,
): Text {
  const deepest = steps.at(-1);
  const clauses = evidence.filter((clause) => !isCountIn(steps, clause)).map(withoutVerdict);
  const isAboutDeepest = (clause: CauseClause): boolean => deepest !== undefined && isAbout(clause, deepest);
  const startIndex = Math.max(0, clauses.findIndex(isAboutDeepest));
  const ordered = [...clauses.slice(startIndex), ...clauses.slice(0, startIndex)];
  const texts = ordered.map((clause) => clauseText(clause, { isNamed: !isAboutDeepest(clause), clock }));
  return joinTexts(texts.map(withoutTraces));
}

/** Whether a clause has nothing but the replicas of a workload, which the steps show: `0/1 ready`. */
function isCountIn(steps: readonly ReportNode[], clause: CauseClause): boolean {
  const [first] = steps;
  if (first === undefined || clause.is !== "workload" || clause.trouble !== undefined) return false;
  if (clause.name === undefined) return first.facts["ready"] === clause.ready;
  return steps.some((node) => isAbout(clause, node));
}

/**
 * A quote without the `CDI is degraded: ` that HyperConverged's operator writes before a component's own message: the state
 * stands beside it, and may be another one (kubevirt/hyperconverged-cluster-operator, hyperconverged_controller.go).
 */
function withoutVerdict(clause: CauseClause): CauseClause {
  if (clause.is !== "quote" || clause.reason !== "") return clause;
  const message = clause.message.replace(/^\S+ is (not )?(available|degraded|progressing):\s*/, "");
  return message === "" && clause.message !== "" ? { is: "state", state: "silent" } : { ...clause, message };
}

/** The text without the stack traces in what it quotes and with each image once, each quote on one line. */
function withoutTraces(text: Text): Text {
  return text.map((span) => (span.is === "quote" ? quote(withImagesOnce(joinLines(withoutTrace(span.text)))) : span));
}

/**
 * `quay.io/kubevirt/aaq-server:v1.8.0`, `x/y@sha256:…`: an image with its tag or digest. An image begins at the beginning of
 * a word only. A search from each letter of a word of 32 KiB would take seconds.
 */
const imageReference = /(?<![\w./-])[\w.-]+(?::\d+)?(?:\/[\w.-]+)+(?:@sha256:[0-9a-f]+|:[\w.-]+)/g;

/**
 * A message without the clauses that name an image again. The kubelet and its runtime wrap each other's errors:
 * `Back-off pulling image "x:v1": ErrImagePull: failed to resolve reference "x:v1": x:v1: not found` ->
 * `Back-off pulling image "x:v1": ErrImagePull: not found`.
 */
function withImagesOnce(message: string): string {
  const seenImages = new Set<string>();
  const shown = message.split(": ").filter((clause) => {
    const images: readonly string[] = clause.match(imageReference) ?? [];
    const isRepeated = images.length > 0 && images.every((image) => seenImages.has(image));
    for (const image of images) seenImages.add(image);
    return !isRepeated;
  });
  return shown.join(": ");
}

/** Whether a clause is about the object of a node. */
function isAbout(clause: CauseClause, { role, label, ref }: ReportNode): boolean {
  if (clause.is === "container") return role === "container" && clause.name === label;
  if (clause.is !== "object" && clause.is !== "workload" && clause.is !== "not-found") return false;
  return clause.kind === ref.kind && clause.name === ref.name;
}

/**
 * The lines of the log behind a cause, in their order. The line that explains most is on every screen, the lines that belong
 * to it are on most screens, and the lines around these only where all is shown. `evidence`: the text of the cause, which may
 * quote the explaining line already.
 */
function logEntries({ log }: Pick<Cause, "log">, evidence: string): readonly OutlineEntry[] {
  if (log === undefined) return [];
  const { lines, quoted } = log;
  const [explainingIndex = lines.length - 1] = quoted;
  const isInEvidence = evidence.includes((lines[explainingIndex] ?? "").trim());
  const lastQuoted = Math.max(explainingIndex, ...quoted);
  const end = Math.min(lines.length, Math.max(lastQuoted + 1, maxLogLines));
  const start = Math.max(0, end - maxLogLines);
  return lines.slice(start, end).map((line, offset) => {
    const index = start + offset;
    const weightOfQuoted = index === explainingIndex ? "always" : "usual";
    const isQuoted = quoted.includes(index) && !isInEvidence;
    return entry("log", `log ${offset}`, { weight: isQuoted ? weightOfQuoted : "full", text: [quote(line.trim())] });
  });
}
