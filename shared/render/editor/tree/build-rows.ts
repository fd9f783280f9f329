import { harmlessReport, sanitizeLine } from "../../../characters/sanitize.ts";
import { findingsOf } from "../../../model/finding/upgrade-answer.ts";
import { type CommandReach, currentCluster } from "../../../model/kubectl-command.ts";
import { keyOf } from "../../../model/object.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import type { Cause, Report, RootNode } from "../../../model/report.ts";
import { formatStamp, type ZoneAt } from "../../../model/time.ts";
import type { GateReason } from "../../../model/upgrade-gate.ts";
import { sortWorstFirst } from "../../../model/verdict.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { findingEntry } from "../../../outline/finding-entries.ts";
import { gateRows } from "../../../outline/gate-rows.ts";
import { rootUpgradeLine } from "../../../outline/gate-words.ts";
import { type GroupedFindings, groupFindings, leftOver } from "../../../outline/group-findings.ts";
import { isInLead } from "../../../outline/leading-line.ts";
import type { OutlineOptions } from "../../../outline/outline-options.ts";
import { leadEntries, notReadEntry, sourceEntry } from "../../../outline/outline-report.ts";
import { rootHead } from "../../../outline/root-entry.ts";
import { rootState } from "../../../outline/root-state.ts";
import { upgradeGate } from "../../../upgrade-gate/upgrade-gate.ts";
import type { DatedTransition } from "../../watch/transition-lines.ts";
import { deletedRows } from "./deleted-rows.ts";
import { type DrawnEntry, drawnEntries, entryRow, noteGroup } from "./entry-rows.ts";
import { rootKey, rootRow, type ShownRoot } from "./root-row.ts";
import type { OutlineRow, RowWording } from "./row.ts";
import { type SiblingList, siblingRows } from "./sibling-list.ts";

/** The most causes whose messages are compared with findings: thousands of roots must not cost their square. */
const maxComparedCauses = 100;

export interface TreeOptions {
  /** The beginning of every id: it distinguishes the trees of several sources. */
  readonly key?: string;
  /** Seconds since 1970 from which ages count; absent: from when the Report was taken. */
  readonly now?: number;
  /** The user's clock, for whole times; absent: UTC. */
  readonly zoneAt?: ZoneAt;
  /** The context that was read, or the files; not yet harmless. */
  readonly place?: string;
  /** How a suggested command reaches the cluster; absent: without a flag. */
  readonly reach?: CommandReach;
  /** Leaves out healthy things, and names them in a last row. */
  readonly isUnhealthyOnly?: boolean;
  /** The place is files. */
  readonly isFiles?: boolean;
  /** Recent changes, oldest first. */
  readonly transitions?: readonly DatedTransition[];
  /** Roots that were deleted, oldest first. */
  readonly deletions?: readonly DatedTransition[];
  /** Explains a condition or a reason in a tooltip. */
  readonly meaning?: RowWording["meaning"];
}

/**
 * Builds the tree of a Report, from the top:
 *
 * 1. A line about all roots, if there is one, such as that the input is incomplete.
 * 2. A row for each root, worst first. Roots are the objects that the Report is about, such as a HyperConverged.
 * 3. A row for each root that was deleted recently.
 * 4. `Notes`: the findings that belong to none of several roots.
 * 5. A line about what could not be read. Without roots lines 1 and 5 are omitted.
 *
 * Texts of a cluster may hold escape sequences. So each part of the Report passes `harmlessReport` before its rows are
 * made, except related objects, transitions and deletions: their rows clean these, because there may be thousands.
 */
export function buildTreeRows(report: Report, options: TreeOptions = {}): readonly OutlineRow[] {
  const {
    key = "",
    now,
    zoneAt = () => 0,
    place = "",
    reach = currentCluster,
    isUnhealthyOnly = false,
    isFiles = false,
    transitions = [],
    deletions = [],
    meaning = () => undefined,
  } = options;
  const wording: RowWording = {
    zoneAt,
    place: sanitizeLine(place),
    reach: harmlessReport(reach),
    isUnhealthyOnly,
    isFiles,
    source: report.source.kind,
    meaning,
    clock: { now: now === undefined ? report.takenAt : formatStamp(now * 1000), format: "age" },
  };
  const roots = sortWorstFirst(report.roots);
  const list: SiblingList<ShownRoot> = {
    items: listShownRoots(report, roots, transitions, wording),
    key: rootKey,
    mark: ({ root, findings }) => rootState(root, findings).mark,
    name: ({ label }) => label,
    row: (root, id) => rootRow(id, root, roots.length === 1, wording),
  };
  const rootRows = [...siblingRows(key, list, wording), ...deletedRows(key, report, deletions, wording)];
  // `%` distinguishes these ids from those of roots, whose keys have it escaped.
  const notes = noteGroup(`${key}/%findings`, listNotes(report, roots, wording), wording);
  if (roots.length === 0) return [...rootRows, ...notes];
  // These lines have no ages, so a screen reader gets the entry that is shown.
  const makeLineRow = (entry: OutlineEntry): OutlineRow =>
    entryRow(`${key}/%${entry.id}`, { entry, aloud: entry }, "fact");
  const harmless = harmlessReport({ ...report, roots: [] });
  const topLines = leadEntries({ ...harmless, roots: report.roots }).map(makeLineRow);
  return [...topLines, ...rootRows, ...notes, ...notReadEntry(harmless).map(makeLineRow)];
}

/**
 * The findings that belong to none of several roots, without those in the line about all roots. A single root has all of them
 * below it.
 */
function listNotes(report: Report, roots: readonly RootNode[], wording: RowWording): readonly DrawnEntry[] {
  if (roots.length === 1) return [];
  const { reach } = wording;
  const findings = harmlessReport(leftOver(report, roots).filter((finding) => !isInLead(finding)));
  const makeEntries = (clock: AgeClock): readonly OutlineEntry[] =>
    findings.map((finding) => findingEntry(finding, { clock, reach, namespace: undefined }));
  return drawnEntries(makeEntries, wording);
}

/** The roots with what their rows show. */
function listShownRoots(
  report: Report,
  roots: readonly RootNode[],
  transitions: readonly DatedTransition[],
  wording: RowWording,
): readonly ShownRoot[] {
  const isOnly = roots.length === 1;
  const otherCauses = isOnly ? [] : harmlessReport(roots.flatMap(({ causes }) => causes).slice(0, maxComparedCauses));
  const listReasons = createReasonList(report);
  return groupFindings(report, roots).map((reported): ShownRoot => {
    const harmless = harmlessReport({ ...reported, root: { ...reported.root, related: [] } });
    // Not `root.label`, which is the kind where a HyperConverged left the component behind.
    const { name, namespace } = harmless.root.ref;
    return {
      root: { ...harmless.root, related: reported.root.related },
      label: isOnly || namespace === undefined ? name : `${namespace}/${name}`,
      findings: harmless.findings,
      head: createHead(report, reported.root, harmless, otherCauses, wording),
      upgradeReasons: () => gateRows(harmlessReport(listReasons(reported.root))),
      transitions: transitions.filter((transition) => isAbout(transition, reported.root, roots)),
    };
  });
}

/**
 * Returns a function for the outline of a root without its parts and related objects. It makes each form once: with ages as
 * `5m`, as words, and with times.
 */
function createHead(
  report: Report,
  reportedRoot: RootNode,
  { root, findings, printedFindings }: GroupedFindings,
  otherCauses: readonly Cause[],
  wording: RowWording,
): ShownRoot["head"] {
  const makeHead = (clock: AgeClock): OutlineEntry => {
    const options: OutlineOptions = { clock, reach: wording.reach, isLive: true, source: wording.place, details: "" };
    const upgradeFindings = harmlessReport(findingsOf(reportedRoot, report.findings));
    return rootHead(root, findings, options, {
      isOnly: report.roots.length === 1,
      source: sourceEntry(report, options),
      otherCauses,
      printedFindings,
      gate: rootUpgradeLine(root, upgradeFindings, clock),
    });
  };
  const heads = new Map<AgeClock["format"], OutlineEntry>();
  return (clock) => {
    const head = heads.get(clock.format) ?? makeHead(clock);
    heads.set(clock.format, head);
    return head;
  };
}

/**
 * Returns a function for the reasons against an upgrade of a root. They are evaluated for all roots on its first call, since
 * few trees are opened that far.
 */
function createReasonList(report: Report): (root: RootNode) => readonly GateReason[] {
  let reasons: readonly GateReason[] | undefined;
  return ({ ref }) => {
    reasons ??= upgradeGate(report).reasons.filter(({ state }) => state !== "accepted");
    const key = keyOf(ref);
    return reasons.filter(({ root }) => root === undefined || keyOf(root) === key);
  };
}

/**
 * Whether a transition belongs to the timeline of a root, by the first rule that fits:
 *
 * 1. The root is the only one, or the transition is about the root itself.
 * 2. No: its path does not lead from the label of the root to a part (`["web", "Pod web-1"]`).
 * 3. No other root has that label, or the part stands in this root's tree.
 */
function isAbout(
  { transition: { about, path } }: DatedTransition,
  root: RootNode,
  roots: readonly RootNode[],
): boolean {
  if (roots.length === 1 || keyOf(about) === keyOf(root.ref)) return true;
  const [rootLabel, partLabel] = path;
  if (rootLabel !== root.label || partLabel === undefined) return false;
  const rootsWithLabel = roots.filter(({ label }) => label === rootLabel);
  if (rootsWithLabel.length === 1) return true;
  return root.children.some(({ label, ref }) => label === partLabel && ref.namespace === about.namespace);
}
