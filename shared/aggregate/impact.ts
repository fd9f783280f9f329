import type { Finding } from "../model/finding/finding.ts";
import {
  actionSubjects,
  type GoesOnCode,
  goesOnCodes,
  type Impact,
  type ImpactRow,
  type ImpactSubject,
  impactSubjects,
  type StoppedAction,
  stoppedActions,
} from "../model/finding/impact.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import { impactRows } from "../tables/impact.ts";

/**
 * The root with what its state means for virtual machines. Only workloads without any ready pod count, and nodes
 * without a ready pod of a DaemonSet: one of two replicas still does the work, and a condition alone stops nothing.
 * During an installation there are no virtual machines yet, and in a deletion there are none left.
 */
export function withImpact(root: RootNode, findings: readonly Finding[]): RootNode {
  return { ...root, impact: impactOf(root, findings) };
}

function impactOf(root: RootNode, findings: readonly Finding[]): readonly Impact[] {
  if (findings.some(({ code }) => code === "installing")) return [];
  const down = [...downParts(root, root), ...absentOperator(root, findings)];
  const everywhere = down.filter(({ where }) => where === undefined);
  const stopped = new Set(everywhere.flatMap(({ row }) => row.stops));
  const onNodes = down.filter(({ where }) => where !== undefined);
  const clauses = [
    ...impactSubjects.flatMap((subject) => clauseOf(subject, everywhere, new Set())),
    // What cannot be done anywhere is not said of a node again.
    ...onNodes.flatMap((part) => impactSubjects.flatMap((subject) => clauseOf(subject, [part], stopped))),
  ];
  // The least virtual machines first have what stops them, also where it stops them on one node only.
  const sorted = clauses.toSorted((a, b) => rankOf(a) - rankOf(b));
  return sorted.length === 0 ? [] : [...sorted, goesOnClause(down, root)];
}

/** Nodes without a pod of a part: how many of all that should have one, and their names as far as they are known. */
interface ImpactNodes {
  readonly count: number;
  readonly of: number;
  readonly names: readonly string[];
}

/** A part that is down, everywhere or on the nodes of `where`. */
interface DownPart {
  readonly row: ImpactRow;
  readonly ref: Ref;
  readonly where?: ImpactNodes;
}

/** The operator of a HyperConverged, where its Deployment does not exist. The finding is then about the root. */
function absentOperator({ ref }: RootNode, findings: readonly Finding[]): readonly DownPart[] {
  const finding = findings.find(({ code, about }) => code === "operator-down" && keyOf(about) === keyOf(ref));
  const row = impactRows.find(({ part }) => part === "hyperconverged-cluster-operator");
  return finding === undefined || row === undefined ? [] : [{ row, ref: finding.about }];
}

/** The parts below a node that are down, each workload once. `owner` is the custom resource that they belong to. */
function downParts(node: ReportNode, owner: ReportNode): readonly DownPart[] {
  if (isBeingMade(owner) || owner.deleting) return [];
  return node.children.flatMap((child) => {
    if (child.role === "component") return downParts(child, child);
    if (child.role !== "workload") return [];
    const row = impactRows.find((each) => isRowOf(each, child, owner));
    const state = row === undefined ? undefined : downState(child);
    return row === undefined || state === undefined ? [] : [{ row, ref: child.ref, ...state }];
  });
}

/** Whether a custom resource was never installed completely: its operator writes the version when it has done so. */
function isBeingMade({ outcome, facts }: ReportNode): boolean {
  return outcome === "found" && facts["observedVersion"] === undefined;
}

function isRowOf({ kind, component, workloads }: ImpactRow, { ref }: ReportNode, owner: ReportNode): boolean {
  const isOwner = owner.ref.kind === component || owner.ref.kind === "HyperConverged";
  return isOwner && ownGroups.test(owner.ref.group) && ref.kind === kind && workloads.includes(ref.name);
}

const ownGroups = /(^|\.)kubevirt\.io$/;

/** Where a workload is down; undefined where it is not, or where that is not known. */
function downState(node: ReportNode): { readonly where?: ImpactNodes } | undefined {
  if (node.outcome === "absent") return {};
  const counts = /^(\d+)\/(\d+)$/.exec(node.facts["ready"] ?? "");
  if (node.outcome !== "found" || node.verdict === "unknown" || counts === null) return undefined;
  const [ready, desired] = [Number(counts[1]), Number(counts[2])];
  if (node.ref.kind !== "DaemonSet") return ready === 0 ? {} : undefined;
  if (ready >= desired) return undefined;
  if (ready === 0) return {};
  // A roll-out replaces the pods of one node after the other.
  if (node.verdict === "progressing") return undefined;
  return { where: { count: desired - ready, of: desired, names: nodesWithoutPod(node) } };
}

/** The nodes whose pods are known to be unhealthy. A node whose pod does not exist is not among them. */
function nodesWithoutPod({ children }: ReportNode): readonly string[] {
  const pods = children.filter(({ role }) => role === "pod");
  const nodesOf = (isHealthy: boolean): readonly string[] =>
    pods.filter(({ verdict }) => (verdict === "healthy") === isHealthy).flatMap(({ facts }) => facts["node"] ?? []);
  const served = new Set(nodesOf(true));
  return [...new Set(nodesOf(false))].filter((name) => !served.has(name));
}

/** The clause on one subject, of all parts that stop something about it; none where no part does. */
function clauseOf(
  subject: ImpactSubject,
  parts: readonly DownPart[],
  stopped: ReadonlySet<StoppedAction>,
): readonly Impact[] {
  const concerned = parts.filter(({ row }) => row.stops.some((action) => actionSubjects[action] === subject));
  const all = new Set(concerned.flatMap(({ row }) => row.stops).filter((action) => actionSubjects[action] === subject));
  const actions = [...all].filter(
    (action) => !isCovered(action, all) && !stopped.has(action) && !isCovered(action, stopped),
  );
  if (actions.length === 0) return [];
  const components = [...new Set(concerned.map(({ row }) => row.component))];
  const where = concerned[0]?.where;
  return [
    {
      code: subject,
      stops: stoppedActions.filter((action) => actions.includes(action)),
      components,
      ...(where !== undefined && { count: where.count, of: where.of }),
      ...(where !== undefined && where.names.length === where.count && { nodes: where.names }),
      because: concerned.map(({ ref }) => ref),
    },
  ];
}

function rankOf({ code }: Impact): number {
  return code === "goes-on" ? impactSubjects.length : impactSubjects.indexOf(code);
}

/** Whether an action says less than another one that cannot be done either. */
function isCovered(action: StoppedAction, others: ReadonlySet<StoppedAction>): boolean {
  const covering = coveredBy[action];
  return covering !== undefined && others.has(covering);
}

const coveredBy: { readonly [action in StoppedAction]?: StoppedAction } = {
  "shut-down-vm": "stop-vm",
  "upload-disk-from-outside": "upload-disk",
};

/** What goes on in spite of all parts that are down. */
function goesOnClause(down: readonly DownPart[], { causes }: RootNode): Impact {
  const codes = down.map(({ row, where }): GoesOnCode => (where === undefined ? row.goesOn : "running"));
  const least = goesOnCodes.find((code) => codes.includes(code)) ?? "running";
  const components = [...new Set(down.map(({ row }) => row.component))];
  const isNodeLost = causes.some(({ about }) => about.group === "" && about.kind === "Node");
  return {
    code: "goes-on",
    stops: [],
    goesOn: least,
    ...(isNodeLost && { isNodeLost }),
    components,
    because: down.map(({ ref }) => ref),
  };
}
