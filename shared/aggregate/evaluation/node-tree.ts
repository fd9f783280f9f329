import { keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";

/** The node and all nodes below it, each before those below it. */
export function listNodeAndDescendants(node: ReportNode): readonly ReportNode[] {
  return [node, ...node.children.flatMap(listNodeAndDescendants)];
}

/** The keys of a node and of all nodes below it. The ref of a container is that of its Pod, so it adds no key. */
export function listKeysOfTree(node: ReportNode): readonly string[] {
  return listNodeAndDescendants(node).map(({ ref }) => keyOf(ref));
}
