import type { Ref } from "../../../model/object.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import { isCauseSection } from "../../../outline/cause-entries.ts";
import { explanationAndState } from "../../../outline/cause-line.ts";
import { fieldText, plainText } from "../../../outline/text.ts";
import { countEntries, countedTexts } from "../../../paint/details.ts";
import { glyphsFor } from "../../terminal/verdict-marks.ts";
import { type LinePiece, type MarkdownLine, type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

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
  const causes = entries.filter(isCauseSection).flatMap((section) => section.entries);
  const findings = entries.filter(({ kind }) => kind === "finding");
  const gate = entries.filter(({ id, weight }) => id === "gate" && weight !== "full");
  const otherItems = [...gate, ...others].map((entry) => markedLine(entry));
  return [
    sentence,
    ...fields.map((field) => labelledPart(field)),
    ...entries.filter(({ kind }) => kind === "evidence").map(({ text }) => paragraphPart(plainText(text))),
    ...listPart([...causeItems(causes), ...findingItems(findings), ...otherItems]),
  ];
}

/** `**Impact** no disk can be imported`. */
export function labelledPart(field: OutlineEntry): MarkdownPart {
  return paragraphPart({ as: "strong", text: plainText(field.subject) }, ` ${plainText(fieldText(field))}`);
}

function listPart(items: readonly MarkdownLine[]): readonly MarkdownPart[] {
  return items.length === 0 ? [] : [{ as: "list", items }];
}

/** The first causes, each with its next command; the others by name. */
function causeItems(causes: readonly OutlineEntry[]): readonly MarkdownLine[] {
  const others = causes.slice(maxLines).map(({ subject }) => plainText(subject));
  return [
    ...causes.slice(0, maxLines).map((cause) => markedLine(cause, `${explanationAndState(cause)}${logWords(cause)}`)),
    ...(others.length === 0 ? [] : [`and ${others.length} more: ${others.join(", ")}`]),
  ];
}

/** ` (log: panic: boom)`: the line of the log that explains most. */
function logWords({ entries }: OutlineEntry): string {
  const line = entries.find(({ kind, weight }) => kind === "log" && weight === "always");
  return line === undefined ? "" : ` (log: ${plainText(line.text)})`;
}

/** The first findings that the first screen has, then the numbers of the others. */
function findingItems(findings: readonly OutlineEntry[]): readonly MarkdownLine[] {
  const shown = findings.filter(({ weight }) => weight !== "full").slice(0, maxLines);
  const notShown = countedTexts(countEntries(findings.filter((finding) => !shown.includes(finding))));
  return [
    ...shown.map((finding) => markedLine({ ...finding, subject: [] })),
    ...(notShown.length === 0 ? [] : [notShown.join(", ")]),
  ];
}

/** The most lines of one kind: VS Code shows about ten without scrolling. */
const maxLines = 3;

/** An entry with its mark, its name and its first command. */
export function markedLine(entry: OutlineEntry, words: string = plainText(entry.text)): MarkdownLine {
  const name = plainText(entry.subject);
  const [step] = entry.commands;
  const { marks } = glyphsFor(false);
  const pieces: readonly (string | LinePiece)[] = [
    `${marks[entry.mark ?? "unknown"]} `,
    ...(name === "" ? [] : [{ as: "name", text: name } as const, " "]),
    ...containerPieces(words, entry.about),
    ...(step === undefined ? [] : [": ", { as: "code", text: step.command } as const]),
  ];
  return pieces;
}

/** A text with the name of its first container as that of the Pod: the object of a container is its Pod. */
function containerPieces(words: string, about: Ref | undefined): readonly (string | LinePiece)[] {
  const [whole = "", before = "", container = ""] = /^(.*?\bcontainer )([a-z0-9-]+)/.exec(words) ?? [];
  if (about?.kind !== "Pod" || container === "") return [words];
  return [before, { as: "object", text: container, about }, words.slice(whole.length)];
}
