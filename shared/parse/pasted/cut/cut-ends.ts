import { isFilled } from "../closed-fragment.ts";
import { depthOf, literalLines } from "../literal-lines.ts";
import { type CutMark, effectOfCut } from "./cut-documents.ts";

/** The lines of a text whose last document can be read although it is cut, and what that document lacks. */
interface EndedText {
  readonly lines: readonly string[];
  readonly marks: readonly CutMark[];
}

/** The longest document whose end is sought. The search is quadratic, and only programs write longer ones. */
const mostLines = 5_000;

const quoted = /^(\s*(?:- )*)[\w./-]+:\s+(["'])(.*)$/;

/**
 * Ends a text in quotes that never ends: on its line where fields as deep as its own follow, else with the text. Leaves
 * out the beginning of a field at the end of the text. Without that, no reader of YAML takes the document.
 */
export function withEnd(lines: readonly string[]): EndedText {
  const isMark = (line: string): boolean => /^---(?:\s|$)/.test(line);
  const end = lines.findLastIndex((line) => isFilled(line) && !isMark(line)) + 1;
  const start = Math.max(0, lines.slice(0, end).findLastIndex(isMark));
  const part = lines.slice(start, end);
  if (part.length > mostLines) return { lines, marks: [] };
  const literal = literalLines(part);
  const open = part.findIndex((line, index) => literal[index] === false && isOpen(part, line, index));
  if (open >= 0) {
    const [, indentation = "", quote = ""] = quoted.exec(part[open] ?? "") ?? [];
    const goesOn =
      depthOf(part[open + 1] ?? "") === indentation.length && /^\s*\w+:(?:\s|$)/.test(part[open + 1] ?? "");
    const at = goesOn ? open : part.length - 1;
    const closed = part.with(at, `${part[at]}${quote}`);
    return cutFrom(lines, start, end, closed, goesOn ? undefined : open);
  }
  const last = part.length - 1;
  if (literal[last] === true || !isBeginning(part, last)) return { lines, marks: [] };
  const begun = effectOfCut(part.with(last, `${part[last]}:`), [last + 1]);
  if (begun === "refused") return { lines, marks: [] };
  const marks = begun === "none" ? [] : [{ start, end }];
  return { lines: lines.with(start + last, ""), marks };
}

function cutFrom(
  lines: readonly string[],
  start: number,
  end: number,
  part: readonly string[],
  cut: number | undefined,
): EndedText {
  const effect = cut === undefined ? "none" : effectOfCut(part, [cut]);
  if (effect === "refused") return { lines, marks: [] };
  const marks = effect === "none" ? [] : [{ start, end }];
  return { lines: [...lines.slice(0, start), ...part, ...lines.slice(end)], marks };
}

/** Whether a text in quotes begins on a line and ends on none. */
function isOpen(lines: readonly string[], line: string, index: number): boolean {
  const [, , quote = "", rest = ""] = quoted.exec(line) ?? [];
  if (quote === "" || ends(rest, quote)) return false;
  return !lines.slice(index + 1).some((each) => ends(each, quote));
}

function ends(text: string, quote: string): boolean {
  const plain = quote === '"' ? text.replace(/\\./g, "") : text.replaceAll("''", "");
  return plain.includes(quote);
}

/** Whether the last line is a word at the depth of a field above it, so that it is no value of that field. */
function isBeginning(lines: readonly string[], last: number): boolean {
  const line = lines[last] ?? "";
  if (last === 0 || !/^\s+[A-Za-z]\w*$/.test(line)) return false;
  const above = lines.slice(0, last).findLast((each) => /^\s*(?:- )*[\w./-]+:(?:\s|$)/.test(each)) ?? "";
  return above !== "" && depthOf(line) <= depthOf(above);
}
