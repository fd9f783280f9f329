import { reportedWords } from "../../../model/cause/trouble.ts";
import type { Finding, FindingOf } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import type { ReportNode } from "../../../model/report.ts";
import { foundObject, isUnread } from "../../../model/snapshot.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { isComponentOperator } from "../workloads/find-workloads.ts";
import { lacksReplicas, readWorkloadReplicas } from "../workloads/workload-nodes.ts";
import { evaluateWorkloadStanding, type WorkloadStanding } from "../workloads/workload-standing.ts";

/** Set if the pods of a workload could not be read, so that it is unknown whether they fail. */
type PodsGap = Pick<FindingOf<"workload-not-ready">, "arePodsUnread">;

/** The findings about workloads below a component whose conditions do not show that they are missing or lack pods. */
export function listSilentFindings(
  { row: { component } }: HcoComponent,
  node: ReportNode,
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  return node.children.flatMap((workload) => {
    const standing = evaluateWorkloadStanding(workload, index, takenAt);
    return reportWorkload(workload, standing, component, node, index);
  });
}

/**
 * The finding about a workload. The first of these that applies:
 * 1. `not-read`: its list could not be read.
 * 2. `component-operator-down`: it is the operator of the component. The conditions stay as that operator left them.
 * 3. None below a component that is being deleted or does not report itself healthy, because that component reports that its
 *    workloads are not complete. FileRestoreOperator always reports itself healthy.
 * 4. `workload-absent`, `component-workload-down`, `workload-not-ready`, by how the workload stands.
 */
function reportWorkload(
  workload: ReportNode,
  standing: WorkloadStanding,
  component: string,
  componentNode: ReportNode,
  index: ObjectIndex,
): readonly Finding[] {
  const { ref: about, facts, verdict, ownVerdict } = workload;
  const { ready = "0/0" } = facts;
  if (isUnread(workload)) return [reportUnreadList(workload, workload.outcome, component, index)];
  const gap: PodsGap = standing === "unclear" && ownVerdict !== "unknown" ? { arePodsUnread: true } : {};
  const isDown = verdict === "unavailable";
  if (isDown && isComponentOperator(about)) {
    return [makeFinding(about, { code: "component-operator-down", component, ready, ...gap })];
  }
  if (componentNode.ownVerdict !== "healthy" || componentNode.deleting) return [];
  if (workload.outcome === "absent") return [makeFinding(about, { code: "workload-absent", component })];
  if (isDown) return [makeFinding(about, { code: "component-workload-down", component, ready, ...gap })];
  const lacksPods = standing === "short" || standing === "unclear" || standing === "failing";
  return lacksPods ? reportUnreadyWorkload(workload, { component, ...gap }, index) : [];
}

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

/** The finding about a workload that lacks ready pods, below a component that reports itself healthy. */
function reportUnreadyWorkload(
  { ref: about, ownVerdict, trouble }: ReportNode,
  owner: PodsGap & { readonly component: string },
  index: ObjectIndex,
): readonly Finding[] {
  const object = foundObject(index.find(about));
  if (object === undefined) return [];
  const replicas = readWorkloadReplicas(object) ?? { ready: 0, wanted: 0 };
  const isCounted = ownVerdict !== "unknown" && lacksReplicas(object);
  // Where the counts do not show the fault, the words of its controller do.
  const words = isCounted || trouble === undefined ? {} : reportedWords(trouble);
  return [makeFinding(about, { code: "workload-not-ready", ...owner, ...replicas, ...words })];
}
