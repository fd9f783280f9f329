import { markdownFence, markdownText } from "../../../characters/escape-markdown.ts";
import { harmlessLines, sanitizeLine } from "../../../characters/sanitize.ts";
import type { Ref } from "../../../model/object.ts";
import { shortLine } from "../../../outline/fit-text.ts";
import { quote } from "../../../outline/text.ts";

/**
 * The content of a hover or a tooltip as plain data. Cluster text is a `text` in it and never Markdown. So
 * {@link renderMarkdownParts} alone decides what acts.
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
  const lines = parts.flatMap((part): readonly MarkdownLine[] => {
    if (part.as === "paragraph") return [part.line];
    if (part.as === "list") return part.items;
    if (part.as === "table") return part.rows.flat();
    return part.as === "links" ? [part.links] : [];
  });
  const pieces = lines.flatMap((line) => (typeof line === "string" ? [] : line));
  return [
    ...new Set(pieces.flatMap((piece) => (typeof piece !== "string" && piece.as === "command" ? [piece.command] : []))),
  ];
}

/**
 * Markdown (GFM) of `parts` in which no text acts. It has no link, image, HTML, emphasis, icon or address except those
 * that the parts name. A pipe in a cell is a pipe. Texts of more than 400 columns and blocks of more than 2,000
 * characters are cut. VS Code's own `appendText` leaves pipes and addresses as they are, so it cannot fill a cell.
 */
export function renderMarkdownParts(parts: readonly MarkdownPart[]): string {
  return parts
    .map(partText)
    .filter((text) => text !== "")
    .join("\n\n");
}

function partText(part: MarkdownPart): string {
  switch (part.as) {
    case "paragraph":
      return lineText(part.line);
    case "list":
      return part.items.map((item) => `- ${lineText(item)}`).join("\n");
    case "table":
      return tableText(part.head, part.rows);
    case "block":
      return part.text.trim() === "" ? "" : markdownFence(cutBlock(harmlessLines(part.text.trimEnd())), "text");
    case "links":
      return part.links.map(linkText).join(" · ");
  }
}

function tableText(head: readonly string[], rows: readonly (readonly MarkdownLine[])[]): string {
  if (rows.length === 0) return "";
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [row(head.map(plain)), row(head.map(() => ":---")), ...rows.map((cells) => row(cells.map(lineText)))].join(
    "\n",
  );
}

/** The text of a line. Adjacent strings are escaped as one: `https:` and `//a.b` are harmless only separately. */
function lineText(line: MarkdownLine): string {
  if (typeof line === "string") return plain(line);
  let written = "";
  let open = "";
  for (const piece of line) {
    if (typeof piece === "string" || piece.as === "object") {
      open += typeof piece === "string" ? piece : piece.text;
    } else {
      written += spaced(open) + pieceText(piece);
      open = "";
    }
  }
  return written + spaced(open);
}

function pieceText(piece: Exclude<LinePiece, { as: "object" }>): string {
  if (piece.as === "command") return piece.isStrong === true ? `**${linkText(piece)}**` : linkText(piece);
  return piece.as === "code" ? codeText(piece.text) : strongText(piece.text);
}

function strongText(text: string): string {
  const inner = plain(text);
  return inner === "" ? "" : `**${inner}**`;
}

/** Code between backticks. Text with backticks, or with pipes that would cut a table, is plain text. */
function codeText(text: string): string {
  const code = cut(sanitizeLine(text.replace(/\s+/g, " ")).trim());
  if (code === "") return "";
  return /[`|]/.test(code) ? plain(code) : `\`${code}\``;
}

function linkText({ title, command, arguments: list }: CommandLink): string {
  // VS Code decodes the part behind `?` twice; an escape of JSON's own stays whole however often that is done.
  const json = JSON.stringify(list).replaceAll("%", "\\u0025");
  const encoded = encodeURIComponent(json).replace(/[!'()*_~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  // VS Code's parser (marked) removes the backslashes from brackets in a link's text, and then obeys the brackets.
  const text = plain(title.replaceAll("[", "(").replaceAll("]", ")"));
  return `[${text}](command:${command}${list.length === 0 ? "" : `?${encoded}`})`;
}

/** The text with the spaces at its ends, which separate it from its neighbours. */
function spaced(text: string): string {
  const inner = plain(text);
  if (inner === "") return /\s/.test(text) ? " " : "";
  return `${/^\s/.test(text) ? " " : ""}${inner}${/\s$/.test(text) ? " " : ""}`;
}

function plain(text: string): string {
  return markdownText(cut(text));
}

const maxTextLength = 400;
const maxBlockLength = 2000;

/** A text cut before it is escaped: a message may have a megabyte. */
function cut(text: string): string {
  return shortLine([quote(text.replace(/\s+/g, " "))], maxTextLength);
}

function cutBlock(text: string): string {
  return text.length <= maxBlockLength ? text : `${text.slice(0, maxBlockLength).replace(/[\ud800-\udbff]$/, "")}…`;
}
