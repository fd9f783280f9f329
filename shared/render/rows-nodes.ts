import type { Ref } from "../model/object.ts";
import type { Node } from "../model/report.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { type Mark, markOf } from "./marks.ts";
import { sinceOf } from "./since.ts";
import { aside, type Clock } from "./words-age.ts";
import { moreWords } from "./words-labels.ts";
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
  const rows = (all ? sorted : sorted.slice(0, most)).map((node) => nodeRow(node, clock, all));
  const left = sorted.slice(rows.length);
  return left.length === 0
    ? rows
    : [
        ...rows,
        { mark: markOf(left[0]?.verdict ?? "unknown"), label: moreWords(left.length), description: "", children: [] },
      ];
}

function nodeRow(node: Node, clock: Clock, all: boolean): NodeRow {
  const children = nodeRows(node.children, clock, all);
  const since = node.verdict === "healthy" ? "" : aside(sinceOf(node), clock);
  const state = [stateWords(node), since].filter((word) => word !== "").join(", ");
  const why = children.length === 0 && node.verdict !== "healthy" ? leafWords(node) : "";
  return {
    mark: markOf(node.verdict),
    label: nodeLabel(node),
    description: why === "" ? state : `${state}: ${why}`,
    ref: node.ref,
    children,
  };
}

/** Between a Deployment and its Pods a ReplicaSet explains nothing, unless it could not make any. */
function pastReplicaSets(node: Node): readonly Node[] {
  const unwell = node.children.filter((child) => child.verdict !== "healthy");
  return node.role === "replicaset" && unwell.length > 0 ? unwell : [node];
}
