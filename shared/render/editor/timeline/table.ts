import type { RootLanes, TimelineLane, UnseenGap } from "../../../model/timeline.ts";
import { type SafeHtml, safeHtml } from "../../formats/html/escape.ts";
import { gapWords, knownSinceText, laneName, momentWords, pageWords } from "../../words/editor/timeline.ts";
import type { Translate } from "../../words/translate.ts";

/** The same lanes in rows, newest first, for screen readers and for paper. */
export function timelineTable(root: RootLanes, gaps: readonly UnseenGap[], say: Translate): SafeHtml {
  const words = pageWords(say);
  const heads = [words.lane, words.state, words.reason, words.from, words.to, words.known];
  return safeHtml`<table>
<thead><tr>${heads.map((head) => safeHtml`<th scope="col">${head}</th>`)}</tr></thead>
${root.lanes.map((lane) => laneRows(lane, words.now, say))}</table>
${gaps.map((gap) => safeHtml`<p class="dim">${gapWords(say, gap)}</p>\n`)}`;
}

function laneRows(lane: TimelineLane, now: string, say: Translate): SafeHtml {
  const name = laneName(say, lane);
  const rows = lane.segments.toReversed().map((segment) => {
    const { status, reason, from, to } = segment;
    const end = to === undefined ? now : inTable(to);
    return safeHtml`<tr><th scope="row">${name}</th><td class="short">${status}</td><td>${reason}</td><td class="short">${inTable(from)}</td><td class="short">${end}</td><td>${knownSinceText(say, segment)}</td></tr>\n`;
  });
  return safeHtml`<tbody>
${rows}</tbody>
`;
}

/** A time without its zone, which the column's title names. */
function inTable(stamp: string): string {
  return momentWords(stamp).replace(/ UTC$/, "");
}
