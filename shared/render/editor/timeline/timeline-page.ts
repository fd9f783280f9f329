import { harmlessReport } from "../../../characters/sanitize.ts";
import type { Mark } from "../../../model/outline.ts";
import { formatLocal, parseMilliseconds, type ZoneAt } from "../../../model/time.ts";
import type { LaneSegment, RootLanes, TimelineLane, UnseenGap } from "../../../model/timeline.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "../../../paint/html/escape.ts";
import { unicodeMarks } from "../../terminal/verdict-marks.ts";
import {
  formatGap,
  formatGroupHeading,
  formatLaneName,
  formatNote,
  formatObservedSince,
  formatSegment,
  formatSource,
  formatTitle,
  isStartUnobserved,
  type TimelineNote,
} from "./lane-text.ts";
import {
  buildAxisTicks,
  buildRange,
  chooseSpan,
  minSegmentPercent,
  percentFromLeft,
  readNow,
  type TimeRange,
  timeSpans,
  toThreeDecimals,
} from "./scale.ts";
import { timelineStyle } from "./style.ts";

/** The input of one root's drawing. */
export interface DrawnTimeline {
  /** Absent: nothing was observed yet. */
  readonly root?: RootLanes;
  readonly ref: RootLanes["ref"];
  readonly gaps: readonly UnseenGap[];
  /** The source's name. */
  readonly place: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zoneAt: ZoneAt;
  /** Why the drawing stopped or started again. */
  readonly note?: TimelineNote;
}

/** The parts of the page that are replaced when there is news. Text of the cluster cannot act in them. */
interface PageParts {
  readonly title: string;
  readonly lead: string;
  readonly chart: string;
  readonly table: string;
}

/**
 * The lanes of one root as one HTML page, which fetches nothing. Only the script of `script` (an address that the page
 * may load by `nonce`) runs in it. Without the script the drawing is the same but does not move, and on paper it is a
 * table.
 */
export function timelinePage(drawn: DrawnTimeline, page: { readonly nonce: string; readonly script?: string }): string {
  const { title, lead, chart, table } = renderPageParts(drawn);
  const { nonce, script } = page;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return safeHtml`<!doctype html>
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
<fieldset id="spans"><legend>Show the last</legend>${timeSpans.map(([name, span]) => safeHtml`<label><input type="radio" name="span" value="${`${span}`}">${name}</label>`)}</fieldset>
<div id="chart" role="group" aria-label="Lanes over time, in local time" aria-describedby="help">
${{ html: chart }}</div>
<p id="said" class="said"></p>
<p id="help" class="dim help">Arrow keys move between segments and lanes, Home and End to the first and the last segment.</p>
<details id="table"><summary>As a table</summary>
<div id="rows">
${{ html: table }}</div>
</details>
</main>
${{ html: patterns }}${script === undefined ? emptyHtml : safeHtml`<script nonce="${nonce}" src="${script}"></script>\n`}</body>
</html>
`.html;
}

/** The parts of the page that change. */
export function renderPageParts(drawn: DrawnTimeline): PageParts {
  const { place, gaps, now, zoneAt } = drawn;
  const root = drawn.root && harmlessReport(drawn.root);
  const title = formatTitle(root ?? drawn, place);
  const note = drawn.note === undefined ? "" : `${formatNote(drawn.note, place)} `;
  if (root === undefined)
    return { title, lead: safeHtml`${note}${"No observations of this object yet."}`.html, chart: "", table: "" };
  const starts = root.lanes.flatMap(({ segments }) => segments.map(({ from }) => parseMilliseconds(from) ?? now));
  const span = chooseSpan(starts, parseMilliseconds(root.seenFrom) ?? now, now);
  return {
    title,
    lead: safeHtml`${note}${formatObservedSince(root.seenFrom, zoneAt)}${gaps.length === 0 ? "" : ` ${"Dotted: not observed, without a connection to the cluster."}`}`
      .html,
    chart: drawChart(root, gaps, { range: buildRange(span, now), span, zoneAt }).html,
    table: drawTable(root, gaps, zoneAt).html,
  };
}

/** The range of a chart, its length in milliseconds, and the user's clock. */
interface ChartScale {
  readonly range: TimeRange;
  readonly span: number;
  readonly zoneAt: ZoneAt;
}

function drawChart(root: RootLanes, gaps: readonly UnseenGap[], { range, span, zoneAt }: ChartScale): SafeHtml {
  const groups = Map.groupBy(root.lanes, ({ what }) => what);
  const without =
    root.without === 0 ? emptyHtml : safeHtml`<p class="dim">${`${root.without} more without a lane`}</p>\n`;
  return safeHtml`<div class="lanes" data-span="${`${span}`}">
${[...groups].map(
  ([what, lanes]) => safeHtml`<h2>${formatGroupHeading(what)}</h2>
${lanes.map((lane) => drawLane(lane, gaps, { range, zoneAt }))}`,
)}${without}${drawAxis(range, zoneAt)}</div>
`;
}

type LaneScale = Pick<ChartScale, "range" | "zoneAt">;

function drawLane(lane: TimelineLane, gaps: readonly UnseenGap[], scale: LaneScale): SafeHtml {
  const { range } = scale;
  const name = formatLaneName(lane);
  const last = lane.segments.at(-1);
  const now =
    last === undefined || last.to !== undefined
      ? emptyHtml
      : drawCurrentState(last, lane.since ?? findStatusStart(lane.segments));
  const unseen = gaps.map(
    (gap) => safeHtml`<svg class="gap" height="24" ${formatPosition(gap, range)}>${gapMarks}</svg>`,
  );
  const cut = lane.isCut ? safeHtml` <span class="dim">${"earlier entries were dropped"}</span>` : emptyHtml;
  return safeHtml`<div class="lane"><div class="name"><b>${name}</b>${now}${cut}</div><svg class="track" height="24" role="group" aria-label="${name}">${lane.segments.map((segment) => drawSegment(lane, segment, scale))}${unseen}</svg></div>
`;
}

const gapMarks: SafeHtml = {
  html: '<rect class="veil" width="100%" height="24"/><rect width="100%" height="24" fill="url(#dots)"/>',
};

/**
 * Returns when the status of the last segment began as it was observed, RFC 3339 UTC. Segments before it that have the
 * same status and another reason belong to that time.
 */
function findStatusStart(segments: readonly LaneSegment[]): string {
  const last = segments.at(-1);
  let since = last?.from ?? "";
  for (const { status, from, to } of segments.slice(0, -1).toReversed()) {
    if (status !== last?.status || to !== since) break;
    since = from;
  }
  return since;
}

/** Draws the current state after the name of the lane. The script of the page updates the age. */
function drawCurrentState(segment: LaneSegment, since: string): SafeHtml {
  return safeHtml` <span class="now ${markFor(segment)}"><span aria-hidden="true">${unicodeMarks[markFor(segment)]}</span> ${segment.status}</span> <time class="dim age" data-since="${`${parseMilliseconds(since) ?? 0}`}" datetime="${since}"></time>`;
}

function drawSegment(lane: TimelineLane, segment: LaneSegment, { range, zoneAt }: LaneScale): SafeHtml {
  const mark = markFor(segment);
  const position = formatPosition(segment, range);
  const state = segment.reason === "" ? segment.status : `${segment.status} ${segment.reason}`;
  const text = `${unicodeMarks[mark]} ${state}`;
  const key = `${lane.key} ${segment.from}`;
  return safeHtml`<g class="segment ${mark}" role="img" tabindex="-1" data-key="${key}" aria-label="${formatSegment(lane, segment, zoneAt)}"><svg class="bar" height="24" ${position}><rect class="fill" width="100%" height="24"/><rect class="foot" width="100%" y="20" height="4"/><text x="6" y="14" aria-hidden="true">${text}</text></svg>${drawUnobservedTime(segment, range)}<svg class="ring" height="24" ${position}><rect width="100%" height="24"/></svg></g>`;
}

/** Draws hatches over the time of a segment before it was observed. One that ended before is hatched to its end. */
function drawUnobservedTime(segment: LaneSegment, range: TimeRange): SafeHtml {
  if (!isStartUnobserved(segment)) return emptyHtml;
  const { from, to, seenFrom } = segment;
  const endedBefore = to !== undefined && (parseMilliseconds(to) ?? 0) < (parseMilliseconds(seenFrom) ?? 0);
  const position = formatPosition({ from, to: endedBefore ? to : seenFrom }, range);
  return safeHtml`<svg class="reported" height="24" ${position}><rect width="100%" height="24" fill="url(#hatch)"/></svg>`;
}

/**
 * Returns the attributes that place an element at its time, and the start and end in milliseconds, from which the script
 * of the page places it again. An element without an end reaches to now.
 */
function formatPosition({ from, to }: UnseenGap, range: TimeRange): SafeHtml {
  const start = parseMilliseconds(from) ?? range.from;
  const end = to === undefined ? undefined : (parseMilliseconds(to) ?? start);
  const left = percentFromLeft(range, start);
  const right = percentFromLeft(range, end ?? readNow(range));
  const width = Math.max(minSegmentPercent, toThreeDecimals(right - left));
  const dataTo = end === undefined ? emptyHtml : safeHtml` data-to="${`${end}`}"`;
  return safeHtml`x="${`${left}%`}" width="${`${width}%`}" data-from="${`${start}`}"${dataTo}`;
}

function drawAxis(range: TimeRange, zoneAt: ZoneAt): SafeHtml {
  const mark = ({ at, label }: { readonly at: number; readonly label: string }): SafeHtml =>
    safeHtml`<text x="${`${percentFromLeft(range, at)}%`}" y="14">${label}</text>`;
  return safeHtml`<div class="lane axis" aria-hidden="true"><div class="name"></div><svg class="track" height="20">${buildAxisTicks(range, zoneAt).map(mark)}</svg></div>
`;
}

function markFor({ verdict }: LaneSegment): Mark {
  return verdict === "remark" ? "remark" : verdictMark(verdict);
}

/**
 * The patterns of the drawing: hatched for reported but unobserved time, dotted for time without readings. Patterns
 * distinguish the two without colours.
 */
const patterns = `<svg width="0" height="0" aria-hidden="true" class="defs"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="6"/></pattern><pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="dot" x="1" y="1" width="2" height="2"/></pattern></defs></svg>
`;

/** The same lanes in rows, newest first, for screen readers and for paper. */
function drawTable(root: RootLanes, gaps: readonly UnseenGap[], zoneAt: ZoneAt): SafeHtml {
  const heads = ["Lane", "State", "Reason", "From", "To", "Source"];
  return safeHtml`<table>
<thead><tr>${heads.map((head) => safeHtml`<th scope="col">${head}</th>`)}</tr></thead>
${root.lanes.map((lane) => drawTableRows(lane, zoneAt))}</table>
${gaps.map((gap) => safeHtml`<p class="dim">${formatGap(gap, zoneAt)}</p>\n`)}`;
}

function drawTableRows(lane: TimelineLane, zoneAt: ZoneAt): SafeHtml {
  const name = formatLaneName(lane);
  const rows = lane.segments.toReversed().map((segment) => {
    const { status, reason, from, to } = segment;
    const end = to === undefined ? "now" : formatLocal(to, zoneAt);
    return safeHtml`<tr><th scope="row">${name}</th><td class="short">${status}</td><td>${reason}</td><td class="short">${formatLocal(from, zoneAt)}</td><td class="short">${end}</td><td>${formatSource(segment, zoneAt)}</td></tr>\n`;
  });
  return safeHtml`<tbody>
${rows}</tbody>
`;
}
