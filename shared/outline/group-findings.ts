import type { Finding } from "../model/finding/finding.ts";
import { listedFindings, rootFindings } from "../model/finding/root-findings.ts";
import type { Report, RootNode } from "../model/report.ts";

/** The findings of one of several roots. */
export interface GroupedFindings {
  readonly root: RootNode;
  readonly findings: readonly Finding[];
  /** Those of them that no root before it has, since an object may stand in the trees of several. */
  readonly printedFindings: readonly Finding[];
}

/**
 * The findings of each root, in the order of the roots. Applications that disagree with their components are one finding
 * of the first of them, because they may wait for each other.
 */
export function groupFindings(report: Report, roots: readonly RootNode[]): readonly GroupedFindings[] {
  const before = new Set<Finding>();
  const disagreeing = report.findings.filter(({ code }) => code === "ready-disagrees");
  return roots.map((root) => {
    const findings = rootFindings(report, root);
    const shared = findings.some(({ code }) => code === "ready-disagrees") ? disagreeing : [];
    const printedFindings = [...new Set([...findings, ...shared])].filter((finding) => !before.has(finding));
    for (const finding of printedFindings) before.add(finding);
    return { root, findings, printedFindings };
  });
}

/** The findings that belong to none of the roots that are shown, where there are several. */
export function leftOver(report: Report, shown: readonly RootNode[]): readonly Finding[] {
  const claimed = new Set(shown.flatMap((root) => rootFindings(report, root)));
  return listedFindings(report).filter((finding) => !claimed.has(finding));
}
