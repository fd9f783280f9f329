import type { PasteStep } from "../../model/fault/input.ts";
import { closedFragment } from "./closed-fragment.ts";
import { addedFiles } from "./diff-text.ts";
import { insideFences } from "./fences.ts";
import { withoutLineNumbers } from "./line-numbers.ts";
import { indentQuotedText, withoutTabs } from "./plain-indentation.ts";
import { withoutShell } from "./shell-lines.ts";

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
  let lines: readonly string[] = text.split(/\r?\n/);
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
 * stands around the block is no part of it.
 * @param most the most quotes in a quote
 */
export function withoutQuotes(lines: readonly string[], most: number = 20): readonly string[] {
  const isQuoted = (line: string): boolean => /^\s*>/.test(line);
  const filled = lines.filter((line) => line.trim() !== "");
  const quoted = filled.filter(isQuoted);
  const [first, last] = [lines.findIndex(isQuoted), lines.findLastIndex(isQuoted)];
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
  return lines.map((line, index) =>
    isRule(line) ? "---" : isMark(line) || (index >= first ? index <= last : !isBefore) ? line : "",
  );
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
  return line.trim() === "" || /^(?:---|\.\.\.|#|%)/.test(line);
}
