import type { Finding } from "../model/finding.ts";
import type { Ref } from "../model/object.ts";
import type { Node, RootNode } from "../model/report.ts";
import type { Outcome } from "../model/snapshot.ts";
import { compareVerdicts, type Verdict } from "../model/verdict.ts";
import { type Mark, markOf } from "./marks.ts";
import { type NodeRow, nodeRows } from "./rows-nodes.ts";
import { sinceOf } from "./since.ts";
import { ageOf, type Clock } from "./words-age.ts";
import { culpritOf } from "./words-blame.ts";
import { awaitedWords, nodeLabel, versionWords, whyOf } from "./words-part.ts";

/** One component or part of a root, and what is unwell below it. */
export interface PartRow {
  readonly mark: Mark;
  readonly label: string;
  readonly ref: Ref;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  /** Worth a row of its own: unwell, or what an upgrade waits for. */
  readonly isListed: boolean;
  /** Age of the verdict, or empty. */
  readonly since: string;
  /** The moment it counts from. */
  readonly at?: string;
  /** `v1.64.0`, `v1.63.0 -> v1.64.0` where it runs another than it should, or empty. */
  readonly version: string;
  /** Its own worst condition in its own words; empty where it is healthy. */
  readonly why: string;
  readonly children: readonly NodeRow[];
}

/** The parts of a root, worst first, of equals the one to blame, else as they came; without what nothing calls for and is not there. */
export function partRows(root: RootNode, findings: readonly Finding[], clock: Clock, all: boolean): readonly PartRow[] {
  const { waitingFor } = root.gates.upgrade;
  const culprit = culpritOf(root);
  const isDown = findings.some((finding) => finding.code === "operator-down");
  const isSaid = (node: Node): boolean => isDown && node.children.length === 0;
  return (
    root.children
      .filter((node) => node.required || (node.outcome !== "absent" && node.outcome !== "noSuchKind"))
      // The operator's own Deployment lies beside the components and is listed with them only where there is more to say
      // than that it is down.
      .filter((node) => all || node.role !== "workload" || (node.verdict !== "healthy" && !isSaid(node)))
      .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict) || Number(b === culprit) - Number(a === culprit))
      .map((node) => partRow(node, findings, { clock, all, isAwaited: waitingFor.includes(node.label) }))
  );
}

interface Setting {
  readonly clock: Clock;
  readonly all: boolean;
  readonly isAwaited: boolean;
}

function partRow(node: Node, findings: readonly Finding[], { clock, all, isAwaited }: Setting): PartRow {
  const isHealthy = node.verdict === "healthy";
  const since = isHealthy && !all ? undefined : sinceOf(node);
  return {
    mark: markOf(node.verdict),
    label: node.role === "component" ? node.label : nodeLabel(node),
    ref: node.ref,
    outcome: node.outcome,
    verdict: node.verdict,
    isListed: !isHealthy || isAwaited,
    since: ageOf(since, clock),
    ...(since === undefined ? {} : { at: since }),
    version: versionWords(node.facts),
    why: isHealthy ? (isAwaited ? awaitedWords(node, findings) : "") : whyOf(node, findings, all),
    children: nodeRows(node.children, clock, all),
  };
}
