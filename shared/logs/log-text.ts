import { sanitizeLine } from "../characters/sanitize.ts";
import { concealLines } from "../redact/conceal-lines.ts";
import { type ColouredLine, readColouredLine, type StyledSpan } from "./coloured-line.ts";
import { findExplainingLines } from "./explaining-lines.ts";
import { readLogLine } from "./log-line.ts";

/** What is kept of a log: its newest part. */
export interface LogLimits {
  readonly lines: number;
  readonly characters: number;
}

/** The newest part of a log, as it may be shown: without credentials, harmless, and with its colours. */
export interface LogText {
  /** Adds the next line of the log, without its end. */
  add(line: string): void;
  /** The lines that are kept, the oldest first. */
  lines(): readonly ColouredLine[];
  /** The indices of the lines that explain the log. Empty where none is worse than the others. */
  explaining(): readonly number[];
  /** The number of lines that were added and are not kept. */
  droppedLines(): number;
}

/** The most characters of one line. A longer one keeps its beginning. */
const maxLineLength = 4096;

/**
 * The most lines that are concealed together. A credential of several lines is found in them, and no line is concealed
 * twice but those at the end of a log that grows.
 */
const maxLinesOfRecord = 200;

/** Lines that were written together: the first states a level, the others do not. */
interface LogRecord {
  readonly raw: string[];
  characters: number;
  /** How the lines are shown; undefined where a line was added since. */
  harmlessLines: readonly ColouredLine[] | undefined;
}

export function createLogText(limits: LogLimits): LogText {
  const records: LogRecord[] = [];
  let droppedLines = 0;
  let kept = { lines: 0, characters: 0 };

  /** The record to which a line belongs: the last one, or a new one for a line that states a level. */
  function chooseRecord(line: string): LogRecord {
    const last = records.at(-1);
    if (last !== undefined && last.raw.length < maxLinesOfRecord && !readLogLine(line).hasLevel) return last;
    const next: LogRecord = { raw: [], characters: 0, harmlessLines: undefined };
    records.push(next);
    return next;
  }

  function dropOldest(): void {
    while (records.length > 1 && (kept.lines > limits.lines || kept.characters > limits.characters)) {
      const { raw, characters } = records.shift() ?? { raw: [], characters: 0 };
      droppedLines += raw.length;
      kept = { lines: kept.lines - raw.length, characters: kept.characters - characters };
    }
  }

  return {
    add(line) {
      const beginning = line.slice(0, maxLineLength);
      const cutLength = line.length - beginning.length;
      const cutMark = cutLength === 0 ? "" : `… (${cutLength} more characters)`;
      const record = chooseRecord(beginning);
      record.raw.push(beginning + cutMark);
      record.characters += beginning.length;
      record.harmlessLines = undefined;
      kept = { lines: kept.lines + 1, characters: kept.characters + beginning.length };
      dropOldest();
    },
    lines: () =>
      records.flatMap((record) => {
        record.harmlessLines ??= selectShownLines(record.raw);
        return record.harmlessLines;
      }),
    explaining: () => findExplainingLines(records.flatMap(({ raw }) => raw)),
    droppedLines: () => droppedLines,
  };
}

/** The lines of one record as they are shown. */
function selectShownLines(raw: readonly string[]): readonly ColouredLine[] {
  const lines = raw.map(readColouredLine);
  // Colours are removed before credentials are looked for, because one may change its colour in the middle.
  const concealed = concealLines(lines.map(({ text }) => text));
  return lines.map((line, index) => makeLineHarmless(replaceText(line, concealed[index] ?? "")));
}

/** The line with the text in which something was concealed. Only the text before the first concealed character keeps its colours. */
function replaceText({ text, spans }: ColouredLine, concealed: string): ColouredLine {
  if (concealed === text) return { text, spans };
  // Spans count UTF-16 units, so the texts are compared by these.
  let firstChange = 0;
  while (firstChange < text.length && text[firstChange] === concealed[firstChange]) firstChange += 1;
  const before = spans.filter(({ start }) => start < firstChange);
  return { text: concealed, spans: before.map((span) => ({ ...span, end: Math.min(span.end, firstChange) })) };
}

/** The line without characters that act in a terminal or hide text. Tabs stay. */
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
