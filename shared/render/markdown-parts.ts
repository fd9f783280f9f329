import { markdownFence, markdownText } from "./markdown-text.ts";
import { harmless, harmlessLines } from "./safe.ts";
import { truncate } from "./width.ts";

/**
 * What a hover or a tooltip says, as plain data: whatever comes from a cluster is a `text` in it and never Markdown, so that
 * {@link markdownOf} alone decides what acts.
 */
export type Part =
  | { readonly as: "paragraph"; readonly line: Inline }
  | { readonly as: "list"; readonly items: readonly Inline[] }
  | { readonly as: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly Inline[])[] }
  /** Raw text of several lines, as it came. */
  | { readonly as: "block"; readonly text: string }
  /** What can be done, on one line. */
  | { readonly as: "links"; readonly links: readonly CommandLink[] };

/** A line: its pieces one after the other; a piece of text alone may be a string. */
export type Inline = string | readonly (string | Piece)[];

export type Piece =
  | { readonly as: "strong"; readonly text: string }
  | { readonly as: "code"; readonly text: string }
  | CommandLink;

/** A link that runs a command of the editor; `arguments` are JSON. */
interface CommandLink {
  readonly as: "command";
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** A paragraph of a line. */
export function paragraph(...line: readonly (string | Piece)[]): Part {
  return { as: "paragraph", line };
}

/** The commands that the links of `parts` run, each once: all that may be trusted. */
export function commandsIn(parts: readonly Part[]): readonly string[] {
  const lines = parts.flatMap((part): readonly Inline[] => {
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
 * Markdown (GFM) of `parts` in which no text acts: no link, image, HTML, emphasis, icon or address but those that the parts
 * name; a pipe in a cell is a pipe. Texts of more than 400 columns and blocks of more than 2,000 characters are cut.
 * VS Code's own `appendText` leaves a pipe and an address as they are, so that it cannot fill a cell.
 */
export function markdownOf(parts: readonly Part[]): string {
  return parts
    .map(partText)
    .filter((text) => text !== "")
    .join("\n\n");
}

function partText(part: Part): string {
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

function tableText(head: readonly string[], rows: readonly (readonly Inline[])[]): string {
  if (rows.length === 0) return "";
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [row(head.map(plain)), row(head.map(() => ":---")), ...rows.map((cells) => row(cells.map(lineText)))].join(
    "\n",
  );
}

/** Strings that stand side by side are escaped as one: `https:` and `//a.b` would be harmless only each by itself. */
function lineText(line: Inline): string {
  if (typeof line === "string") return plain(line);
  let written = "";
  let open = "";
  for (const piece of line) {
    if (typeof piece === "string") {
      open += piece;
    } else {
      written += spaced(open) + pieceText(piece);
      open = "";
    }
  }
  return written + spaced(open);
}

function pieceText(piece: Piece): string {
  if (piece.as === "command") return linkText(piece);
  return piece.as === "code" ? codeText(piece.text) : strongText(piece.text);
}

function strongText(text: string): string {
  const inner = plain(text);
  return inner === "" ? "" : `**${inner}**`;
}

/** Between backticks; what has backticks itself, or pipes that would cut a table, is plain text. */
function codeText(text: string): string {
  const code = cut(harmless(text.replace(/\s+/g, " ")).trim());
  if (code === "") return "";
  return /[`|]/.test(code) ? plain(code) : `\`${code}\``;
}

function linkText({ title, command, arguments: list }: CommandLink): string {
  // VS Code decodes the part behind `?` twice; an escape of JSON's own stays whole however often that is done.
  const json = JSON.stringify(list).replaceAll("%", "\\u0025");
  const encoded = encodeURIComponent(json).replace(/[!'()*_~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  // VS Code's parser (marked) takes the backslashes away from brackets in a link's text, and then obeys them.
  const text = plain(title.replaceAll("[", "(").replaceAll("]", ")"));
  return `[${text}](command:${command}${list.length === 0 ? "" : `?${encoded}`})`;
}

/** With the spaces at its ends, which part it from its neighbours. */
function spaced(text: string): string {
  const inner = plain(text);
  if (inner === "") return /\s/.test(text) ? " " : "";
  return `${/^\s/.test(text) ? " " : ""}${inner}${/\s$/.test(text) ? " " : ""}`;
}

function plain(text: string): string {
  return markdownText(cut(text));
}

const longestText = 400;
const longestBlock = 2000;

/** Before it is looked at closely: a message may have a megabyte. */
function cut(text: string): string {
  return truncate(text.slice(0, 4 * longestText).replace(/\s+/g, " "), longestText, "…");
}

function cutBlock(text: string): string {
  return text.length <= longestBlock ? text : `${text.slice(0, longestBlock).replace(/[\ud800-\udbff]$/, "")}…`;
}
