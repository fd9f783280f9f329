import type { Cause, ReportNode, RootNode } from "./report.ts";
import { compareVerdicts } from "./verdict.ts";

/** The objects on a cause's path, from the part down. It ends at the first that stands in no tree. */
export function nodesOnPath(root: ReportNode, { path }: Pick<Cause, "path">): readonly ReportNode[] {
  const nodes: ReportNode[] = [];
  let here = root;
  for (const label of path.slice(1)) {
    // Two objects may share a name; the unhealthy one counts.
    const found = here.children.filter((child) => child.label === label);
    const [node] = found.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
    if (node === undefined) break;
    nodes.push(node);
    here = node;
  }
  return nodes;
}

/** The first cause that concerns a part, also where another part has the same. Of the root itself, its first cause. */
export function causeOf(root: RootNode, node: Pick<ReportNode, "role" | "label">): Cause | undefined {
  if (node.role === "root") return root.causes[0];
  return root.causes.find(({ component, sharedBy = [] }) => [component, ...sharedBy].includes(node.label));
}
