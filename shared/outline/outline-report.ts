import { listedFindings } from "../model/finding/root-findings.ts";
import { kindKey } from "../model/kind.ts";
import type { Outline, OutlineEntry, Weight } from "../model/outline.ts";
import type { ReadGap, Report, RootNode } from "../model/report.ts";
import { isUnread } from "../model/snapshot.ts";
import { sortWorstFirst } from "../model/verdict.ts";
import { findingEntry } from "./finding-entries.ts";
import { groupFindings, leftOver } from "./group-findings.ts";
import { sourceLabel } from "./labels.ts";
import { isInLead, leadingLine } from "./leading-line.ts";
import { verdictMark, worstMark } from "./marks.ts";
import { nextCommand } from "./next-command.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { shortSourceAndTime } from "./place.ts";
import { impactField, isUnexplained, rootEntry } from "./root-entry.ts";
import { rootListEntry, rootNaming, sharedNamespace } from "./root-list-entry.ts";
import { aside, entry, name, words } from "./text.ts";
import { upgradeEntries } from "./upgrade-entries.ts";
import { countRead, formatReadGap, notReadText, sourceAndTime } from "./words/completeness.ts";
import { countText } from "./words/names.ts";
import { explainEmptyReport } from "./words/nothing-found.ts";
import { gapOutcomeText } from "./words/read-outcomes.ts";

/** The most causes whose messages are compared with findings: thousands of roots must not cost their square. */
const maxComparedCauses = 100;

/** The most roots that documents have in full. */
const maxRootsInDocuments = 5;

/**
 * Everything that is reported about a Report, in the order of reading. This room alone writes English about a cluster:
 * painters draw the outline and know nothing of Kubernetes. A Report without roots has no entries here.
 */
export function outlineReport(report: Report, options: OutlineOptions): Outline {
  const roots = sortWorstFirst(report.roots);
  const [worst] = roots;
  if (worst === undefined) return outlineEmptyReport(report, options);
  const source = sourceEntry(report, options);
  const isOnly = roots.length === 1;
  const rootEntries = isOnly
    ? [rootEntry(report, worst, options, { isOnly, source })]
    : [...severalRoots(report, roots, options, source), ...upgradeEntries(roots, report.findings, options)];
  return {
    mark: worstMark(roots.map(({ verdict }) => verdictMark(verdict))),
    isHealthy: report.verdict === "healthy",
    entries: [
      ...leadEntries(report),
      ...rootEntries,
      ...readingEntries(report),
      ...nextEntries(report, worst, options),
    ],
  };
}

/** The line above all roots, if there is one. */
export function leadEntries(report: Report): readonly OutlineEntry[] {
  const line = leadingLine(report);
  if (line === undefined) return [];
  return [entry("lead", "lead", { mark: line.mark, weight: "always", text: words(line.text) })];
}

/** The list of all roots, then each unhealthy one in full; the first screen has room for the worst. */
function severalRoots(
  report: Report,
  roots: readonly RootNode[],
  options: OutlineOptions,
  source: OutlineEntry,
): readonly OutlineEntry[] {
  const listOfRoots = rootListEntry(report, roots, options);
  const sourceWithNamespace = { ...source, entries: sharedNamespace(roots) };
  const otherCauses = roots.flatMap(({ causes }) => causes).slice(0, maxComparedCauses);
  const nameOf = rootNaming(roots.map(({ ref }) => ref));
  const rootEntries = groupFindings(report, roots).flatMap(({ root, printedFindings }, index) => {
    const weight = weightInList(root, index);
    if (options.isFirstScreen && weight === "full" && printedFindings.length === 0) return [];
    const setting = { isOnly: false, owner: nameOf(root.ref), source: undefined, otherCauses, printedFindings };
    const whole = rootEntry(report, root, options, setting);
    return withFindingsBeside(withoutRowContents(whole, root, weight));
  });
  const otherFindings = leftOver(report, roots).filter((finding) => !isInLead(finding));
  return [
    { ...listOfRoots, entries: [...impactField(roots), sourceWithNamespace, ...listOfRoots.entries] },
    ...rootEntries,
    ...otherFindings.map((finding) => findingEntry(finding, { ...options, namespace: undefined })),
  ];
}

/**
 * The entry of a root. Where only the full outline has the root, its findings of the first screen stand beside it, so that
 * every screen has them.
 */
function withFindingsBeside(root: OutlineEntry): readonly OutlineEntry[] {
  if (root.weight !== "full") return [root];
  const isShown = ({ kind, weight }: OutlineEntry): boolean => kind === "finding" && weight !== "full";
  const shown = root.entries.filter(isShown);
  return [{ ...root, entries: root.entries.filter((below) => !isShown(below)) }, ...shown];
}

/** The worst root stands on the first screen, a few more in documents, all of them in the full outline. */
function weightInList({ verdict }: RootNode, index: number): Weight {
  if (verdict === "healthy" || index >= maxRootsInDocuments) return "full";
  return index === 0 ? "usual" : "detail";
}

/**
 * The entry of one of several roots. Its row in the list has its state, so the first screen has only the causes and findings
 * of the worst root, and conditions where these alone explain it.
 */
function withoutRowContents(root: OutlineEntry, node: RootNode, weight: Weight): OutlineEntry {
  const isBrief = ({ kind, id }: OutlineEntry): boolean =>
    kind === "finding" || (kind === "section" && (id !== "conditions" || isUnexplained(node)));
  const entries = root.entries.map((below) => (isBrief(below) ? below : { ...below, weight: "full" as const }));
  return { ...root, weight, entries };
}

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

/** What was not read in one line, and in the full outline each request without a result. */
function readingEntries({ completeness, source, takenAt, roots }: Report): readonly OutlineEntry[] {
  const { requested, found, gaps } = countRead(completeness);
  const counts = `(${found} of ${countText(requested, "object")}; ${sourceAndTime(source, takenAt)})`;
  const section = entry("section", "reading in full", {
    weight: "full",
    subject: words("READ"),
    text: [aside(counts)],
    entries: gaps.map((gap, index) => gapEntry(gap, index, source)),
  });
  return [...notReadEntry({ completeness, source, roots }), section];
}

/** `forbidden: list pods in x`. */
function gapEntry(gap: ReadGap, index: number, { kind }: Report["source"]): OutlineEntry {
  const outcome = gapOutcomeText(gap, kind);
  return entry("node", `gap ${index}`, {
    mark: isUnread(gap) ? "unknown" : "remark",
    weight: "full",
    text: words(`${outcome}: ${formatReadGap(gap, outcome)}`),
  });
}

/** The outline of a Report without roots: one sentence for each request and kind of failure. */
function outlineEmptyReport(report: Report, options: OutlineOptions): Outline {
  const sentences = explainEmptyReport(report).map((text, index) =>
    entry("lead", `nothing ${index}`, { weight: "always", text: words(text) }),
  );
  const findings = listedFindings(report).filter((finding) => finding.code !== "not-read" && !isInLead(finding));
  return {
    mark: "unknown",
    isHealthy: false,
    entries: [
      ...leadEntries(report),
      ...sentences,
      ...findings.map((finding) => findingEntry(finding, { ...options, namespace: undefined })),
      ...nextCommandEntry(report, options),
    ],
  };
}

/** The command to run next where no cause has one, and the one that prints everything. */
function nextEntries(report: Report, worst: RootNode, options: OutlineOptions): readonly OutlineEntry[] {
  const hasCauseCommand = worst.verdict !== "healthy" && worst.causes.some((cause) => cause.next.length > 0);
  const details = entry("next", "details", {
    weight: "always",
    subject: words("Details"),
    commands: [{ command: options.details, why: "" }],
  });
  return hasCauseCommand ? [details] : [...nextCommandEntry(report, options), details];
}

/** The command of the Report to run next; nothing where it has none. */
function nextCommandEntry(report: Report, options: OutlineOptions): readonly OutlineEntry[] {
  const command = nextCommand(report, options.reach);
  if (command === undefined) return [];
  const label = options.isLive ? "Next" : "Next, on the cluster";
  return [entry("next", "next", { subject: words(label), commands: [{ command, why: "" }] })];
}
