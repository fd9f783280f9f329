import type { OutlineEntry, Text } from "../../../model/outline.ts";
import type { ReportNode } from "../../../model/report.ts";
import { formatLocal, type ZoneAt } from "../../../model/time.ts";
import { joined, plainText, spanText } from "../../../outline/text.ts";
import type { RowWording } from "../tree/row.ts";
import { type MarkdownLine, type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

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
  const meaningOf = (word: string): readonly MarkdownPart[] => {
    const words = word === "" ? undefined : meaning(word, about);
    return words === undefined ? [] : [paragraphPart(words)];
  };
  const conditions = entry.entries.filter(({ kind }) => kind === "condition");
  return [
    paragraphPart({ as: "name", text: plainText(entry.subject) }, ` ${textWithTimes(entry.text, zoneAt)}`),
    ...(entry.kind === "condition" ? meaningOf(plainText(entry.subject.slice(0, 1))) : []),
    ...entry.entries.flatMap((below) => {
      if (below.kind === "summary") return [paragraphPart(plainText(below.text))];
      if (below.kind === "section") return contributorParts(below, maxListed);
      return below.kind === "evidence" ? evidenceParts(below, meaningOf) : [];
    }),
    ...listPart(conditions.slice(0, maxListed).map(conditionLine)),
  ];
}

const maxListed = 5;

function evidenceParts(
  { subject, text }: OutlineEntry,
  meaningOf: (word: string) => readonly MarkdownPart[],
): readonly MarkdownPart[] {
  const reason = plainText(subject);
  const quoted = plainText(text.filter(({ is }) => is === "quote"));
  const beside = plainText(text.filter(({ is }) => is !== "quote"));
  return [
    ...(reason === "" && beside === "" ? [] : [paragraphPart({ as: "code", text: reason }, ` ${beside}`)]),
    ...meaningOf(reason),
    ...(quoted === "" ? [] : [{ as: "block", text: quoted } as const]),
  ];
}

function conditionLine(condition: OutlineEntry): MarkdownLine {
  return [{ as: "strong", text: plainText(condition.subject) }, evidenceText(condition)];
}

/** `: CDINotAvailable (no message)`; empty where a condition has neither reason nor message. */
export function evidenceText({ entries }: OutlineEntry): string {
  const evidence = entries.find(({ kind }) => kind === "evidence");
  if (evidence === undefined) return "";
  const isAside = evidence.text.every(({ is }) => is === "aside");
  return `: ${plainText(joined(isAside ? " " : ": ", [evidence.subject, evidence.text]))}`;
}

/** The first `maxLines` components that contribute to a condition, and the number of the others. */
export function contributorParts({ subject, entries }: OutlineEntry, maxLines: number): readonly MarkdownPart[] {
  const omitted = entries.length - maxLines;
  const lines = entries.slice(0, maxLines).map((entry): MarkdownLine => {
    return [{ as: "strong", text: plainText(entry.subject) }, `: ${plainText(entry.text)}`];
  });
  return [paragraphPart(plainText(subject)), ...listPart(omitted > 0 ? [...lines, `${omitted} more`] : lines)];
}

function listPart(items: readonly MarkdownLine[]): readonly MarkdownPart[] {
  return items.length === 0 ? [] : [{ as: "list", items }];
}

/** `unavailable for 14m (since 2026-11-21 05:59:18 UTC)`. */
function textWithTimes(text: Text, zoneAt: ZoneAt): string {
  return text
    .map((span) => `${spanText(span)}${span.is === "age" ? ` (since ${formatLocal(span.since, zoneAt)})` : ""}`)
    .join("");
}
