import type { CauseClause } from "../model/cause/cause-evidence.ts";
import { causeOf, nodesOnPath } from "../model/cause/cause-path.ts";
import { families } from "../model/families.ts";
import { type NextStep, printKinds } from "../model/next-step.ts";
import type { OutlineEntry, Text } from "../model/outline.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import { isSerious, type Verdict } from "../model/verdict.ts";
import { clauseText } from "./cause-clauses.ts";
import { explanationEntries, hasReplicaCounts, stepText } from "./cause-explanation.ts";
import { causeName, partLabel } from "./component-rows.ts";
import { namingNote, namingNoteOfGroup } from "./cr-naming.ts";
import { joinTexts } from "./end-marks.ts";
import { verdictMark } from "./marks.ts";
import { typedSteps } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { stateText } from "./root-state.ts";
import { aside, entry, list, name, phrase, spaced, words } from "./text.ts";
import { joinNames } from "./words/names.ts";
import { missingText } from "./words/read-outcomes.ts";

/** The sections of causes. A section has the causes whose verdict it accepts. */
const sectionKinds = [
  { id: "causes", title: "CAUSES", accepts: isSerious },
  { id: "not-known", title: "NOT KNOWN", accepts: (verdict: Verdict): boolean => verdict === "unknown" },
  { id: "in-progress", title: "IN PROGRESS", accepts: (verdict: Verdict): boolean => verdict === "progressing" },
] as const;

/** The most workloads of a component that was read in part that are named. More are called by their kinds. */
const maxUnreadNames = 2;

/** The most commands of an entry about several components. */
const maxSharedCommands = 10;

/** Whether an entry below a root is a section of causes. */
export function isCauseSection({ id }: OutlineEntry): boolean {
  return sectionKinds.some((kind) => kind.id === id);
}

/** The id of the entry of a component's causes. */
export function causeId({ component }: Pick<Cause, "component">): string {
  return `cause ${component}`;
}

/**
 * The causes of a root in sections by their verdict. One component is one entry, whatever the number of its causes.
 * `owner`: the name of the root where others stand beside it.
 */
export function causeSections(root: RootNode, options: OutlineOptions, owner?: string): readonly OutlineEntry[] {
  const causesOfRoot = root.verdict === "healthy" ? [] : root.causes;
  const sections: OutlineEntry[] = [];
  for (const { id, title, accepts } of sectionKinds) {
    const causes = causesOfRoot.filter(({ verdict }) => accepts(verdict));
    const entries = componentEntries(causes, root, options);
    // Beside custom resources that were not read, the workloads that were not read are not named too.
    const isObjectMissing = causes.some(({ evidence }) => evidence.some(({ is }) => is === "not-found"));
    if (id === "not-known" && !isObjectMissing) entries.push(...unreadWorkloadEntries(root, options));
    if (entries.length > 0) sections.push(entry("section", id, { weight: "always", subject: words(title), entries }));
  }
  return labelSections(withoutRepeatedCommands(sections), options, owner);
}

/** `of HyperConverged a/x` behind each title, and in a snapshot a note behind the first one that has commands. */
function labelSections(
  sections: readonly OutlineEntry[],
  { isLive }: OutlineOptions,
  owner: string | undefined,
): readonly OutlineEntry[] {
  const ownerText = owner === undefined ? [] : [name(`of ${owner}`)];
  const firstWithCommands = sections.find(hasCommands);
  return sections.map((section) => {
    const hasNote = !isLive && section === firstWithCommands;
    const note = hasNote ? [aside("(run the commands on the cluster)")] : [];
    return { ...section, text: spaced(ownerText, note) };
  });
}

/** One entry for each component, or for several components that have the same cause. */
function componentEntries(causes: readonly Cause[], root: RootNode, options: OutlineOptions): OutlineEntry[] {
  const byComponent = [...Map.groupBy(causes, (cause) => cause.component).values()];
  const groups = [...Map.groupBy(byComponent, (causesOfOne) => groupingKey(causesOfOne, root)).values()];
  return groups.map(([first = [], ...others]) =>
    others.length === 0
      ? componentEntry(first, root, options)
      : severalComponentsEntry([first, ...others].flat(), root, options),
  );
}

/** The entries, each without the commands that an entry before it has. */
function withoutRepeatedCommands(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  const seen = new Set<string>();
  const removeSeen = (item: OutlineEntry): OutlineEntry => {
    const commands = item.commands.filter(({ command }) => {
      const isRepeated = seen.has(command);
      seen.add(command);
      return !isRepeated;
    });
    return { ...item, commands, entries: item.entries.map(removeSeen) };
  };
  return entries.map(removeSeen);
}

function hasCommands({ commands, entries }: OutlineEntry): boolean {
  return commands.length > 0 || entries.some(hasCommands);
}

/**
 * The workloads that were not read, without which it is not certain what the causes mean for virtual machines:
 * `the Deployments of KubeVirt and CDI were not read`.
 */
function unreadWorkloadEntries({ impact, children }: RootNode, { reach }: OutlineOptions): readonly OutlineEntry[] {
  const unread = impact.flatMap((clause) => clause.unread ?? []);
  const [first] = unread;
  if (first === undefined) return [];
  const workloads = unread.flatMap((clause) => clause.workloads);
  const components = [...new Set(unread.map(({ component }) => component))];
  const arePartlyRead = children.some(
    (part) => components.includes(part.label) && part.children.some(({ role }) => role === "workload"),
  );
  const isNamed = arePartlyRead && workloads.length <= maxUnreadNames;
  const subject = isNamed ? list(workloads.map((ref) => ref.name)) : words(`the ${kindsInPlural(workloads)}`);
  // Kinds in the plural need the verb of several objects.
  const count = isNamed ? workloads.length : 2;
  return [
    entry("node", "unread workloads", {
      mark: "unknown",
      subject: phrase`${subject} of ${list(components)}`,
      text: words(missingText(first.notIn ?? "unread", count)),
      commands: first.notIn === undefined ? [] : typedSteps(printKinds(workloads), reach),
    }),
  ];
}

/** `Deployments and DaemonSets`. */
function kindsInPlural(workloads: readonly { readonly kind: string }[]): string {
  const kinds = ["Deployment", "DaemonSet"].filter((kind) => workloads.some((ref) => ref.kind === kind));
  return joinNames(kinds.map((kind) => `${kind}s`));
}

/**
 * Equal for components that share an entry: each has one cause, about the component itself and without events, and these
 * causes differ in the names of the components alone. The name of the component for any other.
 */
function groupingKey([cause, ...others]: readonly Cause[], root: RootNode): string {
  if (cause === undefined) return "";
  const isAboutComponent = cause.path.length === 2;
  if (others.length > 0 || !isAboutComponent || cause.events.length > 0) return cause.component;
  const evidence = cause.evidence.map((clause) =>
    clause.is === "not-found" ? { is: clause.is, outcome: clause.outcome, notIn: clause.notIn } : clause,
  );
  // The entry of a component that reports nothing has no state.
  if (reportsNothing(cause)) return JSON.stringify([cause.verdict, evidence]);
  const [part] = nodesOnPath(root, cause);
  const note = part && namingNote(root, part);
  return JSON.stringify([effectOnRoot(root, part, cause), note, cause.since, evidence]);
}

/** `KubeVirt, CDI and 3 more degraded for 5m`, and what all of them report. */
function severalComponentsEntry(causes: readonly Cause[], root: RootNode, options: OutlineOptions): OutlineEntry {
  const [first] = causes;
  if (first === undefined) throw new Error("a group has at least one cause");
  const [part] = nodesOnPath(root, first);
  const note = asideOf(namingNoteOfGroup(root, causes));
  const evidence = joinTexts(
    first.evidence.map((clause) => clauseText(clause, { isNamed: false, isPlural: true, clock: options.clock })),
  );
  const names = causes.map((cause) => causeName(cause, root, partName));
  const shared = {
    mark: verdictMark(first.verdict),
    weight: "always",
    about: first.about,
    commands: typedSteps(listSharedSteps(causes).slice(0, maxSharedCommands), options.reach),
  } as const;
  // `KubeVirt and CDI do not exist`: the names and what they report are one sentence.
  if (reportsNothing(first))
    return entry("cause", causeId(first), { ...shared, subject: [list(names)], text: spaced(evidence, note) });
  const state = stateText(effectOnRoot(root, part, first), first.since, options.clock);
  return entry("cause", causeId(first), {
    ...shared,
    subject: [{ is: "list", names }],
    text: spaced(words(state), note),
    entries: [entry("evidence", "evidence", { weight: "always", text: evidence })],
  });
}

/** The commands of several causes. One command prints all objects that a file lacks. */
function listSharedSteps(causes: readonly Cause[]): readonly NextStep[] {
  if (causes.every(isMissingInFile)) return printKinds(causes.map(({ about }) => about));
  return causes.flatMap(({ next }) => next);
}

/** Whether a file or a must-gather lacks the object of a cause. */
function isMissingInFile({ evidence }: Cause): boolean {
  return evidence.some((clause) => clause.is === "not-found" && clause.notIn !== undefined);
}

/** Whether the only evidence of a cause is that its object was not found, or that it reports no condition. */
function reportsNothing({ evidence }: Cause): boolean {
  return evidence.every(({ is }) => is === "not-found" || is === "no-condition");
}

/** The causes of a part, or those of another one that it shares. Undefined where no cause is about it. */
export function partCauseEntry(root: RootNode, node: ReportNode, options: OutlineOptions): OutlineEntry | undefined {
  const cause = causeOf(root, node);
  if (cause === undefined) return undefined;
  const causesOfComponent = root.causes.filter(({ component }) => component === cause.component);
  return componentEntry(causesOfComponent, root, options);
}

/** The entry of one cause alone. */
export function singleCauseEntry(root: RootNode, cause: Cause, options: OutlineOptions): OutlineEntry {
  return componentEntry([cause], root, options);
}

/** The causes of one component: the first explains the entry itself, each other one is an entry below it. */
function componentEntry([first, ...others]: readonly Cause[], root: RootNode, options: OutlineOptions): OutlineEntry {
  if (first === undefined) throw new Error("a group has at least one cause");
  const [part] = nodesOnPath(root, first);
  const isShownInHeadline = first.path.length === 1 && first.verdict === root.verdict;
  const state = isShownInHeadline ? "" : stateText(effectOnRoot(root, part, first), first.since, options.clock);
  const note = namingNoteOfGroup(root, [first]);
  const subject = isFailedWrite(root, part) ? root.ref.kind : causeName(first, root, partName);
  return entry("cause", causeId(first), {
    mark: verdictMark(first.verdict),
    weight: "always",
    subject: [name(subject)],
    text: spaced(words(state), asideOf(note)),
    about: first.about,
    commands: typedSteps(first.next, options.reach),
    entries: [
      ...explanationEntries(first, root, options),
      ...others.map((cause) => furtherCauseEntry(cause, root, options)),
    ],
  });
}

function furtherCauseEntry(cause: Cause, root: RootNode, options: OutlineOptions): OutlineEntry {
  return entry("cause", `cause ${cause.component} ${cause.about.kind} ${cause.about.name}`, {
    mark: verdictMark(cause.verdict),
    subject: [],
    text: words(stateText(cause.verdict, cause.since, options.clock)),
    about: cause.about,
    commands: typedSteps(cause.next, options.reach),
    entries: explanationEntries(cause, root, options),
  });
}

function asideOf(note: string): Text {
  return note === "" ? [] : [aside(`(${note})`)];
}

/** `Deployment cdi-deployment 0/1` where the part is a workload, else `CDI`. */
function partName(part: ReportNode): string {
  return hasReplicaCounts(part) ? stepText(part) : partLabel(part);
}

/** What a healthy part does to its root, such as `blocking the upgrade`; the verdict of the cause for any other part. */
function effectOnRoot(
  root: RootNode,
  part: ReportNode | undefined,
  { verdict, evidence }: Pick<Cause, "verdict" | "evidence">,
): string {
  if (part?.verdict !== "healthy") return verdict;
  if (root.deleting) return "refuses deletion";
  if (root.gates.upgrade.waitingFor.includes(part.label)) {
    const hasNotBegun = verdict === "progressing" && evidence.some(isAtOldVersion);
    return hasNotBegun ? "upgrade not begun" : "blocking the upgrade";
  }
  return isFailedWrite(root, part) ? `cannot write ${partLabel(part)}` : verdict;
}

/**
 * Whether a cause about a healthy part is that the operator of its root could not write it. The fault is the operator's, not
 * the part's.
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
