import type { PastedFaultCode } from "../../../model/fault/input.ts";
import { literalLines } from "../literal-lines.ts";
import { type CutMark, effectOfCut } from "./cut-documents.ts";

/** The lines of a text without the documents that are not whole, and where each of them is cut, from 0. */
interface WholeDocuments {
  readonly lines: readonly string[];
  readonly cuts: readonly { readonly line: number; readonly code: PastedFaultCode }[];
  readonly marks: readonly CutMark[];
}

const word = String.raw`(?:\b|_)(?:omitted|snip|snipped|truncated|elided|skipping)(?:\b|_)`;
/** A line in place of text: dots alone or in brackets, a word for it with dots, dashes or brackets around it, a pager. */
const elision = new RegExp(
  String.raw`^(?:\s*[[(<{]\s*(?:\.{3,}|…)[^\]})>]*[\])}>]\W*|\s+(?:- |# ?)?(?:\.{3,}|…+)|\s+#\s*(?:\.{3}|…).*|\s*\.|…+|\.{4,}|\s*(?:[[(<{]|\.{3,}|…|-{2,}|={2,}|\*)[^:"]*${word}.*|\s*snip\w*\W*|\s*\*{3,}|\s*-{2,}More-{2,}.*)\s*$`,
  "i",
);
const field = /^\s*(?:- )*["']?[\w./-]+["']?:(?:\s|$)/;
/** A pipe that may keep only some lines of an object. */
const pipe =
  /\|\s*(?:\S*\/)?(?:head|tail|[ef]?grep|rg|sed|awk|Select-Object|Select-String|findstr|more)\b(?!\s+-v\s+["']?(?:managedFields|uid|resourceVersion|creationTimestamp|selfLink|last-applied|\^?\s*f:))|\|\s*(?:yq|jq)\b.*(?:\bdel\(|conditions\[)|^\s*(?:\S*\s*[$#>%❯➜]\s*)?(?:head|tail|sed|grep)\s+-/;
/** How kubectl ends after a part of its output. */
const broken = /^[\s>]*error: /;

/**
 * Leaves out what stands in place of omitted text, and each document of which something is missing that would change how
 * it is evaluated: a list of objects, an object of Kubernetes. In any other object the missing part is only marked: it
 * may hold the condition that is bad.
 * @param given the lines with the commands and errors that are removed from `lines`
 */
export function wholeDocuments(lines: readonly string[], given: readonly string[]): WholeDocuments {
  const literal = literalLines(lines);
  const kept = [...lines];
  const cuts: { readonly line: number; readonly code: PastedFaultCode }[] = [];
  const marks: CutMark[] = [];
  const top = lines.findIndex((line) => field.test(line));
  const starts = lines.flatMap((_, index) => (index > 0 && isStart(lines, index, top) ? [index] : []));
  for (const [place, start] of [0, ...starts].entries()) {
    const end = starts[place] ?? lines.length;
    const offset = lines.slice(start, end).findIndex((line) => field.test(line));
    if (offset < 0) continue;
    const first = start + offset;
    const found: { readonly line: number; readonly code: PastedFaultCode }[] = [];
    if (lines[start] === "---" && keepsSomeLines(given[start] ?? "")) found.push({ line: start, code: "cut-output" });
    for (let line = start; line < end; line += 1) {
      const text = lines[line] ?? "";
      const isDots = line > start && /^\.\.\.\s*$/.test(text);
      if (literal[line] !== true && (isDots || isElision(text))) found.push({ line, code: "omitted-text" });
      const removed = line > first && text === "" ? (given[line] ?? "") : "";
      if (broken.test(removed) || isElision(removed)) found.push({ line, code: "cut-output" });
    }
    const [cut] = found;
    if (cut === undefined) continue;
    const isTop = /^\s*["']?(?:apiVersion|kind|metadata|spec|status)\b/.test(lines[first] ?? "");
    const inner = found
      .filter(({ line, code }) => code === "cut-output" || line > first || !isTop)
      .map(({ line }) => line);
    const effect = effectOfCut(
      lines.slice(start, end),
      inner.map((line) => line - start),
    );
    if (effect === "refused") {
      cuts.push(cut);
      kept.fill("", start, end);
      continue;
    }
    for (const { line } of found) kept[line] = line === start && lines[line] === "---" ? "---" : "";
    if (effect === "cut") marks.push({ start, end });
  }
  return { lines: kept, cuts, marks };
}

/** Whether a document begins. Three dots end one, but not before what is deeper, or a field without an apiVersion. */
function isStart(lines: readonly string[], index: number, top: number): boolean {
  const line = lines[index] ?? "";
  if (isElision(line)) return false;
  const isBelow = top >= 0 && top < index;
  return /^---(?:\s|$)/.test(line) || (/^\.\.\.\s*$/.test(line) && !(isBelow && goesOn(lines, index)));
}

function goesOn(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index + 1, index + 20).find((line) => line.trim() !== "") ?? "";
  return /^(?:\s|(?:metadata|spec|status|conditions|items):)/.test(next);
}

/** Whether a line stands in place of text that was omitted. Dots alone at the margin also end a document of YAML. */
export function isElision(line: string): boolean {
  return line.length < 300 && elision.test(line);
}

/** Whether a command passes on only some lines of an object. */
export function keepsSomeLines(command: string): boolean {
  return pipe.test(command);
}

/** Whether a line stands for text that an author omitted, and not for the page of a pager, below which text goes on. */
export function isGap(line: string): boolean {
  return isDots(line) && !/^\s*-{2,}More-{2,}/i.test(line);
}

/** Whether dots or a pager end a type or a status in its middle. Neither has dots at its end. */
export function isBrokenWord(line: string): boolean {
  return line.length < 300 && /^\s*(?:Type|Status):\s+\S*(?:\.{3}|…|-{2,}More-{2,}\S*)\s*$/i.test(line);
}

/** The same in a text that is no YAML, where three dots end nothing. */
export function isDots(line: string): boolean {
  return isElision(line) || /^\s*\.\.\.\s*$/.test(line);
}
