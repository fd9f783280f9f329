import { hasReasonBeyondCounts } from "../model/cause/trouble.ts";
import { nodeSince } from "../model/condition-age.ts";
import { explainsPod } from "../model/finding/pod-causes.ts";
import type { Ref } from "../model/object.ts";
import type { Mark } from "../model/outline.ts";
import type { ReportNode } from "../model/report.ts";
import { compareVerdicts, sortWorstFirst } from "../model/verdict.ts";
import { type AgeClock, ageSuffix } from "./ages.ts";
import { verdictMark } from "./marks.ts";
import { formatLeafDetail, formatNodeState, nodeLabel } from "./words/component.ts";
import { joinFilled } from "./words/names.ts";

/** One object below a component, down to containers. */
export interface NodeRow {
  readonly mark: Mark;
  readonly label: string;
  /** Its state and age, and its own message where nothing below explains it. */
  readonly description: string;
  /** Absent on the row that stands for nodes without a row. */
  readonly ref?: Ref;
  readonly children: readonly NodeRow[];
}

/** The most groups of alike nodes: a DaemonSet can have a thousand pods that are unhealthy in the same way. */
const maxGroups = 3;

/**
 * The unhealthy nodes below a node, worst first, at most three groups of alike nodes. `all`: every node, without
 * groups.
 */
export function nodeRows(nodes: readonly ReportNode[], clock: AgeClock, all: boolean): readonly NodeRow[] {
  const shown = all ? nodes : nodes.filter((node) => node.verdict !== "healthy").flatMap(withoutReplicaSets);
  const sorted = sortWorstFirst(shown);
  if (all) return sorted.map((node) => nodeRow(node, clock, all));
  const compared = sorted.slice(0, maxCompared).map((node) => nodeRow(node, clock, all));
  const alike = [...Map.groupBy(compared, likeness).values()];
  const rows: NodeRow[] = [];
  let shownCount = 0;
  for (const [first, ...others] of alike.slice(0, maxGroups)) {
    if (first === undefined) continue;
    rows.push(first);
    if (others.length > 0) rows.push(standIn(first.mark, `${others.length} more similar`));
    shownCount += 1 + others.length;
  }
  const omitted = sorted.slice(shownCount);
  return omitted.length === 0
    ? rows
    : [
        ...rows,
        standIn(verdictMark(omitted[0]?.verdict ?? "unknown"), `and ${omitted.length} more; -o wide shows all`),
      ];
}

/** The most nodes that are compared; the rest are only counted. */
const maxCompared = 100;

/** A text that is equal for nodes that are unhealthy in the same way, whatever their names. */
function likeness({ mark, description, children }: NodeRow): string {
  const below = children.map((child) => `${child.ref?.kind === "Pod" ? child.label : ""} ${likeness(child)}`);
  return [mark, description, ...below].join("\n");
}

function standIn(mark: Mark, label: string): NodeRow {
  return { mark, label, description: "", children: [] };
}

function nodeRow(node: ReportNode, clock: AgeClock, all: boolean): NodeRow {
  // A waiting object below a Pod that is worse does not explain the Pod.
  const below = node.children.filter(
    (child) =>
      all || node.role !== "pod" || (compareVerdicts(child.verdict, node.verdict) <= 0 && addsToPod(child, node)),
  );
  const children = nodeRows(below, clock, all);
  return {
    mark: verdictMark(node.verdict),
    label: nodeLabel(node),
    description: nodeWords(node, below, clock, { hasRows: children.length > 0, inFull: all }),
    ref: node.ref,
    children,
  };
}

/** Its state and age, and its own message where none of the nodes shown `below` it explains it. */
export function nodeWords(
  node: ReportNode,
  below: readonly ReportNode[],
  clock: AgeClock,
  { hasRows = below.length > 0, inFull = false }: { readonly hasRows?: boolean; readonly inFull?: boolean } = {},
): string {
  const since = node.verdict === "healthy" ? "" : ageSuffix(nodeSince(node), clock);
  const state = joinFilled(", ", [formatNodeState(node), since]);
  const isExplained =
    node.role === "pod"
      ? below.some((child) => compareVerdicts(child.verdict, node.verdict) <= 0 && explainsPod(child, node))
      : hasRows;
  const why = isExplained || node.verdict === "healthy" ? "" : formatLeafDetail(node, inFull);
  return joinFilled(": ", [state, why]);
}

/**
 * Whether a row below a Pod adds something. A Node or a volume does. A container of an evicted Pod adds nothing to what
 * the Pod reports.
 */
function addsToPod(child: ReportNode, pod: ReportNode): boolean {
  return child.role !== "container" || explainsPod(child, pod);
}

/**
 * The node, or the nodes below it in place of a ReplicaSet that explains nothing. A ReplicaSet between a Deployment and
 * its Pods explains something only where it could not create Pods.
 */
function withoutReplicaSets(node: ReportNode): readonly ReportNode[] {
  const unhealthy = node.children.filter((child) => child.verdict !== "healthy");
  if (node.role !== "replicaset") return [node];
  if (unhealthy.length > 0) return unhealthy;
  return hasReasonBeyondCounts(node) ? [node] : [];
}
