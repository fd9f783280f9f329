import type { OutlineEntry, Text } from "../../../model/outline.ts";
import type { ReportNode } from "../../../model/report.ts";
import { formatLocal, type ZoneAt } from "../../../model/time.ts";
import { joined, plainText, spanText } from "../../../outline/text.ts";
import type { RowWording } from "../tree/row.ts";
import { listPart } from "./head-parts.ts";
import { type MarkdownLine, type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/** The most conditions of an object, and the most contributors of a condition. */
const maxLines = 5;

/**
 * An entry with all that stands below it, for a tooltip: whole times behind ages, a message as a block of its own, and
 * what words of the object mean.
 */
export function wholeParts(
  entry: OutlineEntry,
  node: ReportNode,
  { meaning, zoneAt }: Pick<RowWording, "meaning" | "zoneAt">,
): readonly MarkdownPart[] {
  // A container has the names of its Pod, but its own reasons.
  const about = node.role === "container" ? { ...node.ref, kind: node.role } : node.ref;
  const explain = (word: string): readonly MarkdownPart[] => {
    const text = word === "" ? undefined : meaning(word, about);
    return text === undefined ? [] : [paragraphPart(text)];
  };
  const parts = [
    paragraphPart({ as: "name", text: plainText(entry.subject) }, ` ${textWithTimes(entry.text, zoneAt)}`),
  ];
  // The subject of a condition is its type.
  if (entry.kind === "condition") parts.push(...explain(plainText(entry.subject.slice(0, 1))));
  for (const below of entry.entries) {
    if (below.kind === "summary") parts.push(paragraphPart(plainText(below.text)));
    if (below.kind === "section") parts.push(...contributorParts(below, maxLines));
    if (below.kind === "evidence") parts.push(...evidenceParts(below, explain));
  }
  const conditions = entry.entries.filter(({ kind }) => kind === "condition");
  return [...parts, ...listPart(conditions.slice(0, maxLines).map(conditionLine))];
}

/** The reason of an object, what the reason means, and the message as a block. */
function evidenceParts(
  { subject, text }: OutlineEntry,
  explain: (word: string) => readonly MarkdownPart[],
): readonly MarkdownPart[] {
  const reason = plainText(subject);
  const message = plainText(text.filter(({ is }) => is === "quote"));
  const addition = plainText(text.filter(({ is }) => is !== "quote"));
  const parts: MarkdownPart[] = [];
  if (reason !== "" || addition !== "") parts.push(paragraphPart({ as: "code", text: reason }, ` ${addition}`));
  parts.push(...explain(reason));
  if (message !== "") parts.push({ as: "block", text: message });
  return parts;
}

/** **Available**: `CDINotAvailable (no message)`. */
function conditionLine(condition: OutlineEntry): MarkdownLine {
  return [{ as: "strong", text: plainText(condition.subject) }, evidenceSuffix(condition)];
}

/** `: CDINotAvailable (no message)`; empty where a condition has neither reason nor message. */
export function evidenceSuffix({ entries }: OutlineEntry): string {
  const evidence = entries.find(({ kind }) => kind === "evidence");
  if (evidence === undefined) return "";
  const isAside = evidence.text.every(({ is }) => is === "aside");
  return `: ${plainText(joined(isAside ? " " : ": ", [evidence.subject, evidence.text]))}`;
}

/** The first `maxLines` components that contribute to a condition, and the number of the others. */
export function contributorParts({ subject, entries }: OutlineEntry, maxLines: number): readonly MarkdownPart[] {
  const lines = entries.slice(0, maxLines).map((entry): MarkdownLine => {
    return [{ as: "strong", text: plainText(entry.subject) }, `: ${plainText(entry.text)}`];
  });
  const omitted = entries.length - lines.length;
  if (omitted > 0) lines.push(`${omitted} more`);
  return [paragraphPart(plainText(subject)), ...listPart(lines)];
}

/** `unavailable for 14m (since 2026-11-21 05:59:18 UTC)`. */
function textWithTimes(text: Text, zoneAt: ZoneAt): string {
  const texts = text.map((span) => {
    if (span.is !== "age") return spanText(span);
    return `${spanText(span)} (since ${formatLocal(span.since, zoneAt)})`;
  });
  return texts.join("");
}
