import type { Trouble } from "../../model/cause/trouble.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Outcome } from "../../model/snapshot.ts";
import type { Verdict } from "../../model/verdict.ts";

type NodeParts = Pick<ReportNode, "role" | "label" | "ref" | "outcome" | "verdict"> &
  Partial<Omit<ReportNode, "trouble">> & { readonly trouble?: Trouble | undefined };

/** A node that reports nothing and has nothing below it, but for these fields. */
export function makePlainNode(parts: NodeParts): ReportNode {
  const { role, label, ref, outcome, verdict, trouble, children = [], ...others } = parts;
  return {
    role,
    label,
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
    ...others,
    ...definedFields({ trouble }),
    children,
  };
}

/** The node of an object that was not found or not read. `verdict` is what that means for the parent. */
export function makeMissingNode(
  { ref, outcome }: { readonly ref: Ref; readonly outcome: Outcome },
  role: ReportNode["role"],
  verdict: Verdict,
): ReportNode {
  return makePlainNode({ role, label: ref.name === "" ? "*" : ref.name, ref, outcome, verdict });
}
