import type { PasteStep } from "../../model/fault/input.ts";
import { insideFences } from "./fences.ts";
import { closesQuote, isFilled } from "./lines.ts";
import { withoutShell } from "./terminal.ts";

/** A text without what a terminal, a chat or a mail adds. Its lines keep their numbers. */
interface CleanText {
  readonly text: string;
  readonly steps: readonly PasteStep[];
}

/**
 * Removes from a pasted text the quotes of mails, what stands outside fences, the commands, prompts and warnings of a
 * terminal, line numbers and the marks of a diff. A removed line is empty, or a document marker where another document
 * begins after it.
 */
export function cleanPastedText(text: string): CleanText {
  let lines: readonly string[] = text.split("\n");
  const steps: PasteStep[] = [];
  for (const [step, clean] of cleaners) {
    const after = clean(lines);
    if (after.some((line, index) => line !== lines[index])) steps.push(step);
    lines = after;
  }
  return { text: lines.join("\n"), steps };
}

const cleaners: readonly (readonly [PasteStep, (lines: readonly string[]) => readonly string[]])[] = [
  ["quotes", withoutQuotes],
  ["fences", insideFences],
  ["shell", withoutShell],
  ["line-numbers", withoutLineNumbers],
  ["diff", addedFiles],
  ["prose", withoutProse],
  ["tabs", withoutTabs],
  ["indentation", indentQuotedText],
  ["fragment", closedFragment],
];

/**
 * Without `> ` where nearly every line begins so, or all of one block that holds an object, as often as that is. What
 * stands around the block is no part of it. `> > kind: W` is `kind: W`.
 * @param most the most quotes in a quote
 */
export function withoutQuotes(lines: readonly string[], most: number = 20): readonly string[] {
  const isQuoted = (line: string): boolean => /^\s*>/.test(line);
  const filled = lines.filter(isFilled);
  const quoted = filled.filter(isQuoted);
  const first = lines.findIndex(isQuoted);
  const last = lines.findLastIndex(isQuoted);
  const around = [...lines.slice(0, Math.max(first, 0)), ...lines.slice(last + 1)];
  const isBlock =
    quoted.length > 2 && quoted.some((line) => /^[\s>]*apiVersion:/.test(line)) && !around.some(isYamlLine);
  if (most === 0 || quoted.length === 0 || (quoted.length < filled.length * 0.7 && !isBlock)) return lines;
  const isOutside = (index: number): boolean =>
    isBlock && (index < first || index > last) && isProse(lines[index] ?? "");
  return withoutQuotes(
    lines.map((line, index) => (isOutside(index) ? "" : line.replace(/^\s*> ?/, ""))),
    most - 1,
  );
}

function isYamlLine(line: string): boolean {
  return /^\s*(?:- )?(?:apiVersion|kind|metadata|spec|status|conditions|items):/.test(line);
}

/** Whether a line is neither a fence nor a command, which say where an object begins. */
function isProse(line: string): boolean {
  return withoutShell([line])[0] === line && insideFences([line])[0] === line;
}

/**
 * Without the sentences before the first object and after the last one. What is indented, or is a field of an object,
 * may belong to an object that is cut, and stays. So do comments.
 */
function withoutProse(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => /^apiVersion:\s/.test(line));
  if (first < 0) return lines;
  const isBefore = lines.slice(0, first).every((line) => !mayBelong(line));
  const last = lines.findLastIndex((line, index) => index >= first && (mayBelong(line) || isField(line)));
  return lines.map((line, index) => {
    if (isRule(line)) return "---";
    const isInside = index < first ? !isBefore : index <= last;
    return isInside || isMark(line) ? line : "";
  });
}

function mayBelong(line: string): boolean {
  return (
    /^(?:\s+\S|- |[{}[\]])/.test(line) || /^(?:kind|metadata|spec|status|items|conditions|data):(?:\s|$)/.test(line)
  );
}

function isField(line: string): boolean {
  return /^["']?[\w./-]+["']?:(?:\s|$)/.test(line);
}

/** A listing of AsciiDoc begins and ends with four dashes or more. YAML takes them for a value. */
function isRule(line: string): boolean {
  return /^-{4,}\s*$/.test(line);
}

/** Whether a line separates documents, or is empty or a comment of YAML. */
function isMark(line: string): boolean {
  return !isFilled(line) || /^(?:---|\.\.\.|#|%)/.test(line);
}

/** The frame that bat draws around a file, without its name. */
const frame = /^[\s─-╿]*(?:File:.*|STDIN\s*)?$/;

/** A number before the text of a line. */
const numbered: readonly RegExp[] = [
  /^\s*(\d{1,7})\t(.*)$/, // cat -n, nl
  /^\s*(\d{1,7})\s?[│|] ?(.*)$/, // bat
  /^(?:[^\s:]+:)?(\d{1,7})[:-](.*)$/, // grep -n, with the file's name or not
  /^\s*(\d{1,7})(?: |$)(.*)$/, // less -N, vim
];

/**
 * Without the numbers before the lines, where each line has the number after that of the line before. A document may
 * begin with any number. Lines of another kind, or a missing number, leave all as it is: what is missing may matter.
 */
function withoutLineNumbers(lines: readonly string[]): readonly string[] {
  return numbered.map((shape) => numberless(lines, shape)).find((plain) => plain !== undefined) ?? lines;
}

function numberless(lines: readonly string[], shape: RegExp): readonly string[] | undefined {
  const found: string[] = [];
  let numbers = 0;
  let next: number | undefined;
  for (const line of lines) {
    const [, number, text = ""] = shape.exec(line) ?? [];
    if (number === undefined) {
      if (line === "---") next = undefined;
      else if (!frame.test(line)) return undefined;
      found.push(line === "---" ? line : "");
      continue;
    }
    if (next !== undefined && Number(number) !== next) return undefined;
    next = Number(number) + 1;
    numbers += 1;
    found.push(text);
  }
  return numbers > 2 ? found : undefined;
}

const hunk = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;
const header = /^(?:diff |index |new file mode |--- |\+\+\+ |\\ No newline)/;

/**
 * The new files of a diff, without its marks, or the lines of which each has a `+`. A diff of a changed file shows only
 * what is near a change, so that it stays as it is, and so does one that is cut (GNU diffutils, unified format).
 */
function addedFiles(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => isFilled(line) && line !== "---");
  if (filled.length > 2 && filled.every((line) => /^\+(?!\+\+ )/.test(line))) return lines.map(unmarked);
  if (!lines.some((line) => hunk.test(line))) return lines;
  const found: string[] = [];
  let left = 0;
  for (const line of lines) {
    const [, size] = /^@@ -0,0 \+1(?:,(\d+))? @@/.exec(line) ?? [];
    const begins = hunk.test(line);
    if (begins && (left > 0 || !/^@@ -0,0 \+1[, ]/.test(line))) return lines;
    if (begins) left = Number(size ?? 1);
    else if (left > 0 && line.startsWith("+")) left -= 1;
    else if (left > 0 || !(header.test(line) || !isFilled(line) || line === "---")) return lines;
    found.push(begins || header.test(line) ? "---" : unmarked(line));
  }
  return left === 0 ? found : lines;
}

function unmarked(line: string): string {
  return line.startsWith("+") ? line.slice(1) : line;
}

/** Whether a text is a diff that {@link addedFiles} does not read. */
export function isPartialDiff(text: string): boolean {
  return hunk.test(text) || /^--- \S.*\n\+\+\+ \S/m.test(text);
}

/** The start of a value in quotes that may go on in the next line. */
const opening = /^((?:\s*- ){0,20}\s*)(?:[^\s"'#[\]{}][^"'#]*?:\s+|- )(["'])(.*)$/;

/**
 * Indents the further lines of texts in quotes that stand no deeper than their key. go-yaml and PyYAML read them so,
 * js-yaml refuses them. Spaces at the start of such a line do not belong to the text (YAML 1.2.2, 7.3).
 */
function indentQuotedText(lines: readonly string[]): readonly string[] {
  let open: { readonly quote: string; readonly indentation: string } | undefined;
  return lines.map((line, index) => {
    const before = open;
    if (before !== undefined) {
      if (closesQuote(line, before.quote)) open = undefined;
      return !isFilled(line) || line.startsWith(before.indentation) ? line : before.indentation + line.trimStart();
    }
    const [, indentation = "", quote, rest = ""] = opening.exec(line) ?? [];
    if (quote === undefined || closesQuote(rest, quote)) return line;
    // One that never ends indents nothing.
    if (lines.slice(index + 1).some((below) => closesQuote(below, quote)))
      open = { quote, indentation: `${" ".repeat(indentation.length)}  ` };
    return line;
  });
}

/**
 * Indentation by tabs, each as two blanks, where every indented line begins with as many tabs as it is deep. Blanks and
 * tabs side by side have no certain depth and stay, as YAML forbids tabs there (YAML 1.2.2, 6.1).
 */
function withoutTabs(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes("\t"))) return lines;
  const trimmed = lines.map((line) => line.trimEnd());
  const tabsBefore = trimmed.filter((line) => line !== "" && line !== "---").map((line) => line.search(/[^\t]/));
  const common = tabsBefore.reduce((least, tabs) => Math.min(least, tabs), tabsBefore[0] ?? 0);
  const outdented = trimmed.map((line) => (line.startsWith("\t") ? line.slice(common) : line));
  if (outdented.some((line) => /^(?: +\S|\t+ )/.test(line))) return outdented;
  return outdented.map((line) => line.replace(/^\t+/, (tabs) => "  ".repeat(tabs.length)));
}

/**
 * A part of a JSON object with the brackets around it that are missing: `"status": {…}`, or `{…}, {…}`. Brackets that
 * close what does not begin in the text are omitted. Only what ends at its last bracket is completed. The reader of JSON
 * refuses a key that comes twice.
 */
function closedFragment(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isFilled);
  const last = lines.findLastIndex(isFilled);
  const begin = (lines[first] ?? "").trimStart();
  const isMembers = /^"\w+"\s*:/.test(begin);
  if ((!isMembers && !begin.startsWith("{")) || lines.includes("---")) return lines;
  const depths = depthsOf(lines);
  const cut = depths.findIndex((depth) => depth < 0);
  const end = cut < 0 ? last : lines.slice(0, cut).findLastIndex(isFilled);
  const isRest = cut < 0 || lines.slice(cut).every((line) => /^[\s\]},]*$/.test(line));
  if (!isRest || end < first || depths[end] !== 0) return lines;
  const firstEnd = lines.find((_, index) => index >= first && depths[index] === 0) ?? "";
  if (!isMembers && !/\},\s*$/.test(firstEnd)) return lines;
  const whole = lines.map((line, index) => (index > end ? "" : line));
  whole[first] = `${isMembers ? "{" : "["}${whole[first]}`;
  whole[end] = `${whole[end]?.replace(/,\s*$/, "")}${isMembers ? "}" : "]"}`;
  return whole;
}

/** How many brackets are open after each line, texts omitted. */
function depthsOf(lines: readonly string[]): readonly number[] {
  let depth = 0;
  return lines.map((line) => {
    const bare = line.replace(/"(?:[^"\\]|\\.)*"/g, "");
    depth += bare.split(/[[{]/).length - bare.split(/[\]}]/).length;
    return depth;
  });
}
