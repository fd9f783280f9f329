import { lexer, type Token, type Tokens } from "marked";

/** What VS Code's parser makes of Markdown: which elements there are, without their texts. */
export interface Shape {
  readonly type: string;
  /** Where a link goes. */
  readonly href?: string;
  readonly within: readonly Shape[];
}

/** Elements of all kinds but text, in their order. */
export function shapeOf(markdown: string): readonly Shape[] {
  return shapes(lexer(markdown));
}

/** Where links and images go. */
export function hrefsIn(list: readonly Shape[]): readonly string[] {
  return list.flatMap(({ href, within }) => [...(href === undefined ? [] : [href]), ...hrefsIn(within)]);
}

/** The types of all elements, each once. */
export function typesIn(list: readonly Shape[]): readonly string[] {
  return [...new Set(list.flatMap(({ type, within }) => [type, ...typesIn(within)]))];
}

/** What a person reads: the text of all elements, invisible spaces left out. */
export function textIn(markdown: string): string {
  return texts(lexer(markdown)).replaceAll("\u200b", "");
}

function shapes(tokens: readonly Token[]): readonly Shape[] {
  return tokens
    .filter(({ type }) => type !== "text" || hasTokens(tokens))
    .flatMap((token): readonly Shape[] => {
      if (["text", "escape", "space"].includes(token.type))
        return token.type === "text" ? shapes(tokensBelow(token)) : [];
      const { href } = token as { readonly href?: unknown };
      return [{ type: token.type, ...(typeof href === "string" && { href }), within: shapes(tokensBelow(token)) }];
    });
}

function hasTokens(tokens: readonly Token[]): boolean {
  return tokens.some((token) => tokensBelow(token).length > 0);
}

function texts(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const inner = tokensBelow(token);
      if (inner.length > 0) return texts(inner);
      return "text" in token && typeof token.text === "string" ? token.text : "";
    })
    .join("");
}

function tokensBelow(token: Token): readonly Token[] {
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((cells) => ({
      type: "row",
      raw: "",
      tokens: cells.map(({ tokens }) => ({ type: "cell", raw: "", tokens })),
    }));
  }
  if (token.type === "list") return (token as Tokens.List).items;
  return "tokens" in token ? (token.tokens ?? []) : [];
}
