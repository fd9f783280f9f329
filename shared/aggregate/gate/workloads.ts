import type { GateReason } from "../../model/gate.ts";
import type { Gap, Node, Report } from "../../model/report.ts";
import { workloadRows } from "../../profiles/hco-workloads.ts";

/**
 * What does not run below components, by how it is and not by what their conditions say: nobody gets through an upgrade
 * whose operator or workload is down. An operator that was not found, or is not well, may do nothing at all.
 */
export function workloadReasons(parts: readonly Node[], namespace: string, report: Report): readonly GateReason[] {
  const served = parts.filter(({ outcome }) => outcome === "found");
  const alone = served.filter((part) => operatorNameOf(part) !== undefined && operatorIn(part) === undefined);
  return [...served.flatMap(below), ...withoutOperator(alone, served, namespace, report)];
}

function below(part: Node): readonly GateReason[] {
  const operator = operatorIn(part);
  return part.children.flatMap((node): readonly GateReason[] => {
    if (node.role !== "workload" || node.outcome !== "found") return [];
    const reason = { code: "WorkloadDown", about: node.ref, component: part.label, ready: readyOf(node) } as const;
    if (node.verdict === "unavailable") return [{ ...reason, state: "blocks" }];
    return node === operator && isUnsettled(node) ? [{ ...reason, state: "unknown" }] : [];
  });
}

/** It runs, and nobody knows whether it does its work. */
export function isUnsettled({ verdict, deleting, stale }: Node): boolean {
  return verdict !== "healthy" || deleting || stale;
}

export function readyOf({ facts }: Node): string {
  return facts["ready"] ?? "";
}

/** One by one where Deployments were read; where a source holds none of them, nobody knows of any. */
function withoutOperator(
  alone: readonly Node[],
  served: readonly Node[],
  namespace: string,
  { completeness, source }: Report,
): readonly GateReason[] {
  if (alone.length === 0) return [];
  const gap = deploymentsGap(completeness.gaps, namespace);
  const isHeldNowhere = source.kind !== "cluster" && !served.some((part) => operatorIn(part) !== undefined);
  if (gap !== undefined || isHeldNowhere) {
    const { outcome, cause = "" } = gap ?? { outcome: "unread" };
    const about = { group: "apps", kind: "Deployment", namespace, name: "" };
    return [{ code: "IncompleteReading", state: "unknown", about, outcome, verb: "list", cause }];
  }
  return alone.map((part): GateReason => {
    const about = { group: "apps", kind: "Deployment", namespace, name: operatorNameOf(part) ?? "" };
    return { code: "WorkloadDown", state: "unknown", about, component: part.label, ready: "" };
  });
}

/** Deployments of this namespace, or of all, that could not be listed. */
export function deploymentsGap(gaps: readonly Gap[], place: string): Gap | undefined {
  return gaps.find(
    ({ kind, outcome, namespace }) =>
      kind === "Deployment" && (namespace ?? place) === place && (outcome === "forbidden" || outcome === "unread"),
  );
}

function operatorIn(part: Node): Node | undefined {
  return part.children.find(({ ref, outcome }) => ref.name === operatorNameOf(part) && outcome === "found");
}

/** Not every component of every release has one of which the name is known. */
function operatorNameOf({ label }: Node): string | undefined {
  return workloadRows.find(({ component }) => component === label)?.operator;
}
