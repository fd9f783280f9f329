import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { saysWhy } from "../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { describeObject, type NextStep } from "../../model/next-step.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { isMissing, isUnread } from "../../model/snapshot.ts";
import { compareVerdicts, isSerious } from "../../model/verdict.ts";
import { compareTexts } from "../evaluation/compare.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type Candidate, isNodeEvidence, type NodeEvidence, type OwnEvidence } from "./candidates.ts";
import {
  explainingCondition,
  isProgressReport,
  isReplicaController,
  type ListedWorkload,
  trailEvidence,
  workloadsBeside,
} from "./cause-evidence.ts";
import {
  type CauseTrail,
  compareTrails,
  deepestNode,
  isOver,
  longestTrail,
  sinceOfTrail,
  trailsFrom,
} from "./cause-trails.ts";
import { commonGround } from "./common-ground.ts";
import { aboutOf, stepsOfTrail } from "./next-steps.ts";

/** One object that explains a candidate, with all that a cause says about it. */
export interface ExplainedObject {
  readonly candidate: Candidate;
  /** The place of the candidate among the others. */
  readonly place: number;
  readonly about: Ref;
  /** The objects from the candidate down. */
  readonly refs: readonly Ref[];
  /** Labels from the candidate down. */
  readonly labels: readonly string[];
  readonly clauses: readonly CauseClause[];
  readonly since?: string;
  readonly next: readonly NextStep[];
  /** How much it explains; smaller is more. */
  readonly rank: number;
  /** Objects with an equal key are one cause. */
  readonly key: string;
}

/**
 * The objects that explain one candidate, the best one first. Several trails below a node count where they lead below
 * another workload to an object that shows why, or to one of the same role and verdict.
 */
export function explainCandidate(
  candidate: Candidate,
  place: number,
  root: Ref,
  index: ObjectIndex,
): readonly ExplainedObject[] {
  const { evidence } = candidate;
  if (!isNodeEvidence(evidence)) return [explainByItself(candidate, evidence, place)];
  const first = longestTrail(evidence.node);
  const end = deepestNode(first);
  const isEqual = (each: CauseTrail): boolean =>
    deepestNode(each).role === end.role && deepestNode(each).verdict === end.verdict;
  const equals = trailsFrom(evidence.node)
    .filter((each) => !isOver(each) && (isEqual(each) || rankOf(each, undefined) <= ranks.object))
    .toSorted(([, ...a], [, ...b]) => compareTrails(asTrail(a, end), asTrail(b, end)));
  const explained = [first, ...(first.length < 2 ? [] : equals)].map((trail) =>
    explainByTrail(candidate, evidence, trail, place, root, index),
  );
  const known = new Set(explained.map(({ key }) => key));
  const listed = workloadsBeside(first).map((each) => explainByMessage(candidate, evidence.node, each, place));
  return [...explained, ...listed.filter(({ key }) => !known.has(key))];
}

/** A workload that only the message of its component names. */
function explainByMessage(
  candidate: Candidate,
  node: ReportNode,
  { about, state }: ListedWorkload,
  place: number,
): ExplainedObject {
  const { kind, name } = about;
  const trouble = { reason: "", message: state };
  const since = sinceOfTrail([node]);
  return {
    candidate,
    place,
    about,
    refs: [about],
    // It does not stand in the tree.
    labels: [candidate.component],
    clauses: [{ is: "object", kind, name, verdict: candidate.verdict, trouble }],
    ...definedFields({ since }),
    next: describeObject(about),
    rank: ranks.listed,
    key: keyOf(about),
  };
}

function asTrail([first, ...rest]: readonly ReportNode[], otherwise: ReportNode): CauseTrail {
  return [first ?? otherwise, ...rest];
}

function explainByItself(candidate: Candidate, evidence: OwnEvidence, place: number): ExplainedObject {
  const { about, below = [], clauses, since, next = [], hasDescription = true, isOfOperator = false } = evidence;
  return {
    candidate,
    place,
    about,
    refs: [about],
    labels: [candidate.component, ...below],
    clauses,
    ...definedFields({ since }),
    next: [...next, ...(hasDescription ? describeObject(about) : [])],
    rank: isOfOperator ? ranks.operator : ranks.sentence,
    // One object may explain a candidate for different reasons.
    key: `${keyOf(about)} ${JSON.stringify(clauses)}`,
  };
}

function explainByTrail(
  candidate: Candidate,
  { clauses: given, since: givenSince }: Pick<NodeEvidence, "clauses" | "since">,
  trail: CauseTrail,
  place: number,
  root: Ref,
  index: ObjectIndex,
): ExplainedObject {
  const isAlone = trail.length === 1;
  const found = trailEvidence(isAlone ? trail : asFound(trail));
  const isGivenAlone = isAlone && given !== undefined;
  const since = isAlone ? (givenSince ?? sinceOfTrail(trail)) : (sinceOfTrail(trail) ?? givenSince);
  return {
    candidate,
    place,
    about: aboutOf(trail),
    refs: trail.map(({ ref }) => ref),
    labels: trail.map(({ label }) => label),
    clauses: [...(given ?? []), ...(isGivenAlone ? [] : found), ...commonGround(trail, index)],
    ...definedFields({ since }),
    next: stepsOfTrail(trail, root, index),
    rank: isOver(trail) ? ranks.replaced : rankOf(trail, given),
    key: workloadOf(trail),
  };
}

/** The trail as if its part had been read. What was found below it explains more than that the part was not read. */
function asFound([part, ...below]: CauseTrail): CauseTrail {
  return [isUnread(part) ? { ...part, outcome: "found" } : part, ...below];
}

/** How much an object explains, most first. The words of a condition come after the objects that they are about. */
const ranks = {
  container: 1,
  related: 2,
  pod: 3,
  object: 4,
  degraded: 5,
  counts: 6,
  operator: 7,
  sentence: 8,
  listed: 9,
  waiting: 10,
  reason: 11,
  nothing: 12,
  replaced: 13,
} as const;

function rankOf(trail: CauseTrail, given: NodeEvidence["clauses"]): number {
  const end = deepestNode(trail);
  if (trail.length > 1 || end.trouble !== undefined) {
    if (end.outcome !== "found") return ranks.nothing;
    if (!isSerious(end.verdict)) return ranks.waiting;
    if (end.role === "container" || end.role === "related" || end.role === "pod") return ranks[end.role];
    // That replicas are missing is no reason why.
    return saysWhy(end) ? ranks.object : ranks.counts;
  }
  if (given !== undefined || isMissing(end)) return ranks.sentence;
  if (lastConditionOfType(end.conditions, "Degraded")?.status === "True") return ranks.degraded;
  const { reason = "", message = "" } = explainingCondition(end.conditions) ?? {};
  if (isProgressReport({ reason, message })) return ranks.waiting;
  if (message !== "") return ranks.sentence;
  return reason !== "" ? ranks.reason : ranks.nothing;
}

/**
 * Orders causes: the worse verdict first, then what counts for the root, then what is no consequence of another one,
 * then what explains most. Then the older comes first, and one of unknown age last. The order of the components and the
 * names decide at the end.
 */
export function compareExplained(a: ExplainedObject, b: ExplainedObject): number {
  return (
    compareVerdicts(a.candidate.verdict, b.candidate.verdict) ||
    Number(b.candidate.required) - Number(a.candidate.required) ||
    Number(a.candidate.consequenceOf !== undefined) - Number(b.candidate.consequenceOf !== undefined) ||
    a.rank - b.rank ||
    compareTexts(a.since ?? never, b.since ?? never) ||
    a.place - b.place ||
    compareTexts(a.labels.join("\n"), b.labels.join("\n")) ||
    compareTexts(a.refs.map(keyOf).join("\n"), b.refs.map(keyOf).join("\n"))
  );
}

/** Sorts after every timestamp. */
const never = "~";

/**
 * The key of the object at the end of a trail, where that is shared by several parts or alone. Of Pods and containers
 * it is the nearest workload, because equal Pods of one workload are one cause. Pods and ReplicaSets that are parts
 * themselves share one: the root.
 */
function workloadOf(trail: CauseTrail): string {
  const [part] = trail;
  const end = deepestNode(trail);
  if (end.role === "related") return keyOf(end.ref);
  const workload = trail.findLast(isReplicaController);
  const isOfRoot = part.role === "pod" || part.role === "replicaset";
  return workload === undefined && isOfRoot ? "" : keyOf((workload ?? part).ref);
}
