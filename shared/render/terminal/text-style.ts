import { displayWidth, padText, truncateText } from "../../characters/display-width.ts";
import { asciiOnly } from "../../characters/sanitize.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import type { CommandReach } from "../../model/kubectl-command.ts";
import type { Mark } from "../../model/outline.ts";
import type { Report } from "../../model/report.ts";
import type { GateReport } from "../../model/upgrade-gate.ts";
import { type ColorPalette, plainPalette } from "./palette.ts";
import { type GlyphSet, glyphsFor, markPaint } from "./verdict-marks.ts";

/** The fewest columns in which lines fit; narrower terminals get this width. */
const minWidth = 20;

/** The most rows of one text of the cluster; only `-o wide` prints more. */
const maxRows = 5;

/** The columns of a label before a paragraph: `Cause  `. */
export const labelWidth = 7;

/** What a flag without a value switches on in the drawing. The row of the flag in plugin/cli/flags.ts names it: `draws`. */
export interface DrawingSwitches {
  /** Only ASCII in the whole output, whatever the cluster wrote. */
  readonly ascii?: boolean;
  /** Print times (RFC 3339, UTC) instead of ages. */
  readonly absoluteTime?: boolean;
  /** Tables without the row of titles; in text and wide. */
  readonly noHeaders?: boolean;
}

/** How to print a Report; the caller knows the terminal. */
export interface TextOptions extends DrawingSwitches {
  /** Columns of the terminal; absent or 0 does not wrap at all, as kubectl does not in a pipe. */
  readonly width?: number;
  readonly palette?: ColorPalette;
  /** Print everything: healthy parts, all findings with their codes, whole messages. */
  readonly wide?: boolean;
  /** Related objects were looked up, so they are shown even where all are unchanged. */
  readonly related?: boolean;
  /** Owned objects were read, so they are shown even where all are healthy. */
  readonly tree?: boolean;
  /** The end of the identity line, such as `context admin@prod · read just now`; absent: made from the Report's source. */
  readonly contextLine?: string;
  /** Where a live Report was read, such as `admin@prod`; absent: made from the Report's source. For the first screen. */
  readonly place?: string;
  /** The command that prints the full report of the same objects. For the first screen. */
  readonly details?: string;
  /** Healthy objects were read down to their containers, so these are shown below the first screen. */
  readonly deep?: boolean;
  /** How the suggested command reaches the cluster; absent: without a flag. */
  readonly reach?: CommandReach;
  /** No flag of kubectl leads to the cluster, so that suggested commands are noted as to be run there. */
  readonly isElsewhere?: boolean;
  /** Makes the check of an upgrade, which the formats for pipelines then have too. Absent: it was not requested. */
  readonly upgradeGate?: (report: Report) => GateReport;
  /** In how many texts a credential was concealed. The formats that are sent on say it. */
  readonly concealedTexts?: number;
}

/** The options with every default filled in, and what follows from them. */
export interface TextStyle {
  readonly width: number;
  readonly palette: ColorPalette;
  readonly glyphs: GlyphSet;
  readonly wide: boolean;
  readonly headers: boolean;
  /** The final escaping of our own sentences before layout: `--ascii` leaves only ASCII. */
  readonly clean: (text: string) => string;
}

/** The style that `options` ask for. */
export function resolveTextStyle(options: TextOptions): TextStyle {
  const width = options.width ?? 0;
  return {
    width: width > 0 ? Math.max(width, minWidth) : Number.POSITIVE_INFINITY,
    palette: options.palette ?? plainPalette,
    glyphs: glyphsFor(options.ascii ?? false),
    wide: options.wide ?? false,
    headers: options.noHeaders !== true,
    clean: options.ascii === true ? asciiOnly : (text) => text,
  };
}

/**
 * The first rows of a text and its last one: a message can hold a whole stack trace or a whole object, and the end of an
 * error often has its reason.
 */
export function clipRows(rows: readonly string[], style: TextStyle): readonly string[] {
  if (style.wide || rows.length <= maxRows) return rows;
  const cutRow = endInEllipsis(rows[maxRows - 2] ?? "", style);
  return [...rows.slice(0, maxRows - 2), cutRow, ...rows.slice(-1)];
}

/** A row with an ellipsis behind the last word that leaves room for it. A row of one word is cut inside the word. */
function endInEllipsis(row: string, { glyphs, width }: TextStyle): string {
  const ellipsis = ` ${glyphs.ellipsis}`;
  const room = width - displayWidth(ellipsis);
  if (displayWidth(row) <= room) return `${row}${ellipsis}`;
  const withoutLastWord = row.replace(/\S+$/, "").trimEnd();
  const isOneWord = withoutLastWord.trim() === "";
  return `${isOneWord ? truncateText(row, room, "") : withoutLastWord}${ellipsis}`;
}

/** A paragraph behind a mark, such as `✗ HyperConverged … is unavailable`; further lines begin under its first word. */
export function markedParagraph(mark: Mark, text: string, style: TextStyle): readonly string[] {
  const sign = style.glyphs.marks[mark];
  const rows = clipRows(wrapHanging(`${sign} `, style.clean(text), style.width), style);
  const [firstRow = "", ...furtherRows] = rows;
  return [`${markPaint(mark, style.palette)(sign)}${firstRow.slice(sign.length)}`, ...furtherRows];
}

/** A paragraph behind a label: `  Cause   CDI: …`; without a label it continues the paragraph above. */
export function labelledParagraph(label: string, text: string, style: TextStyle, bullet = ""): readonly string[] {
  const head = `  ${padText(label, labelWidth)} ${bullet}`;
  const [firstRow = "", ...furtherRows] = clipRows(wrapHanging(head, style.clean(text), style.width), style);
  const labelEnd = 2 + label.length;
  return [`  ${style.palette.bold(label)}${firstRow.slice(labelEnd)}`, ...furtherRows];
}

/** The text of all blocks that have lines, with an empty line between two blocks; ends in a line break. */
export function blocksToText(blocks: readonly (readonly string[])[]): string {
  return `${blocks.flatMap((block) => (block.length === 0 ? [] : block.join("\n"))).join("\n\n")}\n`;
}
