import { keyOf } from "../model/object.ts";
import type { Node, Report, RootNode } from "../model/report.ts";
import { compareVerdicts, type Verdict } from "../model/verdict.ts";
import { findingsOf } from "./findings.ts";
import type { HoverSetting } from "./hover-matter.ts";
import { type Inline, type Part, type Piece, paragraph } from "./markdown-parts.ts";
import { glyphsFor, markOf } from "./marks.ts";
import { conditionRows } from "./rows-conditions.ts";
import type { Say } from "./say.ts";
import { sinceOf } from "./since.ts";
import { ageOf, type Clock } from "./words-age.ts";
import { causeWords, isHidden } from "./words-blame.ts";
import {
  conditionTitles,
  goodConditionsWords,
  meansLabel,
  moreUnwellWords,
  objectWords,
  onClusterWords,
  unsaidWords,
} from "./words-hover.ts";
import { whyOf } from "./words-part.ts";
import { groupLabel, verdictFor } from "./words-tree.ts";
import { sinceAloud } from "./words-tree-aloud.ts";
import { phraseOf } from "./words-verdict.ts";

/** The report of one object in short, or why there is none. */
export function objectParts(say: Say, { link, unlinked, report, clock, place }: HoverSetting): readonly Part[] {
  if (link.state !== "linked") return [paragraph(unlinked)];
  const { node, root, ref } = link;
  if (node === undefined) return [paragraph(onClusterWords(say, ref.kind, ref.name)), paragraph(place)];
  const isRoot = root !== undefined && keyOf(root.ref) === keyOf(node.ref);
  const sentence = isRoot ? rootSentence(root, report, clock) : nodeSentence(say, node, clock);
  return [
    paragraph({ as: "strong", text: sentence }),
    paragraph(place),
    ...(isRoot ? causeParts(say, root, clock) : whyParts(say, node)),
    ...conditionParts(say, node, clock),
    ...(isRoot ? offenderParts(say, root, report, clock) : []),
  ];
}

/** `HyperConverged kubevirt-hyperconverged is unavailable, for 14 minutes`: words, because it is read aloud. */
function rootSentence(root: RootNode, report: Report | undefined, clock: Clock): string {
  const findings = report === undefined ? [] : findingsOf(report, root);
  return `${root.ref.kind} ${root.ref.name} ${phraseOf(root, findings, { ...clock, tells: "words" }).words}`;
}

/** `CDI cdi-kubevirt-hyperconverged is unavailable for 14 minutes`. */
function nodeSentence(say: Say, node: Node, clock: Clock): string {
  const since = sinceAloud(say, sinceOf(node), clock.now);
  return objectWords(say, node.ref.kind, node.ref.name, verdictFor(say, node.verdict, since));
}

function causeParts(say: Say, root: RootNode, clock: Clock): readonly Part[] {
  const cause = causeWords(root, clock);
  const meaning = root.verdict === "healthy" || root.deleting ? undefined : root.meaning;
  const items: readonly Inline[] = [
    ...(cause === undefined ? [] : [labelled(groupLabel(say, "cause"), cause)]),
    ...(meaning === undefined ? [] : [labelled(meansLabel(say), meaning)]),
  ];
  return items.length === 0 ? [] : [{ as: "list", items }];
}

function whyParts(say: Say, node: Node): readonly Part[] {
  if (node.verdict === "healthy") return [];
  const why = whyOf(node, [], false);
  return why === "" ? [] : [paragraph(...labelled(groupLabel(say, "cause"), why))];
}

function labelled(label: string, text: string): readonly (string | Piece)[] {
  return [{ as: "strong", text: label }, ` ${text}`];
}

/** The conditions that need a look as a table, how many are good behind it. */
function conditionParts(say: Say, { conditions }: Node, clock: Clock): readonly Part[] {
  const { abnormal, good, unjudged } = conditionRows(conditions, clock, false);
  const { marks } = glyphsFor(false);
  const rows = [...abnormal, ...unjudged];
  const table: Part = {
    as: "table",
    head: conditionTitles(say),
    rows: rows
      .slice(0, mostConditions)
      .map((row) => [
        unjudged.includes(row) ? row.type : `${marks[row.mark]} ${row.type}`,
        row.status,
        row.reason,
        row.since,
      ]),
  };
  // A hover is low, and what may be done stands below this.
  const others: readonly Part[] = good.length === 0 ? [] : [paragraph(goodConditionsWords(say, good.length))];
  if (abnormal.length > 0) {
    const left = rows.length - mostConditions;
    return [table, ...(left > 0 ? [paragraph(moreUnwellWords(say, left))] : []), ...others];
  }
  return others;
}

const mostConditions = 8;

/** Whoever makes the root unwell, worst first, in one line each. */
function offenderParts(say: Say, root: RootNode, report: Report | undefined, clock: Clock): readonly Part[] {
  if (root.verdict === "healthy") return [];
  const findings = report === undefined ? [] : findingsOf(report, root);
  const unwell = root.children
    .filter(({ required, verdict }) => required && verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const items = unwell.slice(0, mostOffenders).map((node) => {
    const type = sharedIn[node.verdict];
    const isUnsaid = type !== undefined && isHidden(root, node.label, type);
    const why = [whyOf(node, findings, false), isUnsaid ? unsaidWords(say) : ""];
    return partLine(say, node, why.filter((word) => word !== "").join("; "), clock);
  });
  const left = unwell.length - items.length;
  const all = left > 0 ? [...items, moreUnwellWords(say, left)] : items;
  return all.length === 0 ? [] : [{ as: "list", items: all }];
}

const mostOffenders = 3;

/** The condition of the root in which a part that is so should be named. */
const sharedIn: Partial<Record<Verdict, string>> = {
  unavailable: "Available",
  degraded: "Degraded",
  progressing: "Progressing",
};

/** `✗ CDI unavailable for 14m: no reason given`. */
export function partLine(say: Say, node: Node, why: string, clock: Clock): Inline {
  const verdict = verdictFor(say, node.verdict, ageOf(sinceOf(node), clock));
  const mark = glyphsFor(false).marks[markOf(node.verdict)];
  return [`${mark} `, { as: "strong", text: node.label }, ` ${verdict}${why === "" ? "" : `: ${why}`}`];
}
