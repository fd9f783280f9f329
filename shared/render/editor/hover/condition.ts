import { lastConditionOfType } from "../../../model/condition.ts";
import type { SaidCondition } from "../../../model/manifest/subject.ts";
import { keyOf } from "../../../model/object.ts";
import type { Contribution, JudgedCondition, ReportNode, RootNode } from "../../../model/report.ts";
import { type AgeClock, ageText } from "../../../outline/ages.ts";
import { evidenceInBrief } from "../../../outline/cause.ts";
import type { Translate } from "../../../outline/translate.ts";
import {
  contributorsWords,
  countsWords,
  guessedWords,
  hoverConditionText,
  hoverReasonText,
  inFileWords,
  moreUnhealthyText,
  noLiveConditionWords,
  onlyFileWords,
  togetherWords,
} from "../../words/editor/hover.ts";
import { sinceAloud } from "../../words/editor/tree-accessibility.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type MarkdownLine, type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/**
 * The hover for a condition in a document: its live value first, then its meaning and the components that contribute.
 * What the file says stands last, and only where it differs.
 */
export function conditionParts(
  say: Translate,
  said: SaidCondition,
  { link, unlinked, clock, place }: HoverSetting,
): readonly MarkdownPart[] {
  const { condition } = said;
  if (link.state !== "linked" || !said.isOwn || link.node === undefined)
    return [
      paragraphPart({ as: "strong", text: sentence(say, condition, clock) }),
      ...meaningParts(say, said, true),
      paragraphPart(onlyFileWords(say)),
      ...(unlinked === "" ? [] : [paragraphPart(unlinked)]),
    ];
  const live = lastConditionOfType(link.node.conditions, condition.type);
  const inFile = paragraphPart(inFileWords(say), ` ${sentence(say, condition, clock)}`, evidence(condition));
  if (live === undefined)
    return [
      paragraphPart({ as: "strong", text: noLiveConditionWords(say, condition.type) }, ` (${place})`),
      ...meaningParts(say, said, false),
      inFile,
    ];
  const isSame = (["status", "reason", "message"] as const).every((key) => live[key].trim() === condition[key].trim());
  const { root } = link;
  return [
    paragraphPart({ as: "strong", text: sentence(say, live, clock) }, evidence(live), ` (${place})`),
    ...meaningParts(say, said, isSame),
    ...(root === undefined ? [] : shareParts(say, live, root, link.node, clock)),
    ...(isSame ? [] : [inFile]),
  ];
}

/** What the type means; `ofFile`: what the reason in the file means, too. */
function meaningParts(
  say: Translate,
  { condition, type, reason, meaning }: SaidCondition,
  ofFile: boolean,
): readonly MarkdownPart[] {
  return [
    ...(type === undefined ? [] : [paragraphPart(type.meaning)]),
    ...(condition.inferred === true ? [paragraphPart(guessedWords(say))] : []),
    ...(reason === undefined || !ofFile ? [] : [paragraphPart(hoverReasonText(say, condition.reason, reason.meaning))]),
    ...(meaning === undefined || !ofFile ? [] : [paragraphPart(togetherWords(say, meaning))]),
  ];
}

function sentence(say: Translate, condition: JudgedCondition, clock: AgeClock): string {
  return hoverConditionText(say, condition, sinceAloud(say, condition.since, clock.now));
}

/** `: CDINotAvailable (no message)`; empty where the condition is as expected and has no words. */
function evidence(condition: JudgedCondition): string {
  const isSilent = condition.reason.trim() === "" && condition.message.trim() === "";
  return isSilent && !condition.abnormal ? "" : `: ${evidenceInBrief(condition)}`;
}

/** For a root the components that contribute to the condition, for a part the root conditions it counts for. */
function shareParts(
  say: Translate,
  { type, abnormal }: JudgedCondition,
  root: RootNode,
  node: ReportNode,
  clock: AgeClock,
): readonly MarkdownPart[] {
  const shares = Object.hasOwn(root.offenders, type) ? (root.offenders[type] ?? []) : [];
  if (keyOf(root.ref) !== keyOf(node.ref)) {
    const own = shares.filter(({ component }) => component === node.label);
    if (own.length === 0) return [];
    return [
      paragraphPart(
        countsWords(
          say,
          `${root.ref.kind} ${root.ref.name}`,
          own.some(({ shown }) => shown),
        ),
      ),
    ];
  }
  if (shares.length === 0) return abnormal ? [paragraphPart(contributorsWords(say, 0))] : [];
  const items = shares.slice(0, mostShares).map((share) => shareLine(share, clock));
  const left = shares.length - items.length;
  return [
    paragraphPart(contributorsWords(say, shares.length)),
    { as: "list", items: left > 0 ? [...items, moreUnhealthyText(say, left)] : items },
  ];
}

const mostShares = 3;

/** `CDI: DeployFailed: …, 14m`. */
function shareLine(share: Contribution, clock: AgeClock): MarkdownLine {
  const age = ageText(share.since, clock);
  return [{ as: "strong", text: share.component }, `: ${evidenceInBrief(share)}${age === "" ? "" : `, ${age}`}`];
}
