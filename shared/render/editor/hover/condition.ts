import { lastConditionOfType } from "../../../model/condition.ts";
import type { ConditionSubject } from "../../../model/manifest/subject.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import { wholeCondition } from "../../../outline/condition-entry.ts";
import { entryLine, plainText } from "../../../outline/text.ts";
import type { HoverSetting } from "./hover-input.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";
import { contributorParts, evidenceSuffix } from "./whole-parts.ts";

/** The most components that contribute to a condition. */
const maxContributors = 3;

/**
 * The hover for a condition in a document: its live value first, then its meaning and the components that contribute.
 * The value in the file stands last, and only where it differs.
 */
export function conditionParts(subject: ConditionSubject, setting: HoverSetting): readonly MarkdownPart[] {
  const { link, clock, place } = setting;
  const { condition } = subject;
  if (link.state !== "linked" || !subject.isOwn || link.node === undefined) return unlinkedParts(subject, setting);
  const live = lastConditionOfType(link.node.conditions, condition.type);
  if (live === undefined)
    return [
      paragraphPart({ as: "strong", text: `The live object has no condition ${condition.type}` }, ` (${place})`),
      ...meaningParts(subject, "type"),
      inFilePart(subject, setting),
    ];
  const isSame = (["status", "reason", "message"] as const).every((key) => live[key].trim() === condition[key].trim());
  const entry = wholeCondition(live, link, clock);
  const sentence = plainText(entryLine(wholeCondition(live, {}, { ...clock, format: "words" })));
  const parts = [
    paragraphPart({ as: "strong", text: sentence }, evidenceSuffix(entry), ` (${place})`),
    ...meaningParts(subject, isSame ? "type and reason" : "type"),
    ...entry.entries.flatMap(partsBelowCondition),
  ];
  return isSame ? parts : [...parts, inFilePart(subject, setting)];
}

/** The hover for a condition of an object that is not linked: the value in the file, its meaning, and why it is not linked. */
function unlinkedParts(subject: ConditionSubject, { unlinked, clock }: HoverSetting): readonly MarkdownPart[] {
  const entry = wholeCondition(subject.condition, {}, { ...clock, format: "words" });
  const parts = [
    paragraphPart({ as: "strong", text: plainText(entryLine(entry)) }),
    ...meaningParts(subject, "type and reason"),
    paragraphPart("In the file"),
  ];
  return unlinked === "" ? parts : [...parts, paragraphPart(unlinked)];
}

/** `In the file: Available=False for 14 minutes: CDINotAvailable`. */
function inFilePart({ condition }: ConditionSubject, { clock }: HoverSetting): MarkdownPart {
  const entry = wholeCondition(condition, {}, { ...clock, format: "words" });
  return paragraphPart("In the file:", ` ${plainText(entryLine(entry))}`, evidenceSuffix(entry));
}

/** The components that contribute, or which condition of its root a part's condition affects. */
function partsBelowCondition(entry: OutlineEntry): readonly MarkdownPart[] {
  if (entry.kind === "section") return contributorParts(entry, maxContributors);
  return entry.kind === "summary" ? [paragraphPart(plainText(entry.text))] : [];
}

/** What the type of a condition means, and on request what its reason in the file means. */
function meaningParts(
  { condition, type, reason, meaning }: ConditionSubject,
  of: "type" | "type and reason",
): readonly MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  if (type !== undefined) parts.push(paragraphPart(type.meaning));
  if (condition.inferred === true) parts.push(paragraphPart("The polarity of this type was inferred from its name"));
  if (of === "type") return parts;
  if (reason !== undefined) parts.push(paragraphPart(`${condition.reason}: ${reason.meaning}`));
  if (meaning !== undefined) parts.push(paragraphPart(`Available, Progressing and Degraded together: ${meaning}`));
  return parts;
}
