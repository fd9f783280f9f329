import type { Finding } from "../../model/finding/finding.ts";
import { keyOf } from "../../model/object.ts";
import type { Report, ReportNode, RootNode } from "../../model/report.ts";

/** The findings that belong to one root. A single root has all of them, others those about an object in their tree. */
export function rootFindings(report: Report, root: RootNode): readonly Finding[] {
  if (report.roots.length === 1) return report.findings;
  const keys = keysOf(root);
  return report.findings.filter((finding) => keys.has(keyOf(finding.about)) || isItsOperator(finding, root));
}

/** The findings that belong to none of the roots that are shown, where there are several. */
export function leftOver(report: Report, shown: readonly RootNode[]): readonly Finding[] {
  const claimed = new Set(shown.flatMap((root) => rootFindings(report, root)));
  return report.findings.filter((finding) => !claimed.has(finding));
}

/** Whether the finding is about the root's operator, whose Deployment lies beside the tree in the CR's namespace. */
function isItsOperator(finding: Finding, root: RootNode): boolean {
  return finding.code === "operator-down" && finding.about.namespace === root.ref.namespace;
}

function keysOf(root: RootNode): ReadonlySet<string> {
  const keys = new Set<string>(root.related.map((entry) => keyOf(entry.ref)));
  const add = (node: ReportNode): void => {
    keys.add(keyOf(node.ref));
    for (const child of node.children) add(child);
  };
  add(root);
  return keys;
}
