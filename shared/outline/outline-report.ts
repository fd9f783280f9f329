import { listedFindings } from "../model/finding/root-findings.ts";
import type { Mark, Outline, OutlineEntry, Weight } from "../model/outline.ts";
import type { ReadGap, Report, RootNode } from "../model/report.ts";
import { isUnread } from "../model/snapshot.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { findingEntry } from "./finding-entries.ts";
import { rootUpgradeLine } from "./gate-words.ts";
import { groupFindings, leftOver } from "./group-findings.ts";
import { sourceLabel } from "./labels.ts";
import { isInLead, leadingLine } from "./leading-line.ts";
import { verdictMark, worstMark } from "./marks.ts";
import { nextCommand, upgradeCommands } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { shortSourceAndTime } from "./place.ts";
import { impactField, isUnexplained, rootEntry } from "./root-entry.ts";
import { rootListEntry, rootNaming, sharedNamespace } from "./root-list-entry.ts";
import { kindKey, notReadText } from "./tail.ts";
import { aside, entry, entryLine, list, name, plainText, word, words } from "./text.ts";
import { countRead, formatReadGap, sourceAndTime } from "./words/completeness.ts";
import { countText } from "./words/names.ts";
import { explainEmptyReport } from "./words/nothing-found.ts";
import { gapOutcomeText } from "./words/read-outcomes.ts";

/**
 * Everything that is said about a Report, in the order of reading. This room alone writes English about a cluster:
 * painters draw the outline and know nothing of Kubernetes. A Report without roots has no entries here.
 */
export function outlineReport(report: Report, options: OutlineOptions): Outline {
  const roots = report.roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const [worst] = roots;
  if (worst === undefined) return nothingFound(report, options);
  const isOnly = roots.length === 1;
  const source = sourceEntry(report, options);
  return {
    mark: worstMark(roots.map(({ verdict }) => verdictMark(verdict))),
    isHealthy: report.verdict === "healthy",
    entries: [
      ...leadEntries(report),
      ...(isOnly
        ? [rootEntry(report, worst, options, { isOnly, source: source })]
        : severalRoots(report, roots, options, source)),
      ...(isOnly ? [] : upgradeEntries(report, roots, options)),
      ...readingEntries(report),
      ...nextEntries(report, worst, options),
    ],
  };
}

/** The most causes whose messages are compared with findings: thousands of roots must not cost their square. */
const maxCompared = 100;

/** What stands above all roots. */
export function leadEntries(report: Report): readonly OutlineEntry[] {
  const line = leadingLine(report);
  return line === undefined
    ? []
    : [entry("lead", "lead", { mark: line.mark, weight: "always", text: words(line.text) })];
}

/** The list of all roots, then each unhealthy one in full; the first screen has room for the worst. */
function severalRoots(
  report: Report,
  roots: readonly RootNode[],
  options: OutlineOptions,
  source: OutlineEntry,
): readonly OutlineEntry[] {
  const list = rootListEntry(report, roots, options);
  const read = { ...source, entries: sharedNamespace(roots) };
  const setting = { ...options, namespace: undefined };
  const otherCauses = roots.flatMap(({ causes }) => causes).slice(0, maxCompared);
  const nameOf = rootNaming(roots.map(({ ref }) => ref));
  return [
    { ...list, entries: [...impactField(roots), read, ...list.entries] },
    ...groupFindings(report, roots).flatMap(({ root, printedFindings }, index) => {
      const setting = { isOnly: false, owner: nameOf(root.ref), source: undefined, otherCauses, printedFindings };
      return withFindingsBeside(belowList(rootEntry(report, root, options, setting), root, weightInList(root, index)));
    }),
    ...leftOver(report, roots)
      .filter((finding) => !isInLead(finding))
      .map((finding) => findingEntry(finding, setting)),
  ];
}

/** A root that only the full outline has, with what every front says about it beside it. */
function withFindingsBeside(root: OutlineEntry): readonly OutlineEntry[] {
  if (root.weight !== "full") return [root];
  const isShown = ({ kind, weight }: OutlineEntry): boolean => kind === "finding" && weight !== "full";
  return [{ ...root, entries: root.entries.filter((each) => !isShown(each)) }, ...root.entries.filter(isShown)];
}

/** The worst root stands on the first screen, a few more in documents, all of them in the full outline. */
function weightInList({ verdict }: RootNode, index: number): Weight {
  if (verdict === "healthy" || index >= maxInDocuments) return "full";
  return index === 0 ? "usual" : "detail";
}

const maxInDocuments = 5;

/** One of several roots, whose row in the list has its state. The first screen has the causes of the worst. */
function belowList(root: OutlineEntry, node: RootNode, weight: Weight): OutlineEntry {
  const isBrief = ({ kind, id }: OutlineEntry): boolean =>
    kind === "finding" || (kind === "section" && (id !== "conditions" || isUnexplained(node)));
  return {
    ...root,
    weight,
    entries: root.entries.map((each) => (isBrief(each) ? each : { ...each, weight: "full" })),
  };
}

/**
 * The answers about the upgrade of several roots, each with its objects: `Upgrade of HyperConverged x blocked by CDI`.
 * Roots with one answer share a line. The first screen has the worst lines, and counts the objects of the others.
 */
function upgradeEntries(
  { findings }: Report,
  roots: readonly RootNode[],
  { reach, clock }: OutlineOptions,
): readonly OutlineEntry[] {
  const nameOf = rootNaming(roots.map(({ ref }) => ref));
  const accepted = roots.filter((root) => !isRejectedBeside(root, roots));
  const lines = accepted.flatMap((root) => {
    const line = rootUpgradeLine(root, findings, clock);
    return line === undefined ? [] : [{ root, line }];
  });
  const groups = [...Map.groupBy(lines, ({ line }) => plainText(entryLine(line))).values()].toSorted(
    ([a], [b]) => gateOrder.indexOf(a?.line.mark ?? "good") - gateOrder.indexOf(b?.line.mark ?? "good"),
  );
  const rest = groups
    .slice(maxUpgradeLines)
    .flat()
    .filter(({ line }) => line.mark !== "good");
  return [
    ...groups.flatMap((group, index): readonly OutlineEntry[] => {
      const [first] = group;
      if (first === undefined) return [];
      const { mark, subject, text, brief, steps } = first.line;
      const names = group.map(({ root }) => nameOf(root.ref));
      const isOpen = mark === "good";
      return [
        entry("summary", "gate", {
          mark,
          weight: isOpen || index >= maxUpgradeLines ? "full" : "usual",
          subject: [...subject, word(" of "), list(names)],
          text,
          brief,
          commands: isOpen ? [] : upgradeCommands(first.root, steps, reach),
        }),
      ];
    }),
    ...(rest.length === 0
      ? []
      : [
          entry("summary", "more gates", {
            mark: rest[0]?.line.mark ?? "unknown",
            text: words(`Upgrade of ${countText(rest.length, "more object")} not allowed, or unknown`),
          }),
        ]),
  ];
}

/** Whether the operator ignores a root and takes another one: nothing waits for the one that it ignores. */
function isRejectedBeside(root: RootNode, roots: readonly RootNode[]): boolean {
  if (!isRejected(root)) return false;
  const others = roots.filter(({ ref }) => ref.kind === root.ref.kind && ref.group === root.ref.group);
  return others.some((other) => !isRejected(other));
}

function isRejected({ gates }: RootNode): boolean {
  return gates.upgradeable.because.includes("InvalidRequest");
}

const gateOrder: readonly Mark[] = ["remark", "unknown", "good"];

/** The most lines about upgrades on the first screen. */
const maxUpgradeLines = 3;

/** Where the Report was read. */
export function sourceEntry(report: Pick<Report, "source" | "takenAt">, { source }: OutlineOptions): OutlineEntry {
  return entry("field", "place", {
    weight: "usual",
    subject: words(sourceLabel(report.source)),
    text: [name(source ?? shortSourceAndTime(report))],
  });
}

/** What was requested and not read, in one line; nothing where all was read that could change the verdict. */
export function notReadEntry({
  completeness,
  source,
  roots,
}: Pick<Report, "completeness" | "source" | "roots">): readonly OutlineEntry[] {
  const read = roots.flatMap((root) => [root, ...root.children]).filter(({ outcome }) => outcome === "found");
  const text = notReadText(completeness, source.kind, new Set(read.map(({ ref }) => kindKey(ref))));
  return text.length === 0 ? [] : [entry("summary", "reading", { mark: "unknown", text })];
}

function readingEntries({ completeness, source, takenAt, roots }: Report): readonly OutlineEntry[] {
  const { requested, found, gaps } = countRead(completeness);
  return [
    ...notReadEntry({ completeness, source, roots }),
    entry("section", "reading in full", {
      weight: "full",
      subject: words("READ"),
      text: [aside(`(${found} of ${countText(requested, "object")}; ${sourceAndTime(source, takenAt)})`)],
      entries: gaps.map((gap, index) =>
        entry("node", `gap ${index}`, {
          mark: isUnread(gap) ? "unknown" : "remark",
          weight: "full",
          text: words(gapLine(gap, source)),
        }),
      ),
    }),
  ];
}

/** `forbidden: list pods in x`. */
function gapLine(gap: ReadGap, { kind }: Report["source"]): string {
  const outcome = gapOutcomeText(gap, kind);
  return `${outcome}: ${formatReadGap(gap, outcome)}`;
}

/** What stands in place of roots: one sentence for each request and kind of failure. */
function nothingFound(report: Report, options: OutlineOptions): Outline {
  const command = nextCommand(report, options.reach);
  const setting = { ...options, namespace: undefined };
  return {
    mark: "unknown",
    isHealthy: false,
    entries: [
      ...leadEntries(report),
      ...explainEmptyReport(report).map((text, index) =>
        entry("lead", `nothing ${index}`, { weight: "always", text: words(text) }),
      ),
      ...listedFindings(report)
        .filter((finding) => finding.code !== "not-read" && !isInLead(finding))
        .map((finding) => findingEntry(finding, setting)),
      ...(command === undefined
        ? []
        : [entry("next", "next", { subject: words(nextLabel(options)), commands: [{ command, why: "" }] })]),
    ],
  };
}

function nextLabel({ isLive }: OutlineOptions): string {
  return isLive ? "Next" : "Next, on the cluster";
}

/** The command to run next where no cause has one, and the one that prints everything. */
function nextEntries(report: Report, worst: RootNode, options: OutlineOptions): readonly OutlineEntry[] {
  const command = nextCommand(report, options.reach);
  const hasOwn = worst.verdict !== "healthy" && worst.causes.some((cause) => cause.next.length > 0);
  return [
    ...(command === undefined || hasOwn
      ? []
      : [entry("next", "next", { subject: words(nextLabel(options)), commands: [{ command, why: "" }] })]),
    entry("next", "details", {
      weight: "always",
      subject: words("Details"),
      commands: [{ command: options.details, why: "" }],
    }),
  ];
}
