import { wrapHanging } from "../characters/wrap.ts";
import type { Outline, OutlineEntry, Text } from "../model/outline.ts";
import { joined, plainText } from "../outline/text.ts";
import { resolveTextStyle, type TextOptions, type TextStyle } from "../render/terminal/text-style.ts";
import { drawTree, type TreeBranch } from "../render/terminal/tree-lines.ts";
import { paintedMark } from "./lines.ts";

/**
 * All that an outline says, in lines that fit the width but for commands: nothing is cut or omitted. The blocks stand
 * in the order of the outline.
 */
export function paintFullText(outline: Outline, options: TextOptions = {}): readonly string[] {
  const style = resolveTextStyle(options);
  const blocks: (readonly string[])[] = [];
  const loose: OutlineEntry[] = [];
  const flush = (): void => {
    if (loose.length > 0) blocks.push(loose.splice(0).flatMap((entry) => layOutLine(entry, style)));
  };
  for (const entry of outline.entries.filter(({ id }) => id !== "details")) {
    if (entry.kind !== "root" && entry.kind !== "section") {
      loose.push(entry);
      continue;
    }
    flush();
    blocks.push(...(entry.kind === "root" ? rootBlocks(entry, style) : [layOutSection(entry, style)]));
  }
  flush();
  return blocks.filter((block) => block.length > 0).flatMap((block, index) => (index > 0 ? ["", ...block] : block));
}

/** Whether flags request sections of each root below a first screen. */
export function areSectionsRequested({ deep = false, related = false, tree = false }: TextOptions): boolean {
  return deep || related || tree;
}

/** The sections that flags request below a first screen, those of each root. */
export function paintRequested({ entries }: Outline, options: TextOptions): readonly string[] {
  if (!areSectionsRequested(options)) return [];
  const { deep = false, related = false, tree = false } = options;
  const style = resolveTextStyle(options);
  const isRequested = ({ id }: OutlineEntry): boolean =>
    (id === "parts" && (deep || tree)) || (id === "related" && related);
  const sections = entries.flatMap((root) => (root.kind === "root" ? root.entries : [])).filter(isRequested);
  return sections.flatMap((section) => ["", ...layOutSection(section, style)]);
}

/** A root: its headline with what belongs to it, each section, then its findings and what is one line. */
function rootBlocks(root: OutlineEntry, style: TextStyle): readonly (readonly string[])[] {
  const { entries } = root;
  const isHead = ({ kind }: OutlineEntry): boolean => kind === "field" || kind === "evidence";
  const findings = entries.filter(({ kind }) => kind === "finding");
  const rest = entries.filter((entry) => !isHead(entry) && entry.kind !== "finding");
  const causes = rest.filter(({ kind, id }) => kind === "section" && id !== "parts" && id !== "related");
  const others = rest.filter((entry) => !causes.includes(entry));
  return [
    [
      ...layOutMarked(root, lineOf(root), style).map(style.palette.bold),
      ...entries.filter(isHead).flatMap((entry) => layOutLine(entry, style)),
    ],
    ...causes.map((section) => layOutSection(section, style)),
    findings.length === 0
      ? []
      : [style.palette.bold("FINDINGS"), ...findings.flatMap((entry) => layOutLine(entry, style))],
    ...others.map((entry) => (entry.kind === "section" ? layOutSection(entry, style) : layOutLine(entry, style))),
  ];
}

function layOutSection({ subject, text, entries }: OutlineEntry, style: TextStyle): readonly string[] {
  const title = [plainText(subject), plainText(text)].filter((words) => words !== "").join(" ");
  return [
    ...wrapHanging("", style.clean(title), style.width).map(style.palette.bold),
    ...entries.flatMap((entry) => layOutLine(entry, style)),
  ];
}

/** One entry with all that stands below it. */
function layOutLine(entry: OutlineEntry, style: TextStyle): readonly string[] {
  switch (entry.kind) {
    case "field":
      return wrapLabelled(entry, style);
    case "part":
      return [...layOutMarked(entry, lineOf(entry), style), ...drawTree(entry.entries.map(branchOf), style)];
    case "next":
      return entry.commands.map(({ command }) => `${plainText(entry.subject)}: ${command}`);
    case "condition":
      return layOutMarked(entry, joined(": ", [lineOf(entry), ...entry.entries.map(({ text }) => text)]), style);
    case "root":
      // The root itself stands below its row, with its commands.
      return [
        ...layOutMarked(entry, lineOf(entry), style),
        ...entry.entries.flatMap((below) => layOutBelow(below, style)),
      ];
    case "cause":
    case "finding":
    case "lead":
    case "summary":
    case "node":
    case "evidence":
      return [
        ...layOutMarked(entry, lineOf(entry), style),
        ...entry.entries.flatMap((below) => layOutBelow(below, style)),
        ...commandsOf(entry),
      ];
    default:
      return layOutBelow(entry, style);
  }
}

/** What stands below an entry, indented. */
function layOutBelow(entry: OutlineEntry, style: TextStyle): readonly string[] {
  return [
    ...wrapHanging(entry.kind === "log" ? "  | " : "  ", style.clean(plainText(lineOf(entry))), style.width),
    ...entry.entries.flatMap((below) => layOutBelow(below, style)),
    ...commandsOf(entry),
  ].filter((line) => line.trim() !== "");
}

/** Commands to copy, never wrapped, each with what it shows. */
function commandsOf({ commands }: OutlineEntry): readonly string[] {
  return commands.map(({ command, why }) => (why === "" ? `  $ ${command}` : `  $ ${command}    # ${why}`));
}

function wrapLabelled({ subject, text, entries }: OutlineEntry, style: TextStyle): readonly string[] {
  const label = plainText(subject);
  const words = [text, ...entries.map((entry) => entry.text)].map(plainText).join(", ");
  const [first = "", ...rest] = wrapHanging(`  ${label.padEnd(9)} `, style.clean(words), style.width);
  return [`  ${style.palette.bold(label)}${first.slice(2 + label.length)}`, ...rest];
}

/** The subject and the text of an entry in one sentence: a finding has its code first. */
function lineOf({ kind, level, subject, text }: OutlineEntry): Text {
  const code: Text = subject.length === 0 ? [] : [{ is: "word", text: " " }, ...subject];
  const head: Text = kind === "finding" ? [{ is: "word", text: level ?? "info" }, ...code] : subject;
  if (head.length === 0 || text.length === 0) return [...head, ...text];
  return [...head, { is: "word", text: kind === "finding" ? ": " : " " }, ...text];
}

function layOutMarked({ mark }: OutlineEntry, text: Text, style: TextStyle): readonly string[] {
  const [first = "", ...rest] = wrapHanging(mark === undefined ? "" : "  ", style.clean(plainText(text)), style.width);
  return [mark === undefined ? first : `${paintedMark(mark, style)} ${first.slice(2)}`, ...rest];
}

function branchOf(entry: OutlineEntry): TreeBranch {
  return {
    mark: entry.mark ?? "unknown",
    text: plainText(lineOf(entry)),
    children: entry.entries.map(branchOf),
  };
}
