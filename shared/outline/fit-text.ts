import { displayWidth, splitGraphemes } from "../characters/display-width.ts";
import { joinLines } from "../characters/join-lines.ts";
import { wrapText } from "../characters/wrap.ts";
import type { Span, Text } from "../model/outline.ts";
import { namesBeyondMax, spanText } from "./text.ts";

/** The room for a text, and the sign that stands for what is omitted. */
export interface TextRoom {
  readonly width: number;
  readonly rows: number;
  readonly ellipsis: string;
  /** The final escaping: `--ascii` leaves only ASCII. */
  readonly clean: (text: string) => string;
}

/**
 * A text in rows of `width` columns. What does not fit into `rows` of them is omitted in this order: asides from the
 * last on, names at the end of a list and objects in the middle of a way, Go's guess about a certificate, then whole
 * clauses in the middle of a quote.
 * A name, a key, a webhook, an address and the end of a message stay, and may take three times the rows. Only where that is
 * not enough, a quote is cut at its end, with the number of characters that were omitted.
 */
export function fitText(text: Text, room: TextRoom): readonly string[] {
  return wrapped(fittingForm(text, room), room);
}

/** A text on one line that something else wraps: the row of a tree, a table's cell. Most of them have `most` characters. */
export function shortLine(text: Text, maxLength: number): string {
  const room = { width: maxLength, rows: 1, ellipsis: "…", clean: (line: string): string => line };
  return inLine(fittingForm(text, room), room);
}

function fittingForm(text: Text, room: TextRoom): TextForm {
  const bounded = text.map((span) => boundSpan(span, room));
  let shortest: TextForm = [];
  for (const candidate of candidates(bounded, room)) {
    if (wrapped(candidate, room).length <= room.rows) return candidate;
    shortest = candidate;
  }
  return cutEnds(shortest, room);
}

/** The rows that protected pieces of a quote may take, as a multiple of its usual ones. */
const maxStretch = 3;

/** One form of a text: its spans in words. */
type TextForm = readonly { readonly text: string; readonly isQuote: boolean }[];

function wrapped(words: TextForm, room: TextRoom): readonly string[] {
  const line = inLine(words, room);
  if (room.width === Number.POSITIVE_INFINITY || displayWidth(line) <= room.width) return [line];
  return wrapText(line, room.width);
}

function inLine(words: TextForm, { clean }: TextRoom): string {
  return clean(joinLines(words.map(({ text }) => text).join(""))).trimEnd();
}

/** A message has up to 32 KiB; more than a screen of it is never measured. */
function boundSpan(span: Span, { width, rows }: TextRoom): Span {
  if (span.is !== "quote" || width === Number.POSITIVE_INFINITY) return span;
  const maxLength = width * rows * maxUnits;
  if (span.text.length <= maxLength) return span;
  const omitted = span.text.length - maxLength;
  return {
    ...span,
    text: `${span.text.slice(0, maxLength / 2)} (${omitted} characters omitted) ${span.text.slice(-maxLength / 2)}`,
  };
}

/** The most UTF-16 units that take one column: a family of four with skin tones. */
const maxUnits = 24;

/** The forms of a text from the whole one on, each shorter than the one before. */
function* candidates(text: Text, room: TextRoom): Generator<TextForm> {
  yield formOf(text);
  const asides = text.flatMap((span, index) => (span.is === "aside" ? [index] : [])).toReversed();
  const dropped = new Set<number>();
  for (const index of asides) {
    dropped.add(index);
    yield formOf(text, dropped);
  }
  const omittedCounts = new Map<number, number>();
  for (const [index, span] of text.entries()) {
    const first = span.is === "list" ? namesBeyondMax(span) + 1 : 1;
    for (let count = first; count <= removable(span); count += 1) {
      omittedCounts.set(index, count);
      yield formOf(text, dropped, omittedCounts);
    }
  }
  const concise = formOf(text, dropped, omittedCounts).map(withoutGuess);
  yield concise;
  yield* withoutClauses(concise, room);
}

/**
 * A quote without what Go guesses at the end of an error about a certificate (golang/go src/crypto/x509/verify.go,
 * UnknownAuthorityError). It stands where other errors have their reason.
 */
function withoutGuess({ text, isQuote }: TextForm[number]): TextForm[number] {
  return { text: isQuote ? text.replace(/ \(possibly because of "[^"]*" while trying [^)]*\)/, "") : text, isQuote };
}

/** How many names of a list, or steps of a way, may be omitted: one always stays, and in a sentence more of them. */
function removable(span: Span): number {
  if (span.is === "list") return span.names.length - (span.last === undefined ? 1 : maxNamedInSentence);
  return span.is === "way" ? Math.max(0, span.steps.length - 1) : 0;
}

/** A sentence is about its names: `found 2 HyperConvergeds: a/x and b/y` says nothing without them. */
const maxNamedInSentence = 4;

function formOf(text: Text, dropped?: ReadonlySet<number>, omittedCounts?: ReadonlyMap<number, number>): TextForm {
  return text.flatMap((span, index) =>
    dropped?.has(index) === true
      ? []
      : [{ text: joinLines(spanText(span, omittedCounts?.get(index) ?? 0)), isQuote: span.is === "quote" }],
  );
}

/** The forms with fewer clauses of their quotes: first those that protect nothing, from the middle on. */
function* withoutClauses(words: TextForm, { ellipsis }: TextRoom): Generator<TextForm> {
  let current = words;
  for (const [index, { text, isQuote }] of words.entries()) {
    if (!isQuote) continue;
    const clauses = splitClauses(text);
    const order = fromTheMiddle(clauses);
    // A hostile message has thousands of clauses: a step for each would cost their square.
    const step = Math.max(1, Math.ceil(order.length / maxForms));
    for (let count = step; count < order.length + step; count += step) {
      const omitted = new Set(order.slice(0, count));
      current = current.with(index, { text: joinShownClauses(clauses, omitted, ellipsis), isQuote });
      yield current;
    }
  }
}

/** The most shorter forms of one quote that are tried. */
const maxForms = 20;

/** `a: b, c; d. e` as its clauses, each with the mark at its end and the space behind it. */
function splitClauses(text: string): readonly string[] {
  return text.split(/(?<=[:;,.!?])(?= )/);
}

/** The clauses between the first and the last that hold nothing that must stay, from the middle on. */
function fromTheMiddle(clauses: readonly string[]): readonly number[] {
  const middle = (clauses.length - 1) / 2;
  return clauses
    .map((_, index) => index)
    .slice(1, -1)
    .filter((index) => !isProtected(clauses[index] ?? ""))
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

/**
 * What a cut never takes: quoted names, keys of annotations, webhooks and addresses, commands, numbers; a kind such as
 * `TektonTasks`, and an object with its kind, such as `Secret my-key`.
 */
function isProtected(clause: string): boolean {
  return /["'`][^"'`]+["'`]|[\w-]+\.[\w.-]+|\w\/\w|\b(?:oc|kubectl) \w|\d|[A-Z]\w*[a-z][A-Z]|\b[A-Z]{2,}\b|\b[A-Z]\w+ [a-z]+-[a-z-]+/.test(
    clause,
  );
}

function joinShownClauses(clauses: readonly string[], omitted: ReadonlySet<number>, ellipsis: string): string {
  const pieces = clauses.map((clause, index) => {
    if (!omitted.has(index)) return clause;
    return omitted.has(index - 1) ? "" : ` ${ellipsis}`;
  });
  return pieces.join("");
}

/** The words with the last quote cut before its end, so that all of them take three times the rows at most. */
function cutEnds(words: TextForm, room: TextRoom): TextForm {
  const maxRows = room.rows * maxStretch;
  const fits = (candidate: TextForm): boolean => wrapped(candidate, room).length <= maxRows;
  if (fits(words)) return words;
  const index = words.findLastIndex(({ isQuote }) => isQuote);
  const quote = words[index];
  if (quote === undefined) return words;
  const graphemes = splitGraphemes(quote.text);
  const ending = findEnding(graphemes);
  const beginning = graphemes.slice(0, graphemes.length - ending.length);
  const cutAt = (count: number): TextForm => {
    const kept = wholeWords(beginning.slice(0, count).join(""));
    const omitted = beginning.length - splitGraphemes(kept).length;
    const text = `${kept} ${omissionNote(omitted, room)} ${ending.join("")}`;
    return words.with(index, { text, isQuote: true });
  };
  let fitting = 0;
  let tooLong = beginning.length;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(cutAt(middle))) fitting = middle;
    else tooLong = middle;
  }
  const omitted = beginning.length - splitGraphemes(wholeWords(beginning.slice(0, fitting).join(""))).length;
  // A note that takes as much room as it saves says less than the words.
  if (omitted < omissionNote(omitted, room).length * minSaving) return words;
  return cutAt(fitting);
}

/**
 * The end of a quote that a cut leaves, since Go and container runtimes write the reason last: its last words, or its last
 * clause where that is longer and has room, such as `resources.example.com "br1" not found`.
 */
function findEnding(graphemes: readonly string[]): readonly string[] {
  const half = Math.floor(graphemes.length / 2);
  const tail = graphemes.slice(-Math.min(endColumns, half));
  const lastClause = splitClauses(graphemes.join("")).at(-1) ?? "";
  const clause = splitGraphemes(lastClause);
  if (clause.length > tail.length && clause.length <= Math.min(maxEndColumns, half)) return clause;
  return tail.slice(tail.indexOf(" ") + 1);
}

function omissionNote(count: number, { ellipsis }: TextRoom): string {
  return `${ellipsis} (${count} characters omitted)`;
}

/** How many times the length of its note a cut has to save. */
const minSaving = 2;

/** The most graphemes at the end of a message that a cut leaves, from the start of a word on. */
const endColumns = 60;

/** The most graphemes of a last clause that a cut leaves as a whole. */
const maxEndColumns = 120;

/** The text up to its last whole word, unless that is less than half of it. */
function wholeWords(text: string): string {
  const space = text.lastIndexOf(" ");
  return (space > text.length / 2 ? text.slice(0, space) : text).trimEnd();
}
