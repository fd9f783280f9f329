import type { OutlineEntry } from "../../../model/outline.ts";
import { fieldText, plainText } from "../../../outline/text.ts";
import { type MarkdownPart, paragraphPart } from "./markdown-parts.ts";

/** An entry of the outline, whole: its name and its text, what stands below it, its first command, and what it means. */
export function entryParts(entry: OutlineEntry, meaning?: string): readonly MarkdownPart[] {
  const subject = plainText(entry.subject);
  const text = plainText(entry.kind === "field" ? fieldText(entry) : entry.text);
  const below = (["way", "evidence", "event"] as const).flatMap((kind) =>
    entry.entries.filter((each) => each.kind === kind).map((each) => plainText(each.text)),
  );
  const log = quotedLogLines(entry);
  const [command] = entry.commands;
  return [
    subject === "" ? paragraphPart(text) : paragraphPart({ as: "name", text: subject }, ` ${text}`),
    ...below.map((words) => paragraphPart(words)),
    ...(log.length === 0
      ? []
      : [{ as: "block", text: log.map(({ text: line }) => plainText(line)).join("\n") } as const]),
    ...(command === undefined ? [] : [paragraphPart({ as: "code", text: command.command })]),
    ...(meaning === undefined ? [] : [paragraphPart(meaning)]),
  ];
}

/** The lines of a log that explain an entry, without those around them. */
export function quotedLogLines({ entries }: OutlineEntry): readonly OutlineEntry[] {
  return entries.filter(({ kind, weight }) => kind === "log" && weight !== "full");
}
