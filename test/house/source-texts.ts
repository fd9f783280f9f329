import { parseSync, visitorKeys } from "oxc-parser";

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One text of a source. */
export interface SourceText {
  readonly text: string;
  /** The index of its first character in the source. */
  readonly start: number;
}

/**
 * The texts of a source: each string literal, each template with `…` for its values, and strings joined by `+` as one
 * text. Types have none.
 */
export function findTexts(file: string, source: string): readonly SourceText[] {
  const visit = (node: unknown): readonly SourceText[] => {
    if (Array.isArray(node)) return node.flatMap(visit);
    if (typeof node !== "object" || node === null) return [];
    const { type, ...fields } = node as SyntaxNode;
    if (type === "ImportDeclaration" || type === "TSLiteralType") return [];
    const start = Number(fields["start"]);
    const below = (visitorKeys[type] ?? []).flatMap((key) => visit(fields[key]));
    if (type === "Literal" && typeof fields["value"] === "string") return [{ text: fields["value"], start }];
    const text = type === "TemplateLiteral" || type === "BinaryExpression" ? textOf(node as SyntaxNode) : "";
    if (text === "" || text === "…") return below;
    return [{ text, start }, ...below.filter((part) => !text.includes(part.text))];
  };
  return visit(parseSync(file, source).program);
}

/** The text of a literal, of a template, or of a sum of them; `…` for any other expression. */
function textOf(node: SyntaxNode): string {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type === "TemplateLiteral") {
    const pieces = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
    return pieces.map(({ value }) => value.cooked).join("…");
  }
  if (node.type !== "BinaryExpression" || node["operator"] !== "+") return "…";
  return [node["left"], node["right"]]
    .map((side) => textOf(side as SyntaxNode))
    .join("")
    .replace(/…+/g, "…");
}

/** The names of a source: of variables, functions, types, properties and parameters, each where it stands. */
export function findNames(file: string, source: string): readonly SourceText[] {
  const visit = (node: unknown): readonly SourceText[] => {
    if (Array.isArray(node)) return node.flatMap(visit);
    if (typeof node !== "object" || node === null) return [];
    const { type, ...fields } = node as SyntaxNode;
    const below = (visitorKeys[type] ?? []).flatMap((key) => visit(fields[key]));
    const isName = type === "Identifier" || type === "PrivateIdentifier";
    return isName ? [{ text: String(fields["name"]), start: Number(fields["start"]) }, ...below] : below;
  };
  return visit(parseSync(file, source).program);
}

/** The titles of a test file: the first text of each call of `describe`, `test` and what begins with them. */
export function findTitles(file: string, source: string): readonly SourceText[] {
  const visit = (node: unknown): readonly SourceText[] => {
    if (Array.isArray(node)) return node.flatMap(visit);
    if (typeof node !== "object" || node === null) return [];
    const { type, ...fields } = node as SyntaxNode;
    const below = (visitorKeys[type] ?? []).flatMap((key) => visit(fields[key]));
    const [title] = type === "CallExpression" ? (fields["arguments"] as readonly SyntaxNode[]) : [];
    if (title === undefined || !/^(?:describe|test)/.test(calledName(node as SyntaxNode))) return below;
    return [{ text: textOf(title), start: Number(title["start"]) }, ...below];
  };
  return visit(parseSync(file, source).program);
}

/** The name at the beginning of a call: `test` of `test.for(rows)("…")`. */
function calledName(node: SyntaxNode): string {
  if (node.type === "Identifier") return String(node["name"]);
  const inner = node["callee"] ?? node["object"];
  return inner === undefined ? "" : calledName(inner as SyntaxNode);
}
