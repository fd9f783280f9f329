import type { Gap, Lane, RootLanes, Segment } from "../model/lanes.ts";
import { millisecondsOf } from "../model/time.ts";
import { type Html, html, nothing } from "./html-text.ts";
import { glyphsFor, type Mark, markOf } from "./marks.ts";
import { harmlessReport } from "./safe.ts";
import type { Say } from "./say.ts";
import { narrowest, nowIn, percentOf, type Range, rangeOf, spans, ticksOf, usualSpan } from "./timeline-scale.ts";
import { timelineStyle } from "./timeline-style.ts";
import { timelineTable } from "./timeline-table.ts";
import {
  cutWords,
  groupName,
  isTold,
  laneName,
  noTimelineWords,
  pageWords,
  seenFromWords,
  segmentWords,
  type TimelineNote,
  timelineNote,
  timelineTitle,
  unseenWords,
  withoutWords,
} from "./words-timeline.ts";

/** What there is to draw of one root. */
export interface Drawn {
  /** Absent: nothing was seen yet. */
  readonly root?: RootLanes;
  readonly ref: RootLanes["ref"];
  readonly gaps: readonly Gap[];
  /** What people call the place. */
  readonly place: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Why it does not go on, or begins anew. */
  readonly note?: TimelineNote;
}

/** The parts of the page that are replaced when there is news; nothing of the cluster in them is more than text. */
export interface Pieces {
  readonly title: string;
  readonly lead: string;
  readonly chart: string;
  readonly table: string;
}

/**
 * The lanes of one root as one HTML page: nothing runs in it but the script of `script` (an address that the page may load
 * by `nonce`), nothing is fetched. Without the script it is the same drawing, standing still, and on paper as a table.
 */
export function timelinePage(
  drawn: Drawn,
  page: { readonly nonce: string; readonly script?: string },
  say: Say,
): string {
  const { title, lead, chart, table } = pieces(drawn, say);
  const { nonce, script } = page;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const words = pageWords(say);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">
${{ html: timelineStyle }}</style>
</head>
<body>
<main>
<header>
<h1 id="title">${title}</h1>
<p id="lead" class="dim">${{ html: lead }}</p>
</header>
<fieldset id="spans"><legend>${words.show}</legend>${spans.map(([name, span]) => html`<label><input type="radio" name="span" value="${`${span}`}">${name}</label>`)}</fieldset>
<div id="chart" role="group" aria-label="${words.lanes}" aria-describedby="help">
${{ html: chart }}</div>
<p id="said" class="said"></p>
<p id="help" class="dim help">${words.help}</p>
<details id="table"><summary>${words.table}</summary>
<div id="rows">
${{ html: table }}</div>
</details>
</main>
${{ html: hatches }}${script === undefined ? nothing : html`<script nonce="${nonce}" src="${script}"></script>\n`}</body>
</html>
`.html;
}

/** What changes of it. */
export function pieces(drawn: Drawn, say: Say): Pieces {
  const { place, gaps, now } = drawn;
  const root = drawn.root && harmlessReport(drawn.root);
  const title = timelineTitle(say, root ?? drawn, place);
  const note = drawn.note === undefined ? "" : `${timelineNote(say, drawn.note, place)} `;
  if (root === undefined) return { title, lead: html`${note}${noTimelineWords(say)}`.html, chart: "", table: "" };
  const starts = root.lanes.flatMap(({ segments }) => segments.map(({ from }) => millisecondsOf(from) ?? now));
  const span = usualSpan(starts, millisecondsOf(root.seenFrom) ?? now, now);
  return {
    title,
    lead: html`${note}${seenFromWords(say, root.seenFrom)}${gaps.length === 0 ? "" : ` ${unseenWords(say)}`}`.html,
    chart: chartOf(root, gaps, rangeOf(span, now), span, say).html,
    table: timelineTable(root, gaps, say).html,
  };
}

function chartOf(root: RootLanes, gaps: readonly Gap[], range: Range, span: number, say: Say): Html {
  const groups = Map.groupBy(root.lanes, ({ what }) => what);
  const without = root.without === 0 ? nothing : html`<p class="dim">${withoutWords(say, root.without)}</p>\n`;
  return html`<div class="lanes" data-span="${`${span}`}">
${[...groups].map(
  ([what, lanes]) => html`<h2>${groupName(say, what)}</h2>
${lanes.map((lane) => laneRow(lane, gaps, range, say))}`,
)}${without}${axis(range)}</div>
`;
}

function laneRow(lane: Lane, gaps: readonly Gap[], range: Range, say: Say): Html {
  const name = laneName(say, lane);
  const last = lane.segments.at(-1);
  const now = last === undefined || last.to !== undefined ? nothing : currently(last);
  const unseen = gaps.map((gap) => html`<svg class="gap" height="24" ${spot(gap, range)}>${gapMarks}</svg>`);
  const cut = lane.isCut ? html` <span class="dim">${cutWords(say)}</span>` : nothing;
  return html`<div class="lane"><div class="name"><b>${name}</b>${now}${cut}</div><svg class="track" height="24" role="group" aria-label="${name}">${lane.segments.map((segment) => segmentOf(lane, segment, range, say))}${unseen}</svg></div>
`;
}

const gapMarks: Html = {
  html: '<rect class="veil" width="100%" height="24"/><rect width="100%" height="24" fill="url(#dots)"/>',
};

/** How it is now, behind the name; the page counts the age on. */
function currently(segment: Segment): Html {
  return html` <span class="now ${markFor(segment)}"><span aria-hidden="true">${marks[markFor(segment)]}</span> ${segment.status}</span> <time class="dim age" data-since="${`${millisecondsOf(segment.from) ?? 0}`}" datetime="${segment.from}"></time>`;
}

const { marks } = glyphsFor(false);

function segmentOf(lane: Lane, segment: Segment, range: Range, say: Say): Html {
  const mark = markFor(segment);
  const { from, to, seenFrom } = segment;
  // What was over before anybody saw it is hatched to its end.
  const until = to !== undefined && (millisecondsOf(to) ?? 0) < (millisecondsOf(seenFrom) ?? 0) ? to : seenFrom;
  const told = isTold(segment)
    ? html`<svg class="told" height="24" ${spot({ from, to: until }, range)}><rect width="100%" height="24" fill="url(#hatch)"/></svg>`
    : nothing;
  const text = `${marks[mark]} ${segment.reason === "" ? segment.status : `${segment.status} ${segment.reason}`}`;
  return html`<g class="segment ${mark}" role="img" tabindex="-1" data-key="${`${lane.key} ${from}`}" aria-label="${segmentWords(say, lane, segment)}"><svg class="bar" height="24" ${spot(segment, range)}><rect class="fill" width="100%" height="24"/><rect class="foot" width="100%" y="20" height="4"/><text x="6" y="14" aria-hidden="true">${text}</text></svg>${told}<svg class="ring" height="24" ${spot(segment, range)}><rect width="100%" height="24"/></svg></g>`;
}

/** Where it lies now, and from when to when it lasts, for the page to lay it out anew; without an end it lasts. */
function spot({ from, to }: Gap, range: Range): Html {
  const start = millisecondsOf(from) ?? range.from;
  const end = to === undefined ? undefined : (millisecondsOf(to) ?? start);
  const left = percentOf(range, start);
  const right = percentOf(range, end ?? nowIn(range));
  const until = end === undefined ? nothing : html` data-to="${`${end}`}"`;
  return html`x="${`${left}%`}" width="${`${Math.max(narrowest, Math.round((right - left) * 1000) / 1000)}%`}" data-from="${`${start}`}"${until}`;
}

function axis(range: Range): Html {
  const mark = ({ at, label }: { readonly at: number; readonly label: string }): Html =>
    html`<text x="${`${percentOf(range, at)}%`}" y="14">${label}</text>`;
  return html`<div class="lane axis" aria-hidden="true"><div class="name"></div><svg class="track" height="20">${ticksOf(range).map(mark)}</svg></div>
`;
}

function markFor({ verdict }: Segment): Mark {
  return verdict === "remark" ? "remark" : markOf(verdict);
}

/** What was only told is hatched and what nobody could see is dotted, so that they are told apart without colours. */
const hatches = `<svg width="0" height="0" aria-hidden="true" class="defs"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="6"/></pattern><pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="dot" x="1" y="1" width="2" height="2"/></pattern></defs></svg>
`;
