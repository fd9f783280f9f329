import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { NextStep } from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";

// A candidate is what may be a cause of a root's state. Each family makes a list of them. find-causes.ts turns the list
// into `causes`: it sorts them, merges equal ones, and adds events and commands. Two examples of a candidate:
//
//   { component: "CDI", verdict: "unavailable", required: true, evidence: { node: part } }
//   { component: "CDI", verdict: "degraded", required: true,
//     evidence: { about: apiService.ref, clauses: [quoteReport(condition)], since: condition.since } }
//
// A family lists its candidates in the order of its components, which decides between candidates that are equal otherwise.

/** One possible cause of a root's state. */
export interface Candidate {
  /** The label of the part that it concerns, or the root's own label. */
  readonly component: string;
  /** The verdict that it gives the root, at worst the root's own. A healthy candidate is no cause. */
  readonly verdict: Verdict;
  /** Whether it counts for the root's verdict. Others are causes only where the root is unavailable or degraded. */
  readonly required: boolean;
  /**
   * The component whose fault leads to this one. The cause of that component comes first if both have the same verdict, and
   * its commands replace those of this candidate.
   */
  readonly consequenceOf?: string;
  readonly evidence: NodeEvidence | OwnEvidence;
}

/** A node of the root's tree: the cause is the deepest object below the node that explains it. */
export interface NodeEvidence {
  readonly node: ReportNode;
  /** What the root reports about the node. These clauses stand before those of the objects below it. */
  readonly clauses?: readonly CauseClause[];
  readonly since?: string;
}

/** An object whose evidence does not come from the tree. */
export interface OwnEvidence {
  readonly about: Ref;
  /** The labels below the component down to the object. Empty: the component itself. */
  readonly labelsBelow?: readonly string[];
  readonly clauses: readonly CauseClause[];
  readonly since?: string;
  /** Commands before those that every object has. */
  readonly next?: readonly NextStep[];
  /** Without this object the operator does nothing, so components that report faults may only wait for it. */
  readonly stopsOperator?: boolean;
  /** False where no description shows more: the object does not exist, may not be read, or is healthy itself. */
  readonly hasDescription?: boolean;
}

/** Whether a candidate is a node of the tree. */
export function isNodeEvidence(evidence: Candidate["evidence"]): evidence is NodeEvidence {
  return "node" in evidence;
}

/** A standalone object after its evaluation, to which its related and owned objects are not added yet. */
export interface StandaloneComponent {
  readonly node: ReportNode;
  readonly uncertain: RootNode["uncertain"];
  /** Only the objects that stand below it already are candidates for its causes, and not those that are added later. */
  readonly isExplained?: true;
  /** The candidates, if `isExplained`. Without them the node itself is the only one. */
  readonly candidates?: readonly Candidate[];
  readonly findings: readonly Finding[];
}
