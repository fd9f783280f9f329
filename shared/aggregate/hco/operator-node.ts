import { definedFields } from "../../model/defined-fields.ts";
import type { ReportNode } from "../../model/report.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { hcoComponents } from "../../tables/components.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { readTemplateVersion } from "./operator/variables.ts";
import { listOwnWorkloads, makeWorkloadNode } from "./workloads/workload-nodes.ts";

/**
 * The operator's Deployment as a node, where it was found. Scaled to zero it is unavailable, as when it crashes. A
 * second Deployment that also runs comes after it.
 */
export function listOperatorNodes(
  { operator }: HyperConvergedState,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  const { lookup, running, version, beside, rollout } = operator;
  if (lookup.outcome !== "found") return [];
  const facts = definedFields({ observedVersion: version });
  const node = makeWorkloadNode(lookup.object, index, takenAt, facts);
  const whileItRuns = rollout?.state === "stuck" ? "degraded" : "healthy";
  const own = worsenNode(node, running === false ? "unavailable" : whileItRuns);
  if (beside === undefined) return [own];
  return [own, makeWorkloadNode(beside, index, takenAt, { observedVersion: readTemplateVersion(beside) })];
}

/** The node, at least as bad as this. */
function worsenNode(node: ReportNode, least: Verdict): ReportNode {
  const verdict = worstVerdict([node.verdict, least]);
  const ownVerdict = worstVerdict([node.ownVerdict, least]);
  return { ...node, verdict, ownVerdict };
}

/** The nodes of the webhook and of every other workload of the product that belongs to no component. */
export function listOwnWorkloadNodes(
  { namespace }: HyperConvergedState,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  return listOwnWorkloads(hcoComponents, index, namespace).map((each) => makeWorkloadNode(each, index, takenAt));
}
