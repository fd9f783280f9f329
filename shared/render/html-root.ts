import { keyOf } from "../model/object.ts";
import { heading, type Level, type Looks, lineOf, notesOf, pairsOf, sign } from "./html-pieces.ts";
import { htmlTable } from "./html-table.ts";
import { type Html, html, nothing } from "./html-text.ts";
import { htmlTree } from "./html-tree.ts";
import { markOf } from "./marks.ts";
import type { Page, RootPage, Telling } from "./page-model.ts";
import { type ConditionRow, conditionRows } from "./rows-conditions.ts";
import { gateRows } from "./rows-gates.ts";
import { type PartRow, partRows } from "./rows-parts.ts";
import type { Lead } from "./words-headline.ts";
import { allGoodWords, healthyWords, titles } from "./words-labels.ts";
import { groups, needsLook, partsGroup, unwellParts } from "./words-outline.ts";

/** One root: verdict, cause, conditions, components with all that is below them, gates, findings. */
export function htmlRoot(page: RootPage, { clock, list }: Page, looks: Looks): Html {
  const level = list === undefined ? 1 : 2;
  const telling = { clock, wide: true };
  const below = level === 1 ? 2 : 3;
  return html`<article>
${headOf(page, level, looks)}${page.why.length === 0 ? nothing : pairsOf(page.why, "pairs why", looks)}${conditionSection(page, { clock, wide: false }, below, looks)}${partSection(page, telling, below, looks)}${gateSection(page, below, looks)}${notesOf(page.notes, below, looks)}</article>
`;
}

/** Verdict first, then which object this is. */
function headOf({ root, leads, identity }: RootPage, level: Level, looks: Looks): Html {
  const [first, ...others] = leads;
  const lead = (line: Lead): Html => html`<p class="lead ${line.mark}">${lineOf(line, looks)}</p>\n`;
  return html`<header class="${first?.mark ?? markOf(root.verdict)}">
${first === undefined ? nothing : heading(level, lineOf(first, looks), `lead ${first.mark}`)}
${others.map(lead)}<p class="dim">${looks.clean(identity.join(" · "))}</p>
</header>
`;
}

/** Those that need a look as a table, the others in one that opens. */
function conditionSection({ root, conditions }: RootPage, { clock, wide }: Telling, level: Level, looks: Looks): Html {
  const { abnormal, good, unjudged } = conditionRows(root.conditions, clock, wide);
  const rest = [...good, ...unjudged];
  const folded =
    conditions.folded.length > 0 ? conditions.folded.map(({ text }) => text).join("; ") : allGoodWords(good.length);
  if (abnormal.length + rest.length === 0) return nothing;
  const head = needsLook(abnormal.length, abnormal.length + rest.length);
  return html`<section>
${heading(level, html`${groups.conditions} <small>${head}</small>`)}
${conditionTable(abnormal, looks)}${
  rest.length === 0
    ? nothing
    : html`<details class="folded"><summary class="good">${sign("good", looks)}${looks.clean(folded)}</summary>
${conditionTable(rest, looks)}</details>
`
}</section>
`;
}

function conditionTable(conditions: readonly ConditionRow[], looks: Looks): Html {
  const rows = conditions.map(({ mark, type, status, since, at, words: said }) => ({
    mark,
    label: type,
    cells: [
      { kind: "state" as const, text: status },
      { kind: "short" as const, text: since, ...(at === undefined ? {} : { at }) },
      { kind: "words" as const, text: said },
    ],
  }));
  return htmlTable([titles.condition, titles.status, titles.since, titles.words], rows, looks);
}

/** Those that are unwell as a table, the healthy ones in one that opens, and below both the way down of each. */
function partSection(page: RootPage, { clock, wide }: Telling, level: Level, looks: Looks): Html {
  // As text has it, without the operator's own Deployment while that is well.
  const said = new Set(partRows(page.root, page.findings, clock, false).map(({ ref }) => keyOf(ref)));
  const parts = partRows(page.root, page.findings, clock, wide).filter(({ ref }) => said.has(keyOf(ref)));
  if (parts.length === 0) return nothing;
  const listed = parts.filter((part) => part.isListed);
  const healthy = parts.filter((part) => !part.isListed);
  const unwell = unwellParts(parts.filter((part) => part.mark !== "good").length, parts.length);
  return html`<section>
${heading(level, html`${partsGroup(page.root.profile)} <small>${unwell}</small>`)}
${partTable(page.parts.title, listed, looks)}${htmlTree(listed, looks)}${
  healthy.length === 0
    ? nothing
    : html`<details class="folded"><summary class="good">${sign("good", looks)}${healthyWords(healthy.map((part) => part.label))}</summary>
${partTable(page.parts.title, healthy, looks)}${htmlTree(healthy, looks)}</details>
`
}</section>
`;
}

function partTable(title: string, parts: readonly PartRow[], looks: Looks): Html {
  const rows = parts.map(({ mark, label, verdict, since, at, version, why }) => ({
    mark,
    label,
    cells: [
      { kind: "state" as const, text: verdict },
      { kind: "short" as const, text: since, ...(at === undefined ? {} : { at }) },
      { kind: "version" as const, text: version },
      { kind: "words" as const, text: why },
    ],
  }));
  return htmlTable([title, titles.verdict, titles.since, titles.version, titles.why], rows, looks);
}

function gateSection({ root }: RootPage, level: Level, looks: Looks): Html {
  const rows = gateRows(root).map(({ mark, name, words: said }) => ({
    mark,
    label: name,
    cells: [{ kind: "words" as const, text: said }],
  }));
  return html`<section>
${heading(level, html`${groups.gates}`)}
${htmlTable([titles.gate, titles.answer], rows, looks)}</section>
`;
}
