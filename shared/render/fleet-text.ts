import type { FleetMember } from "./fleet-member.ts";
import { fleetNext } from "./fleet-next.ts";
import { type FleetRow, fleetRows } from "./fleet-rows.ts";
import { paintOf, worstMark } from "./marks.ts";
import { marked, type Style, styleOf, type TextOptions } from "./style.ts";
import type { Cell, Column } from "./table.ts";
import { tableWithWords } from "./text-tables.ts";
import { fleetIdentity, fleetSummary, fleetTitles } from "./words-fleet.ts";
import { labels, titles } from "./words-labels.ts";
import { hanging } from "./wrap.ts";

/** How several clusters are to look. */
export interface FleetOptions extends TextOptions {
  /** As whom they were asked, where a flag says so. */
  readonly as?: string;
  /** The moment that ages count from where it is not the reading (RFC 3339 UTC). */
  readonly at?: string;
  /** It goes on: what is shown is not of one moment. */
  readonly isFollowed?: boolean;
}

/**
 * Several clusters for a person: how many are how, a row for each, what to run next; ends in a line break. What makes
 * text harmless, wide, narrow, plain of colour or ASCII is as in {@link renderText}.
 */
export function renderFleet(members: readonly FleetMember[], options: FleetOptions = {}): string {
  const style = styleOf(options);
  const rows = fleetRows(members, { tells: options.absoluteTime === true ? "time" : "age", wide: style.wide });
  const next = fleetNext(rows, options.kubectl);
  const blocks = [
    headOf(rows, options, style),
    fleetTable(rows, style),
    next === undefined ? [] : [nextOf(next, style)],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

function headOf(rows: readonly FleetRow[], options: FleetOptions, style: Style): readonly string[] {
  const { bold, dim } = style.palette;
  const { as, at, isFollowed = false } = options;
  const identity = fleetIdentity(as, at, isFollowed).join(` ${style.glyphs.dot} `);
  const mark = worstMark(rows.map((row) => row.mark));
  return [
    ...marked(mark, fleetSummary(rows.map(({ state }) => state)), style).map(bold),
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
      { text: `${style.glyphs.marks[row.mark]} ${style.clean(row.context)}`, paint },
      ...(style.wide ? [{ text: style.clean(row.server) }] : []),
      { text: style.clean(row.version) },
      { text: row.others === 0 ? row.verdict : `${row.verdict} +${row.others}`, paint },
      { text: row.since },
    ];
  });
  const words = rows.map(({ culprit }) => style.clean(culprit));
  return tableWithWords(columns, cells, words, fleetTitles.culprit, style);
}

/** Never wrapped: a terminal that folds it still copies it whole. */
function nextOf(command: string, style: Style): string {
  return `${style.palette.bold(labels.next)}  ${command}`;
}
