import type { Cause, Gate, RootNode } from "../../model/report.ts";
import type { Snapshot } from "../../model/snapshot.ts";

/**
 * Whether one of the inputs ends early. One file of a must-gather that ends early does not count: what it lacks is
 * `unread` for the roots that need it, and a list of events is needed by none.
 */
export function isTruncatedAsAWhole({ damage, source }: Pick<Snapshot, "damage" | "source">): boolean {
  return damage.some(
    ({ isTruncated, where }) => isTruncated === true && (source.kind !== "must-gather" || where === source.name),
  );
}

/**
 * The root as `unknown` where it looks healthy, for an input that ends early, such as half an archive: what is missing may
 * belong to the root. Its own verdict and the gate ready are unknown with it. Any other root is returned as it is.
 */
export function doubtHealthyRoot(root: RootNode): RootNode {
  if (root.verdict !== "healthy") return root;
  const { label, ref, gates } = root;
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
  const ready: Gate = gates.ready.answer === "yes" ? { answer: "unknown", because: [label] } : gates.ready;
  return { ...root, verdict: "unknown", ownVerdict: "unknown", causes: [cause], gates: { ...gates, ready } };
}
