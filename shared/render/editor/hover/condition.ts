import { type AgeClock, ageText } from "../../../aggregate/core/words/ages.ts";
import { evidenceInBrief } from "../../../aggregate/core/words/cause.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import type { LinkedObject } from "../../../model/manifest/link.ts";
import type { SaidCondition } from "../../../model/manifest/subject.ts";
import { keyOf } from "../../../model/object.ts";
import type { Contribution, JudgedCondition, RootNode } from "../../../model/report.ts";
import {
  comparedWords,
  contributorsWords,
  countsWords,
  guessedWords,
  hoverConditionText,
  hoverReasonText,
  moreUnhealthyText,
  onlyFileWords,
  togetherWords,
} from "../../words/editor/hover.ts";
import { sinceAloud } from "../../words/editor/tree-accessibility.ts";
import type { Translate } from "../../words/translate.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type MarkdownLine, type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/**
 * The hover for a condition in a document: its meaning, its age and the components that contribute. It also states
 * whether the cluster reports the same.
 */
export function conditionParts(
  say: Translate,
  said: SaidCondition,
  { link, unlinked, clock, place }: HoverSetting,
): readonly MarkdownPart[] {
  const { condition, type, reason, meaning } = said;
  return [
    paragraphPart({ as: "strong", text: sentence(say, condition, clock) }),
    ...(type === undefined ? [] : [paragraphPart(type.meaning)]),
    ...(condition.guessed === true ? [paragraphPart(guessedWords(say))] : []),
    ...(reason === undefined ? [] : [paragraphPart(hoverReasonText(say, condition.reason, reason.meaning))]),
    ...(meaning === undefined ? [] : [paragraphPart(togetherWords(say, meaning))]),
    ...(link.state === "linked" && said.isOwn && link.node !== undefined
      ? liveParts(say, condition, link, clock, place)
      : [paragraphPart(onlyFileWords(say)), ...(unlinked === "" ? [] : [paragraphPart(unlinked)])]),
  ];
}

function sentence(say: Translate, condition: JudgedCondition, clock: AgeClock): string {
  return hoverConditionText(say, condition, sinceAloud(say, condition.since, clock.now));
}

/** The live value of the condition: the file may have been pasted from elsewhere, or exported long ago. */
function liveParts(
  say: Translate,
  condition: JudgedCondition,
  { node, root }: LinkedObject,
  clock: AgeClock,
  place: string,
): readonly MarkdownPart[] {
  const live = lastConditionOfType(node?.conditions ?? [], condition.type);
  if (live === undefined) return [paragraphPart(comparedWords(say, "missing", place))];
  const isSame = (["status", "reason", "message"] as const).every((key) => live[key].trim() === condition[key].trim());
  return [
    paragraphPart(comparedWords(say, isSame ? "same" : "differs", place)),
    ...(isSame ? [] : [paragraphPart(sentence(say, live, clock), `: ${evidenceInBrief(live)}`)]),
    ...(root === undefined || node === undefined ? [] : shareParts(say, live, root, node, clock)),
  ];
}

/** For a root the components that contribute to the condition, for a part the root conditions it counts for. */
function shareParts(
  say: Translate,
  { type, abnormal }: JudgedCondition,
  root: RootNode,
  node: NonNullable<LinkedObject["node"]>,
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
