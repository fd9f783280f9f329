import { displayWidth, splitGraphemes, truncateText } from "../../characters/display-width.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { fitText } from "../../outline/fit-text.ts";
import { asAbove } from "../../outline/labels.ts";
import { worstMark } from "../../outline/marks.ts";
import { plainText } from "../../outline/text.ts";
import { versionText } from "../../outline/words/component.ts";
import { markColumns } from "../../paint/lines.ts";
import type { TableCell, TableColumn } from "../terminal/table.ts";
import { tableWithSentences } from "../terminal/table-with-sentences.ts";
import {
  blocksToText,
  markedParagraph,
  resolveTextStyle,
  type TextOptions,
  type TextStyle,
} from "../terminal/text-style.ts";
import { markPaint } from "../terminal/verdict-marks.ts";
import {
  type ClusterNaming,
  chooseCounted,
  fleetIdentity,
  fleetSummary,
  fleetTitles,
  healthyClustersText,
} from "../words/commands/fleet.ts";
import { labelTitles } from "./label-columns.ts";
import { type FleetRow, type FleetWording, nextFleetCommand } from "./rows.ts";

/** The fewest characters of a sentence that is printed once for all rows that share it. */
const minRepeatedLength = 40;

/** Columns of the longest verdict with everything around it. */
const verdictColumns = 24;

/** How to print several clusters. */
export interface FleetOptions extends TextOptions {
  /** The user that requests impersonate. Absent if no flag names one. */
  readonly as?: string;
  /** The time from which ages count (RFC 3339 UTC). Absent if it is the time of reading. */
  readonly at?: string;
  /** The keys of the labels that are columns, for clusters in the inventory of a hub. */
  readonly labelColumns?: readonly string[];
  /** Makes the command that shows a cluster in full, for clusters in the inventory of a hub. */
  readonly profileCommand?: (name: string) => string;
  /** Whether the clusters are watched, so that the shown Reports are not of one moment. */
  readonly isFollowed?: boolean;
  /** The lines that are available. If more are needed, all healthy clusters share one line. */
  readonly lines?: number;
}

/**
 * Several clusters as text: the number in each state, a row each, the next command. It ends in a line break. Escaping,
 * width, colour and ASCII are as in {@link renderText}.
 */
export function renderFleet(rows: readonly FleetRow[], options: FleetOptions = {}): string {
  const style = resolveTextStyle(options);
  const whole = renderBlocks(rows, fleetTable(rows, options, style), options, style);
  const lineCount = whole.split("\n").length - 1;
  if (options.lines === undefined || lineCount <= options.lines) return whole;
  const healthy = rows.filter(({ state }) => state === "healthy");
  if (healthy.length < 2) return whole;
  const others = rows.filter(({ state }) => state !== "healthy");
  const table = [...fleetTable(others, options, style), ...healthyLine(healthy, style)];
  return renderBlocks(rows, table, options, style);
}

/** How rows are worded. `ages` says how ages are written if they are no times. */
export function fleetWording({ absoluteTime, wide, labelColumns }: FleetOptions, ages: "age" | "words"): FleetWording {
  return {
    format: absoluteTime === true ? "time" : ages,
    wide: wide === true,
    ...definedFields({ labelColumns }),
  };
}

/** The number in each state, the table and the next command, with an empty line between them. */
function renderBlocks(
  rows: readonly FleetRow[],
  table: readonly string[],
  options: FleetOptions,
  style: TextStyle,
): string {
  const next = nextFleetCommand(rows, options);
  const blocks = [headLines(rows, options, style), table, next === undefined ? [] : [nextLine(next, style)]];
  return blocksToText(blocks);
}

/** The line that stands for all healthy clusters. */
function healthyLine(healthy: readonly FleetRow[], { glyphs, palette, clean, width }: TextStyle): readonly string[] {
  const room = { width: width - markColumns, rows: 1, ellipsis: glyphs.ellipsis, clean };
  const [line = ""] = fitText(healthyClustersText(healthy.map(({ context }) => context)), room);
  return [markPaint("good", palette)(`${glyphs.marks.good} ${line}`)];
}

/** The number of clusters in each state, and who read them, when. */
function headLines(rows: readonly FleetRow[], options: FleetOptions, style: TextStyle): readonly string[] {
  const { bold, dim } = style.palette;
  const { as, at, isFollowed = false } = options;
  const mark = worstMark(rows.map((row) => row.mark));
  const lines = markedParagraph(mark, summarizeRows(rows, options), style).map(bold);
  const identity = fleetIdentity(as, at, isFollowed).join(` ${style.glyphs.dot} `);
  if (identity === "") return lines;
  return [...lines, ...wrapHanging("  ", style.clean(identity), style.width).map(dim)];
}

/** The number of clusters in each state: `40 clusters: 1 unavailable, 39 healthy`. */
export function summarizeRows(rows: readonly FleetRow[], options: FleetOptions): string {
  const servers = rows.map(({ server }) => server);
  const states = rows.map(({ state }) => state);
  return fleetSummary(states, chooseCounted(servers, namingOf(options)));
}

/** What names the clusters. */
function namingOf({ profileCommand }: FleetOptions): ClusterNaming {
  return profileCommand === undefined ? "context" : "profile";
}

/** A row for each cluster: its name, its version, its state and its cause. */
function fleetTable(rows: readonly FleetRow[], options: FleetOptions, style: TextStyle): readonly string[] {
  const columns: readonly TableColumn[] = [
    { title: fleetTitles[namingOf(options)] },
    ...(style.wide ? [{ title: fleetTitles.server }] : []),
    { title: "VERSION", breaks: true },
    { title: "VERDICT" },
    { title: "SINCE" },
    ...labelTitles(options).map((title) => ({ title: style.clean(title) })),
  ];
  const cells = rows.map((row): readonly TableCell[] => {
    const paint = markPaint(row.mark, style.palette);
    return [
      { text: `${style.glyphs.marks[row.mark]} ${shortenName(row, style)}`, paint },
      ...(style.wide ? [{ text: style.clean(row.server) }] : []),
      { text: style.clean(plainText(versionText(row.version))) },
      { text: row.others === 0 ? row.verdict : `${row.verdict} +${row.others}`, paint },
      { text: row.since },
      ...row.labels.map(({ text }) => ({ text: style.clean(text) })),
    ];
  });
  const isShort = Number.isFinite(style.width) && !style.wide;
  const causes = rows.map(({ cause }, index) => {
    const isRepeated = isShort && cause.length > minRepeatedLength && cause === rows[index - 1]?.cause;
    return isRepeated ? asAbove : style.clean(cause);
  });
  return tableWithSentences(columns, cells, causes, fleetTitles.cause, style);
}

/** The whole name if the verdict fits beside it, else its two ends, which distinguish names. */
function shortenName({ context }: FleetRow, { wide, width, glyphs, clean }: TextStyle): string {
  const name = clean(context);
  // The room for the name, with the mark before it. In wide format a verdict must fit in the same line.
  const room = wide ? width - verdictColumns : Math.floor(width / 3) - 2;
  return displayWidth(name) <= room ? name : shortenInside(name, room, glyphs.ellipsis);
}

/** `gke_my-proj…-a_edge-7`. */
function shortenInside(text: string, width: number, ellipsis: string): string {
  const room = width - displayWidth(ellipsis);
  const head = truncateText(text, Math.ceil(room / 2), "");
  let tail = "";
  for (const grapheme of splitGraphemes(text).toReversed()) {
    if (displayWidth(head) + displayWidth(grapheme + tail) > room) break;
    tail = grapheme + tail;
  }
  return `${head}${ellipsis}${tail}`;
}

/** The command line, never wrapped: a terminal that folds it still copies it whole. */
function nextLine(command: string, style: TextStyle): string {
  return `${style.palette.bold("Next")}  ${command}`;
}
