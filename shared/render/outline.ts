import type { Finding } from "../model/finding.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { Related, Report, RootNode } from "../model/report.ts";
import { findingsOf, leftOver } from "./findings.ts";
import { type Mark, markOf, worstMark } from "./marks.ts";
import { type ConditionRow, conditionRows } from "./rows-conditions.ts";
import { gateRows } from "./rows-gates.ts";
import type { NodeRow } from "./rows-nodes.ts";
import { type PartRow, partRows } from "./rows-parts.ts";
import { notAsRecorded } from "./rows-related.ts";
import { harmlessReport } from "./safe.ts";
import { describe } from "./words.ts";
import type { Clock } from "./words-age.ts";
import { causeWords, culpritsOf, equalWords, eventWords } from "./words-blame.ts";
import { healthyWords } from "./words-labels.ts";
import { groups, needsLook, partsGroup, relatedGone, unwellParts } from "./words-outline.ts";
import { relatedName, relatedState } from "./words-related.ts";
import { silentLines } from "./words-silence.ts";
import { phraseOf } from "./words-verdict.ts";

/** One row of a tree: what a surface needs to draw it, nothing it has to compute. */
export interface OutlineRow {
  /** The same for the same thing in the next Report. */
  readonly id: string;
  readonly mark: Mark;
  readonly label: string;
  readonly description: string;
  /** The object behind the row, where there is one. */
  readonly ref?: Ref;
  readonly children: readonly OutlineRow[];
}

/** The Report as a tree of harmless texts: the roots, each with cause, conditions, components, gates and findings. */
export function outline(report: Report): readonly OutlineRow[] {
  const safe = harmlessReport(report);
  const roots = safe.roots.map((root) => {
    const isAlone = safe.roots.length === 1 || root.ref.namespace === undefined;
    return rootRow(root, isAlone ? root.label : `${root.ref.namespace}/${root.label}`, findingsOf(safe, root), {
      now: safe.takenAt,
      tells: "age",
    });
  });
  const others = safe.roots.length === 1 ? [] : leftOver(safe, safe.roots);
  return [...roots, ...(others.length === 0 ? [] : [findingGroup("", others)])];
}

function rootRow(root: RootNode, label: string, findings: readonly Finding[], clock: Clock): OutlineRow {
  const id = keyOf(root.ref);
  const cause = causeWords(root, clock);
  const { mark, words } = phraseOf(root, findings, clock);
  const parts = partRows(root, findings, clock, true);
  return {
    id,
    mark,
    label,
    description: [words.replace(/^is /, ""), ...silentLines(findings)].join("; "),
    ref: root.ref,
    children: [
      ...(cause === undefined ? [] : [causeRow(id, root, cause, clock)]),
      conditionGroup(id, root, clock),
      ...(parts.length === 0 ? [] : [partGroup(id, partsGroup(root.profile), parts)]),
      group(
        `${id}/gates`,
        groups.gates,
        "",
        gateRows(root).map((row) => leaf(`${id}/gates/${row.name}`, row.mark, row.name, row.words)),
      ),
      ...(root.related.length === 0 ? [] : [relatedGroup(id, root.related)]),
      ...(findings.length === 0 ? [] : [findingGroup(id, findings)]),
    ],
  };
}

/** The cause; below it those that are as bad, and what was said of it lately. */
function causeRow(id: string, root: RootNode, cause: string, clock: Clock): OutlineRow {
  const mark = markOf(root.verdict);
  const equals = equalWords(root, clock, true).map((words, place) =>
    leaf(`${id}/cause/${place}`, mark, groups.and, words),
  );
  const said = eventWords(root, clock, true).map((words, place) =>
    leaf(`${id}/cause/events/${place}`, "remark", groups.event, words),
  );
  const ref = culpritsOf(root).at(-1)?.ref;
  const row = { ...leaf(`${id}/cause`, mark, groups.cause, cause), children: [...equals, ...said] };
  return ref === undefined ? row : { ...row, ref };
}

function conditionGroup(id: string, root: RootNode, clock: Clock): OutlineRow {
  const { abnormal, good, unjudged } = conditionRows(root.conditions, clock, true);
  const row = (one: ConditionRow): OutlineRow =>
    leaf(
      `${id}/conditions/${one.type}`,
      one.mark,
      one.type,
      [one.status, one.words, one.since].filter(isSaid).join(" · "),
    );
  const all = [...abnormal, ...good, ...unjudged];
  return group(`${id}/conditions`, groups.conditions, needsLook(abnormal.length, all.length), all.map(row));
}

/** The unwell ones each, the healthy ones together in one row that opens. */
function partGroup(id: string, label: string, parts: readonly PartRow[]): OutlineRow {
  const row = (part: PartRow): OutlineRow => ({
    id: `${id}/parts/${keyOf(part.ref)}`,
    mark: part.mark,
    label: part.label,
    description: [part.verdict, part.since, part.version, part.why].filter(isSaid).join(" · "),
    ref: part.ref,
    children: part.children.map((child, index) => nodeRow(`${id}/parts/${keyOf(part.ref)}`, child, index)),
  });
  const listed = parts.filter((part) => part.isListed);
  const healthy = parts.filter((part) => !part.isListed);
  const folded = healthyWords(healthy.map((part) => part.label));
  const rows = healthy.map(row);
  return group(`${id}/parts`, label, unwellParts(parts.filter((part) => part.mark !== "good").length, parts.length), [
    ...listed.map(row),
    ...(rows.length === 0 ? [] : [{ ...leaf(`${id}/parts/healthy`, "good" as const, folded, ""), children: rows }]),
  ]);
}

function nodeRow(above: string, { ref, mark, label, description, children }: NodeRow, index: number): OutlineRow {
  const own = ref === undefined ? `more-${index}` : keyOf(ref);
  // A container has no object of its own but its Pod.
  const id = `${above}/${above.endsWith(`/${own}`) ? label : own}`;
  const rows = children.map((child, at) => nodeRow(id, child, at));
  return { id, mark, label, description, ...(ref === undefined ? {} : { ref }), children: rows };
}

/** How many there are, and below those that are not as recorded, as many as a person would read. */
function relatedGroup(id: string, related: readonly Related[]): OutlineRow {
  const other = notAsRecorded(related);
  const isIntact = other.every(({ state }) => state !== "gone" && state !== "replaced");
  const rows = other.slice(0, mostRelated).map((entry, index) => {
    const mark = entry.state === "changed" ? "good" : "remark";
    const row = leaf(`${id}/related/${keyOf(entry.ref)}/${index}`, mark, relatedName(entry), relatedState(entry, true));
    return { ...row, ref: entry.ref };
  });
  const summary = leaf(`${id}/related`, isIntact ? "good" : "remark", groups.related, relatedGone(related));
  return { ...summary, children: rows };
}

const mostRelated = 100;

function findingGroup(id: string, findings: readonly Finding[]): OutlineRow {
  const marks = { error: "bad", warning: "remark", info: "good" } as const;
  const rows = findings.map((one, index) => ({
    ...leaf(`${id}/findings/${one.code}/${keyOf(one.about)}/${index}`, marks[one.severity], describe(one), ""),
    ref: one.about,
  }));
  return group(`${id}/findings`, groups.findings, `${rows.length}`, rows);
}

/** A row that only holds others is marked like the worst of them. */
function group(id: string, label: string, description: string, children: readonly OutlineRow[]): OutlineRow {
  return { id, mark: worstMark(children.map((child) => child.mark)), label, description, children };
}

function leaf(id: string, mark: Mark, label: string, description: string): OutlineRow {
  return { id, mark, label, description, children: [] };
}

function isSaid(word: string): boolean {
  return word !== "";
}
