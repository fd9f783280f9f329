import type { SafeHtml } from "./escape.ts";

/**
 * The style sheet of the HTML Report. Colours have a contrast of at least 4.5 to 1 in both schemes (WCAG 2.2, 1.4.3)
 * and only repeat a word; dark is for screens. On paper every `details` is open.
 */
export const styleSheet: SafeHtml = {
  html: `<style>
:root {
  color-scheme: light dark;
  --page: #fff; --raised: #f5f7f9; --text: #1c2127; --dim: #57606a; --line: #d5dbe1; --link: #0a58ca;
  --bad: #b3261e; --warn: #865400; --unknown: #6639ba; --good: #1a6f37;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #10151b; --raised: #18202a; --text: #e4e8ec; --dim: #9ba6b2; --line: #2f3a46; --link: #8ab8ff;
    --bad: #ff8f85; --warn: #e5b454; --unknown: #c0abfa; --good: #74d08f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text); -webkit-text-size-adjust: 100%;
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
}
main { max-width: 68rem; margin: 0 auto; padding: clamp(1rem, 3vw, 2.5rem) clamp(1rem, 4vw, 3rem) 3rem; }
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; }
h1, h2, h3 { line-height: 1.3; text-wrap: balance; }
h1 { font-size: 1.5rem; font-weight: 650; letter-spacing: -0.01em; }
h2 { font-size: 1rem; font-weight: 650; }
h3 { font-size: 0.9375rem; font-weight: 600; }
h2 small, h3 small { margin-left: 0.5rem; font-size: 0.8125rem; font-weight: 400; color: var(--dim); }
section { margin-top: 2rem; }
header + article, article + article { margin-top: 2.5rem; padding-top: 2rem; border-top: 1px solid var(--line); }
p, li, dd, td, summary, h1 { overflow-wrap: anywhere; }
th { overflow-wrap: break-word; }
.mark { display: inline-block; min-width: 1.25em; font-weight: 700; }
.bad > .mark, .bad .state { color: var(--bad); }
.busy > .mark, .busy .state, .remark > .mark, .remark .state { color: var(--warn); }
.unknown > .mark, .unknown .state { color: var(--unknown); }
.good > .mark, .good .state { color: var(--good); }
.lead { display: flex; }
.lead > .mark { flex: none; }
header { padding-left: 1rem; border-left: 4px solid var(--line); }
header.bad { border-color: var(--bad); }
header.busy, header.remark { border-color: var(--warn); }
header.unknown { border-color: var(--unknown); }
header.good { border-color: var(--good); }
header p { margin-top: 0.25rem; }
.list h1, .list p { margin: 0; font: inherit; font-size: 1.0625rem; font-weight: 600; }
.list p.dim { font-size: 0.875rem; font-weight: 400; }
.list > * + * { margin-top: 0.25rem; }
section + article { margin-top: 2.5rem; }
.dim, footer { color: var(--dim); font-size: 0.875rem; }
.pairs { display: grid; grid-template-columns: minmax(4rem, max-content) 1fr; gap: 0.375rem 1rem; margin-top: 0.5rem; }
.causes { list-style: none; padding: 0; margin-top: 0.5rem; }
.causes > li + li { margin-top: 0.75rem; }
.causes ul { list-style: none; margin-left: 1.5rem; padding: 0; }
.causes pre { margin: 0.25rem 0 0 1.5rem; padding: 0.375rem 0.75rem; }
.why { margin-top: 1.25rem; }
.pairs dt { font-weight: 600; }
.pairs dd { grid-column: 2; white-space: pre-line; }
.folded { margin-top: 0.5rem; }
table { width: 100%; margin-top: 0.5rem; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.375rem 1.25rem 0.375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
thead th { padding-bottom: 0.25rem; color: var(--dim); font-size: 0.8125rem; font-weight: 500; white-space: nowrap; }
tbody th { min-width: 9em; font-weight: 600; }
.short { overflow-wrap: normal; white-space: nowrap; }
.words { width: 55%; white-space: pre-line; }
details > summary { cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.tree, .tree ul { list-style: none; padding: 0; }
.tree { margin-top: 0.25rem; }
.tree ul { margin-left: 0.3rem; padding-left: 1.1rem; border-left: 1px solid var(--line); }
.tree li { padding: 0.1rem 0; }
.tree .leaf { padding-left: 1.1rem; text-indent: -0.05rem; }
.tree b { font-weight: 600; }
.notes { padding-left: 1.1rem; margin-top: 0.5rem; }
.notes li + li { margin-top: 0.25rem; }
pre {
  margin-top: 0.5rem; padding: 0.75rem 1rem; background: var(--raised); border: 1px solid var(--line);
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; font: 0.875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
footer { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
footer h2 { font-size: 0.875rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; list-style: none; margin: 0.25rem 0 0.75rem; padding: 0; }
.legend .mark { min-width: 1.1em; }
.origin { margin-bottom: 0.75rem; color: var(--dim); font-size: 0.875rem; }
h2 + p, h3 + p { margin-top: 0.25rem; }
.next b { margin-right: 0.5rem; }
@media screen and (max-width: 44rem) {
  h1 { font-size: 1.25rem; }
  .pairs { grid-template-columns: 1fr; gap: 0; }
  .pairs dt { margin-top: 0.5rem; color: var(--dim); font-size: 0.8125rem; }
  .pairs dd { grid-column: 1; }
  .pairs dd + dd { margin-top: 0.25rem; }
  table, tbody, tr { display: block; width: auto; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  th, td { display: inline; padding: 0; border: 0; }
  tbody th { margin-right: 0.5rem; }
  tbody .lead { display: inline-flex; }
  td.short, td.version { margin-right: 0.5rem; }
  td:empty { display: none; }
  .words { display: block; width: auto; }
}
@media print {
  :root { color-scheme: light; }
  body { font-size: 9.5pt; }
  main { max-width: none; padding: 0; }
  details::details-content { content-visibility: visible; block-size: auto; }
  details:not([open]) > :not(summary) { display: revert; }
  summary { list-style: none; }
  summary::-webkit-details-marker { display: none; }
  thead { display: table-header-group; }
  tr, li, dd, header, pre { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
</style>`,
};
