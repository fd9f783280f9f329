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
  /** The indices of the lines that explain the log; empty where none is worse than the others. */
  explaining(): readonly number[];
  /** The number of lines that were added and are not kept. */
  droppedLines(): number;
}

/** The most characters of one line: a longer one keeps its beginning. */
const longestLine = 4096;

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
  let left = 0;
  let kept = { lines: 0, characters: 0 };

  function recordFor(line: string): LogRecord {
    const last = records.at(-1);
    if (last !== undefined && last.raw.length < maxLinesOfRecord && !readLogLine(line).hasLevel) return last;
    const next: LogRecord = { raw: [], characters: 0, harmlessLines: undefined };
    records.push(next);
    return next;
  }

  function dropOldest(): void {
    while (records.length > 1 && (kept.lines > limits.lines || kept.characters > limits.characters)) {
      const { raw, characters } = records.shift() ?? { raw: [], characters: 0 };
      left += raw.length;
      kept = { lines: kept.lines - raw.length, characters: kept.characters - characters };
    }
  }

  return {
    add(line) {
      const short = line.slice(0, longestLine);
      const cut = short.length === line.length ? "" : `… (${line.length - short.length} more characters)`;
      const record = recordFor(short);
      record.raw.push(short + cut);
      record.characters += short.length;
      record.harmlessLines = undefined;
      kept = { lines: kept.lines + 1, characters: kept.characters + short.length };
      dropOldest();
    },
    lines: () =>
      records.flatMap((record) => {
        record.harmlessLines ??= selectShownLines(record.raw);
        return record.harmlessLines;
      }),
    explaining: () => findExplainingLines(records.flatMap(({ raw }) => raw)),
    droppedLines: () => left,
  };
}

/** Lines of one record as they are shown. */
function selectShownLines(raw: readonly string[]): readonly ColouredLine[] {
  const lines = raw.map(readColouredLine);
  // Colours go first: a credential may change its colour in the middle.
  const concealed = concealLines(lines.map(({ text }) => text));
  return lines.map((line, index) => makeLineHarmless(replaceText(line, concealed[index] ?? "")));
}

/** The line with a text in which something was concealed. Only what stands before that keeps its colour. */
function replaceText({ text, spans }: ColouredLine, concealed: string): ColouredLine {
  if (concealed === text) return { text, spans };
  // In UTF-16 units, as the spans are counted.
  let firstChange = 0;
  while (firstChange < text.length && text[firstChange] === concealed[firstChange]) firstChange += 1;
  const before = spans.filter(({ start }) => start < firstChange);
  return { text: concealed, spans: before.map((span) => ({ ...span, end: Math.min(span.end, firstChange) })) };
}

/** The line with nothing in it that acts or hides. Tabs stay. */
function makeLineHarmless({ text, spans }: ColouredLine): ColouredLine {
  let harmless = "";
  let rest = 0;
  const add = (end: number): void => {
    harmless += text.slice(rest, end).split("\t").map(sanitizeLine).join("\t");
    rest = end;
  };
  const moved = spans.map(({ start, end, style }): StyledSpan => {
    add(start);
    const from = harmless.length;
    add(end);
    return { start: from, end: harmless.length, style };
  });
  add(text.length);
  return { text: harmless, spans: moved };
}
