/** The mutants of a source: each is one small change that a test of the source should notice. */
import { parseSync, visitorKeys } from "oxc-parser";

/** Replaces `source.slice(start, end)` by `text`. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A node as oxc writes it (ESTree): its type, its place, and whatever the type has. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

type Change = Omit<Mutant, "line">;

/** Every mutant of a TypeScript source, in the order of the text; imports and types have none. @throws where it cannot be parsed. */
export function mutantsOf(source: string, file: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const root = program as unknown as SyntaxNode;
  const changes = new Map(changesBelow(root, source).map((change) => [JSON.stringify(change), change]));
  return [...changes.values()]
    .filter(({ start, end, text }) => source.slice(start, end) !== text)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map((change) => ({ ...change, line: source.slice(0, change.start).split("\n").length }));
}

function changesBelow(node: SyntaxNode, source: string): readonly Change[] {
  if (isUntouched(node)) return [];
  const below = (visitorKeys[node.type] ?? [])
    // The name of a property is no value, and `x as T` has a type behind it.
    .filter((key) => !(key === "key" && node["computed"] !== true))
    .flatMap((key) => [node[key]].flat())
    .filter(isNode)
    .flatMap((child) => changesBelow(child, source));
  return [...(mutators[node.type]?.(node, source) ?? []), ...below];
}

function isUntouched({ type }: SyntaxNode): boolean {
  const isExpression = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"].includes(type);
  return type === "ImportDeclaration" || type === "ExportAllDeclaration" || (type.startsWith("TS") && !isExpression);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

type Mutator = (node: SyntaxNode, source: string) => readonly Change[];

const mutators: Readonly<Record<string, Mutator>> = {
  BinaryExpression: (node, source) => operator(node, source, comparisons),
  LogicalExpression: (node, source) => operator(node, source, logic),
  UnaryExpression: (node) =>
    node["operator"] === "!" ? [replaceNode(node, "", (node["argument"] as SyntaxNode).start)] : [],
  Literal: literal,
  TemplateLiteral: (node) => [replaceNode(node, '"~"')],
  ConditionalExpression: (node) => forceCondition(node["test"]),
  IfStatement: (node) => [...forceCondition(node["test"]), ...(isGuard(node) ? [replaceNode(node, ";")] : [])],
  ArrayExpression: (node, source) => withoutEach(node["elements"], source),
  ObjectExpression: (node, source) => withoutEach(node["properties"], source).filter((_, at) => isSpread(node, at)),
  CallExpression: changeCall,
};

const comparisons: Readonly<Record<string, readonly string[]>> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "-": ["+"],
};
const logic: Readonly<Record<string, readonly string[]>> = { "&&": ["||"], "||": ["&&"] };

function operator(
  node: SyntaxNode,
  source: string,
  others: Readonly<Record<string, readonly string[]>>,
): readonly Change[] {
  const left = node["left"] as SyntaxNode;
  const right = node["right"] as SyntaxNode;
  const own = String(node["operator"]);
  // `a ?? b` is `a` where it is there.
  if (own === "??")
    return [
      { start: left.end, end: node.end, text: "" },
      { start: node.start, end: right.start, text: "" },
    ];
  const start = source.indexOf(own, left.end);
  // Both sides in brackets of their own: `a && b || c` means something else than what stood there.
  return (others[own] ?? []).map((text) => ({
    start: node.start,
    end: node.end,
    text: `((${source.slice(node.start, start)}) ${text} (${source.slice(start + own.length, node.end)}))`,
  }));
}

function literal(node: SyntaxNode): readonly Change[] {
  const { value } = node;
  if (typeof value === "boolean") return [replaceNode(node, String(!value))];
  if (typeof value === "number") return [replaceNode(node, String(value + 1))];
  return typeof value === "string" ? [replaceNode(node, value === "" ? '"~"' : '""')] : [];
}

/** A condition that always and one that never holds. */
function forceCondition(test: unknown): readonly Change[] {
  return isNode(test) ? ["true", "false"].map((text) => replaceNode(test, text)) : [];
}

/** `if (…) return …;` and its like, without `else`. */
function isGuard({ consequent, alternate }: SyntaxNode): boolean {
  const body = consequent as SyntaxNode;
  const [first] = body.type === "BlockStatement" ? (body["body"] as readonly SyntaxNode[]) : [body];
  return alternate == null && /^(Return|Continue|Throw|Break)Statement$/.test(first?.type ?? "");
}

/** Each of a list left out, with the comma behind it. */
function withoutEach(list: unknown, source: string): readonly Change[] {
  const elements = list as readonly (SyntaxNode | null)[];
  return elements.flatMap((element) => {
    if (element === null) return [];
    const [comma = ""] = /^\s*,/.exec(source.slice(element.end)) ?? [];
    return [{ start: element.start, end: element.end + comma.length, text: "" }];
  });
}

function isSpread({ properties }: SyntaxNode, at: number): boolean {
  return (properties as readonly SyntaxNode[])[at]?.type === "SpreadElement";
}

const opposites: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
};
const droppable: readonly string[] = ["filter", "toSorted", "slice", "trim", "toLowerCase"];

/** `some` for `every`, and calls that only choose or order left out. */
function changeCall(node: SyntaxNode): readonly Change[] {
  const callee = node["callee"] as SyntaxNode;
  if (callee.type !== "MemberExpression" || callee["computed"] === true) return [];
  const object = callee["object"] as SyntaxNode;
  const property = callee["property"] as SyntaxNode;
  const name = String(property["name"]);
  const opposite = opposites[name];
  return [
    ...(opposite === undefined ? [] : [replaceNode(property, opposite)]),
    ...(droppable.includes(name) ? [{ start: object.end, end: node.end, text: "" }] : []),
  ];
}

function replaceNode({ start, end }: SyntaxNode, text: string, until = end): Change {
  return { start, end: until, text };
}
