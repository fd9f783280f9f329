import { keyOf } from "../../../model/object.ts";
import { type PartRow, partRows } from "../../page/component-rows.ts";
import { type ConditionRow, conditionRows } from "../../page/condition-rows.ts";
import { gateRows } from "../../page/gate-rows.ts";
import type { PageDetail, ReportPage, RootPage } from "../../page/page.ts";
import { verdictMark } from "../../terminal/verdict-marks.ts";
import { groupTitles, needsLook, unhealthyPartsText } from "../../words/editor/tree-groups.ts";
import { partsGroup } from "../../words/report/family.ts";
import type { HeadlineLead } from "../../words/report/headline.ts";
import { allGoodWords, columnTitles, healthyWords, paragraphLabels } from "../../words/report/labels.ts";
import { inEnglish } from "../../words/translate.ts";
import { culpritList } from "./culprit-list.ts";
import {
  type HeadingLevel,
  type HtmlLooks,
  labelList,
  markedLine,
  markSign,
  noteList,
  sectionHeading,
} from "./elements.ts";
import { emptyHtml, type SafeHtml, safeHtml } from "./escape.ts";
import { htmlTable } from "./table.ts";
import { htmlTree } from "./tree.ts";

/** One root as HTML: verdict, cause, conditions, components with all that is below them, gates, findings. */
export function htmlRoot(page: RootPage, { clock, list }: ReportPage, looks: HtmlLooks): SafeHtml {
  const level = list === undefined ? 1 : 2;
  const telling = { clock, wide: true };
  const below = level === 1 ? 2 : 3;
  return safeHtml`<article>
${headOf(page, level, looks)}${culpritList(page, clock, below, looks)}${besideCulprits(page, looks)}${conditionSection(page, { clock, wide: false }, below, looks)}${partSection(page, telling, below, looks)}${gateSection(page, below, looks)}${noteList(page.notes, below, looks)}</article>
`;
}

/** What else explains the verdict. The culprits say the causes. */
function besideCulprits({ root, why }: RootPage, looks: HtmlLooks): SafeHtml {
  const hasCulprits = root.verdict !== "healthy" && root.causes.length > 0;
  const shown = hasCulprits ? why.filter(({ label }) => !causeLabels.has(label)) : why;
  return shown.length === 0 ? emptyHtml : labelList(shown, "pairs why", looks);
}

const { cause, and, event, also, who } = paragraphLabels;
const causeLabels: ReadonlySet<string> = new Set([cause, and, event, also, who]);

/** The verdict, then the name of the object. */
function headOf({ root, leads, identity }: RootPage, level: HeadingLevel, looks: HtmlLooks): SafeHtml {
  const [first, ...others] = leads;
  const lead = (line: HeadlineLead): SafeHtml =>
    safeHtml`<p class="lead ${line.mark}">${markedLine(line, looks)}</p>\n`;
  return safeHtml`<header class="${first?.mark ?? verdictMark(root.verdict)}">
${first === undefined ? emptyHtml : sectionHeading(level, markedLine(first, looks), `lead ${first.mark}`)}
${others.map(lead)}<p class="dim">${looks.clean(identity.join(" · "))}</p>
</header>
`;
}

/** The conditions that are not good as a table, the others in one that opens. */
function conditionSection(
  { root, conditions }: RootPage,
  { clock, wide }: PageDetail,
  level: HeadingLevel,
  looks: HtmlLooks,
): SafeHtml {
  const { abnormal, good, unjudged } = conditionRows(root.conditions, clock, wide);
  const rest = [...good, ...unjudged];
  const folded =
    conditions.folded.length > 0 ? conditions.folded.map(({ text }) => text).join("; ") : allGoodWords(good.length);
  if (abnormal.length + rest.length === 0) return emptyHtml;
  const head = needsLook(abnormal.length, abnormal.length + rest.length);
  return safeHtml`<section>
${sectionHeading(level, safeHtml`${groupTitles.conditions} <small>${head}</small>`)}
${conditionTable(abnormal, looks)}${
  rest.length === 0
    ? emptyHtml
    : safeHtml`<details class="folded"><summary class="good">${markSign("good", looks)}${looks.clean(folded)}</summary>
${conditionTable(rest, looks)}</details>
`
}</section>
`;
}

function conditionTable(conditions: readonly ConditionRow[], looks: HtmlLooks): SafeHtml {
  const rows = conditions.map(({ mark, type, status, since, at, words }) => ({
    mark,
    label: type,
    cells: [
      { kind: "state" as const, text: status },
      { kind: "short" as const, text: since, ...(at === undefined ? {} : { at }) },
      { kind: "words" as const, text: words },
    ],
  }));
  return htmlTable([columnTitles.condition, columnTitles.status, columnTitles.since, columnTitles.words], rows, looks);
}

/** The unhealthy parts as a table, the healthy ones in a table that opens. Below both, the path down of each part. */
function partSection(page: RootPage, { clock, wide }: PageDetail, level: HeadingLevel, looks: HtmlLooks): SafeHtml {
  // As in the text format, without the operator's own Deployment while it is healthy.
  const shownKeys = new Set(partRows(page.root, page.findings, clock, false).map(({ ref }) => keyOf(ref)));
  const parts = partRows(page.root, page.findings, clock, wide).filter(({ ref }) => shownKeys.has(keyOf(ref)));
  if (parts.length === 0) return emptyHtml;
  const listed = parts.filter((part) => part.isListed);
  const healthy = parts.filter((part) => !part.isListed);
  const unhealthy = unhealthyPartsText(parts.filter((part) => part.mark !== "good").length, parts.length);
  return safeHtml`<section>
${sectionHeading(level, safeHtml`${partsGroup(inEnglish, page.root.profile)} <small>${unhealthy}</small>`)}
${partTable(page.parts.title, listed, looks)}${htmlTree(listed, looks)}${
  healthy.length === 0
    ? emptyHtml
    : safeHtml`<details class="folded"><summary class="good">${markSign("good", looks)}${healthyWords(healthy.map((part) => part.label))}</summary>
${partTable(page.parts.title, healthy, looks)}${htmlTree(healthy, looks)}</details>
`
}</section>
`;
}

function partTable(title: string, parts: readonly PartRow[], looks: HtmlLooks): SafeHtml {
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
  return htmlTable(
    [title, columnTitles.verdict, columnTitles.since, columnTitles.version, columnTitles.why],
    rows,
    looks,
  );
}

function gateSection({ root }: RootPage, level: HeadingLevel, looks: HtmlLooks): SafeHtml {
  const rows = gateRows(root).map(({ mark, name, words }) => ({
    mark,
    label: name,
    cells: [{ kind: "words" as const, text: words }],
  }));
  return safeHtml`<section>
${sectionHeading(level, safeHtml`${groupTitles.gates}`)}
${htmlTable([columnTitles.gate, columnTitles.answer], rows, looks)}</section>
`;
}
