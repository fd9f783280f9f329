import { formatLocal, type ZoneAt } from "../../../model/time.ts";
import type { RootLanes, TimelineLane, UnseenGap } from "../../../model/timeline.ts";
import { type SafeHtml, safeHtml } from "../../../paint/html/escape.ts";
import { gapWords, knownSinceText, laneName, pageWords } from "./lane-words.ts";

/** The same lanes in rows, newest first, for screen readers and for paper. */
export function timelineTable(root: RootLanes, gaps: readonly UnseenGap[], zoneAt: ZoneAt): SafeHtml {
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
