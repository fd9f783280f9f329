import type { Ref } from "../model/object.ts";
import { explainsPod } from "../model/pod-causes.ts";
import type { Node } from "../model/report.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { type Mark, markOf } from "./marks.ts";
import { sinceOf } from "./since.ts";
import { aside, type Clock } from "./words-age.ts";
import { saysWhy } from "./words-evidence.ts";
import { likeWords, moreWords } from "./words-labels.ts";
import { leafWords, nodeLabel, stateWords } from "./words-part.ts";

/** One object below a component, down to containers. */
export interface NodeRow {
  readonly mark: Mark;
  readonly label: string;
  /** Its state, since when, and where nothing below explains it its own words. */
  readonly description: string;
  /** Absent on the row that stands for those left out. */
  readonly ref?: Ref;
  readonly children: readonly NodeRow[];
}

/** A DaemonSet can have a thousand pods that are unwell in the same way. */
const most = 3;

/** What is unwell below a node, worst first, at most three of a kind; `all`: everything, healthy or not. */
export function nodeRows(nodes: readonly Node[], clock: Clock, all: boolean): readonly NodeRow[] {
  const shown = all ? nodes : nodes.filter((node) => node.verdict !== "healthy").flatMap(pastReplicaSets);
  const sorted = shown.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  if (all) return sorted.map((node) => nodeRow(node, clock, all));
  const alike = [
    ...Map.groupBy(
      sorted.slice(0, mostCompared).map((node) => nodeRow(node, clock, all)),
      likeness,
    ).values(),
  ];
  const rows = alike.slice(0, most).flatMap((group) => [...group.slice(0, 1), ...others(group)]);
  const told = alike.slice(0, most).reduce((sum, group) => sum + group.length, 0);
  const left = sorted.slice(told);
  return left.length === 0 ? rows : [...rows, standIn(markOf(left[0]?.verdict ?? "unknown"), moreWords(left.length))];
}

/** Rows are made of so many; of what is left only the number is told. */
const mostCompared = 100;

/** The same for nodes that are unwell in the same way, whatever their names. */
function likeness({ mark, description, children }: NodeRow): string {
  const below = children.map((child) => `${child.ref?.kind === "Pod" ? child.label : ""} ${likeness(child)}`);
  return [mark, description, ...below].join("\n");
}

function others(group: readonly NodeRow[]): readonly NodeRow[] {
  const [first] = group;
  return first === undefined || group.length < 2 ? [] : [standIn(first.mark, likeWords(group.length - 1))];
}

function standIn(mark: Mark, label: string): NodeRow {
  return { mark, label, description: "", children: [] };
}

function nodeRow(node: Node, clock: Clock, all: boolean): NodeRow {
  // What waits below a Pod that is worse than that does not explain it.
  const below = node.children.filter(
    (child) => all || node.role !== "pod" || (compareVerdicts(child.verdict, node.verdict) <= 0 && stands(child, node)),
  );
  const children = nodeRows(below, clock, all);
  return {
    mark: markOf(node.verdict),
    label: nodeLabel(node),
    description: nodeWords(node, below, clock, children.length > 0),
    ref: node.ref,
    children,
  };
}

/** Its state, since when, and where nothing of what is shown `below` it explains it its own words. */
export function nodeWords(
  node: Node,
  below: readonly Node[],
  clock: Clock,
  hasRows: boolean = below.length > 0,
): string {
  const since = node.verdict === "healthy" ? "" : aside(sinceOf(node), clock);
  const state = [stateWords(node), since].filter((word) => word !== "").join(", ");
  const isExplained =
    node.role === "pod"
      ? below.some((child) => compareVerdicts(child.verdict, node.verdict) <= 0 && explainsPod(child, node))
      : hasRows;
  const why = isExplained || node.verdict === "healthy" ? "" : leafWords(node);
  return why === "" ? state : `${state}: ${why}`;
}

/** A Node or a volume stands beside what the Pod says itself; a container of an evicted Pod says nothing that it does not. */
function stands(child: Node, pod: Node): boolean {
  return child.role !== "container" || explainsPod(child, pod);
}

/** Between a Deployment and its Pods a ReplicaSet explains nothing, unless it could not make any. */
function pastReplicaSets(node: Node): readonly Node[] {
  const unwell = node.children.filter((child) => child.verdict !== "healthy");
  if (node.role !== "replicaset") return [node];
  return unwell.length > 0 ? unwell : saysWhy(node) ? [node] : [];
}
