import { harmlessReport, sanitizeLine } from "../../../characters/sanitize.ts";
import { findingsOf } from "../../../model/finding/upgrade-answer.ts";
import { type CommandReach, currentCluster } from "../../../model/kubectl-command.ts";
import { keyOf } from "../../../model/object.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import type { Report, RootNode } from "../../../model/report.ts";
import { formatStamp, type ZoneAt } from "../../../model/time.ts";
import type { GateReason } from "../../../model/upgrade-gate.ts";
import { sortWorstFirst } from "../../../model/verdict.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { findingEntry } from "../../../outline/finding-entries.ts";
import { gateRows } from "../../../outline/gate-rows.ts";
import { rootUpgradeLine } from "../../../outline/gate-words.ts";
import { groupFindings, leftOver } from "../../../outline/group-findings.ts";
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

export type { OutlineRow } from "./row.ts";

/** The most causes whose messages are compared with findings: thousands of roots must not cost their square. */
const maxComparedCauses = 100;

/** The options of a tree. */
export interface TreeOptions {
  /** Distinguishes this source from others: the beginning of every id. */
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
  readonly meaning?: RowWording["meaning"];
}

/**
 * The Report as a tree of harmless texts: the roots. Where there are several roots, a last group holds what belongs to
 * none of them.
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
  const notes = noteGroup(`${key}/%findings`, listNotes(report, roots, wording), wording);
  if (roots.length === 0) return [...rootRows, ...notes];
  const harmless = harmlessReport({ ...report, roots: [] });
  const lineRow = (entry: OutlineEntry): OutlineRow => entryRow(`${key}/%${entry.id}`, { entry, aloud: entry }, "fact");
  const leadRows = leadEntries({ ...harmless, roots: report.roots }).map(lineRow);
  return [...leadRows, ...rootRows, ...notes, ...notReadEntry(harmless).map(lineRow)];
}

/** The findings that belong to none of several roots. The only root has them below it. */
function listNotes(report: Report, roots: readonly RootNode[], wording: RowWording): readonly DrawnEntry[] {
  if (roots.length === 1) return [];
  const findings = harmlessReport(leftOver(report, roots).filter((finding) => !isInLead(finding)));
  const options = { reach: wording.reach, namespace: undefined };
  return drawnEntries((clock) => findings.map((finding) => findingEntry(finding, { clock, ...options })), wording);
}

/** The roots with what the outline says about each. */
function listShownRoots(
  report: Report,
  roots: readonly RootNode[],
  transitions: readonly DatedTransition[],
  wording: RowWording,
): readonly ShownRoot[] {
  const isOnly = roots.length === 1;
  const otherCauses = isOnly ? [] : harmlessReport(roots.flatMap(({ causes }) => causes).slice(0, maxComparedCauses));
  const listReasons = createReasonList(report);
  return groupFindings(report, roots).map((rootFindings): ShownRoot => {
    const { related, ...node } = rootFindings.root;
    const root: RootNode = { ...harmlessReport(node), related };
    const findings = harmlessReport(rootFindings.findings);
    const printedFindings = harmlessReport(rootFindings.printedFindings);
    const makeHead = (clock: AgeClock): OutlineEntry => {
      const options: OutlineOptions = { clock, reach: wording.reach, isLive: true, source: wording.place, details: "" };
      const findingsOfGate = harmlessReport(findingsOf(rootFindings.root, report.findings));
      return rootHead({ ...root, related: [] }, findings, options, {
        isOnly,
        source: sourceEntry(report, options),
        otherCauses,
        printedFindings,
        gate: rootUpgradeLine(root, findingsOfGate, clock),
      });
    };
    // The label of a component that a HyperConverged left behind is its kind.
    const { name, namespace } = root.ref;
    return {
      root,
      label: isOnly || namespace === undefined ? name : `${namespace}/${name}`,
      findings,
      head: keepByFormat(makeHead),
      upgradeReasons: () => gateRows(harmlessReport(listReasons(rootFindings.root))),
      transitions: transitions.filter((transition) => isAbout(transition, rootFindings.root, roots)),
    };
  });
}

/** Returns a function that makes the head once for each form of ages. */
function keepByFormat(makeHead: (clock: AgeClock) => OutlineEntry): (clock: AgeClock) => OutlineEntry {
  const heads = new Map<AgeClock["format"], OutlineEntry>();
  return (clock) => {
    const head = heads.get(clock.format) ?? makeHead(clock);
    heads.set(clock.format, head);
    return head;
  };
}

/** Returns a function for the reasons against an upgrade of a root. The gate is evaluated once, on the first call. */
function createReasonList(report: Report): (root: RootNode) => readonly GateReason[] {
  let reasons: readonly GateReason[] | undefined;
  return ({ ref }) => {
    reasons ??= upgradeGate(report).reasons.filter(({ state }) => state !== "accepted");
    const key = keyOf(ref);
    return reasons.filter((reason) => reason.root === undefined || keyOf(reason.root) === key);
  };
}

/**
 * Whether the transition is about something in this root's tree. It is about the root itself, or its path begins with
 * the label. Where several roots share the label, the root's own name or its tree decides.
 */
function isAbout(
  { transition: { about, path } }: DatedTransition,
  root: RootNode,
  roots: readonly RootNode[],
): boolean {
  if (roots.length === 1) return true;
  if (keyOf(about) === keyOf(root.ref)) return true;
  const [rootLabel, partLabel] = path;
  if (rootLabel !== root.label || partLabel === undefined) return false;
  const rootsWithLabel = roots.filter(({ label }) => label === rootLabel);
  if (rootsWithLabel.length === 1) return true;
  return root.children.some(({ label, ref }) => label === partLabel && ref.namespace === about.namespace);
}
