import type { Finding } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import type { Node, Report, RootNode } from "../model/report.ts";

/** The findings that belong to one root: all of them where it is alone, else those about an object in its tree. */
export function findingsOf(report: Report, root: RootNode): readonly Finding[] {
  if (report.roots.length === 1) return report.findings;
  const keys = keysOf(root);
  return report.findings.filter((finding) => keys.has(keyOf(finding.about)) || isItsOperator(finding, root));
}

/** Of several roots: the findings that belong to none of those that are shown. */
export function leftOver(report: Report, shown: readonly RootNode[]): readonly Finding[] {
  const claimed = new Set(shown.flatMap((root) => findingsOf(report, root)));
  return report.findings.filter((finding) => !claimed.has(finding));
}

/** The operator's own Deployment lies beside the tree, in the namespace of its CR. */
function isItsOperator(finding: Finding, root: RootNode): boolean {
  return finding.code === "operator-down" && finding.about.namespace === root.ref.namespace;
}

function keysOf(root: RootNode): ReadonlySet<string> {
  const keys = new Set<string>(root.related.map((entry) => keyOf(entry.ref)));
  const add = (node: Node): void => {
    keys.add(keyOf(node.ref));
    for (const child of node.children) add(child);
  };
  add(root);
  return keys;
}
