import { keyOf } from "../object.ts";
import type { Report, ReportNode, RootNode } from "../report.ts";
import type { Finding } from "./finding.ts";

/** The findings that belong to one root. A single root has all of them, others those about an object in their tree. */
export function rootFindings(report: Pick<Report, "roots" | "findings">, root: RootNode): readonly Finding[] {
  if (report.roots.length === 1) return report.findings;
  const keys = keysOf(root);
  return report.findings.filter((finding) => keys.has(keyOf(finding.about)) || isItsOperator(finding, root));
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
