import type { ListNode, TemplateNode } from "./node.ts";
import { parseGoInteger } from "./number.ts";
import { type TemplateScanner, takeCharacter } from "./scanner.ts";
import { TemplateError } from "./template-error.ts";

type Parse = (input: string) => readonly TemplateNode[];

/** `[…]` up to the first `]`, whatever quotes there are: an index, a slice, a key, or several of them. */
export function parseArray(scan: TemplateScanner, parse: Parse): readonly TemplateNode[] {
  const close = /[\]\n]/g;
  close.lastIndex = scan.at;
  const end = close.exec(scan.input);
  if (end?.[0] !== "]") throw new TemplateError("unterminated array");
  const inner = scan.input.slice(scan.at, end.index);
  scan.at = end.index + 1;
  const parts = inner.split(",");
  if (parts.length > 1) {
    return [{ type: "union", lists: parts.map((part) => action(parse, `[${part.replace(/^ +| +$/g, "")}]`)) }];
  }
  // The key is parsed as a path again, so a dot in it separates unless a backslash precedes it.
  const key = /^'([^']*)'$/.exec(inner)?.[1];
  if (key !== undefined) return action(parse, `.${key}`).nodes;
  return [parseSlice(inner === "*" ? ":" : inner)];
}

function parseSlice(text: string): TemplateNode {
  const found = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
  if (found === null) throw new TemplateError(`invalid array index ${text}`);
  const start = numberIn(found[1] ?? "");
  const end = numberIn((found[2] ?? "").slice(1));
  const step = numberIn((found[3] ?? "").slice(1));
  const isIndex = found[2] === undefined;
  return { type: "array", start, end: isIndex ? (start ?? 0) + 1 : end, step, isIndex };
}

function numberIn(text: string): number | undefined {
  if (text === "") return undefined;
  const value = parseGoInteger(text);
  if (value === undefined) throw new TemplateError(`array index ${text} is not a number`);
  return Number(value);
}

/**
 * The filter `[?(…)]`. It ends at the first `)` that is not between quotes. Only the first two quotes count (parser.go,
 * parseFilter), so a filter in a filter is not understood.
 */
export function parseFilter(scan: TemplateScanner, parse: Parse): TemplateNode {
  scan.at += "[?(".length;
  const start = scan.at;
  let quote: string | undefined;
  let isClosed = false;
  for (;;) {
    const character = takeCharacter(scan);
    if (character === undefined || character === "\n") throw new TemplateError("unterminated filter");
    if (character === ")" && (quote === undefined || isClosed)) break;
    if (character !== '"' && character !== "'") continue;
    if (quote === undefined) quote = character;
    else if (character === quote && scan.input[scan.at - 2] !== "\\") isClosed = true;
  }
  if (takeCharacter(scan) !== "]") throw new TemplateError("unclosed array expect ]");
  const text = scan.input.slice(start, scan.at - ")]".length);
  const found = /^([^!<>=]+)([!<>=]+)(.+?)$/s.exec(text);
  if (found === null) {
    return { type: "filter", left: action(parse, text), right: { type: "list", nodes: [] }, operator: "exists" };
  }
  const [, left = "", operator = "", right = ""] = found;
  return { type: "filter", left: action(parse, left), right: action(parse, right), operator };
}

/** `text` as the first action of a template of its own. */
function action(parse: Parse, text: string): ListNode {
  const [first] = parse(`{${text}}`);
  return first?.type === "list" ? first : { type: "list", nodes: [] };
}
