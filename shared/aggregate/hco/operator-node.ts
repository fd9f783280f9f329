import type { Node } from "../../model/report.ts";
import { components } from "../../profiles/hco-components.ts";
import type { Index } from "../lookup.ts";
import { operatorVersionOf } from "./operator.ts";
import type { HyperConvergedState } from "./state.ts";
import { ownWorkloads, workloadNode } from "./workloads.ts";

/** The operator's Deployment below its CR, where it was found; scaled to nothing it is as down as crashed. Another that runs too comes after it. */
export function operatorNode({ operator }: HyperConvergedState, index: Index, takenAt: string): readonly Node[] {
  const { lookup, running, version, beside } = operator;
  if (lookup.outcome !== "found") return [];
  const facts = version === undefined ? {} : { observedVersion: version };
  const node = workloadNode(lookup.object, index, takenAt, facts);
  const own: Node = running === false ? { ...node, verdict: "unavailable", ownVerdict: "unavailable" } : node;
  if (beside === undefined) return [own];
  return [own, workloadNode(beside, index, takenAt, { observedVersion: operatorVersionOf(beside) })];
}

/** Its webhook, and whatever else of the product belongs to no component. */
export function ownNodes({ object }: HyperConvergedState, index: Index, takenAt: string): readonly Node[] {
  return ownWorkloads(components, index, object.ref.namespace ?? "").map((each) => workloadNode(each, index, takenAt));
}
