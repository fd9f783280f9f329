import { harmlessReport } from "../../../characters/sanitize.ts";
import type { Mark } from "../../../model/outline.ts";
import { formatLocal, parseMilliseconds, type ZoneAt } from "../../../model/time.ts";
import type { LaneSegment, RootLanes, TimelineLane, UnseenGap } from "../../../model/timeline.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "../../../paint/html/escape.ts";
import { glyphsFor } from "../../terminal/verdict-marks.ts";
import {
  gapWords,
  groupName,
  isSeenFromStart,
  knownSinceText,
  laneName,
  pageWords,
  seenFromWords,
  segmentWords,
  type TimelineNote,
  timelineNote,
  timelineTitle,
} from "./lane-words.ts";
import {
  axisTicks,
  narrowestShare,
  nowIn,
  percentFromLeft,
  rangeBefore,
  type TimeRange,
  timeSpans,
  usualSpan,
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
  const words = pageWords;
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
<fieldset id="spans"><legend>${words.show}</legend>${timeSpans.map(([name, span]) => safeHtml`<label><input type="radio" name="span" value="${`${span}`}">${name}</label>`)}</fieldset>
<div id="chart" role="group" aria-label="${words.lanes}" aria-describedby="help">
${{ html: chart }}</div>
<p id="said" class="said"></p>
<p id="help" class="dim help">${words.help}</p>
<details id="table"><summary>${words.table}</summary>
<div id="rows">
${{ html: table }}</div>
</details>
</main>
${{ html: hatches }}${script === undefined ? emptyHtml : safeHtml`<script nonce="${nonce}" src="${script}"></script>\n`}</body>
</html>
`.html;
}

/** The parts of the page that change. */
export function renderPageParts(drawn: DrawnTimeline): PageParts {
  const { place, gaps, now, zoneAt } = drawn;
  const root = drawn.root && harmlessReport(drawn.root);
  const title = timelineTitle(root ?? drawn, place);
  const note = drawn.note === undefined ? "" : `${timelineNote(drawn.note, place)} `;
  if (root === undefined)
    return { title, lead: safeHtml`${note}${"No observations of this object yet."}`.html, chart: "", table: "" };
  const starts = root.lanes.flatMap(({ segments }) => segments.map(({ from }) => parseMilliseconds(from) ?? now));
  const span = usualSpan(starts, parseMilliseconds(root.seenFrom) ?? now, now);
  return {
    title,
    lead: safeHtml`${note}${seenFromWords(root.seenFrom, zoneAt)}${gaps.length === 0 ? "" : ` ${"Dotted: not observed, without a connection to the cluster."}`}`
      .html,
    chart: chartOf(root, gaps, { range: rangeBefore(span, now), span, zoneAt }).html,
    table: timelineTable(root, gaps, zoneAt).html,
  };
}

/** The range of a chart, its length in milliseconds, and the user's clock. */
interface ChartScale {
  readonly range: TimeRange;
  readonly span: number;
  readonly zoneAt: ZoneAt;
}

function chartOf(root: RootLanes, gaps: readonly UnseenGap[], { range, span, zoneAt }: ChartScale): SafeHtml {
  const groups = Map.groupBy(root.lanes, ({ what }) => what);
  const without =
    root.without === 0 ? emptyHtml : safeHtml`<p class="dim">${`${root.without} more without a lane`}</p>\n`;
  return safeHtml`<div class="lanes" data-span="${`${span}`}">
${[...groups].map(
  ([what, lanes]) => safeHtml`<h2>${groupName(what)}</h2>
${lanes.map((lane) => laneRow(lane, gaps, { range, zoneAt }))}`,
)}${without}${axis(range, zoneAt)}</div>
`;
}

type LaneScale = Pick<ChartScale, "range" | "zoneAt">;

function laneRow(lane: TimelineLane, gaps: readonly UnseenGap[], scale: LaneScale): SafeHtml {
  const { range } = scale;
  const name = laneName(lane);
  const last = lane.segments.at(-1);
  const now = last === undefined || last.to !== undefined ? emptyHtml : currently(last, statusSince(lane.segments));
  const unseen = gaps.map((gap) => safeHtml`<svg class="gap" height="24" ${spot(gap, range)}>${gapMarks}</svg>`);
  const cut = lane.isCut ? safeHtml` <span class="dim">${"earlier entries were dropped"}</span>` : emptyHtml;
  return safeHtml`<div class="lane"><div class="name"><b>${name}</b>${now}${cut}</div><svg class="track" height="24" role="group" aria-label="${name}">${lane.segments.map((segment) => segmentOf(lane, segment, scale))}${unseen}</svg></div>
`;
}

const gapMarks: SafeHtml = {
  html: '<rect class="veil" width="100%" height="24"/><rect width="100%" height="24" fill="url(#dots)"/>',
};

/**
 * Since when the last segment's status lasts, RFC 3339 UTC. Another reason for the same status is another segment, and no
 * other status.
 */
function statusSince(segments: readonly LaneSegment[]): string {
  const last = segments.at(-1);
  let since = last?.from ?? "";
  for (const { status, from, to } of segments.slice(0, -1).toReversed()) {
    if (status !== last?.status || to !== since) break;
    since = from;
  }
  return since;
}

/** The current state, behind the name; the page keeps counting the age. */
function currently(segment: LaneSegment, since: string): SafeHtml {
  return safeHtml` <span class="now ${markFor(segment)}"><span aria-hidden="true">${marks[markFor(segment)]}</span> ${segment.status}</span> <time class="dim age" data-since="${`${parseMilliseconds(since) ?? 0}`}" datetime="${since}"></time>`;
}

const { marks } = glyphsFor(false);

function segmentOf(lane: TimelineLane, segment: LaneSegment, { range, zoneAt }: LaneScale): SafeHtml {
  const mark = markFor(segment);
  const { from, to, seenFrom } = segment;
  // A state that ended before observation began is hatched to its end.
  const until = to !== undefined && (parseMilliseconds(to) ?? 0) < (parseMilliseconds(seenFrom) ?? 0) ? to : seenFrom;
  const reported = isSeenFromStart(segment)
    ? safeHtml`<svg class="reported" height="24" ${spot({ from, to: until }, range)}><rect width="100%" height="24" fill="url(#hatch)"/></svg>`
    : emptyHtml;
  const text = `${marks[mark]} ${segment.reason === "" ? segment.status : `${segment.status} ${segment.reason}`}`;
  return safeHtml`<g class="segment ${mark}" role="img" tabindex="-1" data-key="${`${lane.key} ${from}`}" aria-label="${segmentWords(lane, segment, zoneAt)}"><svg class="bar" height="24" ${spot(segment, range)}><rect class="fill" width="100%" height="24"/><rect class="foot" width="100%" y="20" height="4"/><text x="6" y="14" aria-hidden="true">${text}</text></svg>${reported}<svg class="ring" height="24" ${spot(segment, range)}><rect width="100%" height="24"/></svg></g>`;
}

/**
 * The attributes for its current position, and its start and end, from which the page lays it out again. Without an end
 * it continues.
 */
function spot({ from, to }: UnseenGap, range: TimeRange): SafeHtml {
  const start = parseMilliseconds(from) ?? range.from;
  const end = to === undefined ? undefined : (parseMilliseconds(to) ?? start);
  const left = percentFromLeft(range, start);
  const right = percentFromLeft(range, end ?? nowIn(range));
  const until = end === undefined ? emptyHtml : safeHtml` data-to="${`${end}`}"`;
  return safeHtml`x="${`${left}%`}" width="${`${Math.max(narrowestShare, Math.round((right - left) * 1000) / 1000)}%`}" data-from="${`${start}`}"${until}`;
}

function axis(range: TimeRange, zoneAt: ZoneAt): SafeHtml {
  const mark = ({ at, label }: { readonly at: number; readonly label: string }): SafeHtml =>
    safeHtml`<text x="${`${percentFromLeft(range, at)}%`}" y="14">${label}</text>`;
  return safeHtml`<div class="lane axis" aria-hidden="true"><div class="name"></div><svg class="track" height="20">${axisTicks(range, zoneAt).map(mark)}</svg></div>
`;
}

function markFor({ verdict }: LaneSegment): Mark {
  return verdict === "remark" ? "remark" : verdictMark(verdict);
}

/**
 * The patterns of the drawing: hatched for reported but unobserved time, dotted for time without readings. Patterns
 * distinguish the two without colours.
 */
const hatches = `<svg width="0" height="0" aria-hidden="true" class="defs"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="6"/></pattern><pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="dot" x="1" y="1" width="2" height="2"/></pattern></defs></svg>
`;

/** The same lanes in rows, newest first, for screen readers and for paper. */
function timelineTable(root: RootLanes, gaps: readonly UnseenGap[], zoneAt: ZoneAt): SafeHtml {
  const words = pageWords;
  const heads = [words.lane, words.state, words.reason, words.from, words.to, words.known];
  return safeHtml`<table>
<thead><tr>${heads.map((head) => safeHtml`<th scope="col">${head}</th>`)}</tr></thead>
${root.lanes.map((lane) => laneRows(lane, words.now, zoneAt))}</table>
${gaps.map((gap) => safeHtml`<p class="dim">${gapWords(gap, zoneAt)}</p>\n`)}`;
}

function laneRows(lane: TimelineLane, now: string, zoneAt: ZoneAt): SafeHtml {
  const name = laneName(lane);
  const rows = lane.segments.toReversed().map((segment) => {
    const { status, reason, from, to } = segment;
    const end = to === undefined ? now : formatLocal(to, zoneAt);
    return safeHtml`<tr><th scope="row">${name}</th><td class="short">${status}</td><td>${reason}</td><td class="short">${formatLocal(from, zoneAt)}</td><td class="short">${end}</td><td>${knownSinceText(segment, zoneAt)}</td></tr>\n`;
  });
  return safeHtml`<tbody>
${rows}</tbody>
`;
}
