import type { Finding } from "../model/finding.ts";
import type { Ref } from "../model/object.ts";
import type { Node, RootNode } from "../model/report.ts";
import { compareVerdicts, type Verdict } from "../model/verdict.ts";
import { type Mark, markOf } from "./marks.ts";
import { type NodeRow, nodeRows } from "./rows-nodes.ts";
import { sinceOf } from "./since.ts";
import { ageOf } from "./words.ts";
import { versionWords, whyOf } from "./words-part.ts";

/** One component or part of a root, and what is unwell below it. */
export interface PartRow {
  readonly mark: Mark;
  readonly label: string;
  readonly ref: Ref;
  readonly verdict: Verdict;
  /** Age of the verdict, or empty. */
  readonly since: string;
  /** `v1.64.0`, `v1.63.0 -> v1.64.0` where it runs another than it should, or empty. */
  readonly version: string;
  /** Its own worst condition in its own words; empty where it is healthy. */
  readonly why: string;
  readonly children: readonly NodeRow[];
}

/** The parts of a root, worst first, else as they came; what nothing calls for and is not there is no part. */
export function partRows(root: RootNode, findings: readonly Finding[], now: string, all: boolean): readonly PartRow[] {
  return root.children
    .filter((node) => node.required || (node.outcome !== "absent" && node.outcome !== "noSuchKind"))
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict))
    .map((node) => partRow(node, findings, now, all));
}

function partRow(node: Node, findings: readonly Finding[], now: string, all: boolean): PartRow {
  return {
    mark: markOf(node.verdict),
    label: node.label,
    ref: node.ref,
    verdict: node.verdict,
    since: ageOf(sinceOf(node), now),
    version: versionWords(node.facts),
    why: node.verdict === "healthy" ? "" : whyOf(node, findings),
    children: nodeRows(node.children, now, all),
  };
}
