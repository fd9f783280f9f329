import { lastConditionOfType } from "../../../model/condition.ts";
import type { SaidCondition } from "../../../model/manifest/subject.ts";
import { keyOf } from "../../../model/object.ts";
import type { Contribution, JudgedCondition, ReportNode, RootNode } from "../../../model/report.ts";
import { type AgeClock, ageText } from "../../../outline/ages.ts";
import { evidenceInBrief } from "../../../outline/cause.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type MarkdownLine, type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/**
 * The hover for a condition in a document: its live value first, then its meaning and the components that contribute.
 * What the file says stands last, and only where it differs.
 */
export function conditionParts(
  said: SaidCondition,
  { link, unlinked, clock, place }: HoverSetting,
): readonly MarkdownPart[] {
  const { condition } = said;
  if (link.state !== "linked" || !said.isOwn || link.node === undefined)
    return [
      paragraphPart({ as: "strong", text: sentence(condition, clock) }),
      ...meaningParts(said, true),
      paragraphPart("In the file"),
      ...(unlinked === "" ? [] : [paragraphPart(unlinked)]),
    ];
  const live = lastConditionOfType(link.node.conditions, condition.type);
  const inFile = paragraphPart("In the file:", ` ${sentence(condition, clock)}`, evidence(condition));
  if (live === undefined)
    return [
      paragraphPart({ as: "strong", text: `The live object has no condition ${condition.type}` }, ` (${place})`),
      ...meaningParts(said, false),
      inFile,
    ];
  const isSame = (["status", "reason", "message"] as const).every((key) => live[key].trim() === condition[key].trim());
  const { root } = link;
  return [
    paragraphPart({ as: "strong", text: sentence(live, clock) }, evidence(live), ` (${place})`),
    ...meaningParts(said, isSame),
    ...(root === undefined ? [] : shareParts(live, root, link.node, clock)),
    ...(isSame ? [] : [inFile]),
  ];
}

/** What the type means; `ofFile`: what the reason in the file means, too. */
function meaningParts({ condition, type, reason, meaning }: SaidCondition, ofFile: boolean): readonly MarkdownPart[] {
  return [
    ...(type === undefined ? [] : [paragraphPart(type.meaning)]),
    ...(condition.inferred === true ? [paragraphPart("The polarity of this type was inferred from its name")] : []),
    ...(reason === undefined || !ofFile ? [] : [paragraphPart(`${condition.reason}: ${reason.meaning}`)]),
    ...(meaning === undefined || !ofFile
      ? []
      : [paragraphPart(`Available, Progressing and Degraded together: ${meaning}`)]),
  ];
}

function sentence(condition: JudgedCondition, clock: AgeClock): string {
  return hoverConditionText(condition, ageText(condition.since, { ...clock, tells: "words" }));
}

/** `: CDINotAvailable (no message)`; empty where the condition is as expected and has no words. */
function evidence(condition: JudgedCondition): string {
  const isSilent = condition.reason.trim() === "" && condition.message.trim() === "";
  return isSilent && !condition.abnormal ? "" : `: ${evidenceInBrief(condition)}`;
}

/** For a root the components that contribute to the condition, for a part the root conditions it counts for. */
function shareParts(
  { type, abnormal }: JudgedCondition,
  root: RootNode,
  node: ReportNode,
  clock: AgeClock,
): readonly MarkdownPart[] {
  const shares = Object.hasOwn(root.offenders, type) ? (root.offenders[type] ?? []) : [];
  if (keyOf(root.ref) !== keyOf(node.ref)) {
    const own = shares.filter(({ component }) => component === node.label);
    if (own.length === 0) return [];
    const isShown = own.some(({ shown }) => shown);
    return [
      paragraphPart(
        `It affects ${root.ref.kind} ${root.ref.name}, which ${isShown ? "reports it" : "does not report it"}`,
      ),
    ];
  }
  if (shares.length === 0) return abnormal ? [paragraphPart("No component contributes to it")] : [];
  const items = shares.slice(0, mostShares).map((share) => shareLine(share, clock));
  const left = shares.length - items.length;
  return [
    paragraphPart("Contributing components:"),
    { as: "list", items: left > 0 ? [...items, `${left} more`] : items },
  ];
}

const mostShares = 3;

/** `CDI: DeployFailed: …, 14m`. */
function shareLine(share: Contribution, clock: AgeClock): MarkdownLine {
  const age = ageText(share.since, clock);
  return [{ as: "strong", text: share.component }, `: ${evidenceInBrief(share)}${age === "" ? "" : `, ${age}`}`];
}

/** `Degraded has been True for 14 minutes, which is bad`. */
function hoverConditionText({ type, status, polarity, abnormal }: JudgedCondition, age: string): string {
  const value = age === "" ? `${type}: ${status}` : `${type}: ${status} for ${age}`;
  if (polarity === "info") return `${value} (informational)`;
  if (!abnormal) return `${value} (expected)`;
  if (polarity === "busy") return `${value} (in progress)`;
  if (polarity === "advice" || polarity === "caution") return `${value} (warning)`;
  return status === "Unknown" ? value : `${value} (unhealthy)`;
}
