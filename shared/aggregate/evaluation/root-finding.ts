import { definedFields } from "../../model/defined-fields.ts";
import type { FindingCode } from "../../model/finding/evidence.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { keyOf } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";

/** The findings as those of a root: each with the component that it comes from, and what it makes of the root. */
export function withRoot(findings: readonly Finding[], root: RootNode): readonly Finding[] {
  if (findings.length === 0) return [];
  // By one look-up a finding, since a root may have thousands of parts and of findings.
  const parts = new Map(root.children.map((part) => [keyOf(part.ref), part]));
  const owners = new Map(root.children.flatMap((part) => part.children.map(({ ref }) => [keyOf(ref), part] as const)));
  return findings.map((finding): Finding => {
    const key = keyOf(finding.about);
    const part = parts.get(key);
    const owner = part ?? owners.get(key);
    const { component = owner?.role === "component" ? owner.label : undefined } = finding;
    const verdict = faults.has(finding.code) ? verdictOf(component, part, root) : "healthy";
    return { ...finding, root: root.ref, ...definedFields({ component }), verdict } as Finding;
  });
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
  ...([
    "status-unknown",
    "installing",
    "not-yet-seen",
    "stale",
    "deleting",
    "deletion-blocked",
    "deletion-abandoned",
  ] as const),
  ...(["upgrade-stall", "upgrade-stuck", "component-absent", "not-read", "no-conditions"] as const),
  ...(["component-operator-down", "component-workload-down", "workload-not-ready", "workload-absent"] as const),
  ...(["api-not-available", "component-new", "not-evaluated"] as const),
]);
