import type { Explanation } from "../model/explanation.ts";
import { labelled, type Style, styleOf, type TextOptions } from "./style.ts";
import { displayWidth, pad, truncate } from "./width.ts";
import { explainLabels, kindWords, listFooter } from "./words-explain.ts";
import { hanging } from "./wrap.ts";

/** Each entry with its meaning, causes, commands and source; ends in a line break. Nothing in it comes from a cluster. */
export function renderExplanations(entries: readonly Explanation[], options: TextOptions = {}): string {
  // Nothing is left out of so short a text.
  const style = { ...styleOf(options), wide: true };
  return `${entries.map((entry) => entryLines(entry, style).join("\n")).join("\n\n")}\n`;
}

/** All codes by kind and by who says them, a line each; ends in a line break. */
export function renderExplanationList(entries: readonly Explanation[], options: TextOptions = {}): string {
  const style = styleOf(options);
  const groups = Map.groupBy(entries, ({ kind, of }) => `${kindWords[kind].many} ${style.glyphs.dot} ${of}`);
  const blocks = Array.from(groups, ([title, some]) => [
    ...hanging("", title, style.width).map(style.palette.bold),
    ...some.map((entry) => listLine(entry, columnOf(some), style)),
  ]);
  return `${[...blocks, hanging("", listFooter, style.width)].map((block) => block.join("\n")).join("\n\n")}\n`;
}

function entryLines({ code, kind, of, meaning, causes, next, source }: Explanation, style: Style): readonly string[] {
  const { palette, glyphs, width } = style;
  const [first = "", ...rest] = hanging("", [code, kindWords[kind].one, of].join(` ${glyphs.dot} `), width);
  const head = first.startsWith(code) ? `${palette.bold(code)}${first.slice(code.length)}` : palette.bold(first);
  return [
    head,
    ...rest,
    ...hanging("  ", meaning, width),
    ...causes.flatMap((cause, index) => labelled(index === 0 ? explainLabels.causes : "", cause, style, "- ")),
    ...next.map((command, index) => commandLine(index === 0 ? explainLabels.next : "", command, style)),
    ...labelled(explainLabels.source, source, style),
  ];
}

/** Never wrapped: a terminal that folds it still copies it whole. */
function commandLine(label: string, command: string, { palette }: Style): string {
  return `  ${palette.bold(label)}${" ".repeat(7 - label.length)} ${command}`;
}

/** Where the meanings of a group begin; a few long codes do not push all others to the side. */
function columnOf(entries: readonly Explanation[]): number {
  return Math.min(widestCode, Math.max(...entries.map(({ code }) => displayWidth(code))));
}

const widestCode = 36;

function listLine({ code, meaning }: Explanation, column: number, { width, palette, glyphs }: Style): string {
  const start = `  ${pad(code, column)}  `;
  const room = width - displayWidth(start);
  // On a narrow screen the code alone says which one to ask for.
  if (room < leastMeaning) return `  ${truncate(code, width - 2, glyphs.ellipsis)}`;
  return `${start}${palette.dim(truncate(meaning, room, glyphs.ellipsis))}`;
}

const leastMeaning = 16;
