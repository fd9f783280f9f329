import { longest } from "./budget.ts";
import type { Node } from "./node.ts";
import { numberNode } from "./number.ts";
import { parseArray, parseFilter } from "./parse-bracket.ts";
import { named } from "./quote.ts";
import { Refusal } from "./refusal.ts";
import { isAlphaNumeric, isDigit, isTerminator, next, peek, type Scan, takeWhile } from "./scan.ts";
import { unquote } from "./unquote.ts";

/**
 * Text and actions of a template, in order: each action is a list. The grammar is what client-go, util/jsonpath/parser.go
 * accepts, with its oddities: names may hold nearly anything, a space separates without meaning, and `@` and `$` mean
 * nothing at all, so `{$.a}` in a range counts from the element.
 * @throws Refusal in the words of parser.go, or for a template longer than any that a person would write
 */
export function parse(input: string): readonly Node[] {
  if (input.length > longest) throw new Refusal(`a template has at most ${longest} characters`);
  const scan: Scan = { input, at: 0 };
  const nodes: Node[] = [];
  while (scan.at < input.length) {
    const open = input.indexOf("{", scan.at);
    const text = input.slice(scan.at, open < 0 ? input.length : open);
    if (text !== "") nodes.push({ type: "text", text });
    if (open < 0) break;
    scan.at = open + 1;
    nodes.push({ type: "list", nodes: parseAction(scan) });
  }
  return nodes;
}

/** What is between the braces; `scan` stands behind the opening one, and afterwards behind the closing one. */
function parseAction(scan: Scan): readonly Node[] {
  const nodes: Node[] = [];
  const ahead = (sign: string): boolean => scan.input.startsWith(sign, scan.at);
  for (;;) {
    if (ahead("}")) {
      scan.at += 1;
      return nodes;
    }
    // One by one: a key may be a path of more steps than a call takes arguments.
    for (const node of parseNext(scan, ahead, nodes.at(-1))) nodes.push(node);
  }
}

function parseNext(scan: Scan, ahead: (sign: string) => boolean, before: Node | undefined): readonly Node[] {
  if (ahead("[?(")) return [parseFilter(scan, parse)];
  return ahead("..") ? parseRecursive(scan, before) : parseStep(scan);
}

function parseStep(scan: Scan): readonly Node[] {
  const start = scan.at;
  const character = next(scan);
  if (character === undefined || character === "\r" || character === "\n") throw new Refusal("unclosed action");
  if (" @$".includes(character)) return [];
  if (character === "[") return parseArray(scan, parse);
  if (character === '"' || character === "'") return [parseQuote(scan, character)];
  if (character === ".") return [parseField(scan)];
  scan.at = start;
  if (character === "+" || character === "-" || isDigit(character)) return [parseNumber(scan)];
  if (isAlphaNumeric(character)) return [parseIdentifier(scan)];
  throw new Refusal(`unrecognized character in action: ${named(character)}`);
}

function parseIdentifier(scan: Scan): Node {
  const name = takeWhile(scan, (character) => !isTerminator(character));
  return name === "true" || name === "false" ? { type: "bool", value: name === "true" } : { type: "identifier", name };
}

function parseRecursive(scan: Scan, before: Node | undefined): readonly Node[] {
  if (before?.type === "recursive") throw new Refusal("invalid multiple recursive descent");
  scan.at += "..".length;
  return isAlphaNumeric(peek(scan)) ? [{ type: "recursive" }, parseField(scan)] : [{ type: "recursive" }];
}

function parseNumber(scan: Scan): Node {
  const sign = /[+-]/.test(peek(scan) ?? "") ? next(scan) : "";
  const text = `${sign}${takeWhile(scan, (character) => character === "." || isDigit(character))}`;
  const node = numberNode(text);
  if (node === undefined) throw new Refusal(`cannot parse number ${text}`);
  return node;
}

function parseQuote(scan: Scan, quote: string): Node {
  const start = scan.at - 1;
  for (;;) {
    const character = next(scan);
    if (character === undefined || character === "\n") throw new Refusal("unterminated quoted string");
    if (character === quote && scan.input[scan.at - 2] !== "\\") break;
  }
  const literal = scan.input.slice(start, scan.at);
  try {
    return { type: "text", text: unquote(literal) };
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    throw new Refusal(`unquote string ${literal} error ${cause.message}`, { cause });
  }
}

/** A backslash hides what follows it from being a sign, and every backslash goes from the name. */
function parseField(scan: Scan): Node {
  let isHidden = false;
  const name = takeWhile(scan, (character) => {
    if (isTerminator(character) && !isHidden) return false;
    isHidden = character === "\\" && !isHidden;
    return true;
  });
  return name === "*" ? { type: "wildcard" } : { type: "field", name: name.replaceAll("\\", "") };
}
