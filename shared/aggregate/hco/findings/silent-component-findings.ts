import { reportedWords } from "../../../model/cause/trouble.ts";
import type { Finding, FindingOf } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import type { ReportNode } from "../../../model/report.ts";
import { foundObject, isUnread } from "../../../model/snapshot.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { isComponentOperator } from "../workloads/find-workloads.ts";
import { lacksReplicas, readWorkloadReplicas } from "../workloads/workload-nodes.ts";
import { evaluateWorkloadStanding } from "../workloads/workload-standing.ts";

/**
 * The findings about workloads below a component whose conditions do not show that they are missing or lack pods. An
 * operator that is down leaves the component's conditions as they were. Another workload counts only below a component
 * that reports itself healthy, as FileRestoreOperator always does.
 */
export function listSilentFindings(
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
    const standing = evaluateWorkloadStanding(child, index, takenAt);
    if (isUnread(child)) return [reportUnreadList(child, child.outcome, component, index)];
    const gap: PodsGap = standing === "unclear" && child.ownVerdict !== "unknown" ? { arePodsUnread: true } : {};
    if (isDown && isComponentOperator(about))
      return [makeFinding(about, { code: "component-operator-down", component, ready, ...gap })];
    // A progressing component reports that its workloads are not complete yet.
    if (node.ownVerdict !== "healthy" || node.deleting) return [];
    if (child.outcome === "absent") return [makeFinding(about, { code: "workload-absent", component })];
    if (isDown) return [makeFinding(about, { code: "component-workload-down", component, ready, ...gap })];
    return ["short", "unclear", "failing"].includes(standing)
      ? reportUnreadyWorkload(child, { component, ...gap }, index)
      : [];
  });
}

/** Set if its pods could not be read, so that it is unknown whether they fail. */
type PodsGap = Pick<FindingOf<"workload-not-ready">, "arePodsUnread">;

/** The finding that the list which holds the workload could not be read, whatever the component reports. */
function reportUnreadList(
  { ref }: ReportNode,
  outcome: "forbidden" | "unread",
  component: string,
  index: ObjectIndex,
): Finding {
  const lookup = index.find(ref);
  const cause = "cause" in lookup ? (lookup.cause ?? "") : "";
  return makeGradedFinding("warning", { ...ref, name: "" }, { code: "not-read", component, outcome, cause });
}

/** The finding about a workload without all its ready pods, below a component that reports itself healthy. */
function reportUnreadyWorkload(
  { ref: about, ownVerdict, trouble }: ReportNode,
  gap: PodsGap & { readonly component: string },
  index: ObjectIndex,
): readonly Finding[] {
  const object = foundObject(index.find(about));
  if (object === undefined) return [];
  const replicas = readWorkloadReplicas(object) ?? { ready: 0, wanted: 0 };
  const isCounted = ownVerdict !== "unknown" && lacksReplicas(object);
  // Where the counts do not show the fault, the words of its controller do.
  const words = isCounted || trouble === undefined ? {} : reportedWords(trouble);
  return [makeFinding(about, { code: "workload-not-ready", ...gap, ...replicas, ...words })];
}
