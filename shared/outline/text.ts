import type { EntryKind, Mark, OutlineEntry, Span, Text, Weight } from "../model/outline.ts";
import { joinNames } from "./words/names.ts";

export function word(text: string): Span {
  return { is: "word", text };
}

export function name(text: string): Span {
  return { is: "name", text };
}

export function quote(text: string): Span {
  return { is: "quote", text };
}

export function aside(text: string): Span {
  return { is: "aside", text };
}

/** What something was and what it becomes: `v1.8.2 -> v1.9.0`; only one of the two where the other is empty. */
export function change(from: string | number, to: string | number): Text {
  const arrow: Text = to === "" ? [] : [{ is: "sign", text: "->" }];
  return spaced(phrase`${from}`, arrow, phrase`${to}`);
}

/** Names inside a sentence: `CDI`, `CDI and AAQ`, `CDI, AAQ and 2 more`. No names are `nothing`. */
export function list(names: readonly string[]): Span {
  return { is: "list", names: names.length === 0 ? ["nothing"] : names, last: " and " };
}

/** What a {@link phrase} is made of: a string is a name, a number stays one, a Text keeps its roles. */
export type Piece = string | number | Span | Text;

/**
 * A sentence. Its own words are written, names and quotes are inserted:
 * phrase`the operator rejects ${"HyperConverged x"}: ${quote(message)}`.
 */
export function phrase(literals: TemplateStringsArray, ...pieces: readonly Piece[]): Text {
  return literals.flatMap((literal, index) => [...words(literal), ...spansOf(pieces[index] ?? "")]);
}

function spansOf(piece: Piece): Text {
  if (typeof piece === "string" || typeof piece === "number") return piece === "" ? [] : [name(`${piece}`)];
  return "is" in piece ? [piece] : piece;
}

/** A sentence of our own words. Nothing for an empty one. */
export function words(text: string): Text {
  return text === "" ? [] : [word(text)];
}

/** Pieces in one text, with a space between those that are not empty. */
export function spaced(...pieces: readonly Text[]): Text {
  return joined(" ", pieces);
}

/** Pieces in one text, with words between those that are not empty. */
export function joined(separator: string, pieces: readonly Text[]): Text {
  const filled = pieces.filter((piece) => piece.length > 0);
  return filled.flatMap((piece, index) => (index === 0 ? piece : [word(separator), ...piece]));
}

/** A text on one line, nothing omitted. */
export function plainText(text: Text): string {
  return text.map((span) => spanText(span)).join("");
}

/** One span in words. `left`: the number of names of a list, or of steps of a way, that are omitted. */
export function spanText(span: Span, omitted = 0): string {
  switch (span.is) {
    case "list":
      return listText(span, Math.max(omitted, namesBeyondMax(span)));
    case "way":
      return wayText(span.steps, omitted);
    default:
      return span.text;
  }
}

/** The most names that a list shows, however much room there is. The JSON document has all of them. */
const maxNames = 30;

type ListSpan = Extract<Span, { readonly is: "list" }>;

/** How many names of a list are always omitted. */
export function namesBeyondMax({ names }: ListSpan): number {
  return Math.max(0, names.length - maxNames);
}

/** `CDI, AAQ and 2 more`; `2 more` where all are omitted. Clauses end in `; and 2 more`. */
function listText({ names, separator = ", ", last }: ListSpan, omitted: number): string {
  if (omitted === 0 && last !== undefined) return joinNames(names);
  const shown = names.slice(0, names.length - omitted).join(separator);
  if (omitted === 0) return shown;
  if (shown === "") return `${omitted} more`;
  return separator === ", " ? `${shown} and ${omitted} more` : `${shown}${separator}and ${omitted} more`;
}

/** The first step and the last ones: those behind the first go first. */
function wayText(steps: readonly string[], omitted: number): string {
  const [first = "", ...rest] = steps;
  return [first, ...rest.slice(omitted)].join(" > ");
}

/** The subject and the text of an entry in one line. */
export function entryLine({ subject, text }: Pick<OutlineEntry, "subject" | "text">): Text {
  return spaced(subject, text);
}

/** Whether several names and what all of them do are one sentence, without evidence: `KubeVirt and CDI do not exist`. */
export function isSentence({ subject, text, entries }: OutlineEntry): boolean {
  return text.length > 0 && entries.length === 0 && subject.some(({ is }) => is === "list");
}

/** The same in brief, the first spans: `Upgrade blocked`, `Read 84 of 86 objects`. The objects of a list have more. */
export function briefLine({ subject, text }: Pick<OutlineEntry, "subject" | "text">): Text {
  return spaced(subject.slice(0, 1), text.slice(0, 1));
}

/** The text of a field with its further pieces. */
export function fieldText({ text, entries }: Pick<OutlineEntry, "text" | "entries">): Text {
  return joined(", ", [text, ...entries.map((entry) => entry.text)]);
}

/** An entry with the fields that it lacks. */
export function entry(
  kind: EntryKind,
  id: string,
  fields: Partial<Omit<OutlineEntry, "kind" | "id">> & { readonly mark?: Mark; readonly weight?: Weight },
): OutlineEntry {
  return { id, kind, weight: "usual", subject: [], text: [], commands: [], entries: [], ...fields };
}
