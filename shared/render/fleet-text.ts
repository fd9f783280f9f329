import type { FleetMember } from "./fleet-member.ts";
import { type FleetRow, fleetNext, fleetRows } from "./fleet-rows.ts";
import { paintOf, worstMark } from "./marks.ts";
import { marked, type Style, styleOf, type TextOptions } from "./style.ts";
import type { Cell, Column } from "./table.ts";
import { tableWithWords } from "./text-tables.ts";
import { displayWidth, graphemes, truncate } from "./width.ts";
import { allHealthy, countedBy, fleetIdentity, fleetSummary, fleetTitles } from "./words-fleet.ts";
import { asAbove, labels, titles } from "./words-labels.ts";
import { hanging } from "./wrap.ts";

/** How several clusters are to look. */
export interface FleetOptions extends TextOptions {
  /** As whom they were asked, where a flag says so. */
  readonly as?: string;
  /** The moment that ages count from where it is not the reading (RFC 3339 UTC). */
  readonly at?: string;
  /** It goes on: what is shown is not of one moment. */
  readonly isFollowed?: boolean;
  /** Lines there is room for: where more are needed, what is healthy takes one line together. */
  readonly lines?: number;
}

/**
 * Several clusters for a person: how many are how, a row for each, what to run next; ends in a line break. What makes
 * text harmless, wide, narrow, plain of colour or ASCII is as in {@link renderText}.
 */
export function renderFleet(members: readonly FleetMember[], options: FleetOptions = {}): string {
  const style = styleOf(options);
  const rows = fleetRows(members, { tells: options.absoluteTime === true ? "time" : "age", wide: style.wide });
  const whole = laidOut(rows, fleetTable(rows, style), options, style);
  if (options.lines === undefined || whole.split("\n").length - 1 <= options.lines) return whole;
  const healthy = rows.filter(({ state }) => state === "healthy");
  if (healthy.length < 2) return whole;
  const others = rows.filter(({ state }) => state !== "healthy");
  return laidOut(rows, [...fleetTable(others, style), ...foldedOf(healthy, style)], options, style);
}

function laidOut(rows: readonly FleetRow[], table: readonly string[], options: FleetOptions, style: Style): string {
  const next = fleetNext(rows, options.kubectl);
  const blocks = [headOf(rows, options, style), table, next === undefined ? [] : [nextOf(next, style)]];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

function foldedOf(healthy: readonly FleetRow[], { glyphs, palette, clean, width }: Style): readonly string[] {
  const line = `${glyphs.marks.good} ${clean(allHealthy(healthy.map(({ context }) => context)))}`;
  return [paintOf("good", palette)(truncate(line, width, glyphs.ellipsis))];
}

function headOf(rows: readonly FleetRow[], options: FleetOptions, style: Style): readonly string[] {
  const { bold, dim } = style.palette;
  const { as, at, isFollowed = false } = options;
  const identity = fleetIdentity(as, at, isFollowed).join(` ${style.glyphs.dot} `);
  const mark = worstMark(rows.map((row) => row.mark));
  const summary = fleetSummary(
    rows.map(({ state }) => state),
    countedBy(rows.map(({ server }) => server)),
  );
  return [
    ...marked(mark, summary, style).map(bold),
    ...(identity === "" ? [] : hanging("  ", style.clean(identity), style.width).map(dim)),
  ];
}

function fleetTable(rows: readonly FleetRow[], style: Style): readonly string[] {
  const columns: readonly Column[] = [
    { title: fleetTitles.context },
    ...(style.wide ? [{ title: fleetTitles.server }] : []),
    { title: titles.version, breaks: true },
    { title: titles.verdict },
    { title: titles.since },
  ];
  const cells = rows.map((row): readonly Cell[] => {
    const paint = paintOf(row.mark, style.palette);
    return [
      { text: `${style.glyphs.marks[row.mark]} ${nameOf(row, style)}`, paint },
      ...(style.wide ? [{ text: style.clean(row.server) }] : []),
      { text: style.clean(row.version) },
      { text: row.others === 0 ? row.verdict : `${row.verdict} +${row.others}`, paint },
      { text: row.since },
    ];
  });
  const isShort = Number.isFinite(style.width) && !style.wide;
  const words = rows.map(({ culprit }, at) => {
    const isSaid = isShort && culprit.length > longEnough && culprit === rows[at - 1]?.culprit;
    return isSaid ? asAbove : style.clean(culprit);
  });
  return tableWithWords(columns, cells, words, fleetTitles.culprit, style);
}

/** Characters of a sentence that is worth saying once for all rows that say the same. */
const longEnough = 40;

/** The whole name where there is room for the verdict beside it; else its ends, which tell names apart. */
function nameOf({ context }: FleetRow, { wide, width, glyphs, clean }: Style): string {
  const name = clean(context);
  // With the mark before it; in wide as much as leaves room for a verdict in the same line.
  const room = wide ? width - longestVerdict : Math.floor(width / 3) - 2;
  return displayWidth(name) <= room ? name : shortenedInside(name, room, glyphs.ellipsis);
}

/** Columns of the longest verdict with all that stands around it. */
const longestVerdict = 24;

/** `gke_my-proj…-a_edge-7`. */
function shortenedInside(text: string, width: number, ellipsis: string): string {
  const room = width - displayWidth(ellipsis);
  const head = truncate(text, Math.ceil(room / 2), "");
  let tail = "";
  for (const one of graphemes(text).toReversed()) {
    if (displayWidth(head) + displayWidth(one + tail) > room) break;
    tail = one + tail;
  }
  return `${head}${ellipsis}${tail}`;
}

/** Never wrapped: a terminal that folds it still copies it whole. */
function nextOf(command: string, style: Style): string {
  return `${style.palette.bold(labels.next)}  ${command}`;
}
