import type { Finding } from "../../model/finding/finding.ts";
import { keyOf } from "../../model/object.ts";
import type { RootNode } from "../../model/report.ts";
import type { AgeClock } from "../../outline/ages.ts";
import { noReason } from "../../outline/cause.ts";
import { verdictMark } from "../terminal/verdict-marks.ts";
import { culpritsTitles, moreCulpritsTexts } from "../words/first-screen/labels.ts";
import { whyUnhealthy } from "../words/report/component.ts";
import { placedName, qualifiedName } from "../words/report/names.ts";
import { verdictPhrase } from "../words/report/verdicts.ts";
import { culpritEntries, otherCulprits } from "./culprit-entries.ts";
import type { CulpritSection, MarkedLine } from "./first-screen.ts";

/** How the section is written. */
interface SectionSetting {
  readonly clock: AgeClock;
  readonly kubectl: string;
  /** Whether the commands run against the cluster that the Report was read from. */
  readonly isLive: boolean;
  /** Whether the root is the only one, so that the title need not name it. */
  readonly isOnly: boolean;
}

/** The culprits of one root. Without any, the root's own conditions or the headline's details say why. */
export function culpritSection(
  root: RootNode,
  findings: readonly Finding[],
  { clock, kubectl, isLive, isOnly }: SectionSetting,
): CulpritSection {
  const causes = root.verdict === "healthy" ? [] : root.causes;
  const entries = causes.length === 0 ? [] : culpritEntries({ root, clock, kubectl });
  const others = causes.length === 0 ? [] : otherCulprits(root);
  const isRunnable = isLive || entries.every(({ commands }) => commands.length === 0);
  return {
    titles: culpritsTitles(isRunnable, isOnly ? [] : [qualifiedName(root.ref), placedName(root.ref)]),
    entries,
    more: others.length === 0 ? [] : moreCulpritsTexts(others),
    why: root.verdict === "healthy" || entries.length > 0 ? [] : whyLines(root, findings, clock),
  };
}

/** The evidence of a root without causes. */
function whyLines(root: RootNode, findings: readonly Finding[], clock: AgeClock): readonly MarkedLine[] {
  const { mark, detail } = verdictPhrase(root, findings, clock);
  // A finding below says that no condition tells the health.
  const isUnjudged = findings.some(({ code, about }) => code === "not-judged" && keyOf(about) === keyOf(root.ref));
  const text = detail ?? (isUnjudged ? "" : whyUnhealthy(root, findings, true));
  // The findings below are the evidence then.
  return text === "" || text === noReason
    ? []
    : [{ mark: root.verdict === "progressing" ? mark : verdictMark(root.verdict), text }];
}
