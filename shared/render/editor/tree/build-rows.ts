import { harmlessReport, sanitizeLine } from "../../../characters/sanitize.ts";
import { findingsOf } from "../../../model/finding/upgrade-answer.ts";
import { type CommandReach, currentCluster } from "../../../model/kubectl-command.ts";
import { keyOf } from "../../../model/object.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import type { Report, RootNode } from "../../../model/report.ts";
import { formatStamp, type ZoneAt } from "../../../model/time.ts";
import type { GateReason } from "../../../model/upgrade-gate.ts";
import { compareVerdicts } from "../../../model/verdict.ts";
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
import { drawnEntries, entryRow, noteGroup } from "./entry-rows.ts";
import { rootKey, rootRow, type ShownRoot } from "./root-row.ts";
import type { OutlineRow, RowWording } from "./row.ts";
import { siblingRows } from "./sibling-list.ts";

export type { OutlineRow } from "./row.ts";

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
  const roots = report.roots.toSorted((root, other) => compareVerdicts(root.verdict, other.verdict));
  const rows = siblingRows(
    key,
    {
      items: shownRoots(report, roots, transitions, wording),
      key: rootKey,
      mark: ({ root, findings }) => rootState(root, findings).mark,
      name: ({ label }) => label,
      row: (root, id) => rootRow(id, root, roots.length === 1, wording),
    },
    wording,
  );
  const safe = harmlessReport({ ...report, roots: [] });
  const lineRow = (entry: OutlineEntry): OutlineRow => entryRow(`${key}/%${entry.id}`, { entry, aloud: entry }, "fact");
  const others = roots.length === 1 ? [] : leftOver(report, roots).filter((finding) => !isInLead(finding));
  const notes = drawnEntries(
    (clock) =>
      harmlessReport(others).map((finding) =>
        findingEntry(finding, { clock, reach: wording.reach, namespace: undefined }),
      ),
    wording,
  );
  return [
    ...(roots.length === 0 ? [] : leadEntries({ ...safe, roots: report.roots }).map(lineRow)),
    ...rows,
    ...deletedRows(key, report, deletions, wording),
    ...noteGroup(`${key}/%findings`, notes, wording),
    ...(roots.length === 0 ? [] : notReadEntry(safe).map(lineRow)),
  ];
}

/** The most causes whose messages are compared with findings: thousands of roots must not cost their square. */
const maxCompared = 100;

/** The roots with what the outline says about each. */
function shownRoots(
  report: Report,
  roots: readonly RootNode[],
  transitions: readonly DatedTransition[],
  wording: RowWording,
): readonly ShownRoot[] {
  const isOnly = roots.length === 1;
  const otherCauses = isOnly ? [] : harmlessReport(roots.flatMap(({ causes }) => causes).slice(0, maxCompared));
  const gate = (): readonly GateReason[] => upgradeGate(report).reasons.filter(({ state }) => state !== "accepted");
  let reasons: readonly GateReason[] | undefined;
  return groupFindings(report, roots).map(({ root: raw, findings: all, printedFindings }): ShownRoot => {
    const { related, ...node } = raw;
    const root: RootNode = { ...harmlessReport(node), related };
    const findings = harmlessReport(all);
    const own = harmlessReport(printedFindings);
    const isApart = isOnly || root.ref.namespace === undefined;
    const makeHead = (clock: AgeClock): OutlineEntry => {
      const options: OutlineOptions = { clock, reach: wording.reach, isLive: true, source: wording.place, details: "" };
      const place = sourceEntry(report, options);
      const gate = rootUpgradeLine(root, harmlessReport(findingsOf(raw, report.findings)), clock);
      return rootHead({ ...root, related: [] }, findings, options, {
        isOnly,
        source: place,
        otherCauses,
        printedFindings: own,
        gate,
      });
    };
    const heads = new Map<AgeClock["format"], OutlineEntry>();
    return {
      root,
      // The label of a component that a HyperConverged left behind is its kind.
      label: isApart ? root.ref.name : `${root.ref.namespace}/${root.ref.name}`,
      findings,
      head(clock) {
        const head = heads.get(clock.format) ?? makeHead(clock);
        heads.set(clock.format, head);
        return head;
      },
      upgradeReasons() {
        reasons ??= gate();
        const key = keyOf(raw.ref);
        return gateRows(
          harmlessReport(reasons.filter((reason) => reason.root === undefined || keyOf(reason.root) === key)),
        );
      },
      transitions: transitions.filter((transition) => isAbout(transition, raw, roots)),
    };
  });
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
  if (path[0] !== root.label || path.length < 2) return false;
  const called = roots.filter(({ label }) => label === root.label);
  return (
    called.length === 1 ||
    root.children.some(({ label, ref }) => label === path[1] && ref.namespace === about.namespace)
  );
}
