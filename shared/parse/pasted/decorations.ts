import { insideFences } from "./fences.ts";
import { type CleanedText, type Cleaner, cleanedText, isFilled, keyDepthOf, quotesIn } from "./lines.ts";
import { withoutShell } from "./terminal.ts";

type Lines = readonly string[];

/**
 * A text without what a terminal, an editor, a chat or a mail draws around and before its lines. A removed line is empty,
 * or a document marker where another document begins after it.
 */
export function withoutDecorations(text: string): CleanedText {
  return cleanedText(text, cleaners);
}

const cleaners: readonly Cleaner[] = [
  ["quotes", (text) => inLines(text, withoutQuotes)],
  ["fences", (text) => inLines(text, insideFences)],
  ["shell", (text) => inLines(text, withoutShell)],
  ["line-numbers", (text) => inLines(text, withoutLineNumbers)],
  ["diff", (text) => inLines(text, addedFiles)],
  ["prose", (text) => inLines(text, withoutProse)],
  ["tabs", (text) => inLines(text, withoutTabs)],
  ["indentation", (text) => inLines(text, indentQuotedText)],
  ["fragment", (text) => inLines(text, closedFragment)],
];

function inLines(text: string, clean: (lines: Lines) => Lines): string {
  return clean(text.split("\n")).join("\n");
}

/**
 * Without `> ` where nearly every line begins so, or all of one block that holds an object, as often as that is:
 * `> > kind: W` is `kind: W`. What stands around the block is no part of it.
 * @param maxNesting the most quotes in a quote
 */
export function withoutQuotes(lines: Lines, maxNesting: number = 20): Lines {
  const filled = lines.filter(isFilled);
  const quoted = filled.filter(isQuoted);
  const first = lines.findIndex(isQuoted);
  const last = lines.findLastIndex(isQuoted);
  const isAround = (index: number): boolean => index < first || index > last;
  const isBlock =
    quoted.length > 2 &&
    quoted.some((line) => /^[\s>]*apiVersion:/.test(line)) &&
    !lines.some((line, index) => isAround(index) && isFieldOfObject(line));
  if (maxNesting === 0 || quoted.length === 0 || (quoted.length < filled.length * 0.7 && !isBlock)) return lines;
  const plain = lines.map((line, index) =>
    isBlock && isAround(index) && isProse(line) ? "" : line.replace(/^\s*> ?/, ""),
  );
  return withoutQuotes(plain, maxNesting - 1);
}

/** Whether a line is neither a fence nor a command, which say where an object begins. */
function isProse(line: string): boolean {
  return withoutShell([line])[0] === line && insideFences([line])[0] === line;
}

function isQuoted(line: string): boolean {
  return /^\s*>/.test(line);
}

function isFieldOfObject(line: string): boolean {
  return /^\s*(?:- )?(?:apiVersion|kind|metadata|spec|status|conditions|items):/.test(line);
}

/**
 * Without the sentences before the first object and after the last one. What is indented, or is a field of an object,
 * may belong to an object that is cut, and stays. So do comments and what separates documents.
 */
function withoutProse(lines: Lines): Lines {
  const first = lines.findIndex((line) => /^apiVersion:\s/.test(line));
  if (first < 0) return lines;
  const isCutBefore = lines.slice(0, first).some(mayBelong);
  const last = lines.findLastIndex((line) => mayBelong(line) || /^["']?[\w./-]+["']?:(?:\s|$)/.test(line));
  return lines.map((line, index) => {
    // A listing of AsciiDoc begins and ends with four dashes or more. YAML takes them for a value.
    if (/^-{4,}\s*$/.test(line)) return "---";
    const isInside = index < first ? isCutBefore : index <= last;
    return isInside || !isFilled(line) || /^(?:---|\.\.\.|#|%)/.test(line) ? line : "";
  });
}

function mayBelong(line: string): boolean {
  return /^(?:\s+\S|- |[{}[\]]|(?:kind|metadata|spec|status|items|conditions|data):(?:\s|$))/.test(line);
}

/** A number before the text of a line. */
const numbered: readonly RegExp[] = [
  /^\s*(\d{1,7})\t(.*)$/, // cat -n, nl
  /^\s*(\d{1,7})\s?[│|] ?(.*)$/, // bat
  /^(?:[^\s:]+:)?(\d{1,7})[:-](.*)$/, // grep -n, with the file's name or not
  /^\s*(\d{1,7})(?: |$)(.*)$/, // less -N, vim
];

/** The frame that bat draws around a file, without its name. */
const frame = /^[\s─-╿]*(?:File:.*|STDIN\s*)?$/;

/**
 * Without the numbers before the lines, where each line has the number after that of the line before. A document may
 * begin with any number. Lines of another kind, or a missing number, leave all as it is: what is missing may matter.
 */
function withoutLineNumbers(lines: Lines): Lines {
  const shape = numbered.find((each) => areNumbersInOrder(lines, each));
  if (shape === undefined) return lines;
  return lines.map((line) => (line === "---" ? line : (shape.exec(line)?.[2] ?? "")));
}

function areNumbersInOrder(lines: Lines, shape: RegExp): boolean {
  let count = 0;
  let next: number | undefined;
  for (const line of lines) {
    const digits = shape.exec(line)?.[1];
    if (line === "---") next = undefined;
    else if (digits !== undefined) {
      if (Number(digits) !== (next ?? Number(digits))) return false;
      next = Number(digits) + 1;
      count += 1;
    } else if (!frame.test(line)) return false;
  }
  return count > 2;
}

const hunk = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;
const header = /^(?:diff |index |new file mode |--- |\+\+\+ |\\ No newline)/;

/**
 * The new files of a diff, without its marks, or the lines of which each has a `+`. A diff of a changed file shows only
 * what is near a change, so that it stays as it is, and so does one that is cut (GNU diffutils, unified format).
 */
function addedFiles(lines: Lines): Lines {
  const unmarked = (line: string): string => line.replace(/^\+/, "");
  const filled = lines.filter((line) => isFilled(line) && line !== "---");
  if (filled.length > 2 && filled.every((line) => /^\+(?!\+\+ )/.test(line))) return lines.map(unmarked);
  if (!lines.some((line) => hunk.test(line))) return lines;
  const found: string[] = [];
  /** How many lines of a hunk are still to come. */
  let remainingLines = 0;
  for (const line of lines) {
    const [begin, size = 1] = /^@@ -0,0 \+1(?:,(\d+))? @@/.exec(line) ?? [];
    const isBetween =
      remainingLines === 0 && (begin !== undefined || header.test(line) || !isFilled(line) || line === "---");
    if (!isBetween && !(remainingLines > 0 && line.startsWith("+"))) return lines;
    remainingLines = begin === undefined ? Math.max(0, remainingLines - 1) : Number(size);
    found.push(begin !== undefined || header.test(line) ? "---" : unmarked(line));
  }
  return remainingLines === 0 ? found : lines;
}

/** Whether a text is a diff that {@link addedFiles} does not read. */
export function isPartialDiff(text: string): boolean {
  return hunk.test(text) || /^--- \S.*\n\+\+\+ \S/m.test(text);
}

/**
 * Indentation by tabs, each as two blanks, where every indented line begins with as many tabs as it is deep. Blanks and
 * tabs side by side have no certain depth and stay, as YAML forbids tabs there (YAML 1.2.2, 6.1).
 */
function withoutTabs(lines: Lines): Lines {
  if (!lines.some((line) => line.includes("\t"))) return lines;
  const trimmed = lines.map((line) => line.trimEnd());
  const common = trimmed
    .filter((line) => line !== "" && line !== "---")
    .reduce((least, line) => Math.min(least, line.search(/[^\t]/)), Number.POSITIVE_INFINITY);
  const outdented = trimmed.map((line) => (line.startsWith("\t") ? line.slice(common) : line));
  if (outdented.some((line) => /^(?: +\S|\t+ )/.test(line))) return outdented;
  return outdented.map((line) => line.replace(/^\t+/, (tabs) => "  ".repeat(tabs.length)));
}

/**
 * Indents the further lines of texts in quotes that stand no deeper than their key. go-yaml and PyYAML read them so,
 * js-yaml refuses them. Spaces at the start of such a line do not belong to the text (YAML 1.2.2, 7.3).
 */
function indentQuotedText(lines: Lines): Lines {
  const { begins, open } = quotesIn(lines);
  return lines.map((line, index) => {
    const begin = begins[index];
    // One that never ends indents nothing.
    if (begin === undefined || begin === open || !isFilled(line)) return line;
    const indentation = " ".repeat(keyDepthOf(lines[begin] ?? "") + 2);
    return line.startsWith(indentation) ? line : indentation + line.trimStart();
  });
}

/**
 * A part of a JSON object with the brackets around it that are missing: `"status": {…}`, or `{…}, {…}`. Brackets that
 * close what does not begin in the text are omitted. Only what ends at its last bracket is completed. The reader of JSON
 * refuses a key that comes twice.
 */
function closedFragment(lines: Lines): Lines {
  const first = lines.findIndex(isFilled);
  const begin = (lines[first] ?? "").trimStart();
  const isMembers = /^"\w+"\s*:/.test(begin);
  if ((!isMembers && !begin.startsWith("{")) || lines.includes("---")) return lines;
  const depths = bracketDepths(lines);
  const rest = depths.findIndex((depth) => depth < 0);
  const end = lines.findLastIndex((line, index) => isFilled(line) && (rest < 0 || index < rest));
  const isRest = rest < 0 || lines.slice(rest).every((line) => /^[\s\]},]*$/.test(line));
  if (!isRest || end < first || depths[end] !== 0) return lines;
  const isList = /\},\s*$/.test(lines[depths.indexOf(0, first)] ?? "");
  if (!isMembers && !isList) return lines;
  const opens = isMembers ? "{" : "[";
  const closes = isMembers ? "}" : "]";
  const whole = lines.map((line, index) => (index > end ? "" : line));
  whole[first] = `${opens}${whole[first]}`;
  whole[end] = `${whole[end]?.replace(/,\s*$/, "")}${closes}`;
  return whole;
}

/** How many brackets are open after each line, texts omitted. */
function bracketDepths(lines: Lines): readonly number[] {
  let depth = 0;
  return lines.map((line) => {
    const bare = line.replace(/"(?:[^"\\]|\\.)*"/g, "");
    depth += bare.split(/[[{]/).length - bare.split(/[\]}]/).length;
    return depth;
  });
}
