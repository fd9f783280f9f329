import { computeOnce } from "../compute-once.ts";
import type { Cause, ReportNode, RootNode } from "../report.ts";
import { sortWorstFirst } from "../verdict.ts";

/** The objects on a cause's path, from the part down. It ends at the first that stands in no tree. */
export function nodesOnPath(root: ReportNode, { path }: Pick<Cause, "path">): readonly ReportNode[] {
  const nodes: ReportNode[] = [];
  let parent = root;
  for (const label of path.slice(1)) {
    // Two objects may share a name; the unhealthy one counts.
    const [node] = sortWorstFirst(childrenNamed(parent, label));
    if (node === undefined) break;
    nodes.push(node);
    parent = node;
  }
  return nodes;
}

/** The children with that label, in their order. Of many children a table is kept, so that each search is one look-up. */
export function childrenNamed({ children }: ReportNode, label: string): readonly ReportNode[] {
  if (children.length <= maxScanned) return children.filter((child) => child.label === label);
  return groupByLabel(children).get(label) ?? [];
}

/** Up to this many children are searched one by one, without a table. */
const maxScanned = 50;

/** Nothing in a Report changes, so the list of children is the key. */
const groupByLabel = computeOnce((children: ReportNode["children"]) => Map.groupBy(children, ({ label }) => label));

/** The first cause that concerns a part, also where another part has the same. Of the root itself, its first cause. */
export function causeOf(root: RootNode, node: Pick<ReportNode, "role" | "label">): Cause | undefined {
  if (node.role === "root") return root.causes[0];
  return root.causes.find(({ component, sharedBy = [] }) => [component, ...sharedBy].includes(node.label));
}
