import { families } from "../../../model/families.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { keyOf } from "../../../model/object.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import type { ReportNode, RootNode } from "../../../model/report.ts";
import { formatLocal } from "../../../model/time.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { isCauseSection } from "../../../outline/cause-entries.ts";
import { isWarnedPart, partMark } from "../../../outline/component-rows.ts";
import { foldedText, type GateRow, gateReasonText } from "../../../outline/gate-reasons.ts";
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
import { contextOfNode, partList } from "./node-rows.ts";
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
  const state = rootState(root, findings);
  const words = (clock: AgeClock): string => stateWithAge(state, clock);
  const head = (): OutlineEntry => shown.head(wording.clock);
  const warning = root.verdict === "healthy" ? head().entries.find(isWarning) : undefined;
  const warned = warning === undefined ? [] : [plainText(warning.text)];
  const beside = [...(wording.place === "" ? [] : [wording.place]), ...warned];
  // Times in place of ages: what only grows older is no change.
  const hinted = JSON.stringify(tooltipOf(shown.head({ ...wording.clock, format: "time" }), root, wording));
  return treeRow(
    {
      ...contextOfNode(root),
      id,
      mark: state.mark,
      label: words(wording.clock),
      // The context is first: a narrow side bar cuts the end.
      description: [...(wording.place === "" ? [] : [wording.place]), rootName(root, label, isAlone), ...warned].join(
        " · ",
      ),
      spoken: readAloud([label, root.ref.kind, words(clockAloud(wording)), ...beside]),
      hinted,
      copied: [`${root.ref.kind} ${label}: ${words(wording.clock)}`, ...beside].join(" · "),
      causeCount: root.verdict === "healthy" ? 0 : new Set(root.causes.map(({ component }) => component)).size,
      isOpen: isAlone || !isAsExpected(state.mark) || warning !== undefined,
    },
    () => [...rowsBelow(id, shown, wording), ...timelineGroup(`${id}/timeline`, shown.transitions, wording)],
    () => tooltipOf(head(), root, wording),
  );
}

function isWarning({ kind, level }: OutlineEntry): boolean {
  return kind === "finding" && level !== "info";
}

/** The hover of a root over its manifest, with the whole time. */
function tooltipOf(head: OutlineEntry, { since }: RootNode, { zoneAt }: RowWording): ReturnType<typeof headParts> {
  const stamp = since === undefined ? "" : ` (since ${formatLocal(since, zoneAt)})`;
  const state = plainText(head.text);
  const sentence = paragraphPart({ as: "strong", text: plainText(head.subject) }, ` ${state}${stamp}`);
  return [...headParts(head, sentence), ...head.entries.filter(({ id }) => id === "place").map(labelledPart)];
}

/** The rows of a root in the order of the outline; of a healthy one its notes first. */
function rowsBelow(id: string, shown: ShownRoot, wording: RowWording): readonly OutlineRow[] {
  const { root } = shown;
  const drawn = drawnEntries((clock) => shown.head(clock).entries, wording);
  const below = ({ entry, aloud }: DrawnEntry): readonly DrawnEntry[] =>
    entry.entries.map((each, index) => ({ entry: each, aloud: aloud.entries[index] ?? each }));
  const causes = drawn.filter(({ entry }) => isCauseSection(entry)).flatMap(below);
  const facts = drawn.filter(({ entry: { kind, id: which, weight } }) => {
    return (kind === "field" && weight !== "full" && !shownElsewhere.has(which)) || kind === "evidence";
  });
  const notes = drawn.filter(({ entry }) => entry.kind === "finding");
  const isHealthy = root.verdict === "healthy";
  const noteRows = noteGroup(
    `${id}/findings`,
    notes,
    wording,
    isHealthy && notes.some(({ entry }) => isWarning(entry)),
  );
  const groups = [
    ...(isHealthy ? noteRows : []),
    ...groupsOf(id, shown, wording),
    ...upgradeRows(id, drawn, shown, wording),
    ...(root.related.length === 0 ? [] : [relatedGroup(`${id}/related`, root.related, wording)]),
    ...(isHealthy ? [] : noteRows),
  ];
  return [
    ...causeRows(id, root, causes, wording),
    ...facts.map((fact) => entryRow(`${id}/%${fact.entry.id}`, fact, "fact")),
    ...hideExpectedRows(id, groups, wording),
  ];
}

/** Fields that other rows show, or the tooltip alone. */
const shownElsewhere: ReadonlySet<string> = new Set(["place", "upgrade", "meaning"]);

/** How far an upgrade is, with what blocks the next one below it; else whether one may begin, and why not. */
function upgradeRows(
  id: string,
  drawn: readonly DrawnEntry[],
  shown: ShownRoot,
  wording: RowWording,
): readonly OutlineRow[] {
  const gates = drawn.filter(({ entry }) => entry.id === "gate");
  const running = drawn.find(({ entry }) => entry.id === "upgrade");
  const gateRow = (at: string, gate: DrawnEntry): OutlineRow =>
    entryRow(at, gate, "gate", isAsExpected(entryMark(gate.entry)) ? undefined : () => reasonRows(at, shown, wording));
  if (running === undefined) return gates.map((gate) => gateRow(`${id}/gates`, gate));
  const below = gates.map((gate) => gateRow(`${id}/upgrade/gates`, gate));
  const busy = (entry: OutlineEntry): OutlineEntry => ({ ...entry, mark: "busy" });
  const upgrade = { entry: busy(running.entry), aloud: busy(running.aloud) };
  return [entryRow(`${id}/upgrade`, upgrade, "gate", below.length === 0 ? undefined : () => below)];
}

/** The reasons in the words of `gate upgrade`, each with the code that it prints. */
function reasonRows(id: string, { upgradeReasons }: ShownRoot, wording: RowWording): readonly OutlineRow[] {
  const mark = ({ reason }: GateRow): RowMark => (reason.state === "blocks" ? "remark" : "unknown");
  const list = {
    items: upgradeReasons(),
    key: ({ reason: { code, about } }: GateRow) => `${code} ${keyOf(about)}`,
    mark,
    name: ({ reason }: GateRow) => reason.code,
    row: (row: GateRow, at: string): OutlineRow => {
      const { reason, folded } = row;
      const label = folded === undefined ? gateReasonText(reason) : foldedText(folded);
      const spoken = readAloud([label, markWords[mark(row)]]);
      const own = { id: at, mark: mark(row), label, description: reason.code, spoken, ref: reason.about };
      return treeRow({ ...own, context: ["gate"], action: { is: "explain", code: reason.code, text: label } });
    },
  };
  return siblingRows(id, list, wording);
}

function groupsOf(id: string, { root, findings }: ShownRoot, wording: RowWording): readonly OutlineRow[] {
  const marks = root.conditions.map(conditionMark);
  const parts = partList(root, findings, wording);
  const partMarks = parts.items.map(parts.mark);
  const unhealthy = (all: readonly RowMark[]): number => all.filter((mark) => mark !== "good").length;
  const group = (
    name: "conditions" | "parts",
    all: readonly RowMark[],
    words: string,
    below: (id: string) => readonly OutlineRow[],
  ): OutlineRow => {
    const label = name === "parts" ? partsGroup(root.profile) : "Conditions";
    const mark = worstRowMark(all);
    const own = { id: `${id}/${name}`, mark, label, description: words, context: ["group"] as const };
    return treeRow({ ...own, spoken: readAloud([label, words, markWords[mark]]) }, () => below(own.id));
  };
  return [
    group("conditions", marks, attentionSummary(unhealthy(marks), marks.length), (at) =>
      siblingRows(at, conditionList(root, root.conditions, wording), wording),
    ),
    ...(partMarks.length === 0
      ? []
      : [group("parts", partMarks, partsSummary(parts.items, findings), (at) => siblingRows(at, parts, wording))]),
  ];
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
  const isUnhealthy = (node: ReportNode): boolean =>
    partMark(node, findings) !== "good" && !isWarnedPart(node, findings);
  const components = parts.filter(({ role }) => role === "component");
  const counted = components.length === 0 ? parts : components;
  const pieces = [unhealthyCountText(counted.filter(isUnhealthy).length, counted.length)];
  const others = parts.filter((node) => !counted.includes(node) && isUnhealthy(node)).length;
  if (others > 0) pieces.push(`${others} ${others === 1 ? "other" : "others"} unhealthy`);
  const warned = parts.filter((node) => isWarnedPart(node, findings)).length;
  if (warned > 0) pieces.push(`${warned} with a warning`);
  return pieces.join(", ");
}

/** `3 of 6 unhealthy`, `6 healthy`. */
function unhealthyCountText(unhealthy: number, all: number): string {
  return unhealthy === 0 ? `${all} healthy` : `${unhealthy} of ${all} unhealthy`;
}
