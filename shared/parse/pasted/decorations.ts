import { keepFencedText } from "./fences.ts";
import { type CleanedText, type Cleaner, cleanText, findQuotedTexts, isField, isFilled, keyDepthOf } from "./lines.ts";
import { removeShellLines } from "./terminal.ts";

type Lines = readonly string[];

/**
 * Removes what a terminal, an editor, a chat or a mail puts around and before the lines of an object. A removed line becomes
 * empty, or `---` if another document begins after it, so that every line keeps its number.
 */
export function removeDecorations(text: string): CleanedText {
  return cleanText(text, cleaners);
}

/** The decorations in the order in which they are removed: a quoted mail may contain a fence, a fence a terminal. */
const cleaners: readonly Cleaner[] = [
  ["quotes", (text) => cleanLines(text, removeQuoteMarks)], // `> kind: W`
  ["fences", (text) => cleanLines(text, keepFencedText)], // "```yaml", `{code}`, `<pre>`
  ["shell", (text) => cleanLines(text, removeShellLines)], // `$ kubectl get w -o yaml`
  ["line-numbers", (text) => cleanLines(text, removeLineNumbers)], // `12 | kind: W`
  ["diff", (text) => cleanLines(text, readAddedFiles)], // `+kind: W`
  ["prose", (text) => cleanLines(text, removeProse)], // `This is what I have:`
  ["tabs", (text) => cleanLines(text, replaceTabs)],
  ["indentation", (text) => cleanLines(text, indentQuotedText)],
  ["fragment", (text) => cleanLines(text, closeJsonFragment)], // `"status": {…}`
];

function cleanLines(text: string, clean: (lines: Lines) => Lines): string {
  return clean(text.split("\n")).join("\n");
}

/**
 * Removes `> ` from lines, also from quotes in quotes: `> > kind: W` -> `kind: W`. Does so if at least 70 % of the filled
 * lines begin with `>`, or if the quoted lines contain an object and no field of an object stands outside of them. Prose
 * before and after such an object becomes empty.
 * @param maxNesting the most quotes in a quote
 */
export function removeQuoteMarks(lines: Lines, maxNesting: number = 20): Lines {
  const filled = lines.filter(isFilled);
  const quoted = filled.filter(isQuoted);
  if (maxNesting === 0 || quoted.length === 0) return lines;
  const first = lines.findIndex(isQuoted);
  const last = lines.findLastIndex(isQuoted);
  const isOutside = (index: number): boolean => index < first || index > last;
  const isQuotedObject =
    quoted.length > 2 &&
    quoted.some((line) => /^[\s>]*apiVersion:/.test(line)) &&
    !lines.some((line, index) => isOutside(index) && isFieldOfObject(line));
  if (!isQuotedObject && quoted.length < filled.length * 0.7) return lines;
  const unquoted = lines.map((line, index) => {
    if (isQuotedObject && isOutside(index) && isProse(line)) return "";
    return line.replace(/^\s*> ?/, "");
  });
  return removeQuoteMarks(unquoted, maxNesting - 1);
}

/** Whether a line is neither a fence nor a command. Those say where an object begins. */
function isProse(line: string): boolean {
  return removeShellLines([line])[0] === line && keepFencedText([line])[0] === line;
}

function isQuoted(line: string): boolean {
  return /^\s*>/.test(line);
}

function isFieldOfObject(line: string): boolean {
  return /^\s*(?:- )?(?:apiVersion|kind|metadata|spec|status|conditions|items):/.test(line);
}

/**
 * Removes the sentences before the first object and after the last one. Keeps comments, document marks, and what may belong
 * to an object that was cut: indented lines and fields of an object.
 */
function removeProse(lines: Lines): Lines {
  const firstObject = lines.findIndex((line) => /^apiVersion:\s/.test(line));
  if (firstObject < 0) return lines;
  const hasPartBefore = lines.slice(0, firstObject).some(mayBelongToObject);
  const lastField = lines.findLastIndex((line) => mayBelongToObject(line) || isField(line));
  return lines.map((line, index) => {
    // Four dashes or more begin and end a listing of AsciiDoc. In YAML they are a value.
    if (/^-{4,}\s*$/.test(line)) return "---";
    const isInObject = index < firstObject ? hasPartBefore : index <= lastField;
    return isInObject || !isFilled(line) || /^(?:---|\.\.\.|#|%)/.test(line) ? line : "";
  });
}

function mayBelongToObject(line: string): boolean {
  return /^(?:\s+\S|- |[{}[\]]|(?:kind|metadata|spec|status|items|conditions|data):(?:\s|$))/.test(line);
}

/** The formats of numbered lines. The groups are the number and the text. */
const numberedLines: readonly RegExp[] = [
  /^\s*(\d{1,7})\t(.*)$/, // cat -n, nl
  /^\s*(\d{1,7})\s?[│|] ?(.*)$/, // bat
  /^(?:[^\s:]+:)?(\d{1,7})[:-](.*)$/, // grep -n, with or without the name of the file
  /^\s*(\d{1,7})(?: |$)(.*)$/, // less -N, vim
];

/** A line of the frame that bat draws around a file. */
const frameLine = /^[\s─-╿]*(?:File:.*|STDIN\s*)?$/;

/**
 * Removes the numbers before the lines if all lines of a document are numbered without a gap, from any number on. Returns
 * any other lines as they are: the text of a missing line may matter.
 */
function removeLineNumbers(lines: Lines): Lines {
  const format = numberedLines.find((pattern) => areNumbersInOrder(lines, pattern));
  if (format === undefined) return lines;
  return lines.map((line) => (line === "---" ? line : (format.exec(line)?.[2] ?? "")));
}

function areNumbersInOrder(lines: Lines, format: RegExp): boolean {
  let numberedCount = 0;
  let next: number | undefined;
  for (const line of lines) {
    if (line === "---") {
      next = undefined;
      continue;
    }
    const digits = format.exec(line)?.[1];
    if (digits === undefined) {
      if (!frameLine.test(line)) return false;
      continue;
    }
    const number = Number(digits);
    if (next !== undefined && number !== next) return false;
    next = number + 1;
    numberedCount += 1;
  }
  return numberedCount > 2;
}

const hunkHeader = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;
/** The header of a hunk that is a whole new file. The group is its number of lines; one if absent. */
const newFileHeader = /^@@ -0,0 \+1(?:,(\d+))? @@/;
const diffHeader = /^(?:diff |index |new file mode |--- |\+\+\+ |\\ No newline)/;

/**
 * Removes the marks of a diff if every line begins with `+`, or if the diff consists of whole new files. Returns any other
 * lines as they are: the diff of a changed file shows only lines near a change, and a cut one lacks lines (GNU diffutils,
 * unified format).
 *
 *     @@ -0,0 +1,2 @@    ---
 *     +kind: W           kind: W
 *     +status: {}        status: {}
 */
function readAddedFiles(lines: Lines): Lines {
  const removeMark = (line: string): string => line.replace(/^\+/, "");
  const filled = lines.filter((line) => isFilled(line) && line !== "---");
  if (filled.length > 2 && filled.every((line) => /^\+(?!\+\+ )/.test(line))) return lines.map(removeMark);
  if (!lines.some((line) => hunkHeader.test(line))) return lines;
  const added: string[] = [];
  let remainingLinesOfHunk = 0;
  for (const line of lines) {
    if (remainingLinesOfHunk > 0) {
      if (!line.startsWith("+")) return lines;
      remainingLinesOfHunk -= 1;
      added.push(diffHeader.test(line) ? "---" : removeMark(line));
      continue;
    }
    const hunk = newFileHeader.exec(line);
    if (hunk !== null) remainingLinesOfHunk = Number(hunk[1] ?? 1);
    const isHeader = hunk !== null || diffHeader.test(line);
    if (!isHeader && isFilled(line) && line !== "---") return lines;
    added.push(isHeader ? "---" : line);
  }
  return remainingLinesOfHunk === 0 ? added : lines;
}

/** Whether a text is a diff that {@link readAddedFiles} does not read. */
export function isPartialDiff(text: string): boolean {
  return hunkHeader.test(text) || /^--- \S.*\n\+\+\+ \S/m.test(text);
}

/**
 * Replaces each tab of an indentation by two blanks, after the tabs that all lines share are removed. If any line mixes
 * blanks and tabs, its depth is uncertain and the tabs stay: YAML forbids them there (YAML 1.2.2, 6.1).
 */
function replaceTabs(lines: Lines): Lines {
  if (!lines.some((line) => line.includes("\t"))) return lines;
  const trimmed = lines.map((line) => line.trimEnd());
  const sharedTabs = trimmed
    .filter((line) => line !== "" && line !== "---")
    .reduce((least, line) => Math.min(least, line.search(/[^\t]/)), Number.POSITIVE_INFINITY);
  const outdented = trimmed.map((line) => (line.startsWith("\t") ? line.slice(sharedTabs) : line));
  if (outdented.some((line) => /^(?: +\S|\t+ )/.test(line))) return outdented;
  return outdented.map((line) => line.replace(/^\t+/, (tabs) => "  ".repeat(tabs.length)));
}

/**
 * Indents the further lines of quoted texts that are no deeper than their key. go-yaml and PyYAML read them, js-yaml refuses
 * them. The blanks before such a line do not belong to the text (YAML 1.2.2, 7.3). A text without its closing quote stays.
 *
 *     message: "one      message: "one
 *     two"                 two"
 */
function indentQuotedText(lines: Lines): Lines {
  const { starts, unclosed } = findQuotedTexts(lines);
  return lines.map((line, index) => {
    const start = starts[index];
    if (start === undefined || start === unclosed?.start || !isFilled(line)) return line;
    const indentation = " ".repeat(keyDepthOf(lines[start] ?? "") + 2);
    return line.startsWith(indentation) ? line : indentation + line.trimStart();
  });
}

/**
 * Adds the missing outer brackets to a part of JSON: `"status": {…}` -> `{"status": {…}}`, and `{…}, {…}` -> `[{…}, {…}]`.
 * Closing brackets after the part, whose opening ones were not copied, are removed. Returns `lines` for anything else, also
 * for a part that does not end at its last bracket.
 */
function closeJsonFragment(lines: Lines): Lines {
  const first = lines.findIndex(isFilled);
  const firstText = (lines[first] ?? "").trimStart();
  const isMembers = /^"\w+"\s*:/.test(firstText);
  if ((!isMembers && !firstText.startsWith("{")) || lines.includes("---")) return lines;
  const depths = countOpenBrackets(lines);
  const firstUnopened = depths.findIndex((depth) => depth < 0);
  const partEnd = firstUnopened < 0 ? lines.length : firstUnopened;
  if (!lines.slice(partEnd).every((line) => /^[\s\]},]*$/.test(line))) return lines;
  const last = lines.findLastIndex((line, index) => isFilled(line) && index < partEnd);
  if (last < first || depths[last] !== 0) return lines;
  const isList = /\},\s*$/.test(lines[depths.indexOf(0, first)] ?? "");
  if (!isMembers && !isList) return lines;
  const openingBracket = isMembers ? "{" : "[";
  const closingBracket = isMembers ? "}" : "]";
  const closed = lines.map((line, index) => (index > last ? "" : line));
  closed[first] = `${openingBracket}${closed[first]}`;
  closed[last] = `${closed[last]?.replace(/,\s*$/, "")}${closingBracket}`;
  return closed;
}

/**
 * The number of brackets that are open after each line. Negative if a text closes brackets whose opening ones it lacks.
 * Brackets in quoted texts do not count.
 */
function countOpenBrackets(lines: Lines): readonly number[] {
  let openBrackets = 0;
  return lines.map((line) => {
    const withoutTexts = line.replace(/"(?:[^"\\]|\\.)*"/g, "");
    openBrackets += withoutTexts.split(/[[{]/).length - withoutTexts.split(/[\]}]/).length;
    return openBrackets;
  });
}
