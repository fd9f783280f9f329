import { readAddedFiles } from "./diff.ts";
import { keepFencedText } from "./fences.ts";
import { closeJsonFragment } from "./json-fragment.ts";
import { removeLineNumbers } from "./line-numbers.ts";
import {
  type CleanedText,
  type Cleaner,
  cleanText,
  findQuotedTexts,
  isField,
  isFilled,
  keyDepthOf,
  type Lines,
  minOf,
} from "./lines.ts";
import { removeQuoteMarks } from "./quote-marks.ts";
import { removeShellLines } from "./terminal.ts";

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
  ["tabs", (text) => cleanLines(text, replaceTabs)], // `<tab>phase: Failed`
  ["indentation", (text) => cleanLines(text, indentQuotedText)], // the second line of `message: "one<line break>two"`
  ["fragment", (text) => cleanLines(text, closeJsonFragment)], // `"status": {…}`
];

function cleanLines(text: string, clean: (lines: Lines) => Lines): string {
  return clean(text.split("\n")).join("\n");
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

/**
 * Replaces each tab of an indentation by two blanks, after the tabs that all lines share are removed. If any line mixes
 * blanks and tabs, its depth is uncertain and the tabs stay: YAML forbids them there (YAML 1.2.2, 6.1).
 */
function replaceTabs(lines: Lines): Lines {
  if (!lines.some((line) => line.includes("\t"))) return lines;
  const trimmed = lines.map((line) => line.trimEnd());
  const indented = trimmed.filter((line) => line !== "" && line !== "---");
  const sharedTabs = minOf(indented.map((line) => line.search(/[^\t]/)));
  const outdented = trimmed.map((line) => (line.startsWith("\t") ? line.slice(sharedTabs) : line));
  const hasMixedIndentation = outdented.some((line) => /^(?: +\S|\t+ )/.test(line));
  if (hasMixedIndentation) return outdented;
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
