import type { Ref } from "../model/object.ts";
import type { Node } from "../model/report.ts";
import type { Outcome } from "../model/snapshot.ts";
import type { Verdict } from "../model/verdict.ts";

/** An object that was looked for and not found, or not looked for; `verdict` is what that means to whoever looks. */
export function missingNode(
  { ref, outcome }: { readonly ref: Ref; readonly outcome: Outcome },
  role: Node["role"],
  verdict: Verdict,
): Node {
  return {
    ...{ role, label: ref.name === "" ? "*" : ref.name, ref, outcome, required: false },
    ...{ verdict, ownVerdict: verdict, conditions: [], stale: false, deleting: false, frozen: false },
    ...{ facts: {}, children: [] },
  };
}
