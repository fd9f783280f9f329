import { definedFields } from "../../model/defined-fields.ts";
import type { ReportNode } from "../../model/report.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { hcoComponents } from "../../tables/components.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { readTemplateVersion } from "./operator/variables.ts";
import { listOwnWorkloads, makeWorkloadNode } from "./workloads/workload-nodes.ts";

/**
 * The node of the operator's Deployment, where it was found, then that of a second Deployment that also runs. The first is
 * unavailable where the operator does not run, also scaled to zero, and at least degraded where its roll-out is stuck.
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
  const rolloutVerdict = rollout?.state === "stuck" ? "degraded" : "healthy";
  const operatorNode = worsenNode(node, running === false ? "unavailable" : rolloutVerdict);
  if (beside === undefined) return [operatorNode];
  return [operatorNode, makeWorkloadNode(beside, index, takenAt, { observedVersion: readTemplateVersion(beside) })];
}

/** The node with verdicts that are at least as bad as `atLeast`. */
export function worsenNode(node: ReportNode, atLeast: Verdict): ReportNode {
  const verdict = worstVerdict([node.verdict, atLeast]);
  const ownVerdict = worstVerdict([node.ownVerdict, atLeast]);
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
