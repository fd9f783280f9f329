import type { OutlineEntry } from "../../../model/outline.ts";
import { fieldText, plainText } from "../../../outline/text.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/** An entry of the outline, whole: its name and its text, what stands below it, its first command, and what it means. */
export function entryParts(entry: OutlineEntry, meaning?: string): readonly MarkdownPart[] {
  const subject = plainText(entry.subject);
  const text = plainText(entry.kind === "field" ? fieldText(entry) : entry.text);
  const parts = [subject === "" ? paragraphPart(text) : paragraphPart({ as: "name", text: subject }, ` ${text}`)];
  for (const kind of ["way", "evidence", "event"] as const) {
    const below = entry.entries.filter((child) => child.kind === kind);
    parts.push(...below.map((child) => paragraphPart(plainText(child.text))));
  }
  const logLines = quotedLogLines(entry).map((line) => plainText(line.text));
  if (logLines.length > 0) parts.push({ as: "block", text: logLines.join("\n") });
  const [command] = entry.commands;
  if (command !== undefined) parts.push(paragraphPart({ as: "code", text: command.command }));
  if (meaning !== undefined) parts.push(paragraphPart(meaning));
  return parts;
}

/** The lines of a log that explain an entry, without those around them. */
export function quotedLogLines({ entries }: OutlineEntry): readonly OutlineEntry[] {
  return entries.filter(({ kind, weight }) => kind === "log" && weight !== "full");
}
