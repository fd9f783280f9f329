import type { Node } from "../../model/report.ts";
import type { HyperConvergedState } from "./state.ts";
import { workloadNode } from "./workloads.ts";

/** The operator's Deployment below its CR, where it was found; scaled to nothing it is as down as crashed. */
export function operatorNode({ operator }: HyperConvergedState): readonly Node[] {
  const { lookup, running, version } = operator;
  if (lookup.outcome !== "found") return [];
  const node = workloadNode(lookup.object, version === undefined ? {} : { observedVersion: version });
  return [running === false ? { ...node, verdict: "unavailable", ownVerdict: "unavailable" } : node];
}
