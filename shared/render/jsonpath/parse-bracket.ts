import type { ListNode, Node } from "./node.ts";
import { integerOf } from "./number.ts";
import { Refusal } from "./refusal.ts";
import { next, type Scan } from "./scan.ts";

type Parse = (input: string) => readonly Node[];

/** `[…]` up to the first `]`, whatever quotes there are: an index, a slice, a key, or several of them. */
export function parseArray(scan: Scan, parse: Parse): readonly Node[] {
  const close = /[\]\n]/g;
  close.lastIndex = scan.at;
  const end = close.exec(scan.input);
  if (end?.[0] !== "]") throw new Refusal("unterminated array");
  const inner = scan.input.slice(scan.at, end.index);
  scan.at = end.index + 1;
  const parts = inner.split(",");
  if (parts.length > 1) {
    return [{ type: "union", lists: parts.map((part) => action(parse, `[${part.replace(/^ +| +$/g, "")}]`)) }];
  }
  // The key is read as a path once more, so a dot in it separates unless a backslash stands before it.
  const key = /^'([^']*)'$/.exec(inner)?.[1];
  if (key !== undefined) return action(parse, `.${key}`).nodes;
  return [parseSlice(inner === "*" ? ":" : inner)];
}

function parseSlice(text: string): Node {
  const found = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
  if (found === null) throw new Refusal(`invalid array index ${text}`);
  const start = numberIn(found[1] ?? "");
  const end = numberIn((found[2] ?? "").slice(1));
  const step = numberIn((found[3] ?? "").slice(1));
  const isIndex = found[2] === undefined;
  return { type: "array", start, end: isIndex ? (start ?? 0) + 1 : end, step, isIndex };
}

function numberIn(text: string): number | undefined {
  if (text === "") return undefined;
  const value = integerOf(text);
  if (value === undefined) throw new Refusal(`array index ${text} is not a number`);
  return Number(value);
}

/**
 * `[?(…)]`. It ends at the first `)` that is not between quotes, and only the first two quotes count (parser.go,
 * parseFilter), so a filter in a filter is not understood.
 */
export function parseFilter(scan: Scan, parse: Parse): Node {
  scan.at += "[?(".length;
  const start = scan.at;
  let quote: string | undefined;
  let isClosed = false;
  for (;;) {
    const character = next(scan);
    if (character === undefined || character === "\n") throw new Refusal("unterminated filter");
    if (character === ")" && (quote === undefined || isClosed)) break;
    if (character !== '"' && character !== "'") continue;
    if (quote === undefined) quote = character;
    else if (character === quote && scan.input[scan.at - 2] !== "\\") isClosed = true;
  }
  if (next(scan) !== "]") throw new Refusal("unclosed array expect ]");
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
