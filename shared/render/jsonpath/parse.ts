import { maxTemplateLength } from "./budget.ts";
import type { ListNode, TemplateNode } from "./node.ts";
import { goCharacterName } from "./quote.ts";
import { TemplateScanner } from "./scanner.ts";
import { TemplateError } from "./template-error.ts";
import { unquoteGoString } from "./unquote.ts";

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** The most digits of a 64-bit integer. */
const maxIntegerDigits = 19;

/**
 * Text and actions of a template, in order: each action is a list. The grammar is what client-go,
 * util/jsonpath/parser.go accepts, with its oddities. Names may hold nearly anything, and a space separates without
 * meaning. `@` and `$` mean nothing at all, so `{$.a}` in a range counts from the element.
 * @throws TemplateError in the words of parser.go, or for a template longer than any that a person would write
 */
export function parseTemplate(template: string): readonly TemplateNode[] {
  if (template.length > maxTemplateLength)
    throw new TemplateError(`a template has at most ${maxTemplateLength} characters`);
  const scanner = new TemplateScanner(template);
  const nodes: TemplateNode[] = [];
  for (;;) {
    const text = scanner.takeWhile((character) => character !== "{");
    if (text !== "") nodes.push({ type: "text", text });
    if (scanner.take() === undefined) return nodes;
    nodes.push({ type: "list", nodes: parseAction(scanner) });
  }
}

/** The steps between the braces; the scanner stands behind the opening brace, and afterwards behind the closing one. */
function parseAction(scanner: TemplateScanner): readonly TemplateNode[] {
  const nodes: TemplateNode[] = [];
  while (!scanner.isBefore("}")) {
    // One by one: a key may be a path of more steps than a call takes arguments.
    for (const node of parseSteps(scanner, nodes.at(-1))) nodes.push(node);
  }
  scanner.take();
  return nodes;
}

/** The next steps; none for a sign without a meaning. `before` is the last step so far. */
function parseSteps(scanner: TemplateScanner, before: TemplateNode | undefined): readonly TemplateNode[] {
  if (scanner.isBefore("[?(")) return [parseFilter(scanner)];
  if (scanner.isBefore("..")) return parseRecursive(scanner, before);
  const character = scanner.peek();
  if (character === undefined || character === "\r" || character === "\n") throw new TemplateError("unclosed action");
  if (character === '"' || character === "'") return [parseQuote(scanner, character)];
  if (character === "+" || character === "-" || isDigit(character)) return [parseNumber(scanner)];
  if (isAlphaNumeric(character)) return [parseIdentifier(scanner)];
  scanner.take();
  if (" @$".includes(character)) return [];
  if (character === "[") return parseArray(scanner);
  if (character === ".") return [parseField(scanner)];
  throw new TemplateError(`unrecognized character in action: ${goCharacterName(character)}`);
}

/**
 * The filter `[?(…)]`. It ends at the first `)` that is not between quotes. Only the first two quotes count (parser.go,
 * parseFilter), so a filter in a filter is not understood.
 */
function parseFilter(scanner: TemplateScanner): TemplateNode {
  scanner.skip("[?(");
  const start = scanner.offset;
  let quote: string | undefined;
  let isQuoteClosed = false;
  for (;;) {
    const character = scanner.take();
    if (character === undefined || character === "\n") throw new TemplateError("unterminated filter");
    if (character === ")" && (quote === undefined || isQuoteClosed)) break;
    if (character !== '"' && character !== "'") continue;
    if (quote === undefined) quote = character;
    else if (character === quote && !scanner.isEscaped()) isQuoteClosed = true;
  }
  const text = scanner.textFrom(start).slice(0, -")".length);
  if (scanner.take() !== "]") throw new TemplateError("unclosed array expect ]");
  // `@.b >= 2`
  const comparison = /^([^!<>=]+)([!<>=]+)(.+?)$/s.exec(text);
  if (comparison === null) {
    return { type: "filter", left: parseInnerAction(text), right: { type: "list", nodes: [] }, operator: "exists" };
  }
  const [, left = "", operator = "", right = ""] = comparison;
  return { type: "filter", left: parseInnerAction(left), right: parseInnerAction(right), operator };
}

function parseRecursive(scanner: TemplateScanner, before: TemplateNode | undefined): readonly TemplateNode[] {
  if (before?.type === "recursive") throw new TemplateError("invalid multiple recursive descent");
  scanner.skip("..");
  const hasField = isAlphaNumeric(scanner.peek());
  return hasField ? [{ type: "recursive" }, parseField(scanner)] : [{ type: "recursive" }];
}

/** `[…]` up to the first `]`, whatever quotes there are: an index, a slice, a key, or several of them. */
function parseArray(scanner: TemplateScanner): readonly TemplateNode[] {
  const inner = scanner.takeWhile((character) => character !== "]" && character !== "\n");
  if (scanner.take() !== "]") throw new TemplateError("unterminated array");
  const parts = inner.split(",");
  if (parts.length > 1) {
    const trimmedParts = parts.map((part) => part.replace(/^ +| +$/g, ""));
    return [{ type: "union", lists: trimmedParts.map((part) => parseInnerAction(`[${part}]`)) }];
  }
  // The key is parsed as a path again, so a dot in it separates unless a backslash precedes it.
  const key = /^'([^']*)'$/.exec(inner)?.[1];
  if (key !== undefined) return parseInnerAction(`.${key}`).nodes;
  return [parseSlice(inner === "*" ? ":" : inner)];
}

/** `text` as the first action of a template. */
function parseInnerAction(text: string): ListNode {
  const [first] = parseTemplate(`{${text}}`);
  return first?.type === "list" ? first : { type: "list", nodes: [] };
}

/** `2`, `-1`, `1:3`, `:`, `::2`. */
function parseSlice(text: string): TemplateNode {
  const match = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
  if (match === null) throw new TemplateError(`invalid array index ${text}`);
  const [, startText = "", endText, stepText] = match;
  const start = parseBound(startText);
  const end = parseBound(endText?.slice(1) ?? "");
  const step = parseBound(stepText?.slice(1) ?? "");
  if (endText === undefined) return { type: "array", start, end: (start ?? 0) + 1, step, isIndex: true };
  return { type: "array", start, end, step, isIndex: false };
}

/** A bound of a slice. Undefined for an omitted one. */
function parseBound(text: string): number | undefined {
  if (text === "") return undefined;
  const value = parseGoInteger(text);
  if (value === undefined) throw new TemplateError(`array index ${text} is not a number`);
  return Number(value);
}

function parseQuote(scanner: TemplateScanner, quote: string): TemplateNode {
  const start = scanner.offset;
  scanner.skip(quote);
  for (;;) {
    const character = scanner.take();
    if (character === undefined || character === "\n") throw new TemplateError("unterminated quoted string");
    if (character === quote && !scanner.isEscaped()) break;
  }
  const literal = scanner.textFrom(start);
  try {
    return { type: "text", text: unquoteGoString(literal) };
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    throw new TemplateError(`unquote string ${literal} error ${cause.message}`, { cause });
  }
}

/** The name behind a dot: `a`, `a\.b`, `*`. A sign behind a backslash belongs to the name, without the backslash. */
function parseField(scanner: TemplateScanner): TemplateNode {
  let isEscaped = false;
  const name = scanner.takeWhile((character) => {
    if (isTerminator(character) && !isEscaped) return false;
    isEscaped = character === "\\" && !isEscaped;
    return true;
  });
  return name === "*" ? { type: "wildcard" } : { type: "field", name: name.replaceAll("\\", "") };
}

function parseNumber(scanner: TemplateScanner): TemplateNode {
  const sign = /[+-]/.test(scanner.peek() ?? "") ? scanner.take() : "";
  const text = `${sign}${scanner.takeWhile((character) => character === "." || isDigit(character))}`;
  const integer = parseGoInteger(text);
  if (integer !== undefined) return { type: "int", value: integer };
  const isFraction = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text);
  const value = Number(text);
  if (!isFraction || !Number.isFinite(value)) throw new TemplateError(`cannot parse number ${text}`);
  return { type: "float", value };
}

function parseIdentifier(scanner: TemplateScanner): TemplateNode {
  const name = scanner.takeWhile((character) => !isTerminator(character));
  return name === "true" || name === "false" ? { type: "bool", value: name === "true" } : { type: "identifier", name };
}

/** Whether the character may follow a name: a space, or one of the signs of the language. */
function isTerminator(character: string): boolean {
  return " \t\r\n.,[]$@{}".includes(character);
}

function isAlphaNumeric(character: string | undefined): boolean {
  return character !== undefined && /^[_\p{L}\p{Nd}]$/u.test(character);
}

function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}

/**
 * The 64-bit integer that `text` spells, as Go's Atoi accepts it. A bigint where a number would lose digits, undefined for
 * every other text.
 */
function parseGoInteger(text: string): number | bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  // Without the zeros before it a longer text is no 64-bit integer: a bigint of a million digits is slow.
  const digits = text.replace(/^[+-]?0*(?=\d)/, "");
  if (digits.length > maxIntegerDigits) return undefined;
  const exact = BigInt(digits) * (text.startsWith("-") ? -1n : 1n);
  if (exact < minInt64 || exact > maxInt64) return undefined;
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}
