import type { Finding } from "../../../model/finding/finding.ts";
import type { PodsGap } from "../../../model/finding/operator-silence.ts";
import { makeFinding } from "../../../model/finding/severity.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { isComponentOperator } from "../find-workloads.ts";
import { readWorkloadReplicas } from "../workload-nodes.ts";
import { standingOf } from "../workload-standing.ts";

/**
 * The findings about workloads below a component whose conditions do not show that they are missing or lack pods. An
 * operator that is down leaves the component's conditions as they were (facts hco 7, way 5). Another workload counts only
 * below a component that reports itself healthy (facts hco 14.9).
 */
export function silentFindings(
  { row }: HcoComponent,
  node: ReportNode,
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  const { component } = row;
  return node.children.flatMap((child): readonly Finding[] => {
    const { ref: about, facts, verdict } = child;
    const { ready = "0/0" } = facts;
    const isDown = verdict === "unavailable";
    const standing = standingOf(child, index, takenAt);
    const gap: PodsGap = standing === "unclear" ? { arePodsUnread: true } : {};
    if (isDown && isComponentOperator(about))
      return [makeFinding(about, { code: "component-operator-down", component, ready, ...gap })];
    // A progressing component reports that its workloads are not complete yet.
    if (node.ownVerdict !== "healthy" || node.deleting) return [];
    if (child.outcome === "absent") return [makeFinding(about, { code: "workload-absent", component })];
    if (isDown) return [makeFinding(about, { code: "component-workload-down", component, ready, ...gap })];
    return ["short", "unclear", "failing"].includes(standing) ? notReady(child, { component, ...gap }, index) : [];
  });
}

function notReady(
  { ref: about }: ReportNode,
  gap: PodsGap & { readonly component: string },
  index: ObjectIndex,
): readonly Finding[] {
  const lookup = index.find(about);
  const replicas = lookup.outcome === "found" ? readWorkloadReplicas(lookup.object) : undefined;
  return replicas === undefined ? [] : [makeFinding(about, { code: "workload-not-ready", ...gap, ...replicas })];
}

/** The components that these findings are about. */
export function silentComponents(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.flatMap((one) => (isSilence(one) ? [one.component] : [])));
}

function isSilence(one: Finding): one is Extract<Finding, { readonly code: (typeof silences)[number] }> {
  return silences.some((code) => code === one.code);
}

const silences = [
  "component-operator-down",
  "component-workload-down",
  "workload-not-ready",
  "workload-absent",
] as const;
