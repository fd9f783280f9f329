import type { Report } from "../model/report.ts";
import { type Looks, lineOf, notesOf, pageTitle } from "./html-pieces.ts";
import { htmlRoot } from "./html-root.ts";
import { styleSheet } from "./html-style.ts";
import { htmlTable } from "./html-table.ts";
import { type Html, html, nothing } from "./html-text.ts";
import { worstMark } from "./marks.ts";
import { pageOf } from "./page.ts";
import type { Page, RootList } from "./page-model.ts";
import { styleOf, type TextOptions } from "./style.ts";
import { labels, titles } from "./words-labels.ts";

/**
 * The Report as one HTML file that needs no other: no script, nothing fetched, light and dark, for phones, wide screens and
 * paper. It says what text says, and folded below it all conditions and all objects. Nothing from the cluster in it is more
 * than text. `width`, `palette`, `noHeaders` and `contextLine` do not count: who reads it does so later and elsewhere.
 */
export function renderHtml(report: Report, options: TextOptions = {}): string {
  const { contextLine: _, ...rest } = options;
  const style = styleOf(rest);
  const page = pageOf(report, { ...rest, clean: style.clean });
  const looks: Looks = { glyphs: style.glyphs, clean: style.clean };
  return html`<!doctype html>
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
${opening(page, looks)}${page.roots.map((root) => htmlRoot(root, page, looks))}${ending(page, looks)}</main>
</body>
</html>
`.html;
}

/** Whatever stands above the roots: a table of several, or why there is none. */
function opening({ lead, list, nothing: said, roots }: Page, looks: Looks): Html {
  if (roots.length === 1 && list === undefined && lead === undefined) return nothing;
  const [first, ...others] = said;
  const marks = [lead, list?.summary].flatMap((line) => (line === undefined ? [] : [line.mark]));
  return html`<header class="${list === undefined ? "" : `list ${worstMark(marks)}`}">
${lead === undefined ? nothing : html`<p class="lead ${lead.mark}">${lineOf(lead, looks)}</p>\n`}${
  list === undefined
    ? nothing
    : html`<h1 class="lead ${list.summary.mark}">${lineOf(list.summary, looks)}</h1>
<p class="dim">${looks.clean(list.identity.join(" · "))}</p>
`
}${first === undefined ? nothing : html`<h1>${looks.clean(first)}</h1>\n`}${others.map((text) => html`<p>${looks.clean(text)}</p>\n`)}</header>
${list === undefined ? nothing : listTable(list, looks)}`;
}

function listTable({ rows, more }: RootList, looks: Looks): Html {
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
  const heads = [titles.name, titles.namespace, titles.verdict, titles.since, titles.why];
  return html`<section>
${htmlTable(heads, cells, looks)}${more.map((text) => html`<p>${looks.clean(text)}</p>\n`)}</section>
`;
}

/** What belongs to no root, the next command, and how the Report came about. */
function ending({ list, roots, notes, next, reading, context }: Page, looks: Looks): Html {
  const command =
    next === undefined
      ? nothing
      : html`<section>
<h2>${labels.next}${next.place === "" ? nothing : html` <small>${next.place.replace(/: $/, "")}</small>`}</h2>
<pre><code>${next.command}</code></pre>
</section>
`;
  const origin = [
    ...(reading === undefined ? [] : [reading]),
    ...(roots.length === 1 || list !== undefined ? [] : [context]),
  ];
  const footer =
    origin.length === 0
      ? nothing
      : html`<footer>\n${origin.map((text) => html`<p>${looks.clean(text)}</p>\n`)}</footer>\n`;
  return html`${notesOf([notes], 2, looks)}${command}${footer}`;
}
