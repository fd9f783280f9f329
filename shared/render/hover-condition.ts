import { conditionOf } from "../model/condition.ts";
import type { Linked } from "../model/manifest-link.ts";
import type { SaidCondition } from "../model/manifest-subject.ts";
import { keyOf } from "../model/object.ts";
import type { Contribution, JudgedCondition, RootNode } from "../model/report.ts";
import type { HoverSetting } from "./hover-matter.ts";
import { type Inline, type Part, paragraph } from "./markdown-parts.ts";
import type { Say } from "./say.ts";
import { ageOf, type Clock } from "./words-age.ts";
import { evidenceInBrief } from "./words-cause.ts";
import {
  comparedWords,
  conditionWords,
  contributorsWords,
  countsWords,
  guessedWords,
  moreUnwellWords,
  onlyFileWords,
  reasonWords,
  togetherWords,
} from "./words-hover.ts";
import { sinceAloud } from "./words-tree-aloud.ts";

/** What a condition in a document means, since when it is so, who contributes, and whether the cluster says the same. */
export function conditionParts(
  say: Say,
  said: SaidCondition,
  { link, unlinked, clock, place }: HoverSetting,
): readonly Part[] {
  const { condition, type, reason, meaning } = said;
  return [
    paragraph({ as: "strong", text: sentence(say, condition, clock) }),
    ...(type === undefined ? [] : [paragraph(type.meaning)]),
    ...(condition.guessed === true ? [paragraph(guessedWords(say))] : []),
    ...(reason === undefined ? [] : [paragraph(reasonWords(say, condition.reason, reason.meaning))]),
    ...(meaning === undefined ? [] : [paragraph(togetherWords(say, meaning))]),
    ...(link.state === "linked" && said.isOwn && link.node !== undefined
      ? liveParts(say, condition, link, clock, place)
      : [paragraph(onlyFileWords(say)), ...(unlinked === "" ? [] : [paragraph(unlinked)])]),
  ];
}

function sentence(say: Say, condition: JudgedCondition, clock: Clock): string {
  return conditionWords(say, condition, sinceAloud(say, condition.since, clock.now));
}

/** The file may have been pasted from elsewhere, or exported long ago. */
function liveParts(
  say: Say,
  condition: JudgedCondition,
  { node, root }: Linked,
  clock: Clock,
  place: string,
): readonly Part[] {
  const live = conditionOf(node?.conditions ?? [], condition.type);
  if (live === undefined) return [paragraph(comparedWords(say, "missing", place))];
  const isSame = (["status", "reason", "message"] as const).every((key) => live[key].trim() === condition[key].trim());
  return [
    paragraph(comparedWords(say, isSame ? "same" : "differs", place)),
    ...(isSame ? [] : [paragraph(sentence(say, live, clock), `: ${evidenceInBrief(live)}`)]),
    ...(root === undefined || node === undefined ? [] : shareParts(say, live, root, node, clock)),
  ];
}

/** Of a root who contributes to the condition, of a part for whom it counts. */
function shareParts(
  say: Say,
  { type, abnormal }: JudgedCondition,
  root: RootNode,
  node: NonNullable<Linked["node"]>,
  clock: Clock,
): readonly Part[] {
  const shares = Object.hasOwn(root.offenders, type) ? (root.offenders[type] ?? []) : [];
  if (keyOf(root.ref) !== keyOf(node.ref)) {
    const own = shares.filter(({ component }) => component === node.label);
    if (own.length === 0) return [];
    return [
      paragraph(
        countsWords(
          say,
          `${root.ref.kind} ${root.ref.name}`,
          own.some(({ shown }) => shown),
        ),
      ),
    ];
  }
  if (shares.length === 0) return abnormal ? [paragraph(contributorsWords(say, 0))] : [];
  const items = shares.slice(0, mostShares).map((share) => shareLine(share, clock));
  const left = shares.length - items.length;
  return [
    paragraph(contributorsWords(say, shares.length)),
    { as: "list", items: left > 0 ? [...items, moreUnwellWords(say, left)] : items },
  ];
}

const mostShares = 3;

/** `CDI: DeployFailed: …, 14m`. */
function shareLine(share: Contribution, clock: Clock): Inline {
  const age = ageOf(share.since, clock);
  return [{ as: "strong", text: share.component }, `: ${evidenceInBrief(share)}${age === "" ? "" : `, ${age}`}`];
}
