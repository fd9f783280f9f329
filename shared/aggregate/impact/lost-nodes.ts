import type { Impact } from "../../model/finding/impact.ts";
import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import type { ReportNode } from "../../model/report.ts";
import { isNode } from "../../profiles/core-kinds.ts";
import { isKubeletSilent } from "../core/cluster-kinds.ts";

/**
 * The Nodes below a root that are not ready, each once. Virtual machines there do not run, or nothing can reach them.
 * KubeVirt makes no new ones elsewhere while their pods exist, which the node controller cannot remove from a node that does
 * not report: https://kubevirt.io/user-guide/cluster_admin/unresponsive_nodes/,
 * https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown.
 */
export function listUnavailableNodes(node: ReportNode): readonly ReportNode[] {
  if (isNode(node.ref)) return node.verdict === "unavailable" ? [node] : [];
  const nodesBelow = node.children.flatMap(listUnavailableNodes);
  return keepFirstOfEachKey(nodesBelow, ({ ref }) => ref.name);
}

/**
 * The clauses about unavailable nodes whose kubelets no longer report: first about those that may be on, then about those
 * that are off by their taints. Virtual machines may go on running on the other unavailable nodes, so these have no clause.
 */
export function makeNodeClauses(unavailableNodes: readonly ReportNode[]): readonly Impact[] {
  const silentNodes = unavailableNodes.filter(({ conditions }) => isKubeletSilent(conditions));
  const nodesThatAreOff = silentNodes.filter(isMarkedAsOff);
  const nodesThatMayBeOn = silentNodes.filter((node) => !isMarkedAsOff(node));
  const clauses: Impact[] = [];
  if (nodesThatMayBeOn.length > 0) clauses.push(makeNodeClause(nodesThatMayBeOn));
  if (nodesThatAreOff.length > 0) clauses.push({ ...makeNodeClause(nodesThatAreOff), areOff: true });
  return clauses;
}

/** Whether a taint of the node says that it is out of service. */
function isMarkedAsOff({ trouble }: ReportNode): boolean {
  const observed = trouble?.observed;
  return observed?.code === "machines-may-run" && observed.fencing?.is === "out-of-service";
}

function makeNodeClause(nodes: readonly ReportNode[]): Impact {
  const names = nodes.map(({ ref }) => ref.name);
  return { code: "node", stops: [], components: [], nodes: names, because: nodes.map(({ ref }) => ref) };
}
