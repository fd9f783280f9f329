import { keyOf } from "../../../model/object.ts";
import type { ReportNode, RootNode } from "../../../model/report.ts";
import { type AgeClock, ageText } from "../../../outline/ages.ts";
import { causeEntries, causeLine, partCauseText } from "../../../outline/cause-line.ts";
import { conditionRows } from "../../../outline/condition-rows.ts";
import { rootFindings } from "../../../outline/group-findings.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { hasOwnMatrix } from "../../../outline/meaning.ts";
import { partState, rootState, stateWithAge } from "../../../outline/root-state.ts";
import { plainText } from "../../../outline/text.ts";
import type { Translate } from "../../../outline/translate.ts";
import { whyUnhealthy } from "../../../outline/words/component.ts";
import { impactClauses } from "../../../outline/words/impact.ts";
import { paragraphLabels } from "../../../outline/words/labels.ts";
import { nodeSince } from "../../../outline/words/since.ts";
import { glyphsFor } from "../../terminal/verdict-marks.ts";
import {
  causeLabel,
  conditionTitles,
  goodConditionsWords,
  meansLabel,
  moreUnhealthyText,
  onClusterWords,
} from "../../words/editor/hover.ts";
import { verdictFor } from "../../words/editor/tree.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type LinePiece, type MarkdownLine, type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/**
 * A short report of one object, or why there is none. VS Code shows about ten lines without scrolling, so the culprits
 * with their next commands and the links stand before the conditions.
 */
export function objectParts(
  say: Translate,
  setting: HoverSetting,
  links: readonly MarkdownPart[],
): readonly MarkdownPart[] {
  const { link, unlinked, report, clock, place } = setting;
  if (link.state !== "linked") return [paragraphPart(unlinked), ...links];
  const { node, root, ref } = link;
  if (node === undefined)
    return [paragraphPart(onClusterWords(say, ref.kind, ref.name)), paragraphPart(place), ...links];
  const isRoot = root !== undefined && keyOf(root.ref) === keyOf(node.ref);
  const findings = isRoot && report !== undefined ? rootFindings(report, root) : [];
  const state = isRoot ? rootState(root, findings) : partState(node);
  const sentence = `${node.ref.kind} ${node.ref.name} ${stateWithAge(state, { ...clock, tells: "words" })}`;
  return [
    paragraphPart({ as: "strong", text: sentence }, ` (${place})`),
    ...(isRoot ? impactParts(root) : []),
    ...(isRoot ? culpritParts(root, setting) : causeParts(say, node, root, clock)),
    ...links,
    ...(isRoot ? meaningParts(say, root) : []),
    ...conditionParts(say, node, clock),
  ];
}

/** What the state means for virtual machines. */
function impactParts(root: RootNode): readonly MarkdownPart[] {
  const clauses = impactClauses([root]);
  return clauses.length === 0 ? [] : [paragraphPart(...labelled(paragraphLabels.impact, clauses.join("; ")))];
}

/** The causes of a root as the first screen has them, each with its next command; the others are named. */
function culpritParts(root: RootNode, { clock, kubectl }: HoverSetting): readonly MarkdownPart[] {
  if (root.verdict === "healthy") return [];
  const { marks } = glyphsFor(false);
  const entries = causeEntries(root, clock, kubectl);
  const items = entries.slice(0, mostCauses).map((entry): MarkdownLine => {
    const [step] = entry.commands;
    const words = causeLine(entry);
    return [
      `${marks[entry.mark ?? "unknown"]} `,
      { as: "strong", text: plainText(entry.subject) },
      words === "" ? "" : ` ${words}`,
      ...(step === undefined ? [] : [": ", { as: "code", text: step.command } as const]),
    ];
  });
  const others = entries.slice(mostCauses).map(({ subject }) => plainText(subject));
  const all = [...items, ...(others.length === 0 ? [] : [`and ${others.length} more: ${others.join(", ")}`])];
  return all.length === 0 ? [] : [{ as: "list", items: all }];
}

/** The most causes with a line: VS Code shows about ten lines without scrolling. */
const mostCauses = 3;

/** The cause of an unhealthy part: that of its root that leads to it, else what its own conditions report. */
function causeParts(
  say: Translate,
  node: ReportNode,
  root: RootNode | undefined,
  clock: AgeClock,
): readonly MarkdownPart[] {
  if (node.verdict === "healthy") return [];
  const cause = root === undefined ? [] : partCauseText(root, node, clock);
  const why = plainText(cause) || whyUnhealthy(node, [], false);
  return why === "" ? [] : [paragraphPart(...labelled(causeLabel(say), why))];
}

function meaningParts(say: Translate, root: RootNode): readonly MarkdownPart[] {
  const isTold = root.verdict !== "healthy" && !root.deleting && hasOwnMatrix(root);
  const meaning = isTold ? root.meaning : undefined;
  return meaning === undefined ? [] : [paragraphPart(...labelled(meansLabel(say), meaning))];
}

function labelled(label: string, text: string): readonly (string | LinePiece)[] {
  return [{ as: "strong", text: label }, ` ${text}`];
}

/** A table of the conditions that are not good, and the number of good ones below it. */
function conditionParts(say: Translate, { conditions }: ReportNode, clock: AgeClock): readonly MarkdownPart[] {
  const { abnormal, good, unjudged } = conditionRows(conditions, clock, false);
  const { marks } = glyphsFor(false);
  const rows = [...abnormal, ...unjudged];
  const table: MarkdownPart = {
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
  const others: readonly MarkdownPart[] =
    good.length === 0 ? [] : [paragraphPart(goodConditionsWords(say, good.length))];
  if (abnormal.length > 0) {
    const left = rows.length - mostConditions;
    return [table, ...(left > 0 ? [paragraphPart(moreUnhealthyText(say, left))] : []), ...others];
  }
  return others;
}

const mostConditions = 8;

/** `✗ CDI unavailable for 14m: no reason given`. */
export function partLine(say: Translate, node: ReportNode, why: string, clock: AgeClock): MarkdownLine {
  const verdict = verdictFor(say, node.verdict, ageText(nodeSince(node), clock));
  const mark = glyphsFor(false).marks[verdictMark(node.verdict)];
  return [`${mark} `, { as: "strong", text: node.label }, ` ${verdict}${why === "" ? "" : `: ${why}`}`];
}
