import type { Cause, ReportNode, RootNode } from "../report.ts";
import { compareVerdicts } from "../verdict.ts";

/** The objects on a cause's path, from the part down. It ends at the first that stands in no tree. */
export function nodesOnPath(root: ReportNode, { path }: Pick<Cause, "path">): readonly ReportNode[] {
  const nodes: ReportNode[] = [];
  let here = root;
  for (const label of path.slice(1)) {
    // Two objects may share a name; the unhealthy one counts.
    const [node] = childrenNamed(here, label).toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
    if (node === undefined) break;
    nodes.push(node);
    here = node;
  }
  return nodes;
}

/** The children with that label, in their order: by one look-up, however many children there are. */
export function childrenNamed({ children }: ReportNode, label: string): readonly ReportNode[] {
  if (children.length <= few) return children.filter((child) => child.label === label);
  const known = childrenByLabel.get(children) ?? Map.groupBy(children, (child) => child.label);
  childrenByLabel.set(children, known);
  return known.get(label) ?? [];
}

/** Of so few children no table is kept. */
const few = 50;

/** Nothing in a Report changes, so the list of children is the key. */
const childrenByLabel = new WeakMap<ReportNode["children"], ReadonlyMap<string, readonly ReportNode[]>>();

/** The first cause that concerns a part, also where another part has the same. Of the root itself, its first cause. */
export function causeOf(root: RootNode, node: Pick<ReportNode, "role" | "label">): Cause | undefined {
  if (node.role === "root") return root.causes[0];
  return root.causes.find(({ component, sharedBy = [] }) => [component, ...sharedBy].includes(node.label));
}
