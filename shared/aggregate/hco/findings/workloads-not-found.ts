import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/severity.ts";
import type { ReportNode } from "../../../model/report.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";

/**
 * The finding about a standalone component of which no workload was found. All its namespaces were read, or none is
 * known.
 */
export function workloadsNotFoundFinding(
  { row: { component } }: HcoComponent,
  { ref: about, children }: ReportNode,
  namespaces: readonly string[],
  index: ObjectIndex,
): readonly Finding[] {
  const { group, kind } = deploymentKind;
  const isSought = (namespace: string): boolean => index.list({ group, kind, namespace }).outcome === "found";
  if (children.length > 0 || !namespaces.every(isSought)) return [];
  return [makeFinding(about, { code: "workloads-not-found", component, namespaces })];
}
