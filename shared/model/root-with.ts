import { keyOf, type Ref } from "./object.ts";
import type { Report, ReportNode, RootNode } from "./report.ts";

/** The root that an object is, or that has it below it; undefined where it is in no tree. */
export function rootWith({ roots }: Report, ref: Ref): RootNode | undefined {
  const key = keyOf(ref);
  const holds = (node: ReportNode): boolean => keyOf(node.ref) === key || node.children.some(holds);
  return roots.find((root) => keyOf(root.ref) === key) ?? roots.find(holds);
}
