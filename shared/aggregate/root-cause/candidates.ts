import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { NextStep } from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";

// What may be a cause of a root's state. A family collects its candidates, one line for each kind of evidence, and
// find-causes.ts makes the ordered list `causes` of them. It also sorts, removes repetitions, and adds events and
// commands, so a family adds a candidate like this:
//
//   { component: "CDI", verdict: "unavailable", required: true, evidence: { node: part } }
//   { component: "CDI", verdict: "degraded", required: true,
//     evidence: { about: apiService.ref, clauses: [quote(condition)], since: condition.since } }
//
// The order of candidates is the order of components. It decides only between candidates that are equal otherwise.

/** One possible cause of a root's state. */
export interface Candidate {
  /** The label of the part that it concerns, or the root's own label. */
  readonly component: string;
  /** What it makes of the root. A healthy candidate is no cause. Never counts as worse than the root. */
  readonly verdict: Verdict;
  /** Whether it counts for the root's verdict. Others are causes only where the root is unavailable or degraded. */
  readonly required: boolean;
  /** The component that has to be well first: of equal verdict it comes before this one, and has the commands of both. */
  readonly consequenceOf?: string;
  readonly evidence: NodeEvidence | OwnEvidence;
}

/** A node of the root's tree. The deepest object below it that explains it is the cause. */
export interface NodeEvidence {
  readonly node: ReportNode;
  /** What the root reports about a node that was not read. It stands before what was found below. */
  readonly clauses?: readonly CauseClause[];
  readonly since?: string;
}

/** An object with evidence of its own, whether it stands in the tree or not. */
export interface OwnEvidence {
  readonly about: Ref;
  /** The labels below the component down to the object. Empty: the component itself. */
  readonly below?: readonly string[];
  /** What explains it. */
  readonly clauses: readonly CauseClause[];
  readonly since?: string;
  /** Commands before those that every object has. */
  readonly next?: readonly NextStep[];
  /** It stops the operator, so that the components whose conditions speak may only wait for it. */
  readonly isOfOperator?: boolean;
  /** False where no description shows more: the object does not exist, may not be read, or is healthy itself. */
  readonly hasDescription?: boolean;
}

/** Whether a candidate is a node of the tree. */
export function isNodeEvidence(evidence: Candidate["evidence"]): evidence is NodeEvidence {
  return "node" in evidence;
}

/** A standalone object after evaluation, before its related and owned objects are added below it. */
export interface StandaloneComponent {
  readonly node: ReportNode;
  readonly uncertain: RootNode["uncertain"];
  /** The objects added below do not explain its state, only what stands below it already. */
  readonly isExplained?: true;
  /** What explains it in place of what stands below it. */
  readonly candidates?: readonly Candidate[];
  readonly findings: readonly Finding[];
}
