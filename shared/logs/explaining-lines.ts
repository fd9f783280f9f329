import type { LogExcerpt } from "../model/container-log.ts";
import { concealLines } from "../redact/conceal-lines.ts";
import { type LogLine, type LogSeverity, readLogLine } from "./log-line.ts";
import { findLockFailure, findLosses } from "./lost-lease.ts";
import { findFirstFrame, isStackLine } from "./stack-frames.ts";

/** The most lines that are kept of a log. */
const maxLines = 50;

/** The most lines that a person would quote. */
const maxQuoted = 3;

/** The most characters of a log that are read: its end. */
const maxCharacters = 256 * 1024;

/** The most lines that are read. */
const maxLinesRead = 2000;

/** The most characters of one line. A longer one keeps its beginning. */
const maxLineLength = 2048;

/** The lines that are kept before the first quoted one where not all lines to the end of the log fit. */
const linesBeforeQuote = 10;

/**
 * Chooses the lines of a container's log that explain it. Credentials in them are concealed. The first of these counts: the
 * panic or error that ended it with its first frame, the last line of the worst level, the last line. Undefined for an empty
 * log. `isEnd`: the text is only the end of the log. Of a long text only the end is read.
 */
export function explainLog(log: string, isEnd = false): LogExcerpt | undefined {
  const end = log.length <= maxCharacters ? log : log.slice(-maxCharacters);
  const isCut = isEnd || end !== log;
  const lines = readLines((isCut ? removeCutWord(end) : end).split("\n"));
  if (lines.length === 0) return undefined;
  const marked = markTraces(concealLogLines(lines));
  const texts = marked.map(({ text }) => shortenLine(text));
  return cutExcerpt(texts, quoteLines(marked));
}

/**
 * Returns the lines that {@link explainLog} quotes, by their indices in `lines`, the one that explains most first. Empty
 * where no line is worse than another, since the last line of a log explains nothing then.
 */
export function findExplainingLines(lines: readonly string[]): readonly number[] {
  const end = lines.slice(-maxLinesRead);
  const marked = markTraces(readLines(end));
  if (findExplainingLine(marked) === undefined) return [];
  return quoteLines(marked).flatMap((index) => {
    const line = marked[index];
    return line === undefined ? [] : [lines.length - end.length + line.at];
  });
}

/** A line that is read, with its index in the lines that were given. */
interface PlacedLine extends LogLine {
  readonly at: number;
}

/** The last lines that are not empty. */
function readLines(lines: readonly string[]): readonly PlacedLine[] {
  return lines
    .map((line, index) => ({ line, at: index }))
    .filter(({ line }) => line.trim() !== "")
    .slice(-maxLinesRead)
    .map(({ line, at }) => ({ ...readLogLine(line), at }))
    .filter(({ text }) => text.trim() !== "");
}

/** The indices of the lines to quote: the explaining one and those that belong to it, otherwise the last line. */
function quoteLines(lines: readonly MarkedLine[]): readonly number[] {
  const explaining = findExplainingLine(lines);
  if (explaining === undefined) return findLastLine(lines);
  return [explaining, ...listBelongingLines(lines, explaining)].slice(0, maxQuoted);
}

/**
 * A text that begins within a line, from its next line on, or from its next word on if it has only one line. The first word may
 * be the end of a token, which nothing would conceal.
 */
function removeCutWord(text: string): string {
  const lineEnd = text.indexOf("\n");
  if (lineEnd >= 0) return text.slice(lineEnd);
  const wordEnd = text.search(/\s/);
  return wordEnd < 0 ? "" : text.slice(wordEnd);
}

/** The lines without credentials. Lines without a level are concealed together with the line before, which they may continue. */
function concealLogLines(lines: readonly PlacedLine[]): readonly PlacedLine[] {
  const recordStarts = lines.flatMap(({ hasLevel }, index) => (hasLevel || index === 0 ? [index] : []));
  return recordStarts.flatMap((start, recordIndex) => {
    const record = lines.slice(start, recordStarts[recordIndex + 1]);
    const texts = concealLines(record.map(({ text }) => text));
    return record.map((line, index) => ({ ...line, text: texts[index] ?? "" }));
  });
}

function shortenLine(text: string): string {
  return text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength - 1)}…`;
}

/** The last lines of the log from some lines before the first quoted one. Where not all quoted lines fit, from the first one on. */
function cutExcerpt(lines: readonly string[], quoted: readonly number[]): LogExcerpt {
  const first = Math.min(...quoted);
  const last = Math.max(...quoted);
  const start = Math.max(0, Math.min(lines.length - maxLines, first - linesBeforeQuote));
  const from = last < start + maxLines ? start : first;
  return {
    lines: lines.slice(from, from + maxLines),
    quoted: quoted.map((index) => index - from).filter((index) => index < maxLines),
  };
}

/** A line with its place in a stack trace. */
interface MarkedLine extends PlacedLine {
  /** It is a frame of a stack trace, or belongs to one or to a usage text, and is no line by itself. */
  readonly isTrace: boolean;
  /** The part of a level by which it counts less than a cause of its level, as it follows from an earlier fault. */
  readonly consequenceDiscount: number;
}

/** The lines, of which those of stack traces and of usage texts are marked. */
function markTraces(lines: readonly PlacedLine[]): readonly MarkedLine[] {
  const losses = findLosses(lines.map(({ text }) => text));
  let isUsage = false;
  let isPython = false;
  return lines.map((line, index): MarkedLine => {
    const { text, hasLevel } = line;
    const isIndented = /^\s/.test(text);
    isUsage = !hasLevel && (/^(?:Usage|Flags|Options|Global Flags):/i.test(text) || (isUsage && isIndented));
    const endsPython = isPython && !isIndented;
    isPython = /^Traceback \(/.test(text) || (isPython && isIndented);
    const isTrace =
      !hasLevel &&
      (isUsage ||
        isPython ||
        isStackLine(text, lines[index + 1]?.text ?? "") ||
        (isIndented && !isContinuation(lines, index)));
    return {
      ...line,
      ...(endsPython && !hasLevel && { severity: "crash" as const }),
      isTrace,
      consequenceDiscount: readLessCause(text),
      ...(unfilledCache.test(text) && ranks[line.severity] >= ranks.error && endOfWaiting),
      ...(losses.has(index) && endOfProgram),
    };
  });
}

/** The loss of a lease ends the program. What failed at the same server before it does not. */
const endOfProgram = { severity: "crash", consequenceDiscount: 0 } as const;

/**
 * A program that times out on its objects reports that in a line of any level, also as it ends. Why they did not come
 * stands before it, in an error (controller-runtime pkg/internal/controller/controller.go, Start; client-go
 * tools/cache/reflector.go).
 */
const unfilledCache = /\bcaches? to (?:be )?sync(?:ed)?\b|\bInformer to sync\b/i;

const endOfWaiting = { severity: "error" } as const;

/** Whether an indented line says more than a frame: `	status code: 403` below an error. */
function isContinuation(lines: readonly LogLine[], index: number): boolean {
  const before = lines[index - 1];
  return before === undefined || before.hasLevel || before.severity === "none";
}

/** What programs write as they stop for a reason that stands before it, or all the time. */
const consequence =
  /context cancell?ed|leader ?election lost|stop sequence was engaged|problem running manager: failed to wait|dirty virt-launcher shutdown|End of file while reading|machine-id|TLS handshake error|^exit status \d+$|\bexiting\b|giving up|due to previous errors|failed output is:$|has been modified; please apply/i;

const ranks: Readonly<Record<LogSeverity, number>> = { crash: 5, fatal: 4, error: 3, warning: 2, info: 1, none: 1 };

/** The index of the line that a person would quote; undefined where no line is worse than another. */
function findExplainingLine(lines: readonly MarkedLine[]): number | undefined {
  const rankOf = ({ severity, isTrace, consequenceDiscount }: MarkedLine): number =>
    isTrace ? 0 : ranks[severity] - consequenceDiscount;
  const best = Math.max(...lines.map(rankOf));
  if (best <= ranks.info) return undefined;
  const last = lines.findLastIndex((line) => rankOf(line) === best);
  const text = lines[last]?.text ?? "";
  // The same words without those around them, such as an error that is printed again at the end.
  const fuller = lines.findLastIndex(
    (line) => rankOf(line) >= best && line.text.length > text.length && line.text.includes(text),
  );
  return fuller < 0 ? last : fuller;
}

/** A consequence counts less than a cause of its level, and more than a lower level; an unfilled cache ranks between. */
function readLessCause(text: string): number {
  if (consequence.test(text)) return 0.5;
  return unfilledCache.test(text) ? 0.25 : 0;
}

/** The index of the last line with a letter or digit, else of the last line. */
function findLastLine(lines: readonly MarkedLine[]): readonly number[] {
  const withText = lines.flatMap(({ text, isTrace }, index) => (/[\p{L}\d]/u.test(text) && !isTrace ? [index] : []));
  const last = withText.length === 0 ? [lines.length - 1] : withText;
  return last.slice(-1);
}

/** The lines that belong to the explaining one: why a lease was lost, the first frame of a stack, else what continues it. */
function listBelongingLines(lines: readonly MarkedLine[], explaining: number): readonly number[] {
  const { severity, hasLevel } = lines[explaining] ?? {};
  const texts = lines.map(({ text }) => text);
  const lock = findLosses(texts).has(explaining) ? findLockFailure(texts, explaining) : undefined;
  if (lock !== undefined) return [lock];
  const frame = findFirstFrame(texts, explaining);
  if (frame.length > 0) return frame;
  if (hasLevel !== false && severity !== "crash" && severity !== "error") return [];
  const next = lines[explaining + 1];
  return next === undefined || next.hasLevel || next.isTrace ? [] : [explaining + 1];
}
