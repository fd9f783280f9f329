import { markdownFence, markdownText } from "../characters/escape-markdown.ts";
import type { Outline, OutlineEntry, Text } from "../model/outline.ts";
import { entryLine, fieldText, joined, plainText } from "../outline/text.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";

/**
 * An outline as GitHub Flavored Markdown: a heading for each root, its fields, its sections as nested lists, commands in
 * fences. Nothing from the cluster in it is more than text, and it sends no notifications. What is fine stands only in
 * `wide`, but for one line.
 */
export function paintMarkdown(outline: Outline, { clean, glyphs, wide }: TextStyle): string {
  const isAscii = clean("…") !== "…";
  const write: MarkdownWriter = {
    isWide: wide,
    text: (text) => markdownText(clean(plainText(text)), isAscii),
    line: (text) => clean(plainText(text)),
    mark: (entry) => (entry.mark === undefined ? "" : `${glyphs.marks[entry.mark].replace("+", "\\+")} `),
    isShown: ({ weight }) => wide || weight !== "full",
  };
  const blocks = outline.entries.flatMap((entry) => topBlocks(entry, write));
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** The most rows of several roots, unless all are requested. */
const maxRows = 50;

interface MarkdownWriter {
  readonly isWide: boolean;
  readonly text: (text: Text) => string;
  /** Inside a fence nothing is escaped. */
  readonly line: (text: Text) => string;
  readonly mark: (entry: OutlineEntry) => string;
  readonly isShown: (entry: OutlineEntry) => boolean;
}

function topBlocks(entry: OutlineEntry, write: MarkdownWriter): readonly string[] {
  if (!write.isShown(entry)) return [];
  if (entry.kind === "root") return rootBlocks(entry, write);
  if (entry.kind === "section") return sectionBlocks(entry, write);
  if (entry.kind === "next") return nextBlocks(entry);
  return [`${write.mark(entry)}${write.text(lineOf(entry))}`];
}

function rootBlocks(root: OutlineEntry, write: MarkdownWriter): readonly string[] {
  const entries = root.entries.filter(write.isShown);
  const fields = entries.filter(({ kind }) => kind === "field");
  const sections = entries.filter(({ kind }) => kind === "section");
  const rows = entries.filter(({ kind }) => kind === "root");
  const shown = write.isWide ? rows : rows.slice(0, maxRows);
  const omitted = rows.length - shown.length;
  const others = entries.filter(({ kind }) => kind !== "field" && kind !== "section" && kind !== "root");
  const more: readonly string[] = omitted === 0 ? [] : [`- and ${omitted} more`];
  return [
    `### ${write.mark(root)}${write.text(lineOf(root))}`,
    fields.map((field) => `- **${write.text(field.subject)}** ${write.text(fieldText(field))}`).join("\n"),
    ...sections.flatMap((section) => sectionBlocks(section, write)),
    [...shown.flatMap((entry) => listItems(entry, 0, write)), ...more].join("\n"),
    others.flatMap((entry) => listItems(entry, 0, write)).join("\n"),
  ];
}

function sectionBlocks({ subject, text, entries }: OutlineEntry, write: MarkdownWriter): readonly string[] {
  const shown = entries.filter(write.isShown);
  const title = `**${write.text(subject)}**${text.length === 0 ? "" : ` ${write.text(text)}`}`;
  return [title, shown.flatMap((entry) => listItems(entry, 0, write)).join("\n")];
}

/** An entry as an item of a list, with the entries below it as items of its own, its log and its commands. */
function listItems(entry: OutlineEntry, depth: number, write: MarkdownWriter): readonly string[] {
  const indent = "  ".repeat(depth);
  const line = write.text(lineOf(entry));
  const items = line === "" ? [] : [`${indent}- ${write.mark(entry)}${line}`];
  const childDepth = line === "" ? depth : depth + 1;
  const logLines: string[] = [];
  for (const child of entry.entries.filter(write.isShown)) {
    if (child.kind === "log") logLines.push(write.line(child.text));
    else items.push(...listItems(child, childDepth, write));
  }
  items.push(...fenceLines(logLines, "text", `${indent}  `));
  items.push(...fenceLines(commandLines(entry), "sh", `${indent}  `));
  return items;
}

function commandLines({ commands }: OutlineEntry): readonly string[] {
  return commands.map(({ command }) => command.replace(/\s+/g, " "));
}

/** Lines of a log or commands to copy, in a fence that belongs to the item above; nothing for no lines. */
function fenceLines(lines: readonly string[], language: "text" | "sh", indent: string): readonly string[] {
  if (lines.length === 0) return [];
  const fence = markdownFence(lines.join("\n"), language);
  return fence.split("\n").map((line) => `${indent}${line}`);
}

function nextBlocks(entry: OutlineEntry): readonly string[] {
  // Readers of the document have the report already, so they need no command that prints it.
  if (entry.id === "details") return [];
  return [`**${plainText(entry.subject)}**`, fenceLines(commandLines(entry), "sh", "").join("\n")];
}

function lineOf(entry: OutlineEntry): Text {
  if (entry.kind === "finding") return entry.text;
  // The message of a condition stands on its line.
  if (entry.kind === "condition") return joined(": ", [entryLine(entry), ...entry.entries.map(({ text }) => text)]);
  return entryLine(entry);
}
