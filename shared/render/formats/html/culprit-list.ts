import type { AgeClock } from "../../../aggregate/core/words/ages.ts";
import { culpritSection } from "../../first-screen/culprit-section.ts";
import type { CulpritEntry } from "../../first-screen/first-screen.ts";
import type { RootPage } from "../../page/page.ts";
import { groupTitles } from "../../words/editor/tree-groups.ts";
import { offlineCommandsWords } from "../../words/first-screen/labels.ts";
import { type HeadingLevel, type HtmlLooks, markSign, sectionHeading, textBlock } from "./elements.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "./escape.ts";

/** The culprits of an unhealthy root, in the order of the causes, each with its way down, cause and next commands. */
export function culpritList(
  { root, findings }: RootPage,
  clock: AgeClock,
  level: HeadingLevel,
  looks: HtmlLooks,
): SafeHtml {
  const { kubectl, isLive } = looks;
  const { entries, more: names } = culpritSection(root, findings, { clock, kubectl, isLive, isOnly: true });
  const [more] = names;
  if (entries.length === 0) return emptyHtml;
  const note = isLive || entries.every(({ commands }) => commands.length === 0) ? "" : offlineCommandsWords;
  return safeHtml`<section>
${sectionHeading(level, safeHtml`${groupTitles.culprits}${note === "" ? emptyHtml : safeHtml` <small>${note}</small>`}`)}
<ol class="culprits">
${entries.map((entry) => culpritItem(entry, looks))}</ol>
${more === undefined ? emptyHtml : safeHtml`<p>${looks.clean(more)}</p>\n`}</section>
`;
}

function culpritItem(
  { mark, name, state, note, ways, text, event, commands }: CulpritEntry,
  looks: HtmlLooks,
): SafeHtml {
  const [way = ""] = ways;
  const head = [state, note === "" ? "" : `(${note})`].filter((words) => words !== "").join(" ");
  const lines = [way, text, event].filter((words) => words !== "");
  return safeHtml`<li class="${mark}">${markSign(mark, looks)}<b>${looks.clean(name)}</b> <span class="state">${looks.clean(head)}</span>
${lines.length === 0 ? emptyHtml : safeHtml`<ul>${lines.map((line) => safeHtml`<li>${textBlock(looks.clean(line), looks)}</li>`)}</ul>\n`}${commands.map((command) => safeHtml`<pre><code>${command}</code></pre>\n`)}</li>
`;
}
