import { sanitizeLine } from "../characters/sanitize.ts";
import { concealLines } from "../redact/conceal-lines.ts";
import { type ColouredLine, readColouredLine, type StyledSpan } from "./coloured-line.ts";
import { findExplainingLines } from "./explaining-lines.ts";
import { readLogLine } from "./log-line.ts";

/** The most lines and characters that are kept of a log. */
export interface LogLimits {
  readonly lines: number;
  readonly characters: number;
}

/** The most characters of one line. A longer one keeps its beginning. */
const maxLineLength = 4096;

/**
 * The most lines that are concealed together. A credential of several lines is found in them, and only the lines at the end of
 * a log that grows are concealed more than once.
 */
const maxLinesOfRecord = 200;

/** Lines that were written together: the first states a level, the others do not. */
interface LogRecord {
  readonly raw: string[];
  characters: number;
  /** The lines as they are shown. Undefined if a line was added since. */
  shownLines: readonly ColouredLine[] | undefined;
}

/** The newest part of a log as it may be shown: without credentials, harmless, and with its colours. */
export class LogText {
  readonly #limits: LogLimits;
  readonly #records: LogRecord[] = [];
  #lineCount = 0;
  #characterCount = 0;
  #droppedLineCount = 0;
  /** The result of {@link explaining}. Undefined if a line was added since. */
  #explainingLines: readonly number[] | undefined;

  constructor(limits: LogLimits) {
    this.#limits = limits;
  }

  /** Adds the next line of the log, without its line break. Drops the oldest records that no longer fit. */
  add(line: string): void {
    const beginning = line.slice(0, maxLineLength);
    const cutLength = line.length - beginning.length;
    const cutMark = cutLength === 0 ? "" : `… (${cutLength} more characters)`;
    const record = this.#chooseRecord(beginning);
    record.raw.push(beginning + cutMark);
    record.characters += beginning.length;
    record.shownLines = undefined;
    this.#explainingLines = undefined;
    this.#lineCount += 1;
    this.#characterCount += beginning.length;
    this.#dropOldest();
  }

  /** The lines that are kept, the oldest first. */
  lines(): readonly ColouredLine[] {
    return this.#records.flatMap((record) => {
      record.shownLines ??= makeShownLines(record.raw);
      return record.shownLines;
    });
  }

  /** The indices of the lines that explain the log. Empty if none is worse than the others. */
  explaining(): readonly number[] {
    this.#explainingLines ??= findExplainingLines(this.#records.flatMap(({ raw }) => raw));
    return this.#explainingLines;
  }

  /** The number of lines that were added and are not kept. */
  droppedLines(): number {
    return this.#droppedLineCount;
  }

  /** The record to which a line belongs: the last one, or a new one for a line that states a level. */
  #chooseRecord(line: string): LogRecord {
    const last = this.#records.at(-1);
    if (last !== undefined && last.raw.length < maxLinesOfRecord && !readLogLine(line).hasLevel) return last;
    const next: LogRecord = { raw: [], characters: 0, shownLines: undefined };
    this.#records.push(next);
    return next;
  }

  #dropOldest(): void {
    while (this.#lineCount > this.#limits.lines || this.#characterCount > this.#limits.characters) {
      if (this.#records.length <= 1) return;
      const { raw, characters } = this.#records.shift() ?? { raw: [], characters: 0 };
      this.#lineCount -= raw.length;
      this.#characterCount -= characters;
      this.#droppedLineCount += raw.length;
    }
  }
}

/** The lines of one record as they are shown. */
function makeShownLines(raw: readonly string[]): readonly ColouredLine[] {
  const lines = raw.map(readColouredLine);
  // Colours are removed before credentials are looked for, because one may change its colour in the middle.
  const concealed = concealLines(lines.map(({ text }) => text));
  return lines.map((line, index) => makeLineHarmless(replaceText(line, concealed[index] ?? "")));
}

/** Replaces the text of a line by its concealed text. Only the text before the first concealed character keeps its colours. */
function replaceText({ text, spans }: ColouredLine, concealed: string): ColouredLine {
  if (concealed === text) return { text, spans };
  // Spans count UTF-16 units, so the texts are compared by these.
  let firstChange = 0;
  while (firstChange < text.length && text[firstChange] === concealed[firstChange]) firstChange += 1;
  const before = spans.filter(({ start }) => start < firstChange);
  return { text: concealed, spans: before.map((span) => ({ ...span, end: Math.min(span.end, firstChange) })) };
}

/** Removes the characters that act in a terminal or hide text, and moves the spans accordingly. Tabs stay. */
function makeLineHarmless({ text, spans }: ColouredLine): ColouredLine {
  let harmless = "";
  let position = 0;
  const addUntil = (end: number): void => {
    harmless += text.slice(position, end).split("\t").map(sanitizeLine).join("\t");
    position = end;
  };
  const movedSpans = spans.map((span): StyledSpan => {
    addUntil(span.start);
    const start = harmless.length;
    addUntil(span.end);
    return { start, end: harmless.length, style: span.style };
  });
  addUntil(text.length);
  return { text: harmless, spans: movedSpans };
}
