import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Outcome } from "../../model/snapshot.ts";
import type { Verdict } from "../../model/verdict.ts";

/** The node of an object that was not found or not read. `verdict` is what that means for the parent. */
export function missingNode(
  { ref, outcome }: { readonly ref: Ref; readonly outcome: Outcome },
  role: ReportNode["role"],
  verdict: Verdict,
): ReportNode {
  return {
    role,
    label: ref.name === "" ? "*" : ref.name,
    ref,
    outcome,
    required: false,
    verdict,
    ownVerdict: verdict,
    conditions: [],
    stale: false,
    deleting: false,
    frozen: false,
    facts: {},
    children: [],
  };
}
