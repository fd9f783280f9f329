import type { Ref } from "../../../model/object.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import { isCauseSection } from "../../../outline/cause-entries.ts";
import { explanationAndState } from "../../../outline/cause-line.ts";
import { fieldText, plainText } from "../../../outline/text.ts";
import { countEntries, countedTexts } from "../../../paint/details.ts";
import { unicodeMarks } from "../../terminal/verdict-marks.ts";
import { type LinePiece, type MarkdownLine, type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/** The most lines of causes, and of findings: VS Code shows about ten lines without scrolling. */
const maxLines = 3;

/**
 * The head of a root in the order of the outline: `sentence`, what its state means, its causes, each with its next
 * command, its findings, and whether it may be upgraded. `others` are further lines about the whole Report.
 */
export function headParts(
  { entries }: OutlineEntry,
  sentence: MarkdownPart,
  others: readonly OutlineEntry[] = [],
): readonly MarkdownPart[] {
  const fields = entries.filter(({ kind, weight, id }) => {
    return kind === "field" && (weight === "always" || weight === "usual") && id !== "place";
  });
  const evidence = entries.filter(({ kind }) => kind === "evidence");
  const causes = entries.filter(isCauseSection).flatMap((section) => section.entries);
  const findings = entries.filter(({ kind }) => kind === "finding");
  const gate = entries.filter(({ id, weight }) => id === "gate" && weight !== "full");
  const lines = [
    ...causeLines(causes),
    ...findingLines(findings),
    ...gate.map((entry) => markedLine(entry)),
    ...others.map((entry) => markedLine(entry)),
  ];
  return [
    sentence,
    ...fields.map((field) => labelledPart(field)),
    ...evidence.map(({ text }) => paragraphPart(plainText(text))),
    ...listPart(lines),
  ];
}

/** `**Impact** no disk can be imported`. */
export function labelledPart(field: OutlineEntry): MarkdownPart {
  return paragraphPart({ as: "strong", text: plainText(field.subject) }, ` ${plainText(fieldText(field))}`);
}

/** A list; nothing for no items. */
export function listPart(items: readonly MarkdownLine[]): readonly MarkdownPart[] {
  return items.length === 0 ? [] : [{ as: "list", items }];
}

/** The first causes, each with its next command; the others by name: `and 2 more: SSP, AAQ`. */
function causeLines(causes: readonly OutlineEntry[]): readonly MarkdownLine[] {
  const lines = causes
    .slice(0, maxLines)
    .map((cause) => markedLine(cause, `${explanationAndState(cause)}${logAside(cause)}`));
  const otherNames = causes.slice(maxLines).map(({ subject }) => plainText(subject));
  if (otherNames.length === 0) return lines;
  return [...lines, `and ${otherNames.length} more: ${otherNames.join(", ")}`];
}

/** ` (log: panic: boom)`: the line of the log that explains most. */
function logAside({ entries }: OutlineEntry): string {
  const line = entries.find(({ kind, weight }) => kind === "log" && weight === "always");
  return line === undefined ? "" : ` (log: ${plainText(line.text)})`;
}

/** The first findings that the first screen has, then the numbers of the others. */
function findingLines(findings: readonly OutlineEntry[]): readonly MarkdownLine[] {
  const shown = findings.filter(({ weight }) => weight !== "full").slice(0, maxLines);
  const lines = shown.map((finding) => markedLine({ ...finding, subject: [] }));
  const omitted = findings.filter((finding) => !shown.includes(finding));
  const counts = countedTexts(countEntries(omitted));
  return counts.length === 0 ? lines : [...lines, counts.join(", ")];
}

/** An entry with its mark, its name and its first command: `✗ CDI does not exist: kubectl get cdi`. */
export function markedLine(entry: OutlineEntry, text: string = plainText(entry.text)): MarkdownLine {
  const name = plainText(entry.subject);
  const [step] = entry.commands;
  const pieces: (string | LinePiece)[] = [`${unicodeMarks[entry.mark ?? "unknown"]} `];
  if (name !== "") pieces.push({ as: "name", text: name }, " ");
  pieces.push(...withContainerName(text, entry.about));
  if (step !== undefined) pieces.push(": ", { as: "code", text: step.command });
  return pieces;
}

/**
 * A text in which the name of its first container links to the Pod, which is the object of a container:
 * `["container ", { text: "cdi-controller", about }, " OOMKilled"]`.
 */
function withContainerName(text: string, about: Ref | undefined): readonly (string | LinePiece)[] {
  const [match = "", before = "", container = ""] = /^(.*?\bcontainer )([a-z0-9-]+)/.exec(text) ?? [];
  if (about?.kind !== "Pod" || container === "") return [text];
  return [before, { as: "object", text: container, about }, text.slice(match.length)];
}
