import { families } from "../../../model/families.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { keyOf } from "../../../model/object.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import type { ReportNode, RootNode } from "../../../model/report.ts";
import { formatLocal } from "../../../model/time.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { isCauseSection } from "../../../outline/cause-entries.ts";
import { isWarnedPart, partMark } from "../../../outline/component-rows.ts";
import { gateReasonText } from "../../../outline/gate-reasons.ts";
import { foldedText, type GateRow } from "../../../outline/gate-rows.ts";
import { conditionMark } from "../../../outline/marks.ts";
import { partsGroup } from "../../../outline/part-entries.ts";
import { rootState, stateWithAge } from "../../../outline/root-state.ts";
import { plainText } from "../../../outline/text.ts";
import type { RowMark } from "../../terminal/verdict-marks.ts";
import type { DatedTransition } from "../../watch/transition-lines.ts";
import { headParts, labelledPart } from "../hover/head-parts.ts";
import { paragraphPart } from "../hover/markdown-parts.ts";
import { causeRows } from "./cause-rows.ts";
import { conditionList } from "./condition-rows.ts";
import { type DrawnEntry, drawnEntries, entryMark, entryRow, noteGroup } from "./entry-rows.ts";
import { interactionOfNode, partList } from "./node-rows.ts";
import { relatedGroup } from "./related-rows.ts";
import { clockAloud, isAsExpected, type OutlineRow, type RowWording, treeRow, worstRowMark } from "./row.ts";
import { attentionSummary, hideExpectedRows, siblingRows } from "./sibling-list.ts";
import { markWords, readAloud } from "./spoken-row.ts";
import { timelineGroup } from "./timeline-rows.ts";

/**
 * One root with everything that belongs to it. All of it is harmless except the related objects and the transitions.
 * These may be many.
 */
export interface ShownRoot {
  readonly root: RootNode;
  /** The name, with its namespace where it stands beside other roots. */
  readonly label: string;
  readonly findings: readonly Finding[];
  /** Its entry of the outline, without its parts and related objects, made once for each form of ages. */
  readonly head: (clock: AgeClock) => OutlineEntry;
  /** Every reason against an upgrade, or for its being unknown; evaluated when it is opened. */
  readonly upgradeReasons: () => readonly GateRow[];
  readonly transitions: readonly DatedTransition[];
}

/**
 * The row of a root, its verdict first, and of a healthy one its first warning. Open where it is unhealthy or alone. Below
 * it stand its causes, what they mean, conditions, components, the upgrade, related objects, notes and timeline.
 */
export function rootRow(id: string, shown: ShownRoot, isAlone: boolean, wording: RowWording): OutlineRow {
  const { root, label, findings } = shown;
  const { place, clock } = wording;
  const isHealthy = root.verdict === "healthy";
  const state = rootState(root, findings);
  const stateText = stateWithAge(state, clock);
  const warning = isHealthy ? shown.head(clock).entries.find(isWarning) : undefined;
  const warningTexts = warning === undefined ? [] : [plainText(warning.text)];
  const placeTexts = place === "" ? [] : [place];
  // Times stand in place of ages, because an age that grows is no change.
  const tooltipWithTimes = buildTooltip(shown.head({ ...clock, format: "time" }), root, wording);
  return treeRow(
    {
      ...interactionOfNode(root),
      id,
      mark: state.mark,
      label: stateText,
      // The context is first, because a narrow side bar cuts the end.
      description: [...placeTexts, rootName(root, label, isAlone), ...warningTexts].join(" · "),
      spoken: readAloud([
        label,
        root.ref.kind,
        stateWithAge(state, clockAloud(wording)),
        ...placeTexts,
        ...warningTexts,
      ]),
      hinted: JSON.stringify(tooltipWithTimes),
      copied: [`${root.ref.kind} ${label}: ${stateText}`, ...placeTexts, ...warningTexts].join(" · "),
      causeCount: isHealthy ? 0 : new Set(root.causes.map(({ component }) => component)).size,
      isOpen: isAlone || !isAsExpected(state.mark) || warning !== undefined,
    },
    () => [...childRows(id, shown, wording), ...timelineGroup(`${id}/timeline`, shown.transitions, wording)],
    () => buildTooltip(shown.head(clock), root, wording),
  );
}

function isWarning({ kind, level }: OutlineEntry): boolean {
  return kind === "finding" && level !== "info";
}

/** Returns the hover of a root over its manifest, with the whole time. */
function buildTooltip(head: OutlineEntry, { since }: RootNode, { zoneAt }: RowWording): ReturnType<typeof headParts> {
  const stamp = since === undefined ? "" : ` (since ${formatLocal(since, zoneAt)})`;
  const state = plainText(head.text);
  const sentence = paragraphPart({ as: "strong", text: plainText(head.subject) }, ` ${state}${stamp}`);
  return [...headParts(head, sentence), ...head.entries.filter(({ id }) => id === "place").map(labelledPart)];
}

/** Fields that other rows show, or the tooltip alone. */
const fieldsShownElsewhere: ReadonlySet<string> = new Set(["place", "upgrade", "meaning"]);

/**
 * Returns the rows of a root in the order of the outline. Each `field` and `evidence` of the root's entry is a row by
 * itself ({@link isFact}); causes, conditions, parts, notes and related objects have rows of their own kind. Where only
 * unhealthy rows are wanted, the groups that need no attention are hidden, but no cause and no fact. The notes of a healthy
 * root come first among the groups.
 */
function childRows(id: string, shown: ShownRoot, wording: RowWording): readonly OutlineRow[] {
  const { root } = shown;
  const isHealthy = root.verdict === "healthy";
  const drawn = drawnEntries((clock) => shown.head(clock).entries, wording);
  const causes = drawn.filter(({ entry }) => isCauseSection(entry)).flatMap(listChildEntries);
  const facts = drawn.filter(({ entry }) => isFact(entry));
  const notes = drawn.filter(({ entry }) => entry.kind === "finding");
  const areNotesOpen = isHealthy && notes.some(({ entry }) => isWarning(entry));
  const noteRows = noteGroup(`${id}/findings`, notes, wording, areNotesOpen);
  const groups: OutlineRow[] = [];
  if (isHealthy) groups.push(...noteRows);
  groups.push(...conditionAndPartGroups(id, shown, wording));
  groups.push(...upgradeRows(id, drawn, shown, wording));
  if (root.related.length > 0) groups.push(relatedGroup(`${id}/related`, root.related, wording));
  if (!isHealthy) groups.push(...noteRows);
  return [
    ...causeRows(id, root, causes, wording),
    ...facts.map((fact) => entryRow(`${id}/%${fact.entry.id}`, fact, "fact")),
    ...hideExpectedRows(id, groups, wording),
  ];
}

function listChildEntries({ entry, aloud }: DrawnEntry): readonly DrawnEntry[] {
  return entry.entries.map((child, index) => ({ entry: child, aloud: aloud.entries[index] ?? child }));
}

/** Whether an entry has a row of its own: evidence, and fields that no other row shows. */
function isFact({ kind, id, weight }: OutlineEntry): boolean {
  if (kind === "evidence") return true;
  return kind === "field" && weight !== "full" && !fieldsShownElsewhere.has(id);
}

/** Returns how far an upgrade is, with what blocks the next one below it; else whether one may begin, and why not. */
function upgradeRows(
  id: string,
  drawn: readonly DrawnEntry[],
  shown: ShownRoot,
  wording: RowWording,
): readonly OutlineRow[] {
  const gates = drawn.filter(({ entry }) => entry.id === "gate");
  const running = drawn.find(({ entry }) => entry.id === "upgrade");
  const gateRow = (rowId: string, gate: DrawnEntry): OutlineRow => {
    const hasReasons = !isAsExpected(entryMark(gate.entry));
    return entryRow(rowId, gate, "gate", hasReasons ? () => reasonRows(rowId, shown, wording) : undefined);
  };
  if (running === undefined) return gates.map((gate) => gateRow(`${id}/gates`, gate));
  const gateRows = gates.map((gate) => gateRow(`${id}/upgrade/gates`, gate));
  const upgrade: DrawnEntry = {
    entry: { ...running.entry, mark: "busy" },
    aloud: { ...running.aloud, mark: "busy" },
  };
  return [entryRow(`${id}/upgrade`, upgrade, "gate", gateRows.length === 0 ? undefined : () => gateRows)];
}

/** Returns the reasons as `gate upgrade` says them, each with the code that it prints. */
function reasonRows(id: string, { upgradeReasons }: ShownRoot, wording: RowWording): readonly OutlineRow[] {
  const mark = ({ reason }: GateRow): RowMark => (reason.state === "blocks" ? "remark" : "unknown");
  const list = {
    items: upgradeReasons(),
    key: ({ reason: { code, about } }: GateRow) => `${code} ${keyOf(about)}`,
    mark,
    name: ({ reason }: GateRow) => reason.code,
    row: (row: GateRow, rowId: string): OutlineRow => {
      const { reason, folded } = row;
      const label = folded === undefined ? gateReasonText(reason) : foldedText(folded);
      return treeRow({
        id: rowId,
        mark: mark(row),
        label,
        description: reason.code,
        spoken: readAloud([label, markWords[mark(row)]]),
        ref: reason.about,
        context: ["gate"],
        action: { is: "explain", code: reason.code, text: label },
      });
    },
  };
  return siblingRows(id, list, wording);
}

function conditionAndPartGroups(id: string, { root, findings }: ShownRoot, wording: RowWording): readonly OutlineRow[] {
  const conditionMarks = root.conditions.map(conditionMark);
  const unhealthyConditions = conditionMarks.filter((mark) => mark !== "good").length;
  const groups = [
    groupRow(
      {
        id: `${id}/conditions`,
        label: "Conditions",
        marks: conditionMarks,
        summary: attentionSummary(unhealthyConditions, conditionMarks.length),
      },
      (rowId) => siblingRows(rowId, conditionList(root, root.conditions, wording), wording),
    ),
  ];
  const parts = partList(root, findings, wording);
  if (parts.items.length === 0) return groups;
  groups.push(
    groupRow(
      {
        id: `${id}/parts`,
        label: partsGroup(root.profile),
        marks: parts.items.map(parts.mark),
        summary: partsSummary(parts.items, findings),
      },
      (rowId) => siblingRows(rowId, parts, wording),
    ),
  );
  return groups;
}

/** A group of rows, with the marks of the rows below it. */
interface RowGroup {
  readonly id: string;
  readonly label: string;
  readonly marks: readonly RowMark[];
  readonly summary: string;
}

function groupRow(
  { id, label, marks, summary }: RowGroup,
  children: (id: string) => readonly OutlineRow[],
): OutlineRow {
  return treeRow({ id, mark: worstRowMark(marks), label, description: summary, context: ["group"] }, () =>
    children(id),
  );
}

/** The key of a root among others. */
export function rootKey({ root }: ShownRoot): string {
  return keyOf(root.ref);
}

/** The name of a root; among other roots, and of a family with several kinds of root, the kind before it. */
function rootName({ ref, profile }: Pick<RootNode, "ref" | "profile">, label: string, isAlone: boolean): string {
  return isAlone && families[profile].roots.length === 1 ? label : `${ref.kind} ${label}`;
}

/**
 * `2 of 6 unhealthy`: of the components, where there are some. The parts beside them, such as the Deployment of the
 * operator, count where they are unhealthy: `6 healthy, 1 other unhealthy`. A healthy part with a warning counts as healthy:
 * `6 healthy, 1 with a warning`.
 */
function partsSummary(parts: readonly ReportNode[], findings: readonly Finding[]): string {
  const warned = new Set(parts.filter((node) => isWarnedPart(node, findings)));
  const isUnhealthy = (node: ReportNode): boolean => partMark(node, findings) !== "good" && !warned.has(node);
  const components = parts.filter(({ role }) => role === "component");
  const counted = components.length === 0 ? parts : components;
  const uncounted = components.length === 0 ? [] : parts.filter(({ role }) => role !== "component");
  const pieces = [unhealthyCountText(counted.filter(isUnhealthy).length, counted.length)];
  const others = uncounted.filter(isUnhealthy).length;
  if (others > 0) pieces.push(`${others} ${others === 1 ? "other" : "others"} unhealthy`);
  if (warned.size > 0) pieces.push(`${warned.size} with a warning`);
  return pieces.join(", ");
}

/** `3 of 6 unhealthy`, `6 healthy`. */
function unhealthyCountText(unhealthy: number, all: number): string {
  return unhealthy === 0 ? `${all} healthy` : `${unhealthy} of ${all} unhealthy`;
}
