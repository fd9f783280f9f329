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

/** The texts of a source: each string literal, and each template with `…` for what is put in. Types have none. */
export function findTexts(file: string, source: string): readonly SourceText[] {
  const visit = (node: unknown): readonly SourceText[] => {
    if (Array.isArray(node)) return node.flatMap(visit);
    if (typeof node !== "object" || node === null) return [];
    const { type, ...fields } = node as SyntaxNode;
    if (type === "ImportDeclaration" || type === "TSLiteralType") return [];
    const start = Number(fields["start"]);
    const below = (visitorKeys[type] ?? []).flatMap((key) => visit(fields[key]));
    if (type === "Literal" && typeof fields["value"] === "string") return [{ text: fields["value"], start }];
    if (type !== "TemplateLiteral") return below;
    const pieces = (fields["quasis"] as readonly { readonly value: { readonly cooked: string } }[]).map(
      ({ value }) => value.cooked,
    );
    return [{ text: pieces.join("…"), start }, ...below];
  };
  return visit(parseSync(file, source).program);
}
