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
  const { lookup, version, secondDeployment } = operator;
  if (lookup.outcome !== "found") return [];
  const facts = definedFields({ observedVersion: version });
  const node = makeWorkloadNode(lookup.object, index, takenAt, facts);
  const operatorNode = worsenNode(node, evaluateOperator(operator));
  if (secondDeployment === undefined) return [operatorNode];
  const secondFacts = { observedVersion: readTemplateVersion(secondDeployment) };
  return [operatorNode, makeWorkloadNode(secondDeployment, index, takenAt, secondFacts)];
}

function evaluateOperator({ running, rollout }: HyperConvergedState["operator"]): Verdict {
  if (running === false) return "unavailable";
  return rollout?.state === "stuck" ? "degraded" : "healthy";
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
  return listOwnWorkloads(hcoComponents, index, namespace).map((object) => makeWorkloadNode(object, index, takenAt));
}
