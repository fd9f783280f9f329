import { wrapHanging } from "../characters/wrap.ts";
import type { Outline, OutlineEntry, Text } from "../model/outline.ts";
import { entryLine, joined, plainText, spaced, words } from "../outline/text.ts";
import { resolveTextStyle, type TextOptions, type TextStyle } from "../render/terminal/text-style.ts";
import { drawTree, type TreeBranch } from "../render/terminal/tree-lines.ts";
import { fieldLabelWidth, joinBlocks, paintedMark } from "./lines.ts";

/**
 * All that an outline says, in lines that fit the width but for commands: nothing is cut or omitted. Roots and sections
 * are blocks with an empty line between them; other entries in a row share a block.
 */
export function paintFullText(outline: Outline, options: TextOptions = {}): readonly string[] {
  const style = resolveTextStyle(options);
  const blocks: (readonly string[])[] = [];
  let linesOutsideBlocks: string[] = [];
  for (const entry of outline.entries) {
    if (entry.id === "details") continue;
    if (entry.kind !== "root" && entry.kind !== "section") {
      linesOutsideBlocks.push(...entryLines(entry, style));
      continue;
    }
    blocks.push(linesOutsideBlocks);
    linesOutsideBlocks = [];
    blocks.push(...(entry.kind === "root" ? rootBlocks(entry, style) : [sectionLines(entry, style)]));
  }
  return joinBlocks([...blocks, linesOutsideBlocks]);
}

/** Whether flags request sections of each root below a first screen. */
export function areSectionsRequested({ deep = false, related = false, tree = false }: TextOptions): boolean {
  return deep || related || tree;
}

/** The sections that flags request below a first screen, those of each root. */
export function paintRequested({ entries }: Outline, options: TextOptions): readonly string[] {
  const { deep = false, related = false, tree = false } = options;
  const style = resolveTextStyle(options);
  const isRequested = ({ id }: OutlineEntry): boolean => {
    if (id === "parts") return deep || tree;
    return id === "related" && related;
  };
  const sections = entries.flatMap((root) => (root.kind === "root" ? root.entries : [])).filter(isRequested);
  return sections.flatMap((section) => ["", ...sectionLines(section, style)]);
}

/**
 * The blocks of a root:
 * 1. its headline, fields and evidence
 * 2. its sections with causes and conditions
 * 3. its findings
 * 4. its parts, its related objects, and each entry of one line
 */
function rootBlocks(root: OutlineEntry, style: TextStyle): readonly (readonly string[])[] {
  const head = [...markedLines(root, lineOf(root), style).map(style.palette.bold)];
  const causes: (readonly string[])[] = [];
  const findings: string[] = [];
  const others: (readonly string[])[] = [];
  for (const entry of root.entries) {
    const { kind, id } = entry;
    if (kind === "field" || kind === "evidence") head.push(...entryLines(entry, style));
    else if (kind === "finding") findings.push(...entryLines(entry, style));
    else if (kind !== "section") others.push(entryLines(entry, style));
    else if (id === "parts" || id === "related") others.push(sectionLines(entry, style));
    else causes.push(sectionLines(entry, style));
  }
  const findingBlock = findings.length === 0 ? [] : [style.palette.bold("FINDINGS"), ...findings];
  return [head, ...causes, findingBlock, ...others];
}

function sectionLines({ subject, text, entries }: OutlineEntry, style: TextStyle): readonly string[] {
  const title = plainText(entryLine({ subject, text }));
  const titleLines = wrapHanging("", style.clean(title), style.width).map(style.palette.bold);
  return [...titleLines, ...entries.flatMap((entry) => entryLines(entry, style))];
}

/** One entry with all that stands below it. */
function entryLines(entry: OutlineEntry, style: TextStyle): readonly string[] {
  switch (entry.kind) {
    case "field":
      return fieldLines(entry, style);
    case "part":
      return [...markedLines(entry, lineOf(entry), style), ...drawTree(entry.entries.map(branchOf), style)];
    case "next":
      return entry.commands.map(({ command }) => `${plainText(entry.subject)}: ${command}`);
    case "condition":
      return markedLines(entry, joined(": ", [lineOf(entry), ...entry.entries.map(({ text }) => text)]), style);
    case "root":
    case "cause":
    case "finding":
    case "lead":
    case "summary":
    case "node":
    case "evidence":
      return [
        ...markedLines(entry, lineOf(entry), style),
        ...entry.entries.flatMap((below) => linesBelow(below, style)),
        // A root here is a row of a list. The block of the root below the list has its commands.
        ...(entry.kind === "root" ? [] : commandLines(entry)),
      ];
    default:
      return linesBelow(entry, style);
  }
}

/** An entry below another one, indented: `  container x CrashLoopBackOff`, `  | panic: boom`. */
function linesBelow(entry: OutlineEntry, style: TextStyle): readonly string[] {
  const indent = entry.kind === "log" ? "  | " : "  ";
  const lines = [
    ...wrapHanging(indent, style.clean(plainText(lineOf(entry))), style.width),
    ...entry.entries.flatMap((below) => linesBelow(below, style)),
    ...commandLines(entry),
  ];
  return lines.filter((line) => line.trim() !== "");
}

/** Commands to copy, never wrapped, each with what it shows. */
function commandLines({ commands }: OutlineEntry): readonly string[] {
  return commands.map(({ command, why }) => (why === "" ? `  $ ${command}` : `  $ ${command}    # ${why}`));
}

/** `  Cluster   admin@prod, namespace x`, with further lines below the text. */
function fieldLines({ subject, text, entries }: OutlineEntry, style: TextStyle): readonly string[] {
  const label = plainText(subject);
  const pieces = [text, ...entries.map((entry) => entry.text)].map(plainText);
  const head = `  ${label.padEnd(fieldLabelWidth)} `;
  const [firstLine = "", ...furtherLines] = wrapHanging(head, style.clean(pieces.join(", ")), style.width);
  return [`  ${style.palette.bold(label)}${firstLine.slice(2 + label.length)}`, ...furtherLines];
}

/** The subject and the text of an entry in one line. A finding has its level and its code first: `warning x-is-old: …`. */
function lineOf({ kind, level = "info", subject, text }: OutlineEntry): Text {
  if (kind !== "finding") return entryLine({ subject, text });
  return joined(": ", [spaced(words(level), subject), text]);
}

function markedLines({ mark }: OutlineEntry, text: Text, style: TextStyle): readonly string[] {
  const cleanText = style.clean(plainText(text));
  if (mark === undefined) return wrapHanging("", cleanText, style.width);
  const [firstLine = "", ...furtherLines] = wrapHanging("  ", cleanText, style.width);
  return [`${paintedMark(mark, style)} ${firstLine.slice(2)}`, ...furtherLines];
}

function branchOf(entry: OutlineEntry): TreeBranch {
  return {
    mark: entry.mark ?? "unknown",
    text: plainText(lineOf(entry)),
    children: entry.entries.map(branchOf),
  };
}
