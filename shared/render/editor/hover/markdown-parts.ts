import { markdownFence, markdownText } from "../../../characters/escape-markdown.ts";
import { harmlessLines, sanitizeLine } from "../../../characters/sanitize.ts";
import type { Ref } from "../../../model/object.ts";
import { shortLine } from "../../../outline/fit-text.ts";
import { quote } from "../../../outline/text.ts";

/**
 * The content of a hover or a tooltip as plain data. Cluster text is a `text` in it and never Markdown, so that no link,
 * image or icon in it acts: {@link renderMarkdownParts} escapes all of it.
 */
export type MarkdownPart =
  | { readonly as: "paragraph"; readonly line: MarkdownLine }
  | { readonly as: "list"; readonly items: readonly MarkdownLine[] }
  | { readonly as: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly MarkdownLine[])[] }
  /** Raw text of several lines. */
  | { readonly as: "block"; readonly text: string }
  /** The actions, on one line. */
  | { readonly as: "links"; readonly links: readonly CommandLink[] };

/** A line: its pieces one after the other; a piece of text alone may be a string. */
export type MarkdownLine = string | readonly (string | LinePiece)[];

export type LinePiece =
  | { readonly as: "strong"; readonly text: string }
  /** In bold, and the names of known objects in it are links. */
  | { readonly as: "name"; readonly text: string }
  | { readonly as: "code"; readonly text: string }
  /** A name, of which `withObjectLinks` makes a link to the object. */
  | { readonly as: "object"; readonly text: string; readonly about: Ref }
  | CommandLink;

/** A link that runs a command of the editor; `arguments` are JSON. */
interface CommandLink {
  readonly as: "command";
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
  readonly isStrong?: boolean;
}

/** A paragraph of one line. */
export function paragraphPart(...line: readonly (string | LinePiece)[]): MarkdownPart {
  return { as: "paragraph", line };
}

/** The commands that the links of `parts` run, each once: only these may be trusted. */
export function commandsIn(parts: readonly MarkdownPart[]): readonly string[] {
  const commands = new Set<string>();
  for (const line of parts.flatMap(linesOf)) {
    if (typeof line === "string") continue;
    for (const piece of line) if (typeof piece !== "string" && piece.as === "command") commands.add(piece.command);
  }
  return [...commands];
}

function linesOf(part: MarkdownPart): readonly MarkdownLine[] {
  switch (part.as) {
    case "paragraph":
      return [part.line];
    case "list":
      return part.items;
    case "table":
      return part.rows.flat();
    case "links":
      return [part.links];
    case "block":
      return [];
  }
}

/**
 * Markdown (GFM) of `parts` in which no text acts. It has no link, image, HTML, emphasis, icon or address except those
 * that the parts name. A pipe in a cell is a pipe. Texts of more than 400 columns and blocks of more than 2,000
 * characters are cut. VS Code's own `appendText` leaves pipes and addresses as they are, so it cannot fill a cell.
 */
export function renderMarkdownParts(parts: readonly MarkdownPart[]): string {
  return parts
    .map(renderPart)
    .filter((text) => text !== "")
    .join("\n\n");
}

function renderPart(part: MarkdownPart): string {
  switch (part.as) {
    case "paragraph":
      return renderLine(part.line);
    case "list":
      return part.items.map((item) => `- ${renderLine(item)}`).join("\n");
    case "table":
      return renderTable(part.head, part.rows);
    case "block":
      return part.text.trim() === "" ? "" : markdownFence(shortenBlock(harmlessLines(part.text.trimEnd())), "text");
    case "links":
      return part.links.map(renderLink).join(" · ");
  }
}

function renderTable(head: readonly string[], rows: readonly (readonly MarkdownLine[])[]): string {
  if (rows.length === 0) return "";
  const lines = [renderRow(head.map(escapeMarkdown)), renderRow(head.map(() => ":---"))];
  for (const cells of rows) lines.push(renderRow(cells.map(renderLine)));
  return lines.join("\n");
}

function renderRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Adjacent texts are escaped as one: `https:` and `//a.b` are harmless only separately. */
function renderLine(line: MarkdownLine): string {
  if (typeof line === "string") return escapeMarkdown(line);
  let markdown = "";
  let adjacentText = "";
  for (const piece of line) {
    if (typeof piece === "string" || piece.as === "object") {
      adjacentText += typeof piece === "string" ? piece : piece.text;
    } else {
      markdown += escapeBetweenPieces(adjacentText) + renderPiece(piece);
      adjacentText = "";
    }
  }
  return markdown + escapeBetweenPieces(adjacentText);
}

function renderPiece(piece: Exclude<LinePiece, { as: "object" }>): string {
  if (piece.as === "command") return piece.isStrong === true ? `**${renderLink(piece)}**` : renderLink(piece);
  return piece.as === "code" ? renderCode(piece.text) : renderStrong(piece.text);
}

function renderStrong(text: string): string {
  const escaped = escapeMarkdown(text);
  return escaped === "" ? "" : `**${escaped}**`;
}

/** Code between backticks. Text with backticks, or with pipes that would cut a table, is plain text. */
function renderCode(text: string): string {
  const code = shortenText(sanitizeLine(text.replace(/\s+/g, " ")).trim());
  if (code === "") return "";
  return /[`|]/.test(code) ? escapeMarkdown(code) : `\`${code}\``;
}

function renderLink({ title, command, arguments: list }: CommandLink): string {
  // VS Code decodes the part behind `?` twice. An encoded percent sign would be decoded too early, JSON's `\u0025` is not.
  const json = JSON.stringify(list).replaceAll("%", "\\u0025");
  const encoded = encodeURIComponent(json).replace(/[!'()*_~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  // VS Code's parser (marked) removes the backslashes from brackets in a link's text, and then obeys the brackets.
  const text = escapeMarkdown(title.replaceAll("[", "(").replaceAll("]", ")"));
  return `[${text}](command:${command}${list.length === 0 ? "" : `?${encoded}`})`;
}

/** The escaped text with a space at each end that has one, which separates it from its neighbours. */
function escapeBetweenPieces(text: string): string {
  const escaped = escapeMarkdown(text);
  if (escaped === "") return /\s/.test(text) ? " " : "";
  const start = /^\s/.test(text) ? " " : "";
  const end = /\s$/.test(text) ? " " : "";
  return `${start}${escaped}${end}`;
}

function escapeMarkdown(text: string): string {
  return markdownText(shortenText(text));
}

const maxTextLength = 400;
const maxBlockLength = 2000;

/** Texts are shortened before they are escaped: a message may have a megabyte. */
function shortenText(text: string): string {
  return shortLine([quote(text.replace(/\s+/g, " "))], maxTextLength);
}

function shortenBlock(text: string): string {
  return text.length <= maxBlockLength ? text : `${text.slice(0, maxBlockLength).replace(/[\ud800-\udbff]$/, "")}…`;
}
