import type { Finding } from "../model/finding/finding.ts";
import { remarksOf, rootFindings } from "../model/finding/root-findings.ts";
import type { Report, RootNode } from "../model/report.ts";

export { rootFindings } from "../model/finding/root-findings.ts";

/** The findings that belong to none of the roots that are shown, where there are several. */
export function leftOver(report: Report, shown: readonly RootNode[]): readonly Finding[] {
  const claimed = new Set(shown.flatMap((root) => rootFindings(report, root)));
  return remarksOf(report).filter((finding) => !claimed.has(finding));
}
