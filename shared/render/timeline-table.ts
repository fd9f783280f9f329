import type { Gap, Lane, RootLanes } from "../model/lanes.ts";
import { type Html, html } from "./html-text.ts";
import type { Say } from "./say.ts";
import { gapWords, knownWords, laneName, momentWords, pageWords } from "./words-timeline.ts";

/** The same lanes in rows, newest first, for whoever does not see the drawing, and for paper. */
export function timelineTable(root: RootLanes, gaps: readonly Gap[], say: Say): Html {
  const words = pageWords(say);
  const heads = [words.lane, words.state, words.reason, words.from, words.to, words.known];
  return html`<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
${root.lanes.map((lane) => laneRows(lane, words.now, say))}</table>
${gaps.map((gap) => html`<p class="dim">${gapWords(say, gap)}</p>\n`)}`;
}

function laneRows(lane: Lane, now: string, say: Say): Html {
  const name = laneName(say, lane);
  const rows = lane.segments.toReversed().map((segment) => {
    const { status, reason, from, to } = segment;
    const end = to === undefined ? now : inTable(to);
    return html`<tr><th scope="row">${name}</th><td class="short">${status}</td><td>${reason}</td><td class="short">${inTable(from)}</td><td class="short">${end}</td><td>${knownWords(say, segment)}</td></tr>\n`;
  });
  return html`<tbody>
${rows}</tbody>
`;
}

/** The title of the column says in which zone. */
function inTable(stamp: string): string {
  return momentWords(stamp).replace(/ UTC$/, "");
}
