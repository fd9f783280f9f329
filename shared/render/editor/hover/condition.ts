import { lastConditionOfType } from "../../../model/condition.ts";
import type { ConditionSubject } from "../../../model/manifest/subject.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import { wholeCondition } from "../../../outline/condition-entry.ts";
import { entryLine, plainText } from "../../../outline/text.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";
import { contributorParts, evidenceText } from "./whole-parts.ts";

/**
 * The hover for a condition in a document: its live value first, then its meaning and the components that contribute.
 * What the file says stands last, and only where it differs.
 */
export function conditionParts(
  said: ConditionSubject,
  { link, unlinked, clock, place }: HoverSetting,
): readonly MarkdownPart[] {
  const { condition } = said;
  const inWords = { ...clock, format: "words" } as const;
  const written = wholeCondition(condition, {}, inWords);
  if (link.state !== "linked" || !said.isOwn || link.node === undefined)
    return [
      paragraphPart({ as: "strong", text: plainText(entryLine(written)) }),
      ...meaningParts(said, true),
      paragraphPart("In the file"),
      ...(unlinked === "" ? [] : [paragraphPart(unlinked)]),
    ];
  const live = lastConditionOfType(link.node.conditions, condition.type);
  const inFile = paragraphPart("In the file:", ` ${plainText(entryLine(written))}`, evidenceText(written));
  if (live === undefined)
    return [
      paragraphPart({ as: "strong", text: `The live object has no condition ${condition.type}` }, ` (${place})`),
      ...meaningParts(said, false),
      inFile,
    ];
  const isSame = (["status", "reason", "message"] as const).every((key) => live[key].trim() === condition[key].trim());
  const whole = wholeCondition(live, link, clock);
  const sentence = plainText(entryLine(wholeCondition(live, {}, inWords)));
  return [
    paragraphPart({ as: "strong", text: sentence }, evidenceText(whole), ` (${place})`),
    ...meaningParts(said, isSame),
    ...whole.entries.flatMap(contributionParts),
    ...(isSame ? [] : [inFile]),
  ];
}

/** The components that contribute, or which condition of its root a part's condition affects. */
function contributionParts(below: OutlineEntry): readonly MarkdownPart[] {
  if (below.kind === "section") return contributorParts(below, maxShares);
  return below.kind === "summary" ? [paragraphPart(plainText(below.text))] : [];
}

const maxShares = 3;

/** What the type means; `ofFile`: what the reason in the file means, too. */
function meaningParts(
  { condition, type, reason, meaning }: ConditionSubject,
  ofFile: boolean,
): readonly MarkdownPart[] {
  return [
    ...(type === undefined ? [] : [paragraphPart(type.meaning)]),
    ...(condition.inferred === true ? [paragraphPart("The polarity of this type was inferred from its name")] : []),
    ...(reason === undefined || !ofFile ? [] : [paragraphPart(`${condition.reason}: ${reason.meaning}`)]),
    ...(meaning === undefined || !ofFile
      ? []
      : [paragraphPart(`Available, Progressing and Degraded together: ${meaning}`)]),
  ];
}
