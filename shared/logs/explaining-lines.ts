import type { LogExcerpt } from "../model/container-log.ts";
import { concealLines } from "../redact/conceal-lines.ts";
import { readLogLine } from "./log-line.ts";
import type { LogLine, LogSeverity } from "./log-severity.ts";
import { findLockFailure, findLosses } from "./lost-lease.ts";
import { findFirstFrame, isStackLine } from "./stack-frames.ts";

/** The most lines of an excerpt, and the most of them that are quoted. */
const maxLines = 50;
const maxQuotedLines = 3;

/** The most characters and lines at the end of a log that are read. */
const maxCharacters = 256 * 1024;
const maxLinesRead = 2000;

/** The most characters of one line. A longer one keeps its beginning. */
const maxLineLength = 2048;

/** The lines that an excerpt has before the first quoted one, if not all lines to the end of the log fit. */
const linesBeforeQuote = 10;

/** How much a line of a severity counts. Lines of rank 1 explain nothing. */
const ranks: Readonly<Record<LogSeverity, number>> = { crash: 5, fatal: 4, error: 3, warning: 2, info: 1, none: 1 };

/**
 * Chooses the lines of a container's log that explain it, and conceals credentials in them. Quotes, in this order:
 *   1. the line of the highest rank. Of several the last one counts: the loss of a lease and a panic have the same rank. If a
 *      longer line of that rank contains its text, that one is quoted.
 *   2. what belongs to it: why the lease was lost, the first frame of the stack, or the line that continues it
 * If no line is worse than another, only the last one is quoted. Undefined for an empty log. Of a long log only the end is
 * read.
 * @param isEnd whether the text is only the end of the log
 */
export function explainLog(log: string, isEnd = false): LogExcerpt | undefined {
  const end = log.length <= maxCharacters ? log : log.slice(-maxCharacters);
  const isCut = isEnd || end !== log;
  const lines = readLines((isCut ? removeCutWord(end) : end).split("\n"));
  if (lines.length === 0) return undefined;
  const ranked = rankLines(concealLogLines(lines));
  const texts = ranked.map(({ text }) => shortenLine(text));
  const explaining = findExplainingLine(ranked);
  const quoted = explaining === undefined ? [findLastLine(ranked)] : listQuotedLines(ranked, explaining);
  return cutExcerpt(texts, quoted);
}

/**
 * The lines that {@link explainLog} quotes, by their indices in `lines`, the one that explains most first. Empty if no line is
 * worse than another: the last line then explains nothing.
 */
export function findExplainingLines(lines: readonly string[]): readonly number[] {
  const end = lines.slice(-maxLinesRead);
  const ranked = rankLines(readLines(end));
  const explaining = findExplainingLine(ranked);
  if (explaining === undefined) return [];
  const endStart = lines.length - end.length;
  return listQuotedLines(ranked, explaining).flatMap((index) => {
    const line = ranked[index];
    return line === undefined ? [] : [endStart + line.givenIndex];
  });
}

/** A line of a log, with its index in the lines that were given. Empty lines are not read. */
interface PlacedLine extends LogLine {
  readonly givenIndex: number;
}

/** Reads the last lines that are not empty. */
function readLines(lines: readonly string[]): readonly PlacedLine[] {
  const filled = lines
    .map((line, givenIndex) => ({ line, givenIndex }))
    .filter(({ line }) => line.trim() !== "")
    .slice(-maxLinesRead);
  return filled
    .map(({ line, givenIndex }) => ({ ...readLogLine(line), givenIndex }))
    .filter(({ text }) => text.trim() !== "");
}

/** The indices of the lines to quote: the explaining one and those that belong to it. */
function listQuotedLines(lines: readonly RankedLine[], explaining: number): readonly number[] {
  return [explaining, ...listBelongingLines(lines, explaining)].slice(0, maxQuotedLines);
}

/**
 * Removes the rest of the line within which a text begins; of a text of one line only its first word. That word may be the end
 * of a token, which no rule would conceal.
 */
function removeCutWord(text: string): string {
  const lineEnd = text.indexOf("\n");
  if (lineEnd >= 0) return text.slice(lineEnd);
  const wordEnd = text.search(/\s/);
  return wordEnd < 0 ? "" : text.slice(wordEnd);
}

/** Conceals the credentials in lines. Lines without a level are concealed together with the line that they may continue. */
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

/**
 * Cuts the excerpt: the last lines of the log, beginning at most {@link linesBeforeQuote} lines before the first quoted one. If
 * the last quoted one would not fit, the excerpt begins with the first.
 */
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

/** A line, and how much it counts beside the others. */
interface RankedLine extends PlacedLine {
  /** Whether the line belongs to a stack trace or a usage text, and does not count by itself. */
  readonly isTrace: boolean;
  /** What is subtracted from the rank of the line, because it follows from an earlier fault. */
  readonly consequenceDiscount: number;
}

/** Marks the lines of stack traces and usage texts, and sets what the rank of each line follows from. */
function rankLines(lines: readonly PlacedLine[]): readonly RankedLine[] {
  const losses = findLosses(lines.map(({ text }) => text));
  let isUsage = false;
  let isPythonTrace = false;
  return lines.map((line, index): RankedLine => {
    const { text, hasLevel } = line;
    const isIndented = /^\s/.test(text);
    const beginsUsage = /^(?:Usage|Flags|Options|Global Flags):/i.test(text);
    isUsage = !hasLevel && (beginsUsage || (isUsage && isIndented));
    const endsPythonTrace = isPythonTrace && !isIndented;
    isPythonTrace = /^Traceback \(/.test(text) || (isPythonTrace && isIndented);
    const isTraceLine =
      isUsage ||
      isPythonTrace ||
      isStackLine(text, lines[index + 1]?.text ?? "") ||
      (isIndented && !isContinuation(lines, index));
    const markedLine = { ...line, isTrace: !hasLevel && isTraceLine };
    // The loss of a lease ended the program. What failed at the same server before did not.
    if (losses.has(index)) return { ...markedLine, severity: "crash", consequenceDiscount: 0 };
    const severity = readSeverityInContext(line, endsPythonTrace);
    return { ...markedLine, severity, consequenceDiscount: readConsequenceDiscount(text) };
  });
}

/** The severity of a line. The last line of a Python trace is its error, which ended the program. */
function readSeverityInContext({ text, severity, hasLevel }: PlacedLine, endsPythonTrace: boolean): LogSeverity {
  if (unfilledCache.test(text) && ranks[severity] >= ranks.error) return "error";
  return endsPythonTrace && !hasLevel ? "crash" : severity;
}

/**
 * A program that times out on its objects reports that in a line of any level, also as it ends. The reason is in an error
 * before that line (controller-runtime pkg/internal/controller/controller.go, Start; client-go tools/cache/reflector.go).
 */
const unfilledCache = /\bcaches? to (?:be )?sync(?:ed)?\b|\bInformer to sync\b/i;

/** What programs write when they stop for a reason that is before that line, or what they write all the time. */
const consequence =
  /context cancell?ed|leader ?election lost|stop sequence was engaged|problem running manager: failed to wait|dirty virt-launcher shutdown|End of file while reading|machine-id|TLS handshake error|^exit status \d+$|\bexiting\b|giving up|due to previous errors|failed output is:$|has been modified; please apply/i;

/** A consequence counts less than a cause of its severity, and more than a lower severity. An unfilled cache ranks between. */
function readConsequenceDiscount(text: string): number {
  if (consequence.test(text)) return 0.5;
  return unfilledCache.test(text) ? 0.25 : 0;
}

/**
 * Whether an indented line continues a message and is no frame: `	status code: 403` below a line with a level, or below one
 * that reports no fault.
 */
function isContinuation(lines: readonly LogLine[], index: number): boolean {
  const before = lines[index - 1];
  return before === undefined || before.hasLevel || before.severity === "none";
}

/** The index of the line that a person would quote. Undefined if no line is worse than another. */
function findExplainingLine(lines: readonly RankedLine[]): number | undefined {
  const rankOf = ({ severity, isTrace, consequenceDiscount }: RankedLine): number =>
    isTrace ? 0 : ranks[severity] - consequenceDiscount;
  const best = Math.max(...lines.map(rankOf));
  if (best <= ranks.info) return undefined;
  const lastBest = lines.findLastIndex((line) => rankOf(line) === best);
  const text = lines[lastBest]?.text ?? "";
  // An error that is printed again at the end lacks the words that were around it at first.
  const longer = lines.findLastIndex(
    (line) => rankOf(line) >= best && line.text.length > text.length && line.text.includes(text),
  );
  return longer < 0 ? lastBest : longer;
}

/** The index of the last line with a letter or digit that is in no trace, else of the last line. */
function findLastLine(lines: readonly RankedLine[]): number {
  const last = lines.findLastIndex(({ text, isTrace }) => /[\p{L}\d]/u.test(text) && !isTrace);
  return last < 0 ? lines.length - 1 : last;
}

/**
 * The lines that belong to the explaining one, by the first of these that fits:
 *   1. why its lease was lost
 *   2. the first frame of its stack
 *   3. the next line, if it has no level and continues a crash or an error
 */
function listBelongingLines(lines: readonly RankedLine[], explaining: number): readonly number[] {
  const { severity, hasLevel } = lines[explaining] ?? {};
  const texts = lines.map(({ text }) => text);
  const lockFailure = findLockFailure(texts, explaining);
  if (lockFailure !== undefined) return [lockFailure];
  const frame = findFirstFrame(texts, explaining);
  if (frame.length > 0) return frame;
  const mayContinue = hasLevel === false || severity === "crash" || severity === "error";
  const next = lines[explaining + 1];
  return !mayContinue || next === undefined || next.hasLevel || next.isTrace ? [] : [explaining + 1];
}
