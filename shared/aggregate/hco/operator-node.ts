import type { Node } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { hco } from "../../profiles/hco.ts";
import { judge } from "../sense.ts";
import type { HyperConvergedState } from "./state.ts";

/** The operator's Deployment below its CR, where it was found; it is nobody's required part, its absence is a finding. */
export function operatorNode(state: HyperConvergedState): readonly Node[] {
  const { lookup, ready, wanted, running, version } = state.operator;
  if (lookup.outcome !== "found") return [];
  const verdict: Verdict =
    running === null ? "unknown" : ready === 0 ? "unavailable" : ready < wanted ? "degraded" : "healthy";
  return [
    {
      role: "workload",
      label: lookup.ref.name,
      ref: lookup.ref,
      outcome: "found",
      required: false,
      verdict,
      ownVerdict: verdict,
      conditions: judge(hco, lookup.object, conditionsAt(lookup.object).conditions, true),
      stale: false,
      deleting: lookup.object.deletedAt !== undefined,
      frozen: false,
      facts: { ready: `${ready}/${wanted}`, ...(version === undefined ? {} : { observedVersion: version }) },
      children: [],
    },
  ];
}
