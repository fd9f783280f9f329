import type { Finding, FindingCode } from "../../model/finding/finding.ts";
import { keyOf } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";

/** The finding as one of a root: with the component that it comes from, and what it makes of the root. */
export function withRoot(finding: Finding, root: RootNode): Finding {
  const key = keyOf(finding.about);
  const part = root.children.find(({ ref }) => keyOf(ref) === key);
  const owner = part ?? root.children.find(({ children }) => children.some(({ ref }) => keyOf(ref) === key));
  const { component = owner?.role === "component" ? owner.label : undefined } = finding;
  return {
    ...finding,
    root: root.ref,
    ...(component !== undefined && { component }),
    verdict: faults.has(finding.code) ? verdictOf(component, part, root) : "healthy",
  } as Finding;
}

/** What the state of a component, of another part or of the root itself makes of the root. */
export function verdictOf(component: string | undefined, part: ReportNode | undefined, root: RootNode): Verdict {
  const node = component === undefined ? part : root.children.find(({ label }) => label === component);
  if (node === undefined) return root.ownVerdict;
  return node.required ? node.verdict : "healthy";
}

/** The findings about a fault, an absence or work that is under way. The others are worth knowing, and change nothing. */
const faults: ReadonlySet<FindingCode> = new Set([
  ...(["operator-down", "operator-unknown", "operator-rollout", "invalid-request", "reconcile-failed"] as const),
  ...(["status-unknown", "installing", "not-yet-seen", "stale", "deleting", "deletion-blocked"] as const),
  ...(["upgrade-stall", "upgrade-stuck", "component-absent", "not-read", "no-conditions"] as const),
  ...(["component-operator-down", "component-workload-down", "workload-not-ready", "workload-absent"] as const),
  ...(["api-not-available", "component-new"] as const),
]);
