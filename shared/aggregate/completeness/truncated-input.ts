import type { Cause, RootNode } from "../../model/report.ts";
import type { Snapshot } from "../../model/snapshot.ts";

/**
 * Returns a root that looks healthy as `unknown` where the input ends early, such as half an archive: what is missing may
 * belong to the root. Any other root is returned as it is.
 */
export function doubtTruncatedInput(root: RootNode, snapshot: Pick<Snapshot, "damage" | "source">): RootNode {
  if (root.verdict !== "healthy" || !isTruncatedAsAWhole(snapshot)) return root;
  const { label, ref } = root;
  const cause: Cause = {
    component: label,
    label,
    verdict: "unknown",
    path: [label],
    about: ref,
    evidence: [{ is: "state", state: "truncated" }],
    events: [],
    next: [],
    alerts: [],
  };
  return { ...root, verdict: "unknown", causes: [cause] };
}

/**
 * Whether one of the inputs ends early. One file of a must-gather that ends early does not count: what it lacks is
 * `unread` for the roots that need it, and a list of events is needed by none.
 */
function isTruncatedAsAWhole({ damage, source }: Pick<Snapshot, "damage" | "source">): boolean {
  return damage.some(
    ({ isTruncated, where }) => isTruncated === true && (source.kind !== "must-gather" || where === source.name),
  );
}
