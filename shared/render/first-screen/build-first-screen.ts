import { printDeployments } from "../../aggregate/core/words/next-step.ts";
import { remarksOf } from "../../model/finding/root-findings.ts";
import type { Report, RootNode } from "../../model/report.ts";
import { isLive } from "../../model/snapshot.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import type { AgeClock } from "../../outline/ages.ts";
import { harmlessReport, sanitizeLine } from "../characters/sanitize.ts";
import { isInLead, leadingLine } from "../page/build-page.ts";
import { leftOver, rootFindings } from "../page/group-findings.ts";
import { nextCommand } from "../page/next-command.ts";
import { isMeaningShown } from "../page/root-page.ts";
import type { TextOptions } from "../terminal/text-style.ts";
import { verdictMark } from "../terminal/verdict-marks.ts";
import { isSilentCause } from "../words/first-screen/culprit.ts";
import { rootStateText, upgradeText } from "../words/first-screen/headline.ts";
import {
  fieldLabels,
  fullReportCommand,
  nextText,
  placeLabel,
  upgradeGateCommand,
} from "../words/first-screen/labels.ts";
import { outdatedMeaning, readPlaceTexts, rootPlaceWords } from "../words/first-screen/place.ts";
import { notReadTexts, upgradeGateTexts } from "../words/first-screen/tail.ts";
import { impactClauses, impactTexts } from "../words/report/impact.ts";
import { paragraphLabels } from "../words/report/labels.ts";
import { waitsWords } from "../words/report/root.ts";
import { conditionSection } from "./condition-section.ts";
import { culpritSection } from "./culprit-section.ts";
import type { FirstScreen, FittingLine, MarkedLine, ScreenField } from "./first-screen.ts";
import { healthyPartsLine } from "./healthy-parts.ts";
import { type Remarks, remarksOn } from "./remarks.ts";
import { rootListParts } from "./root-list.ts";

/** What the first screen depends on beside the Report; no layout. */
type ScreenOptions = Pick<
  TextOptions,
  "absoluteTime" | "kubectl" | "place" | "details" | "gate" | "related" | "isElsewhere"
> & {
  /** The final escaping of cluster texts. */
  readonly clean: (text: string) => string;
};

/** The first screen of a Report with at least one root; undefined where there is none. */
export function buildFirstScreen(report: Report, options: ScreenOptions): FirstScreen | undefined {
  const { clean, kubectl = "kubectl" } = options;
  const safe = harmlessReport(report, clean);
  const roots = safe.roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const [worst] = roots;
  if (worst === undefined) return undefined;
  const clock: AgeClock = {
    now: safe.takenAt,
    tells: options.absoluteTime === true ? "time" : "age",
    isNewest: safe.source.takenFrom === "newest",
  };
  const places = (options.place === undefined ? readPlaceTexts(safe) : [options.place]).map((text) =>
    clean(sanitizeLine(text)),
  );
  const live = isLive(safe.source) && options.isElsewhere !== true;
  const lead = leadingLine(safe);
  const list = roots.length === 1 ? undefined : rootListParts(safe, roots, clock);
  const { lines, left } = remarks(safe, worst, {
    clock,
    related: options.related === true,
    namespace: list === undefined ? worst.ref.namespace : undefined,
  });
  const culprits = culpritSection(worst, rootFindings(safe, worst), {
    clock,
    kubectl,
    isLive: live,
    isOnly: list === undefined,
  });
  const hasCommand = culprits.entries.some(({ commands }) => commands.length > 0);
  return {
    lead: lead === undefined ? [] : [lead],
    headline: list?.headline ?? headlineOf(safe, worst, clock),
    fields: fieldsOf(safe, worst, places, { clock, namespace: list?.place ?? [] }),
    rows: list?.rows ?? [],
    moreRows: list?.more ?? "",
    culprits,
    conditions:
      list === undefined || isUnexplained(worst) ? conditionSection(worst, clock) : { title: "", entries: [] },
    remarks: lines,
    left,
    healthy: list === undefined ? healthyPartsLine(worst) : list.healthy,
    blocked: list === undefined ? blockedLine(worst) : undefined,
    reading: readingLine(safe),
    next: hasCommand ? undefined : nextText(nextCommand(safe, kubectl), live),
    gate: gateStep(safe, worst, options),
    details: sanitizeLine(options.details ?? fullReportCommand()),
    isHealthy: safe.verdict === "healthy",
  };
}

/** Whether only the conditions of the worst of several roots say what is wrong with it. */
function isUnexplained({ causes, verdict }: RootNode): boolean {
  return verdict !== "healthy" && causes.every(isSilentCause);
}

function headlineOf(report: Report, root: RootNode, clock: AgeClock): MarkedLine {
  const state = rootStateText(root, rootFindings(report, root), clock);
  return { mark: verdictMark(root.verdict), text: `${root.ref.kind} ${root.ref.name} ${state}` };
}

/**
 * The lines below the headline. Of several roots only the place stands there, with the `namespace` that they share.
 * `places`: where and when the Report was read, from the longest text to the shortest.
 */
function fieldsOf(
  report: Report,
  root: RootNode,
  places: readonly string[],
  { clock, namespace }: { readonly clock: AgeClock; readonly namespace: readonly string[] },
): readonly ScreenField[] {
  const isOnly = report.roots.length === 1;
  const findings = rootFindings(report, root);
  const words = isOnly ? rootPlaceWords(root, findings) : { namespace, others: [] };
  const [whole = ""] = places;
  const place: ScreenField = {
    key: "place",
    label: placeLabel(report.source),
    texts: [
      [whole, ...words.namespace, ...words.others].join(", "),
      ...places.map((text) => [text, ...words.others].join(", ")),
      // One piece less is better than a piece without its middle.
      ...words.others.map((_, left) => [places.at(-1) ?? "", ...words.others.slice(0, -left - 1)].join(", ")),
    ],
  };
  const impact = impactField(report);
  if (!isOnly) return [...impact, place];
  const culprits = root.causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]);
  const isUpgrading = root.gates.upgrade.running === true;
  // What conditions mean in general adds nothing to an upgrade, or to a culprit with an object below its component.
  const isSpecific = isUpgrading || root.causes.some(({ path }) => path.length > 2);
  const field = (key: "upgrade" | "waits" | "meaning", text: string): readonly ScreenField[] =>
    text === "" ? [] : [{ key, label: fieldLabels[key], texts: [text] }];
  return [
    ...impact,
    ...field("upgrade", isUpgrading ? upgradeText(root, culprits, clock) : ""),
    place,
    ...field("waits", waitsWords(findings)),
    ...field("meaning", isMeaningShown(root) && !isSpecific ? (root.meaning ?? "") : outdatedMeaning(root, findings)),
  ];
}

function impactField({ roots }: Report): readonly ScreenField[] {
  const texts = impactTexts(impactClauses(roots));
  return texts.length === 0 ? [] : [{ key: "impact", label: paragraphLabels.impact, texts }];
}

/** The remarks on the worst root and on what belongs to no root; those on other roots are counted. */
function remarks(report: Report, worst: RootNode, setting: Parameters<typeof remarksOn>[2]): Remarks {
  const own = remarksOn(worst, rootFindings(report, worst), setting);
  if (report.roots.length === 1) return own;
  const others = remarksOn(worst, leftOver(report, report.roots), setting);
  const shown = new Set([...rootFindings(report, worst), ...leftOver(report, report.roots)]);
  const counted = remarksOf(report).filter((finding) => !shown.has(finding) && !isInLead(finding)).length;
  return { lines: [...own.lines, ...others.lines], left: own.left + others.left + counted };
}

function blockedLine(root: RootNode): FittingLine | undefined {
  const texts = upgradeGateTexts(root);
  if (texts.length === 0) return undefined;
  return { mark: root.gates.upgradeable.answer === "no" ? "remark" : "unknown", texts };
}

/**
 * The command for an upgrade that is blocked or unknown: that of the Report where it is about what blocks, what adds the
 * objects that the input lacks, else the upgrade gate.
 */
function gateStep(report: Report, { gates, ref }: RootNode, options: ScreenOptions): string | undefined {
  const { because, blockedBy = because } = gates.upgradeable;
  if (blockedBy[0] === "OperatorDeployments") return nextText(printDeployments(ref)[0]?.command, false);
  const next = nextCommand(report, options.kubectl);
  if (next !== undefined && blockedBy.some((name) => next.includes(name)))
    return nextText(next, isLive(report.source) && options.isElsewhere !== true);
  return nextText(sanitizeLine(options.gate ?? upgradeGateCommand()) || undefined, true);
}

function readingLine({ completeness }: Report): FittingLine | undefined {
  const texts = notReadTexts(completeness);
  return texts.length === 0 ? undefined : { mark: "unknown", texts };
}
