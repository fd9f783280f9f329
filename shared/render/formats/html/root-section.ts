import { families } from "../../../model/families.ts";
import { keyOf } from "../../../model/object.ts";
import type { RootNode } from "../../../model/report.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { joinClauses } from "../../../outline/end-marks.ts";
import { remarksOn } from "../../first-screen/remarks.ts";
import { type PartRow, partRows } from "../../page/component-rows.ts";
import { type ConditionRow, conditionRows } from "../../page/condition-rows.ts";
import { gateRows } from "../../page/gate-rows.ts";
import type { PageDetail, ReportPage, RootPage } from "../../page/page.ts";
import { verdictMark } from "../../terminal/verdict-marks.ts";
import { needsLook, unhealthyPartsText } from "../../words/editor/tree-groups.ts";
import { partsGroup } from "../../words/report/family.ts";
import type { HeadlineLead } from "../../words/report/headline.ts";
import { pageGates, pageNextText, pageTitles } from "../../words/report/html-page.ts";
import { allGoodWords, columnTitles, healthyWords, paragraphLabels } from "../../words/report/labels.ts";
import { inEnglish } from "../../words/translate.ts";
import { causeList } from "./cause-list.ts";
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
${headOf(page, clock, level, looks)}${besideCauses(page, looks)}${causeList(page, clock, below, looks)}${conditionSection(page, { clock, wide: false }, below, looks)}${partSection(page, telling, below, looks)}${gateSection(page, below, looks)}${noteList(page.notes, below, looks)}</article>
`;
}

/** What else explains the verdict. The causes have their own sections. */
function besideCauses({ root, why }: RootPage, looks: HtmlLooks): SafeHtml {
  const hasCauses = root.verdict !== "healthy" && root.causes.length > 0;
  const shown = hasCauses ? why.filter(({ label }) => !causeLabels.has(label)) : why;
  return shown.length === 0 ? emptyHtml : labelList(shown, "pairs why", looks);
}

const { cause, and, event, also, who } = paragraphLabels;
const causeLabels: ReadonlySet<string> = new Set([cause, and, event, also, who]);

/** What the state means for virtual machines; empty where nothing is affected or known. */
function impactLine(impact: readonly string[], looks: HtmlLooks): SafeHtml {
  if (impact.length === 0) return emptyHtml;
  return safeHtml`<p class="impact"><strong>${paragraphLabels.impact}</strong> ${looks.clean(joinClauses(impact))}</p>\n`;
}

/** The verdict in one sentence, what else is known about the whole, and what is done next. */
function headOf(page: RootPage, clock: AgeClock, level: HeadingLevel, looks: HtmlLooks): SafeHtml {
  const { root, leads, impact, identity } = page;
  const [first, ...others] = leads;
  const warnings = others.length > 0 ? [] : firstWarning(page, clock);
  const lead = (line: HeadlineLead): SafeHtml =>
    safeHtml`<p class="lead ${line.mark}">${markedLine(line, looks)}</p>\n`;
  return safeHtml`<header class="${first?.mark ?? verdictMark(root.verdict)}">
${first === undefined ? emptyHtml : sectionHeading(level, markedLine(first, looks), `lead ${first.mark}`)}
${others.map(lead)}${warnings.map(lead)}${impactLine(impact, looks)}${nextLine(root, looks)}<p class="dim">${looks.clean(identity.join(" · "))}</p>
</header>
`;
}

/** The first warning about a healthy root, which must not look better than it is. Of others the notes have it. */
function firstWarning({ root, findings }: RootPage, clock: AgeClock): readonly HeadlineLead[] {
  if (root.verdict !== "healthy") return [];
  return remarksOn(root, findings, { clock, related: false, namespace: undefined }).lines.slice(0, 1);
}

/** What is done next about the first cause, in words. Its command is beside the cause. */
function nextLine(root: RootNode, looks: HtmlLooks): SafeHtml {
  const [cause] = root.verdict === "healthy" ? [] : root.causes;
  const [step] = cause?.next ?? [];
  if (cause === undefined || step === undefined) return emptyHtml;
  return safeHtml`<p class="next"><b>${pageTitles.next}</b> ${looks.clean(pageNextText(cause.component, step.why))}</p>\n`;
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
${sectionHeading(level, safeHtml`${pageTitles.conditions} <small>${head}</small>`)}
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

/** Whether the root may be upgraded, where that applies, and whether it is ready. */
function gateSection({ root }: RootPage, level: HeadingLevel, looks: HtmlLooks): SafeHtml {
  const rows = gateRows(root).map(({ mark, name, words }) => ({
    mark,
    label: pageGates[name],
    cells: [{ kind: "words" as const, text: words }],
  }));
  const title = families[root.profile].hasUpgradeGate ? pageTitles.upgrade : pageTitles.readiness;
  return safeHtml`<section>
${sectionHeading(level, safeHtml`${title}`)}
${htmlTable([pageGates.check, pageGates.result], rows, looks)}</section>
`;
}
