import type { AgeClock } from "../../../outline/ages.ts";
import { culpritEntries, otherCulprits } from "../../first-screen/culprit-entries.ts";
import type { CulpritEntry } from "../../first-screen/first-screen.ts";
import type { RootPage } from "../../page/page.ts";
import type { VerdictMark } from "../../terminal/verdict-marks.ts";
import { moreCulpritsText, offlineCommandsWords } from "../../words/first-screen/labels.ts";
import { pageTitles } from "../../words/report/html-page.ts";
import { type HeadingLevel, type HtmlLooks, markSign, sectionHeading, textBlock } from "./elements.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "./escape.ts";

/** The most causes of one root. An Application may have thousands. */
const mostCauses = 50;

/** One section of causes: those that make a root unhealthy, what is in progress, and what is not known. */
const sections: readonly (readonly [title: string, marks: readonly VerdictMark[]])[] = [
  [pageTitles.causes, ["bad", "remark", "good"]],
  [pageTitles.inProgress, ["busy"]],
  [pageTitles.notKnown, ["unknown"]],
];

/** The causes of an unhealthy root in their order, each with its way down and its next commands. */
export function causeList({ root }: RootPage, clock: AgeClock, level: HeadingLevel, looks: HtmlLooks): SafeHtml {
  if (root.verdict === "healthy") return emptyHtml;
  const entries = culpritEntries({ root, clock, kubectl: looks.kubectl }, mostCauses);
  const others = otherCulprits(root, mostCauses);
  const shown = sections
    .map(([title, marks]) => ({ title, entries: entries.filter(({ mark }) => marks.includes(mark)) }))
    .filter((section) => section.entries.length > 0);
  return safeHtml`${shown.map((section, index) => {
    const isLast = index === shown.length - 1;
    const more = isLast && others.length > 0 ? safeHtml`<p>${looks.clean(moreCulpritsText(others))}</p>\n` : emptyHtml;
    return safeHtml`<section>
${sectionHeading(level, safeHtml`${section.title}${offlineNote(section.entries, looks)}`)}
<ol class="causes">
${section.entries.map((entry) => causeItem(entry, looks))}</ol>
${more}</section>
`;
  })}`;
}

/** Beside a heading: where the commands below it run. */
function offlineNote(entries: readonly CulpritEntry[], { isLive }: HtmlLooks): SafeHtml {
  const isRunnable = isLive || entries.every(({ commands }) => commands.length === 0);
  return isRunnable ? emptyHtml : safeHtml` <small>${offlineCommandsWords}</small>`;
}

function causeItem({ mark, name, state, note, ways, text, event, commands }: CulpritEntry, looks: HtmlLooks): SafeHtml {
  const [way = ""] = ways;
  const head = [state, note === "" ? "" : `(${note})`].filter((words) => words !== "").join(" ");
  const lines = [way, text, event].filter((words) => words !== "");
  return safeHtml`<li class="${mark}">${markSign(mark, looks)}<b>${looks.clean(name)}</b> <span class="state">${looks.clean(head)}</span>
${lines.length === 0 ? emptyHtml : safeHtml`<ul>${lines.map((line) => safeHtml`<li>${textBlock(looks.clean(line), looks)}</li>`)}</ul>\n`}${commands.map((command) => safeHtml`<pre><code>${command}</code></pre>\n`)}</li>
`;
}
