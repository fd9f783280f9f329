import { longestTemplate } from "./budget.ts";
import type { TemplateNode } from "./node.ts";
import { numberNode } from "./number.ts";
import { parseArray, parseFilter } from "./parse-bracket.ts";
import { goCharacterName } from "./quote.ts";
import {
  isAlphaNumeric,
  isDigit,
  isTerminator,
  peekCharacter,
  type TemplateScanner,
  takeCharacter,
  takeWhile,
} from "./scanner.ts";
import { TemplateError } from "./template-error.ts";
import { unquoteGoString } from "./unquote.ts";

/**
 * Text and actions of a template, in order: each action is a list. The grammar is what client-go,
 * util/jsonpath/parser.go accepts, with its oddities. Names may hold nearly anything, and a space separates without
 * meaning. `@` and `$` mean nothing at all, so `{$.a}` in a range counts from the element.
 * @throws Refusal in the words of parser.go, or for a template longer than any that a person would write
 */
export function parseTemplate(input: string): readonly TemplateNode[] {
  if (input.length > longestTemplate) throw new TemplateError(`a template has at most ${longestTemplate} characters`);
  const scan: TemplateScanner = { input, at: 0 };
  const nodes: TemplateNode[] = [];
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

/** The steps between the braces; `scan` stands behind the opening brace, and afterwards behind the closing one. */
function parseAction(scan: TemplateScanner): readonly TemplateNode[] {
  const nodes: TemplateNode[] = [];
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

function parseNext(
  scan: TemplateScanner,
  ahead: (sign: string) => boolean,
  before: TemplateNode | undefined,
): readonly TemplateNode[] {
  if (ahead("[?(")) return [parseFilter(scan, parseTemplate)];
  return ahead("..") ? parseRecursive(scan, before) : parseStep(scan);
}

function parseStep(scan: TemplateScanner): readonly TemplateNode[] {
  const start = scan.at;
  const character = takeCharacter(scan);
  if (character === undefined || character === "\r" || character === "\n") throw new TemplateError("unclosed action");
  if (" @$".includes(character)) return [];
  if (character === "[") return parseArray(scan, parseTemplate);
  if (character === '"' || character === "'") return [parseQuote(scan, character)];
  if (character === ".") return [parseField(scan)];
  scan.at = start;
  if (character === "+" || character === "-" || isDigit(character)) return [parseNumber(scan)];
  if (isAlphaNumeric(character)) return [parseIdentifier(scan)];
  throw new TemplateError(`unrecognized character in action: ${goCharacterName(character)}`);
}

function parseIdentifier(scan: TemplateScanner): TemplateNode {
  const name = takeWhile(scan, (character) => !isTerminator(character));
  return name === "true" || name === "false" ? { type: "bool", value: name === "true" } : { type: "identifier", name };
}

function parseRecursive(scan: TemplateScanner, before: TemplateNode | undefined): readonly TemplateNode[] {
  if (before?.type === "recursive") throw new TemplateError("invalid multiple recursive descent");
  scan.at += "..".length;
  return isAlphaNumeric(peekCharacter(scan)) ? [{ type: "recursive" }, parseField(scan)] : [{ type: "recursive" }];
}

function parseNumber(scan: TemplateScanner): TemplateNode {
  const sign = /[+-]/.test(peekCharacter(scan) ?? "") ? takeCharacter(scan) : "";
  const text = `${sign}${takeWhile(scan, (character) => character === "." || isDigit(character))}`;
  const node = numberNode(text);
  if (node === undefined) throw new TemplateError(`cannot parse number ${text}`);
  return node;
}

function parseQuote(scan: TemplateScanner, quote: string): TemplateNode {
  const start = scan.at - 1;
  for (;;) {
    const character = takeCharacter(scan);
    if (character === undefined || character === "\n") throw new TemplateError("unterminated quoted string");
    if (character === quote && scan.input[scan.at - 2] !== "\\") break;
  }
  const literal = scan.input.slice(start, scan.at);
  try {
    return { type: "text", text: unquoteGoString(literal) };
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    throw new TemplateError(`unquote string ${literal} error ${cause.message}`, { cause });
  }
}

/** A backslash keeps the next character from being a sign, and every backslash is removed from the name. */
function parseField(scan: TemplateScanner): TemplateNode {
  let isHidden = false;
  const name = takeWhile(scan, (character) => {
    if (isTerminator(character) && !isHidden) return false;
    isHidden = character === "\\" && !isHidden;
    return true;
  });
  return name === "*" ? { type: "wildcard" } : { type: "field", name: name.replaceAll("\\", "") };
}
