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

/** The most rows of a text whose protected pieces do not fit, as a multiple of the rows of its room. */
const maxRowsFactor = 3;

/** The most UTF-16 units that take one column: a family of four with skin tones. */
const maxUnitsOfColumn = 24;

/** The names of a list in a sentence that are never omitted: `found 2 HyperConvergeds: a/x and b/y` is about its names. */
const minNamesInSentence = 4;

/** The most shorter forms of one quote that are tried. A hostile message has thousands of clauses. */
const maxFormsOfQuote = 20;

/** A cut of a quote has to omit that many times the length of the note about it. */
const minSavingFactor = 2;

/** The most graphemes at the end of a message that a cut leaves, from the start of a word on. */
const maxTailGraphemes = 60;

/** The most graphemes of a last clause that a cut leaves as a whole. */
const maxLastClauseGraphemes = 120;

/** One form of a text: its spans in words. */
type TextForm = readonly FormPiece[];

interface FormPiece {
  readonly text: string;
  readonly isQuote: boolean;
}

/** What a form of a text omits. */
interface Omissions {
  /** The indexes of the spans that are omitted as a whole. */
  readonly spans: ReadonlySet<number>;
  /** How many names of a list, or steps of a way, are omitted, by the index of the span. */
  readonly namesBySpan: ReadonlyMap<number, number>;
}

/**
 * A text in rows of `width` columns. What does not fit into `rows` of them is omitted in this order:
 * 1. asides, from the last on;
 * 2. names at the end of a list, and objects in the middle of a way;
 * 3. Go's guess about a certificate;
 * 4. whole clauses in the middle of a quote that protect nothing.
 *
 * A name, a key, a webhook, an address and the end of a message stay, and may take three times the rows. Only where that is
 * not enough, a quote is cut at its end, with the number of characters that were omitted.
 */
export function fitText(text: Text, room: TextRoom): readonly string[] {
  return wrapForm(fittingForm(text, room), room);
}

/** A text on one line that something else wraps: the row of a tree, a table's cell. Most of them have `maxLength` characters. */
export function shortLine(text: Text, maxLength: number): string {
  const room = { width: maxLength, rows: 1, ellipsis: "…", clean: (line: string): string => line };
  return joinForm(fittingForm(text, room), room);
}

/** The first form of a text that fits. Where none does, the shortest with its last quote cut. */
function fittingForm(text: Text, room: TextRoom): TextForm {
  const bounded = text.map((span) => boundSpan(span, room));
  let shortest: TextForm = [];
  for (const form of listForms(bounded, room)) {
    if (wrapForm(form, room).length <= room.rows) return form;
    shortest = form;
  }
  return cutLastQuote(shortest, room);
}

/** A form in rows of the room's width. */
function wrapForm(form: TextForm, room: TextRoom): readonly string[] {
  const line = joinForm(form, room);
  if (room.width === Number.POSITIVE_INFINITY || displayWidth(line) <= room.width) return [line];
  return wrapText(line, room.width);
}

/** A form on one line. */
function joinForm(form: TextForm, { clean }: TextRoom): string {
  return clean(joinLines(form.map(({ text }) => text).join(""))).trimEnd();
}

/** A span of which no more than a screen is measured later: a message has up to 32 KiB. */
function boundSpan(span: Span, { width, rows }: TextRoom): Span {
  if (span.is !== "quote" || width === Number.POSITIVE_INFINITY) return span;
  const maxUnits = width * rows * maxUnitsOfColumn;
  const omitted = span.text.length - maxUnits;
  if (omitted <= 0) return span;
  const beginning = span.text.slice(0, maxUnits / 2);
  const ending = span.text.slice(-maxUnits / 2);
  return { ...span, text: `${beginning} (${omitted} characters omitted) ${ending}` };
}

/** The forms of a text from the whole one on, each shorter than the one before, in the order of {@link fitText}. */
function* listForms(text: Text, room: TextRoom): Generator<TextForm> {
  const spans = new Set<number>();
  const namesBySpan = new Map<number, number>();
  const omissions = { spans, namesBySpan };
  yield formOf(text, omissions);
  const asideIndexes = text.flatMap((span, index) => (span.is === "aside" ? [index] : []));
  for (const index of asideIndexes.toReversed()) {
    spans.add(index);
    yield formOf(text, omissions);
  }
  for (const [index, span] of text.entries()) {
    const firstCount = span.is === "list" ? namesBeyondMax(span) + 1 : 1;
    for (let count = firstCount; count <= maxOmitted(span); count += 1) {
      namesBySpan.set(index, count);
      yield formOf(text, omissions);
    }
  }
  const concise = formOf(text, omissions).map(withoutGuess);
  yield concise;
  yield* listFormsWithFewerClauses(concise, room);
}

function formOf(text: Text, { spans, namesBySpan }: Omissions): TextForm {
  const pieces: FormPiece[] = [];
  for (const [index, span] of text.entries()) {
    if (spans.has(index)) continue;
    pieces.push({ text: joinLines(spanText(span, namesBySpan.get(index) ?? 0)), isQuote: span.is === "quote" });
  }
  return pieces;
}

/**
 * A quote without what Go guesses at the end of an error about a certificate (golang/go src/crypto/x509/verify.go,
 * UnknownAuthorityError). It stands where other errors have their reason.
 */
function withoutGuess({ text, isQuote }: FormPiece): FormPiece {
  if (!isQuote) return { text, isQuote };
  return { text: text.replace(/ \(possibly because of "[^"]*" while trying [^)]*\)/, ""), isQuote };
}

/** How many names of a list, or steps of a way, may be omitted: one always stays, and in a sentence more of them. */
function maxOmitted(span: Span): number {
  if (span.is === "list") return span.names.length - (span.last === undefined ? 1 : minNamesInSentence);
  return span.is === "way" ? Math.max(0, span.steps.length - 1) : 0;
}

/** The forms with fewer clauses of their quotes. Of each quote the clauses in its middle are omitted first. */
function* listFormsWithFewerClauses(form: TextForm, { ellipsis }: TextRoom): Generator<TextForm> {
  let shortest = form;
  for (const [index, { text, isQuote }] of form.entries()) {
    if (!isQuote) continue;
    const clauses = splitClauses(text);
    const removable = listRemovableClauses(clauses);
    const clausesPerForm = Math.max(1, Math.ceil(removable.length / maxFormsOfQuote));
    for (let count = clausesPerForm; count < removable.length + clausesPerForm; count += clausesPerForm) {
      const omitted = new Set(removable.slice(0, count));
      shortest = shortest.with(index, { text: joinShownClauses(clauses, omitted, ellipsis), isQuote });
      yield shortest;
    }
  }
}

/** `a: b, c; d. e` as its clauses, each with the mark at its end and the space behind it. */
function splitClauses(text: string): readonly string[] {
  return text.split(/(?<=[:;,.!?])(?= )/);
}

/** The indexes of the clauses between the first and the last that protect nothing, those in the middle first. */
function listRemovableClauses(clauses: readonly string[]): readonly number[] {
  const middle = (clauses.length - 1) / 2;
  return clauses
    .map((_, index) => index)
    .slice(1, -1)
    .filter((index) => !isProtected(clauses[index] ?? ""))
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

/**
 * Whether a clause has what is never omitted: quoted names, keys of annotations, webhooks and addresses, commands, numbers; a kind such as
 * `TektonTasks`, and an object with its kind, such as `Secret my-key`.
 */
function isProtected(clause: string): boolean {
  return /["'`][^"'`]+["'`]|[\w-]+\.[\w.-]+|\w\/\w|\b(?:oc|kubectl) \w|\d|[A-Z]\w*[a-z][A-Z]|\b[A-Z]{2,}\b|\b[A-Z]\w+ [a-z]+-[a-z-]+/.test(
    clause,
  );
}

/** The clauses that are not omitted. One ellipsis stands for clauses in a row that are. */
function joinShownClauses(clauses: readonly string[], omitted: ReadonlySet<number>, ellipsis: string): string {
  const pieces = clauses.map((clause, index) => {
    if (!omitted.has(index)) return clause;
    return omitted.has(index - 1) ? "" : ` ${ellipsis}`;
  });
  return pieces.join("");
}

/**
 * The form with its last quote cut before its end, so that the form takes three times the rows at most. Unchanged where it
 * fits, has no quote, or where the note about the cut takes nearly as much room as the cut saves.
 */
function cutLastQuote(form: TextForm, room: TextRoom): TextForm {
  const maxRows = room.rows * maxRowsFactor;
  const fits = (candidate: TextForm): boolean => wrapForm(candidate, room).length <= maxRows;
  if (fits(form)) return form;
  const quoteIndex = form.findLastIndex(({ isQuote }) => isQuote);
  const quote = form[quoteIndex];
  if (quote === undefined) return form;
  const graphemes = splitGraphemes(quote.text);
  const ending = findEnding(graphemes);
  const beginning = graphemes.slice(0, graphemes.length - ending.length);
  const beginningOf = (length: number): string => wholeWords(beginning.slice(0, length).join(""));
  const countOmitted = (kept: string): number => beginning.length - splitGraphemes(kept).length;
  const cutTo = (length: number): TextForm => {
    const kept = beginningOf(length);
    const text = `${kept} ${omissionNote(countOmitted(kept), room)} ${ending.join("")}`;
    return form.with(quoteIndex, { text, isQuote: true });
  };
  const length = findLongest(beginning.length, (candidate) => fits(cutTo(candidate)));
  const omitted = countOmitted(beginningOf(length));
  return omitted < omissionNote(omitted, room).length * minSavingFactor ? form : cutTo(length);
}

/** The largest number below `limit` that fits, by halving the interval. 0 where none does. */
function findLongest(limit: number, fits: (length: number) => boolean): number {
  let fitting = 0;
  let tooLong = limit;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(middle)) fitting = middle;
    else tooLong = middle;
  }
  return fitting;
}

/**
 * The end of a quote that a cut leaves, since Go and container runtimes write the reason last: its last words, or its last
 * clause where that is longer and has room, such as `resources.example.com "br1" not found`.
 */
function findEnding(graphemes: readonly string[]): readonly string[] {
  const half = Math.floor(graphemes.length / 2);
  const tail = graphemes.slice(-Math.min(maxTailGraphemes, half));
  const lastClause = splitGraphemes(splitClauses(graphemes.join("")).at(-1) ?? "");
  const hasRoom = lastClause.length <= Math.min(maxLastClauseGraphemes, half);
  if (lastClause.length > tail.length && hasRoom) return lastClause;
  const firstWhole = tail.indexOf(" ") + 1;
  return tail.slice(firstWhole);
}

/** `… (132 characters omitted)`. */
function omissionNote(count: number, { ellipsis }: TextRoom): string {
  return `${ellipsis} (${count} characters omitted)`;
}

/** The text up to its last whole word, unless that is less than half of it. */
function wholeWords(text: string): string {
  const lastSpace = text.lastIndexOf(" ");
  const kept = lastSpace > text.length / 2 ? text.slice(0, lastSpace) : text;
  return kept.trimEnd();
}
