import { markLegend } from "../../../aggregate/core/words/marks.ts";
import type { Report } from "../../../model/report.ts";
import { isLive } from "../../../model/snapshot.ts";
import { sanitizeLine } from "../../characters/sanitize.ts";
import { buildPage } from "../../page/build-page.ts";
import type { ReportPage, RootList } from "../../page/page.ts";
import { resolveTextStyle, type TextOptions } from "../../terminal/text-style.ts";
import { type VerdictMark, worstMark } from "../../terminal/verdict-marks.ts";
import { pageOrigin, pageSourceText, pageTimeText, pageTitles } from "../../words/report/html-page.ts";
import { columnTitles } from "../../words/report/labels.ts";
import { type HtmlLooks, markedLine, markSign, noteList, pageTitle } from "./elements.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "./escape.ts";
import { htmlRoot } from "./root-section.ts";
import { styleSheet } from "./style-sheet.ts";
import { htmlTable } from "./table.ts";
import { withoutPaths } from "./without-paths.ts";

/**
 * The Report as one self-contained HTML file: no script, nothing fetched, light and dark, for phones, wide screens and
 * paper. Its head says how the cluster is and what is done next. Below it stands what an engineer needs. Nothing from
 * the cluster is more than text, and no folder of the machine that made the page is named. `width`, `palette`,
 * `noHeaders` and `contextLine` do not count: the file is read later and elsewhere.
 */
export function renderHtml(report: Report, options: TextOptions = {}): string {
  const { contextLine: _, ...rest } = options;
  const style = resolveTextStyle(rest);
  const shared = withoutPaths(report);
  // The source and the time stand above all, in words of their own.
  const page = buildPage(shared, { ...rest, contextLine: "", alerts: true, clean: style.clean });
  const looks: HtmlLooks = {
    glyphs: style.glyphs,
    clean: style.clean,
    ...{ kubectl: rest.kubectl ?? "kubectl", isLive: isLive(report.source) && rest.isElsewhere !== true },
  };
  return safeHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${pageTitle(page, looks)}</title>
${styleSheet}
</head>
<body>
<main>
${origin(shared, looks)}${opening(page, looks)}${page.roots.map((root) => htmlRoot(root, page, looks))}${ending(page, looks)}</main>
</body>
</html>
`.html;
}

/** What was read, and when. */
function origin({ source, takenAt }: Report, looks: HtmlLooks): SafeHtml {
  const name = looks.clean(sanitizeLine(pageSourceText(source)));
  const time = looks.clean(sanitizeLine(takenAt));
  return safeHtml`<p class="origin">${name}${looks.clean(" · ")}<time datetime="${time}">${pageTimeText(time)}</time></p>\n`;
}

/** The part above the roots: a table of several, or why there is none. */
function opening({ lead, list, nothing: said, roots }: ReportPage, looks: HtmlLooks): SafeHtml {
  if (roots.length === 1 && list === undefined && lead === undefined) return emptyHtml;
  const [first, ...others] = said;
  const marks = [lead, list?.summary].flatMap((line) => (line === undefined ? [] : [line.mark]));
  return safeHtml`<header class="${list === undefined ? "" : `list ${worstMark(marks)}`}">
${lead === undefined ? emptyHtml : safeHtml`<p class="lead ${lead.mark}">${markedLine(lead, looks)}</p>\n`}${
  list === undefined
    ? emptyHtml
    : safeHtml`<h1 class="lead ${list.summary.mark}">${markedLine(list.summary, looks)}</h1>
<p class="dim">${looks.clean(list.identity.filter((text) => text !== "").join(" · "))}</p>
`
}${first === undefined ? emptyHtml : safeHtml`<h1>${looks.clean(first)}</h1>\n`}${others.map((text) => safeHtml`<p>${looks.clean(text)}</p>\n`)}</header>
${list === undefined ? emptyHtml : listTable(list, looks)}`;
}

function listTable({ rows, more }: RootList, looks: HtmlLooks): SafeHtml {
  const cells = rows.map(({ mark, name, namespace, verdict, since, at, why }) => ({
    mark,
    label: name,
    cells: [
      { kind: "short" as const, text: namespace },
      { kind: "state" as const, text: verdict },
      { kind: "short" as const, text: since, ...(at === undefined ? {} : { at }) },
      { kind: "words" as const, text: looks.clean(why) },
    ],
  }));
  const heads = [columnTitles.name, columnTitles.namespace, columnTitles.verdict, columnTitles.since, columnTitles.why];
  return safeHtml`<section>
${htmlTable(heads, cells, looks)}${more.map((text) => safeHtml`<p>${looks.clean(text)}</p>\n`)}</section>
`;
}

/** The part below the roots: notes without a root, the next command, what was not read, the legend. */
function ending({ roots, notes, next, reading }: ReportPage, looks: HtmlLooks): SafeHtml {
  // A cause has its commands beside it.
  const hasCauses = roots.some(({ root }) => root.causes.some((cause) => cause.next.length > 0));
  const command =
    next === undefined || hasCauses
      ? emptyHtml
      : safeHtml`<section>
<h2>${pageTitles.next}${next.place === "" ? emptyHtml : safeHtml` <small>${next.place.replace(/: $/, "")}</small>`}</h2>
<pre><code>${next.commands.join("\n")}</code></pre>
</section>
`;
  const notRead =
    reading === undefined
      ? emptyHtml
      : safeHtml`<section>
<h2>${pageTitles.notRead}</h2>
<p>${looks.clean(reading)}</p>
</section>
`;
  return safeHtml`${noteList([notes], 2, looks)}${command}${notRead}<footer>
${legend(looks)}<p>${pageOrigin}</p>
</footer>
`;
}

/** What each mark means. */
function legend(looks: HtmlLooks): SafeHtml {
  const items = Object.entries(markLegend).map(([name, { meaning }]) => {
    const mark = name as VerdictMark;
    return safeHtml`<li class="${mark}">${markSign(mark, looks)}${meaning}</li>\n`;
  });
  return safeHtml`<h2>${pageTitles.marks}</h2>
<ul class="legend">
${items}</ul>
`;
}
