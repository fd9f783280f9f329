/**
 * The style sheet of the timeline: VS Code's theme colours, and colours of our own where a page has none. A mark and a
 * word repeat each colour, and reported but unobserved time is hatched. With high contrast every segment has a border.
 * On paper the table is open.
 */
export const timelineStyle: string = `:root {
  color-scheme: light dark;
  --page: var(--vscode-editor-background, #fff);
  --text: var(--vscode-editor-foreground, #1c2127);
  --dim: var(--vscode-descriptionForeground, #57606a);
  --line: var(--vscode-editorWidget-border, #d5dbe1);
  --focus: var(--vscode-focusBorder, #0a58ca);
  --bad: var(--vscode-charts-red, #b3261e);
  --warn: var(--vscode-charts-yellow, #a66a00);
  --remark: var(--vscode-charts-orange, #a66a00);
  --unknown: var(--vscode-charts-purple, #6639ba);
  --good: var(--vscode-charts-green, #1a6f37);
}
@media screen and (prefers-color-scheme: dark) {
  body:not([class*="vscode"]) {
    --page: #10151b; --text: #e4e8ec; --dim: #9ba6b2; --line: #2f3a46; --focus: #8ab8ff;
    --bad: #ff8f85; --warn: #e5b454; --remark: #e5b454; --unknown: #c0abfa; --good: #74d08f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 0; background: var(--page); color: var(--text);
  font: var(--vscode-font-size, 13px)/1.45 var(--vscode-font-family, system-ui, sans-serif);
}
main { padding: 1rem 1.25rem 2rem; max-width: 90rem; }
h1 { margin: 0; font-size: 1.35em; font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 1rem 0 0.25rem; font-size: 0.9em; font-weight: 600; color: var(--dim); }
p { margin: 0.25rem 0 0; overflow-wrap: anywhere; }
.dim { color: var(--dim); }
fieldset { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; margin: 0.75rem 0 0; padding: 0; border: 0; }
legend { float: left; margin-right: 0.75rem; padding: 0; color: var(--dim); }
label { display: inline-flex; gap: 0.3rem; align-items: center; }
input { margin: 0; accent-color: var(--focus); }
.lane { display: grid; grid-template-columns: minmax(9rem, 15rem) 1fr; gap: 0 1rem; align-items: center; padding: 2px 0; }
.name { min-width: 0; line-height: 1.25; overflow-wrap: anywhere; }
.name b { display: inline-block; max-width: 100%; font-weight: 500; }
.now, .age { font-size: 0.9em; white-space: nowrap; }
.track { display: block; width: 100%; overflow: hidden; background: color-mix(in srgb, var(--text) 5%, transparent); border-radius: 3px; }
.axis .track { background: none; overflow: visible; }
.axis text { fill: var(--dim); font-size: 0.85em; text-anchor: middle; }
.bad { --colour: var(--bad); }
.busy { --colour: var(--warn); }
.remark { --colour: var(--remark); }
.unknown { --colour: var(--unknown); }
.good { --colour: var(--good); }
.fill { fill: var(--colour); fill-opacity: 0.22; }
.foot { fill: var(--colour); }
.bar text { fill: var(--text); font-size: 0.85em; }
.bar, .reported, .ring { overflow: hidden; }
.hatch { stroke: var(--dim); stroke-width: 1.5; }
.reported, .ring { pointer-events: none; }
.reported { opacity: 0.55; }
.ring rect { fill: none; stroke: none; }
.gap { pointer-events: none; overflow: hidden; }
.veil { fill: var(--page); fill-opacity: 0.6; }
.dot { fill: var(--dim); }
.segment { outline: none; cursor: default; }
.segment:focus .ring rect, .segment:hover .ring rect { stroke: var(--focus); stroke-width: 4; }
.now.bad, .now.busy, .now.remark, .now.unknown { font-weight: 600; }
.said { min-height: 3em; margin-top: 0.75rem; padding: 0.25rem 0.6rem; border-left: 3px solid var(--line); }
.help { font-size: 0.9em; }
details { margin-top: 1rem; }
summary { cursor: pointer; }
summary:focus-visible, input:focus-visible { outline: 1px solid var(--focus); outline-offset: 2px; }
table { width: 100%; margin-top: 0.5rem; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 0.75rem 0.2rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.short { white-space: nowrap; overflow-wrap: normal; }
thead th { color: var(--dim); font-weight: 500; }
tbody th { min-width: 8rem; font-weight: 500; overflow-wrap: break-word; }
.defs { position: absolute; }
.vscode-high-contrast, .vscode-high-contrast-light { --dim: var(--text); }
.vscode-high-contrast .track, .vscode-high-contrast-light .track { background: none; outline: 1px solid var(--vscode-contrastBorder, currentColor); outline-offset: -1px; }
.vscode-high-contrast .axis .track, .vscode-high-contrast-light .axis .track { outline: none; }
.vscode-high-contrast .fill, .vscode-high-contrast-light .fill { fill: var(--page); fill-opacity: 1; stroke: var(--vscode-contrastBorder, currentColor); stroke-width: 2; }
.vscode-high-contrast .foot, .vscode-high-contrast-light .foot { height: 6px; y: 18px; }
@media (forced-colors: active) {
  .fill { fill: Canvas; fill-opacity: 1; stroke: CanvasText; stroke-width: 2; }
  .bar text, .axis text { fill: CanvasText; }
  .hatch { stroke: CanvasText; }
  .segment:focus .ring rect { stroke: Highlight; }
}
@media (max-width: 36rem) {
  .lane { grid-template-columns: 1fr; }
}
@media print {
  :root {
    --page: #fff; --text: #000; --dim: #444; --line: #999; --bad: #b3261e; --warn: #865400; --remark: #865400; --unknown: #6639ba; --good: #1a6f37;
  }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { padding: 0; max-width: none; }
  fieldset, .said, .help, summary { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .lane, tr { break-inside: avoid; }
  thead { display: table-header-group; }
}
`;
