import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { hasReasonBeyondCounts } from "../../model/cause/trouble.ts";
import { compareTexts } from "../../model/compare-texts.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { describeObject, type NextStep } from "../../model/next-step.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { foundObject, isMissing, isUnread } from "../../model/snapshot.ts";
import { compareVerdicts, isSerious } from "../../model/verdict.ts";
import { isLauncherPod } from "../../profiles/virtual-machines.ts";
import { compareOldestFirst } from "../evaluation/compare.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type Candidate, isNodeEvidence, type NodeEvidence, type OwnEvidence } from "./candidates.ts";
import {
  findExplainingCondition,
  isProgressReport,
  isReplicaController,
  type ListedWorkload,
  listTrailEvidence,
  listWorkloadsBeside,
} from "./cause-evidence.ts";
import {
  type CauseTrail,
  compareTrails,
  deepestNode,
  findBestTrail,
  findTrailTime,
  hasReplacedPod,
  listSeriousTrails,
} from "./cause-trails.ts";
import { findCommonGround } from "./common-ground.ts";
import { findTrailObject, listTrailSteps } from "./next-steps.ts";

interface GuestEnd {
  /** RFC 3339 UTC. */
  readonly at?: string;
}

/** One object that explains a candidate, with everything that a cause reports about it. */
export interface ExplainedObject {
  readonly candidate: Candidate;
  /** The index of the candidate among all candidates of the root. */
  readonly candidateIndex: number;
  readonly about: Ref;
  /** The objects from the candidate down. */
  readonly refs: readonly Ref[];
  /** Labels from the candidate down. */
  readonly labels: readonly string[];
  readonly clauses: readonly CauseClause[];
  readonly since?: string;
  /** The end of a guest, if the last object is the container of a launcher that ended. */
  readonly guestEnd?: GuestEnd;
  readonly next: readonly NextStep[];
  /** How much it explains; smaller is more. */
  readonly rank: number;
  /** Objects with an equal key are one cause. */
  readonly key: string;
}

/** How much an object explains. Rank 1 explains most. The message of a condition ranks behind the objects that it may be about. */
const explanationRanks = {
  container: 1,
  /** A Node or a volume. */
  related: 2,
  pod: 3,
  /** Another object below the candidate that gives a reason. */
  object: 4,
  /** The condition Degraded of the candidate. */
  degraded: 5,
  /** A workload that lacks replicas and gives no reason. */
  counts: 6,
  /** An object without which the operator does nothing. */
  operator: 7,
  /** A message of the candidate or of its root. */
  message: 8,
  /** A workload that only a message names. */
  listed: 9,
  /** An object that is neither unavailable nor degraded. */
  waiting: 10,
  /** A reason without a message. */
  reason: 11,
  nothing: 12,
  /** A Pod that others replace. */
  replaced: 13,
} as const;

/**
 * The objects that explain one candidate, the best one first:
 * 1. The object at the end of the best trail.
 * 2. The objects at the end of the trails through other children, if such an object gives a reason or has the role and the
 *    verdict of the first one. These are omitted if the first one is the candidate itself.
 * 3. The workloads that only the message of the component names.
 */
export function explainCandidate(
  candidate: Candidate,
  candidateIndex: number,
  root: Ref,
  index: ObjectIndex,
): readonly ExplainedObject[] {
  const { evidence } = candidate;
  if (!isNodeEvidence(evidence)) return [explainByItself(candidate, evidence, candidateIndex)];
  const bestTrail = findBestTrail(evidence.node);
  const otherTrails = bestTrail.length > 1 ? listOtherTrails(evidence.node, deepestNode(bestTrail)) : [];
  const explained = [bestTrail, ...otherTrails].map((trail) =>
    explainByTrail(candidate, evidence, trail, candidateIndex, root, index),
  );
  const explainedKeys = new Set(explained.map(({ key }) => key));
  const listed = listWorkloadsBeside(bestTrail)
    .map((workload) => explainByMessage(candidate, evidence.node, workload, candidateIndex))
    .filter(({ key }) => !explainedKeys.has(key));
  return [...explained, ...listed];
}

/** The trails whose deepest object gives a reason, or is as bad as `best` in the same role. The best one comes first. */
function listOtherTrails(node: ReportNode, best: ReportNode): readonly CauseTrail[] {
  const isEqualToBest = (trail: CauseTrail): boolean => {
    const { role, verdict } = deepestNode(trail);
    return role === best.role && verdict === best.verdict;
  };
  const givesReason = (trail: CauseTrail): boolean => rankOfExplanation(trail) <= explanationRanks.object;
  return (
    listSeriousTrails(node)
      .filter((trail) => !hasReplacedPod(trail) && (isEqualToBest(trail) || givesReason(trail)))
      // All these trails begin with the node, so they are compared from its children on.
      .toSorted(([, ...a], [, ...b]) => compareTrails(makeTrail(a, best), makeTrail(b, best)))
  );
}

/** A workload that only the message of its component names, and that is not in the tree. */
function explainByMessage(
  candidate: Candidate,
  node: ReportNode,
  { about, state }: ListedWorkload,
  candidateIndex: number,
): ExplainedObject {
  const { kind, name } = about;
  const trouble = { reason: "", message: state };
  const since = findTrailTime([node]);
  return {
    candidate,
    candidateIndex,
    about,
    refs: [about],
    labels: [candidate.component],
    clauses: [{ is: "object", kind, name, verdict: candidate.verdict, trouble }],
    ...definedFields({ since }),
    next: describeObject(about),
    rank: explanationRanks.listed,
    key: keyOf(about),
  };
}

/** A list of nodes as a trail, which has at least one. */
function makeTrail([first, ...others]: readonly ReportNode[], nodeOfEmptyList: ReportNode): CauseTrail {
  return [first ?? nodeOfEmptyList, ...others];
}

function explainByItself(candidate: Candidate, evidence: OwnEvidence, candidateIndex: number): ExplainedObject {
  const { about, labelsBelow = [], clauses, since, next = [], hasDescription = true } = evidence;
  return {
    candidate,
    candidateIndex,
    about,
    refs: [about],
    labels: [candidate.component, ...labelsBelow],
    clauses,
    ...definedFields({ since }),
    next: hasDescription ? [...next, ...describeObject(about)] : next,
    rank: evidence.stopsOperator === true ? explanationRanks.operator : explanationRanks.message,
    // One object may explain a candidate for different reasons.
    key: `${keyOf(about)} ${JSON.stringify(clauses)}`,
  };
}

/**
 * The object at the end of a trail with the evidence of the root and of the trail. If the trail is only the candidate, what the
 * root reports about it replaces the evidence of the trail.
 */
function explainByTrail(
  candidate: Candidate,
  evidence: NodeEvidence,
  trail: CauseTrail,
  candidateIndex: number,
  root: Ref,
  index: ObjectIndex,
): ExplainedObject {
  const isCandidateAlone = trail.length === 1;
  const clauses = [...(evidence.clauses ?? [])];
  if (!isCandidateAlone) clauses.push(...listTrailEvidence(markPartFound(trail)));
  else if (evidence.clauses === undefined) clauses.push(...listTrailEvidence(trail));
  clauses.push(...findCommonGround(trail, index));
  const trailTime = findTrailTime(trail);
  const since = isCandidateAlone ? (evidence.since ?? trailTime) : (trailTime ?? evidence.since);
  return {
    candidate,
    candidateIndex,
    about: findTrailObject(trail),
    refs: trail.map(({ ref }) => ref),
    labels: trail.map(({ label }) => label),
    clauses,
    ...definedFields({ since, guestEnd: findGuestEnd(deepestNode(trail), index) }),
    next: listTrailSteps(trail, root, index),
    rank: hasReplacedPod(trail) ? explanationRanks.replaced : rankOfExplanation(trail, evidence.clauses),
    key: keyOfCause(trail),
  };
}

/** The end of the guest that ran in a container. Undefined for another container, and for one that has not ended. */
function findGuestEnd({ role, ref, facts }: ReportNode, index: ObjectIndex): GuestEnd | undefined {
  // A container that runs again has only the exit code of its previous run.
  if (role !== "container" || facts["exitCode"] === undefined) return undefined;
  const pod = foundObject(index.find(ref));
  return pod !== undefined && isLauncherPod(pod) ? definedFields({ at: facts["lastExit"] }) : undefined;
}

/** The trail as if its part had been read. An object below the part explains more than that the part was not read. */
function markPartFound([part, ...below]: CauseTrail): CauseTrail {
  return [isUnread(part) ? { ...part, outcome: "found" } : part, ...below];
}

/**
 * The rank of a trail: by the object at its end, otherwise by what the conditions of the candidate report.
 *
 * @param rootClauses what the root reports about the candidate
 */
function rankOfExplanation(trail: CauseTrail, rootClauses?: NodeEvidence["clauses"]): number {
  const end = deepestNode(trail);
  if (trail.length > 1 || end.trouble !== undefined) return rankOfObject(end);
  if (rootClauses !== undefined || isMissing(end)) return explanationRanks.message;
  if (lastConditionOfType(end.conditions, "Degraded")?.status === "True") return explanationRanks.degraded;
  const { reason = "", message = "" } = findExplainingCondition(end.conditions) ?? {};
  if (isProgressReport({ reason, message })) return explanationRanks.waiting;
  if (message !== "") return explanationRanks.message;
  return reason !== "" ? explanationRanks.reason : explanationRanks.nothing;
}

/** The rank of an object below the candidate, or of a candidate with a trouble by the rule of its kind. */
function rankOfObject(node: ReportNode): number {
  const { outcome, role, verdict } = node;
  if (outcome !== "found") return explanationRanks.nothing;
  if (!isSerious(verdict)) return explanationRanks.waiting;
  if (role === "container" || role === "related" || role === "pod") return explanationRanks[role];
  return hasReasonBeyondCounts(node) ? explanationRanks.object : explanationRanks.counts;
}

/**
 * Orders the causes of a root. First comes
 * 1. the worse verdict,
 * 2. what counts for the verdict of the root,
 * 3. what is no consequence of another cause,
 * 4. what explains more (`explanationRanks`),
 * 5. the older cause, and an unknown age last,
 * 6. the first in the order of the components,
 * 7. the shorter path down from the component, then the first by name.
 */
export function compareExplainedObjects(a: ExplainedObject, b: ExplainedObject): number {
  return (
    compareVerdicts(a.candidate.verdict, b.candidate.verdict) ||
    Number(b.candidate.required) - Number(a.candidate.required) ||
    Number(a.candidate.consequenceOf !== undefined) - Number(b.candidate.consequenceOf !== undefined) ||
    a.rank - b.rank ||
    compareOldestFirst(a.since, b.since) ||
    a.candidateIndex - b.candidateIndex ||
    a.refs.length - b.refs.length ||
    compareTexts(a.labels.join("\n"), b.labels.join("\n")) ||
    compareTexts(a.refs.map(keyOf).join("\n"), b.refs.map(keyOf).join("\n"))
  );
}

/**
 * The key that makes two trails one cause:
 * 1. A trail that ends at a Node or a volume has the key of that object.
 * 2. A trail through a workload has the key of the nearest one, because Pods of one workload fail for one reason.
 * 3. Pods and ReplicaSets that are parts of the root have one key, the empty text.
 * 4. Any other trail has the key of its part.
 */
function keyOfCause(trail: CauseTrail): string {
  const [part] = trail;
  const end = deepestNode(trail);
  if (end.role === "related") return keyOf(end.ref);
  const workload = trail.findLast(isReplicaController);
  if (workload !== undefined) return keyOf(workload.ref);
  const isPartOfWorkload = part.role === "pod" || part.role === "replicaset";
  return isPartOfWorkload ? "" : keyOf(part.ref);
}
