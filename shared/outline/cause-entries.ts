import { joinLines } from "../characters/join-lines.ts";
import type { CauseClause } from "../model/cause/cause-evidence.ts";
import { causeOf, nodesOnPath } from "../model/cause/cause-path.ts";
import { families } from "../model/families.ts";
import { isSameKind } from "../model/kind.ts";
import { type NextStep, printKinds } from "../model/next-step.ts";
import type { OutlineEntry, Span, Text } from "../model/outline.ts";
import type { Cause, CauseEvent, Contribution, ReportNode, RootNode } from "../model/report.ts";
import { isSerious, type Verdict } from "../model/verdict.ts";
import { withoutTrace } from "../parse/error-lines.ts";
import { findLogFault } from "../parse/log-faults.ts";
import { podKind } from "../profiles/core-kinds.ts";
import type { AgeClock } from "./ages.ts";
import { evidenceInFull } from "./cause.ts";
import { causeEvidence, clauseText, occurrencesText, scaledWords } from "./cause-clauses.ts";
import { partLabel } from "./component-rows.ts";
import { joinTexts, withoutEndMark } from "./end-marks.ts";
import { logFaultText } from "./log-fault-text.ts";
import { verdictMark } from "./marks.ts";
import { typedSteps } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { stateText } from "./root-state.ts";
import { aside, entry, list, name, phrase, plainText, quote, spaced, words } from "./text.ts";
import { nodeLabel } from "./words/component.ts";
import { joinNames, namesWithSharing } from "./words/names.ts";
import { missingText } from "./words/read-outcomes.ts";

/** The headings of causes, by what they make of the root. */
const headings = [
  { id: "causes", title: "CAUSES", holds: isSerious },
  { id: "not-known", title: "NOT KNOWN", holds: (verdict: Verdict): boolean => verdict === "unknown" },
  { id: "in-progress", title: "IN PROGRESS", holds: (verdict: Verdict): boolean => verdict === "progressing" },
] as const;

/** Whether an entry below a root is one of the headings with its causes. */
export function isCauseSection({ id }: OutlineEntry): boolean {
  return headings.some((heading) => heading.id === id);
}

/**
 * The causes of a root under the heading of their verdict. One component is one entry, whatever the number of its causes.
 * `owner`: the name of the root where others stand beside it.
 */
export function causeSections(root: RootNode, options: OutlineOptions, owner?: string): readonly OutlineEntry[] {
  const causes = root.verdict === "healthy" ? [] : root.causes;
  const sections = headings.flatMap(({ id, title, holds }): readonly OutlineEntry[] => {
    const ofSection = causes.filter(({ verdict }) => holds(verdict));
    const isLacking = ofSection.some(({ evidence }) => evidence.some(({ is }) => is === "not-found"));
    const unread = id === "not-known" && !isLacking ? unreadEntries(root, options) : [];
    if (ofSection.length + unread.length === 0) return [];
    const components = [...Map.groupBy(ofSection, (cause) => cause.component).values()];
    const alike = [...Map.groupBy(components, (group) => likenessOf(group, root)).values()];
    const entries = alike.map(([first = [], ...others]) =>
      others.length === 0 ? causeEntry(first, root, options) : sharedEntry([first, ...others].flat(), root, options),
    );
    return [entry("section", id, { weight: "always", subject: words(title), entries: [...entries, ...unread] })];
  });
  const shown = withoutRepeatedCommands(sections);
  const elsewhere = options.isLive ? undefined : shown.find(hasCommands);
  return shown.map((section) => {
    const whose = owner === undefined ? [] : [name(`of ${owner}`)];
    const where = section === elsewhere ? [aside("(run the commands on the cluster)")] : [];
    return { ...section, text: spaced(whose, where) };
  });
}

/** The entries without the commands that an entry before them has. */
function withoutRepeatedCommands(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  const seen = new Set<string>();
  const visit = (each: OutlineEntry): OutlineEntry => {
    const commands = each.commands.filter(({ command }) => {
      const isRepeated = seen.has(command);
      seen.add(command);
      return !isRepeated;
    });
    return { ...each, commands, entries: each.entries.map(visit) };
  };
  return entries.map(visit);
}

function hasCommands({ commands, entries }: OutlineEntry): boolean {
  return commands.length > 0 || entries.some(hasCommands);
}

/**
 * The workloads that were not read, without which it is not certain what the causes mean for virtual machines. They are
 * not named beside custom resources that were not read either.
 */
function unreadEntries({ impact, children }: RootNode, { reach }: OutlineOptions): readonly OutlineEntry[] {
  const unread = impact.flatMap((clause) => clause.unread ?? []);
  const [first] = unread;
  if (first === undefined) return [];
  const workloads = unread.flatMap((each) => each.workloads);
  const kinds = ["Deployment", "DaemonSet"].filter((kind) => workloads.some((ref) => ref.kind === kind));
  const components = [...new Set(unread.map(({ component }) => component))];
  const arePartlyRead = children.some(
    (part) => components.includes(part.label) && part.children.some(({ role }) => role === "workload"),
  );
  const isFew = workloads.length <= maxUnreadNames;
  const which =
    arePartlyRead && isFew
      ? list(workloads.map((ref) => ref.name))
      : words(`the ${joinNames(kinds.map((kind) => `${kind}s`))}`);
  const count = arePartlyRead && isFew ? workloads.length : 2;
  return [
    entry("node", "unread workloads", {
      mark: "unknown",
      subject: phrase`${which} of ${list(components)}`,
      text: words(missingText(first.notIn ?? "unread", count)),
      commands: first.notIn === undefined ? [] : typedSteps(printKinds(workloads), reach),
    }),
  ];
}

/** More workloads of a component that was read in part are called by their kinds. */
const maxUnreadNames = 2;

/** Equal for components that are one entry together: each has one cause, and nothing but its name is its own. */
function likenessOf([cause, ...others]: readonly Cause[], root: RootNode): string {
  if (cause === undefined) return "";
  if (others.length > 0 || cause.path.length !== 2 || cause.events.length > 0) return cause.component;
  const evidence = cause.evidence.map((clause) =>
    clause.is === "not-found" ? { is: clause.is, outcome: clause.outcome, notIn: clause.notIn } : clause,
  );
  // Of what reports nothing no state is shown.
  if (isBare(cause)) return JSON.stringify([cause.verdict, evidence]);
  const [part] = nodesOnPath(root, cause);
  const state = stateInPlace(root, part, cause);
  return JSON.stringify([state, part && hiddenText(root, part), cause.since, evidence]);
}

/** `KubeVirt, CDI and 3 more degraded for 5m`, and what all of them report. */
function sharedEntry(group: readonly Cause[], root: RootNode, options: OutlineOptions): OutlineEntry {
  const [first] = group;
  if (first === undefined) throw new Error("a group has at least one cause");
  const [part] = nodesOnPath(root, first);
  const naming = sharedNote(group, root);
  const note = naming === "" ? [] : [aside(`(${naming})`)];
  const text = joinTexts(
    first.evidence.map((clause) => clauseText(clause, { isNamed: false, isPlural: true, clock: options.clock })),
  );
  const names = group.map((cause) => causeName(cause, root));
  const shared = {
    mark: verdictMark(first.verdict),
    weight: "always",
    about: first.about,
    commands: typedSteps(sharedSteps(group).slice(0, maxSharedCommands), options.reach),
  } as const;
  // The names and what they report are one sentence, into which no note fits.
  if (isBare(first))
    return entry("cause", causeId(first), { ...shared, subject: [list(names)], text: spaced(text, note) });
  const state = stateText(stateInPlace(root, part, first), first.since, options.clock);
  return entry("cause", causeId(first), {
    ...shared,
    subject: [{ is: "list", names }],
    text: spaced(words(state), note),
    entries: [entry("evidence", "evidence", { weight: "always", text })],
  });
}

/** The commands of several causes. What a file lacks is one command. */
function sharedSteps(group: readonly Cause[]): readonly NextStep[] {
  return group.every(isNotInFile) ? printKinds(group.map(({ about }) => about)) : group.flatMap(({ next }) => next);
}

/** Whether a file or a must-gather lacks what a cause is about. */
function isNotInFile({ evidence }: Cause): boolean {
  return evidence.some((clause) => clause.is === "not-found" && clause.notIn !== undefined);
}

/** What {@link hiddenText} says of a group; `alone` where the component that the CR names is one of them. */
function sharedNote(group: readonly Cause[], root: RootNode): string {
  const parts = group.flatMap((cause) => nodesOnPath(root, cause).slice(0, 1));
  const naming = parts.map((part) => namingOfAnother(root, part)).find((one) => one !== undefined);
  if (naming === undefined) return group.every((cause) => isFromReasons(root, cause)) ? fromReasons : "";
  const isOneOfThem = parts.some(({ label }) => label === naming.component);
  return namingText(naming, isOneOfThem ? "alone" : "instead");
}

/** The most commands of an entry about several components. */
const maxSharedCommands = 10;

/** Whether nothing is known of a component but that it was not found, or that it reports nothing. */
function isBare({ evidence }: Cause): boolean {
  return evidence.every(({ is }) => is === "not-found" || is === "no-condition");
}

/** The causes of a part, or those of another one that it shares. Undefined where no cause is about it. */
export function partCauseEntry(root: RootNode, node: ReportNode, options: OutlineOptions): OutlineEntry | undefined {
  const first = causeOf(root, node);
  const causes = root.causes.filter(({ component }) => component === first?.component);
  return causes.length === 0 ? undefined : causeEntry(causes, root, options);
}

/** One cause alone. */
export function singleCauseEntry(root: RootNode, cause: Cause, options: OutlineOptions): OutlineEntry {
  return causeEntry([cause], root, options);
}

/** The id of the entry of a component's causes. */
export function causeId({ component }: Pick<Cause, "component">): string {
  return `cause ${component}`;
}

/** The causes of one component. */
function causeEntry([first, ...others]: readonly Cause[], root: RootNode, options: OutlineOptions): OutlineEntry {
  if (first === undefined) throw new Error("a group has at least one cause");
  const [part] = nodesOnPath(root, first);
  const isOwn = first.path.length === 1;
  const isInHeadline = isOwn && first.verdict === root.verdict;
  const state = isInHeadline ? "" : stateText(stateInPlace(root, part, first), first.since, options.clock);
  const naming = part === undefined ? "" : hiddenText(root, part);
  const note = naming === "" && isFromReasons(root, first) ? fromReasons : naming;
  const subject = isFailedWrite(root, part) ? root.ref.kind : causeName(first, root);
  return entry("cause", causeId(first), {
    mark: verdictMark(first.verdict),
    weight: "always",
    subject: [name(subject)],
    text: spaced(words(state), note === "" ? [] : [aside(`(${note})`)]),
    about: first.about,
    commands: typedSteps(first.next, options.reach),
    entries: [
      ...explanation(first, root, options),
      ...others.map((cause) =>
        entry("cause", `cause ${cause.component} ${cause.about.kind} ${cause.about.name}`, {
          mark: verdictMark(cause.verdict),
          subject: [],
          text: words(stateText(cause.verdict, cause.since, options.clock)),
          about: cause.about,
          commands: typedSteps(cause.next, options.reach),
          entries: explanation(cause, root, options),
        }),
      ),
    ],
  });
}

/** The objects on the way down, what the last of them reports, and an event that adds to it. */
function explanation(cause: Cause, root: RootNode, { clock }: OutlineOptions): readonly OutlineEntry[] {
  const [part, ...below] = nodesOnPath(root, cause);
  // Without the whole way in the tree, the evidence keeps its names.
  const isInTree = below.length === cause.path.length - 2;
  const steps = isInTree ? below : [];
  const end = steps.at(-1);
  const counted = part !== undefined && isCounted(part) && isInTree ? [part, ...steps] : steps;
  const text = joinTexts([evidenceText(cause, counted, clock), describeLogFault(cause)]);
  const [event] = isExplainedByExit(end) ? [] : cause.events.filter(({ message }) => addsInformation(message, cause));
  return [
    ...(steps.length === 0 ? [] : [entry("way", "way", { text: [wayDown(steps)], ...containerOf(end) })]),
    ...(text.length === 0 ? [] : [entry("evidence", "evidence", { weight: "always", text })]),
    ...(event === undefined ? [] : [eventEntry(event, isUnready(end) ? "usual" : "detail", clock)]),
    ...logEntries(cause, plainText(text)),
  ];
}

/** Where the fault lies that the quoted line of the log reports, if that is not the program which wrote the line. */
function describeLogFault({ log }: Pick<Cause, "log">): Text {
  const [explaining = -1] = log?.quoted ?? [];
  const fault = findLogFault(log?.lines[explaining] ?? "");
  return fault === undefined ? [] : words(logFaultText(fault));
}

function eventEntry(event: CauseEvent, weight: OutlineEntry["weight"], clock: OutlineOptions["clock"]): OutlineEntry {
  const text = eventText(event, clock);
  return entry("event", "event", { weight, subject: words("event"), text, about: event.about });
}

/**
 * Whether a container has ended or waits for a reason of its own. What keeps it from being created, or what its probe
 * got, events say.
 */
function isExplainedByExit(end: ReportNode | undefined): boolean {
  return end?.role === "container" && end.trouble?.reason !== "ContainerCreating" && !isUnready(end);
}

/** Whether a container runs and is not ready, of which only an event says why. */
function isUnready(end: ReportNode | undefined): boolean {
  return end?.role === "container" && unreadyReasons.has(end.trouble?.reason ?? "");
}

const unreadyReasons: ReadonlySet<string> = new Set(["NotReady", "ReadinessProbeFailing", "StartupProbeFailing"]);

function containerOf(end: ReportNode | undefined): { readonly container?: string } {
  return end?.role === "container" ? { container: end.label } : {};
}

/** Whether a part is a workload, whose name stands with its replicas. */
function isCounted({ role, facts }: ReportNode): boolean {
  return role === "workload" && facts["ready"] !== undefined;
}

/** The name of the part, with those that share the cause; of a cause of the root itself, its kind. */
function causeName(cause: Cause, root: RootNode): string {
  if (cause.path.length === 1) return root.ref.kind;
  const [part] = nodesOnPath(root, { path: cause.path.slice(0, 2) });
  const own = part === undefined ? cause.component : partName(part);
  return namesWithSharing(own, cause.sharedBy);
}

function partName(part: ReportNode): string {
  return isCounted(part) ? stepText(part) : partLabel(part);
}

/** An object on the way down: `Deployment cdi-deployment 0/1`, `Pod x`, `container y`. */
function stepText(node: ReportNode): string {
  const { ready } = node.facts;
  const hasCounts = node.role === "workload" || node.role === "replicaset";
  return `${nodeLabel(node)}${hasCounts && ready !== undefined ? ` ${ready}${scaledWords(node)}` : ""}`;
}

/**
 * The objects below the part. A ReplicaSet between a Deployment and its Pods is omitted where it says nothing, and so is a
 * Pod that only waits for another Pod: in a narrow row its name would stand before a container of the other Pod.
 */
function wayDown(steps: readonly ReportNode[]): Span {
  const lastPod = steps.findLast(isPodNode);
  const isNamed = (node: ReportNode): boolean =>
    node === steps.at(-1) || (node.role !== "replicaset" && (!isPodNode(node) || node === lastPod));
  return { is: "way", steps: steps.filter(isNamed).map(stepText) };
}

/** Whether a node is a Pod. The object of a container is its Pod, too. */
function isPodNode({ role, ref }: ReportNode): boolean {
  return role !== "container" && isSameKind(ref, podKind);
}

/**
 * The evidence below the objects on the way down, which stand before it with their counts: what the last of them
 * reports comes first, then what its part reports.
 */
export function evidenceText(
  { evidence }: Pick<Cause, "evidence">,
  steps: readonly ReportNode[],
  clock?: AgeClock,
): Text {
  const [first] = steps;
  const end = steps.at(-1);
  const isCount = (clause: CauseClause): boolean =>
    first !== undefined &&
    clause.is === "workload" &&
    clause.trouble === undefined &&
    (clause.name === undefined ? first.facts["ready"] === clause.ready : steps.some((node) => isAbout(clause, node)));
  const clauses = evidence.filter((clause) => !isCount(clause)).map(withoutVerdict);
  const ofEnd = end === undefined ? -1 : clauses.findIndex((clause) => isAbout(clause, end));
  const ordered = ofEnd < 0 ? clauses : [...clauses.slice(ofEnd), ...clauses.slice(0, ofEnd)];
  return joinTexts(
    ordered.map((clause) =>
      withoutTraces(clauseText(clause, { isNamed: end === undefined || !isAbout(clause, end), clock })),
    ),
  );
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
 * A message without the clauses that name an image again. The kubelet and its runtime wrap each other's errors:
 * `Back-off pulling image "x:v1": ErrImagePull: failed to resolve reference "x:v1": x:v1: not found` ->
 * `Back-off pulling image "x:v1": ErrImagePull: not found`.
 */
function withImagesOnce(message: string): string {
  const clauses = message.split(": ");
  const imagesOf = (clause: string): readonly string[] => clause.match(imageReference) ?? [];
  const isRepeated = (clause: string, index: number): boolean => {
    const images = imagesOf(clause);
    const known = clauses.slice(0, index).flatMap(imagesOf);
    return images.length > 0 && images.every((image) => known.includes(image));
  };
  return clauses.filter((clause, index) => !isRepeated(clause, index)).join(": ");
}

/**
 * `quay.io/kubevirt/aaq-server:v1.8.0`, `x/y@sha256:…`: an image with its tag or digest. It begins at the beginning of a word
 * only, since looking on from each letter of a word of 32 KiB would take seconds.
 */
const imageReference = /(?<![\w./-])[\w.-]+(?::\d+)?(?:\/[\w.-]+)+(?:@sha256:[0-9a-f]+|:[\w.-]+)/g;

/** Whether a clause is about the object of a node. */
function isAbout(clause: CauseClause, { role, label, ref }: ReportNode): boolean {
  if (clause.is === "container") return role === "container" && clause.name === label;
  if (clause.is !== "object" && clause.is !== "workload" && clause.is !== "not-found") return false;
  return clause.kind === ref.kind && clause.name === ref.name;
}

/** Whether most of an event's message is not in the evidence of the cause. */
function addsInformation(message: string, cause: Cause): boolean {
  const known = causeEvidence(cause);
  const pieces = withoutEndMark(message.trim()).split(": ");
  const repeated = pieces.filter((piece) => known.includes(piece)).join(": ");
  return message !== "" && repeated.length * 2 < message.length;
}

/** `event FailedCreate: … (7 times, last 14m ago)`. */
function eventText(event: CauseEvent, clock: OutlineOptions["clock"]): Text {
  const numbers = occurrencesText(event, clock);
  const text = withoutEndMark(joinLines(evidenceInFull(event)));
  return [quote(text), ...(numbers === "" ? [] : [aside(` (${numbers})`)])];
}

/**
 * What a part does to the root that reports itself healthy, such as `blocking the upgrade`; else the verdict.
 */
function stateInPlace(
  root: RootNode,
  part: ReportNode | undefined,
  { verdict, evidence }: Pick<Cause, "verdict" | "evidence">,
): string {
  if (part?.verdict !== "healthy") return verdict;
  if (root.deleting) return "refuses deletion";
  if (root.gates.upgrade.waitingFor.includes(part.label))
    return verdict === "progressing" && evidence.some(isAtOldVersion) ? "upgrade not begun" : "blocking the upgrade";
  return isFailedWrite(root, part) ? `cannot write ${partLabel(part)}` : verdict;
}

/**
 * Whether a cause about a part is that its root's operator could not write it. The part itself is healthy, so that the fault
 * is the operator's.
 */
function isFailedWrite(root: RootNode, part: ReportNode | undefined): boolean {
  if (part?.verdict !== "healthy" || root.deleting || root.gates.upgrade.waitingFor.includes(part.label)) return false;
  const { reconcileCondition } = families[root.profile];
  return root.conditions.some(({ type, status }) => type === reconcileCondition && status === "False");
}

/**
 * Whether a component that an upgrade waits for, and that reports no progress, still reports another version. One that has
 * begun its upgrade reports Progressing=True with it (kubevirt/kubevirt pkg/virt-operator/util/client.go,
 * SetConditionsUpdating; kubevirt/controller-lifecycle-operator-sdk pkg/sdk/cr-status.go, MarkCrUpgradeHealingDegraded).
 */
function isAtOldVersion(clause: CauseClause): boolean {
  return (
    clause.is === "awaited" &&
    (clause.expectedVersion ?? "") !== "" &&
    clause.observedVersion !== clause.expectedVersion
  );
}

/** The condition of a root in which a component of that verdict should be named; undefined: in none. */
export const namingType: Readonly<Record<Verdict, string | undefined>> = {
  unavailable: "Available",
  degraded: "Degraded",
  progressing: "Progressing",
  healthy: undefined,
  unknown: undefined,
};

const fromReasons = "by the CR's reasons alone";

/**
 * Whether only a reason of the CR names the component of a cause as one: the component itself was not read. An object below
 * it that was read is better evidence.
 */
export function isFromReasons(root: RootNode, { component, verdict, path }: Cause): boolean {
  if (verdict === "unknown" || path.length !== 2) return false;
  return Object.values(root.offenders).some((rows) =>
    rows.some((row) => row.component === component && row.rule === "reported-reason"),
  );
}

/** Where the CR names another component for this one: `the CR's Available names AAQ instead`; or empty. */
function hiddenText(root: RootNode, part: ReportNode): string {
  const naming = namingOfAnother(root, part);
  return naming === undefined ? "" : namingText(naming, "instead");
}

function namingText({ type, component }: Naming, how: "alone" | "instead"): string {
  return `the CR's ${type} names ${component} ${how}`;
}

/** The condition of the CR in which a component should be named, and the one that it names. */
interface Naming {
  readonly type: string;
  readonly component: string;
}

/**
 * How the CR names another component for this one. Another of its conditions may name this one. During an installation the
 * name is no lead: it is that of the last component that the operator read.
 */
function namingOfAnother(root: RootNode, { label, verdict }: ReportNode): Naming | undefined {
  const type = namingType[verdict];
  if (type === undefined || root.isInstalling) return undefined;
  const isOwn = ({ component }: Contribution): boolean => component === label;
  const all = contributionsTo(root, type);
  const isShown = all.some((contribution) => isOwn(contribution) && contribution.shown);
  if (isShown || !all.some(isOwn)) return undefined;
  const shown = all.find((contribution) => contribution.shown)?.component;
  return shown === undefined ? undefined : { type, component: shown };
}

function contributionsTo({ offenders }: RootNode, type: string): readonly Contribution[] {
  return Object.hasOwn(offenders, type) ? (offenders[type] ?? []) : [];
}

/** The most lines of a log that any page shows. JSON has up to 50. */
const maxShown = 20;

/**
 * The lines of the log behind a cause, in their order: the line that explains most is on every screen, what belongs to
 * it on most, the lines around it only where all is shown. `evidence`: the text of the cause, which may quote the line already.
 */
function logEntries({ log }: Pick<Cause, "log">, evidence: string): readonly OutlineEntry[] {
  if (log === undefined) return [];
  const { lines, quoted } = log;
  const [explaining = lines.length - 1] = quoted;
  const isQuoted = evidence.includes((lines[explaining] ?? "").trim());
  const last = Math.max(explaining, ...quoted);
  const end = Math.min(lines.length, Math.max(last + 1, maxShown));
  const start = Math.max(0, end - maxShown);
  return lines.slice(start, end).flatMap((line, offset): readonly OutlineEntry[] => {
    const index = start + offset;
    const weightOfQuoted = index === explaining ? "always" : "usual";
    const isShown = quoted.includes(index) && !isQuoted;
    return [
      entry("log", `log ${offset}`, {
        weight: isShown ? weightOfQuoted : "full",
        text: [quote(line.trim())],
      }),
    ];
  });
}
