import { type AgeClock, ageText } from "../../../aggregate/core/words/ages.ts";
import { keyOf } from "../../../model/object.ts";
import type { Report, ReportNode, RootNode } from "../../../model/report.ts";
import { conditionRows } from "../../page/condition-rows.ts";
import { rootFindings } from "../../page/group-findings.ts";
import { hasOwnMatrix } from "../../page/root-page.ts";
import { glyphsFor, verdictMark } from "../../terminal/verdict-marks.ts";
import { besideText, blamingType, causeWords, culpritParts, isHidden } from "../../words/cause/blame.ts";
import {
  conditionTitles,
  goodConditionsWords,
  meansLabel,
  moreUnhealthyText,
  objectWords,
  onClusterWords,
  unsaidWords,
} from "../../words/editor/hover.ts";
import { groupLabel, verdictFor } from "../../words/editor/tree.ts";
import { sinceAloud } from "../../words/editor/tree-accessibility.ts";
import { whyUnhealthy } from "../../words/report/component.ts";
import { nodeSince } from "../../words/report/since.ts";
import { verdictPhrase } from "../../words/report/verdicts.ts";
import type { Translate } from "../../words/translate.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type LinePiece, type MarkdownLine, type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/** A short report of one object, or why there is none. */
export function objectParts(
  say: Translate,
  { link, unlinked, report, clock, place }: HoverSetting,
): readonly MarkdownPart[] {
  if (link.state !== "linked") return [paragraphPart(unlinked)];
  const { node, root, ref } = link;
  if (node === undefined) return [paragraphPart(onClusterWords(say, ref.kind, ref.name)), paragraphPart(place)];
  const isRoot = root !== undefined && keyOf(root.ref) === keyOf(node.ref);
  const sentence = isRoot ? rootSentence(root, report, clock) : nodeSentence(say, node, clock);
  return [
    paragraphPart({ as: "strong", text: sentence }),
    paragraphPart(place),
    ...(isRoot ? causeParts(say, root, clock) : whyParts(say, node)),
    ...conditionParts(say, node, clock),
    ...(isRoot ? offenderParts(say, root, report, clock) : []),
  ];
}

/** `HyperConverged kubevirt-hyperconverged is unavailable, for 14 minutes`: in words, for screen readers. */
function rootSentence(root: RootNode, report: Report | undefined, clock: AgeClock): string {
  const findings = report === undefined ? [] : rootFindings(report, root);
  return `${root.ref.kind} ${root.ref.name} ${verdictPhrase(root, findings, { ...clock, tells: "words" }).words}`;
}

/** `CDI cdi-kubevirt-hyperconverged is unavailable for 14 minutes`. */
function nodeSentence(say: Translate, node: ReportNode, clock: AgeClock): string {
  const since = sinceAloud(say, nodeSince(node), clock.now);
  return objectWords(say, node.ref.kind, node.ref.name, verdictFor(say, node.verdict, since));
}

function causeParts(say: Translate, root: RootNode, clock: AgeClock): readonly MarkdownPart[] {
  const cause = causeWords(root, clock);
  const meaning = root.verdict === "healthy" || root.deleting || !hasOwnMatrix(root) ? undefined : root.meaning;
  const items: readonly MarkdownLine[] = [
    ...(cause === undefined ? [] : [labelled(groupLabel(say, "cause"), cause)]),
    ...(meaning === undefined ? [] : [labelled(meansLabel(say), meaning)]),
  ];
  return items.length === 0 ? [] : [{ as: "list", items }];
}

function whyParts(say: Translate, node: ReportNode): readonly MarkdownPart[] {
  if (node.verdict === "healthy") return [];
  const why = whyUnhealthy(node, [], false);
  return why === "" ? [] : [paragraphPart(...labelled(groupLabel(say, "cause"), why))];
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
  // A hover has little height, and the links stand below this.
  const others: readonly MarkdownPart[] =
    good.length === 0 ? [] : [paragraphPart(goodConditionsWords(say, good.length))];
  if (abnormal.length > 0) {
    const left = rows.length - mostConditions;
    return [table, ...(left > 0 ? [paragraphPart(moreUnhealthyText(say, left))] : []), ...others];
  }
  return others;
}

const mostConditions = 8;

/** The components that make the root unhealthy, in the order of the causes, then the causes about no such component. */
function offenderParts(
  say: Translate,
  root: RootNode,
  report: Report | undefined,
  clock: AgeClock,
): readonly MarkdownPart[] {
  if (root.verdict === "healthy") return [];
  const findings = report === undefined ? [] : rootFindings(report, root);
  const unhealthy = culpritParts(root);
  const items = unhealthy.slice(0, mostOffenders).map((node) => {
    const type = blamingType[node.verdict];
    const isUnsaid = type !== undefined && isHidden(root, node.label, type);
    const why = [whyUnhealthy(node, findings, false), isUnsaid ? unsaidWords(say) : ""];
    return partLine(say, node, why.filter((word) => word !== "").join("; "), clock);
  });
  const left = unhealthy.length - items.length;
  const beside = besideText(root, clock).map((text) => `${glyphsFor(false).marks.bad} ${text}`);
  const all = [...items, ...beside, ...(left > 0 ? [moreUnhealthyText(say, left)] : [])];
  return all.length === 0 ? [] : [{ as: "list", items: all }];
}

const mostOffenders = 3;

/** `✗ CDI unavailable for 14m: no reason given`. */
export function partLine(say: Translate, node: ReportNode, why: string, clock: AgeClock): MarkdownLine {
  const verdict = verdictFor(say, node.verdict, ageText(nodeSince(node), clock));
  const mark = glyphsFor(false).marks[verdictMark(node.verdict)];
  return [`${mark} `, { as: "strong", text: node.label }, ` ${verdict}${why === "" ? "" : `: ${why}`}`];
}
