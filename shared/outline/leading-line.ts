import type { Finding } from "../model/finding/finding.ts";
import type { Report } from "../model/report.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { joinClauses } from "./end-marks.ts";
import { leftBehind, truncatedInputText, unreadKindsText } from "./words/completeness.ts";
import type { HeadlineLead } from "./words/headline.ts";

/**
 * The line above all roots: that the input is incomplete, and what the roots are where there is no HyperConverged, or
 * why the whole is worse than they.
 */
export function leadingLine(report: Report): HeadlineLead | undefined {
  const { findings } = report;
  const truncated = findings.flatMap((one) => (one.code === "damaged-input" && one.truncated ? [one] : []));
  const text = findings.some((one) => one.code === "orphan") ? leftBehind : unseenIn(report);
  const texts = [
    ...(truncated.length === 0 ? [] : [truncatedInputText(truncated)]),
    ...(text === undefined ? [] : [text]),
  ];
  return texts.length === 0 ? undefined : { mark: "remark", text: joinClauses(texts) };
}

/** Whether the line above all roots says what the finding says. */
export function isInLead(finding: Finding): boolean {
  return finding.code === "orphan" || (finding.code === "damaged-input" && finding.truncated === true);
}

/**
 * Why the whole is worse than any of its roots: roots of other kinds could not be read. Undefined where it is not
 * worse.
 */
function unseenIn({ roots, verdict, completeness }: Report): string | undefined {
  if (roots.length === 0 || roots.some((root) => compareVerdicts(root.verdict, verdict) <= 0)) return undefined;
  const parts = roots.flatMap((root) => [root, ...root.children]).map(({ ref }) => `${ref.group}/${ref.kind}`);
  const unseen = completeness.gaps.filter(
    ({ required, outcome, group, kind }) =>
      required && (outcome === "forbidden" || outcome === "unread") && !parts.includes(`${group}/${kind}`),
  );
  const kinds = [...new Set(unseen.map(({ kind }) => kind))];
  return kinds.length === 0 ? undefined : unreadKindsText(kinds, verdict);
}
