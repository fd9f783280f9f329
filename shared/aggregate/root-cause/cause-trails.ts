import { hasReasonBeyondCounts } from "../../model/cause/trouble.ts";
import { compareTexts } from "../../model/compare-texts.ts";
import { computeOnce } from "../../model/compute-once.ts";
import { nodeSince } from "../../model/condition-age.ts";
import { explainsPod, isReplaced } from "../../model/finding/pod-causes.ts";
import { keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { compareVerdicts, isSerious } from "../../model/verdict.ts";
import { compareOldestFirst } from "../evaluation/compare.ts";

/** The path from a part down to the object that explains it. */
export type CauseTrail = readonly [part: ReportNode, ...below: ReportNode[]];

/**
 * The time since which the deepest node is in its state, else that of the nearest node above with a time. A container that
 * restarts changes the readiness of its Pod with each run, so on a trail with such a container the time since which the
 * workload lacks replicas counts if it is older.
 */
export function findTrailTime(trail: CauseTrail): string | undefined {
  const times = trail.toReversed().map(nodeSince);
  const nearestTime = times.find((time) => time !== undefined);
  const hasRestarts = trail.some(({ role, facts }) => role === "container" && (facts["restarts"] ?? "0") !== "0");
  const workload = hasRestarts ? trail.find(({ role }) => role === "workload") : undefined;
  if (workload === undefined) return nearestTime;
  const [oldestTime] = [nearestTime, nodeSince(workload)].toSorted(compareOldestFirst);
  return oldestTime;
}

/** Lists one trail for each child that is unavailable or degraded. */
export function listSeriousTrails(part: ReportNode): readonly CauseTrail[] {
  return part.children.filter(({ verdict }) => isSerious(verdict)).map((child) => [part, ...findBestTrail(child)]);
}

/** Finds the trail to the object that explains a node best. It is the node alone if no object below explains more. */
export function findBestTrail(node: ReportNode): CauseTrail {
  return node.children.length === 0 ? [node] : findBestTrailOfParent(node);
}

/** The best trail of a node with children. Every node above it needs the trail. */
const findBestTrailOfParent = computeOnce((node: ReportNode): CauseTrail => {
  const trailBelow = findBestTrailBelow(node);
  const isExplainedBelow = trailBelow !== undefined && !explainsMoreThanTrail(node, trailBelow);
  return isExplainedBelow ? [node, ...trailBelow] : [node];
});

/** The best of the trails of the children that explain a node. Undefined if none does. */
function findBestTrailBelow(node: ReportNode): CauseTrail | undefined {
  let bestTrail: CauseTrail | undefined;
  for (const child of node.children) {
    if (!isExplanationOf(child, node)) continue;
    const trail = findBestTrail(child);
    if (bestTrail === undefined || compareTrails(trail, bestTrail) < 0) bestTrail = trail;
  }
  return bestTrail;
}

/**
 * Whether a node explains more than the trail below it: a ReplicaSet that cannot create Pods explains more than a Pod that was
 * created and replaced. Any other node explains less.
 */
function explainsMoreThanTrail(node: ReportNode, below: CauseTrail): boolean {
  return node.role === "replicaset" && hasReasonBeyondCounts(node) && hasReplacedPod(below);
}

/** Whether the trail leads through a Pod that other Pods replace. */
export function hasReplacedPod(trail: CauseTrail): boolean {
  return trail.some(isReplaced);
}

/**
 * Whether a child explains the node above it. The first rule that applies decides:
 * 1. A ReplicaSet that reports nothing but its replica counts explains its Deployment only if one of its Pods does.
 * 2. A child of a Pod that `explainsPod` refuses does not explain the Pod.
 * 3. A child that is unavailable or degraded does.
 * 4. A child that is unknown does if the node is unknown only because of its children.
 * 5. A child that is progressing does if it gives a reason, unless the node is a Pod that is unavailable or degraded.
 */
function isExplanationOf(child: ReportNode, node: ReportNode): boolean {
  if (child.role === "replicaset" && !hasReasonBeyondCounts(child)) {
    return child.children.some((pod) => isExplanationOf(pod, child));
  }
  const isPod = node.ref.kind === "Pod" && node.ref.group === "" && node.role !== "container";
  if (isPod && !explainsPod(child, node)) return false;
  if (isSerious(child.verdict)) return true;
  if (child.verdict === "unknown") return node.verdict === "unknown" && node.ownVerdict === "healthy";
  if (child.verdict !== "progressing" || child.trouble === undefined) return false;
  return !isPod || !isSerious(node.verdict);
}

/**
 * Orders trails by how much they explain, never by the order of the input:
 * 1. a trail without a replaced Pod,
 * 2. the worse verdict,
 * 3. the deepest object that says most (`rankTrail`),
 * 4. the older trouble,
 * 5. the names.
 */
export function compareTrails(a: CauseTrail, b: CauseTrail): number {
  const endOfA = deepestNode(a);
  const endOfB = deepestNode(b);
  return (
    Number(hasReplacedPod(a)) - Number(hasReplacedPod(b)) ||
    compareVerdicts(a[0].verdict, b[0].verdict) ||
    rankTrail(a) - rankTrail(b) ||
    compareOldestFirst(endOfA.trouble?.since, endOfB.trouble?.since) ||
    compareTexts(endOfA.label, endOfB.label) ||
    compareTexts(makeTrailKey(a), makeTrailKey(b))
  );
}

/** All names along a trail. Two Pods of one workload with the same fault differ in nothing else. */
function makeTrailKey(trail: CauseTrail): string {
  return trail.map(({ ref, label }) => `${keyOf(ref)} ${label}`).join("\n");
}

/** The deepest object of a trail. */
export function deepestNode(trail: CauseTrail): ReportNode {
  return trail.at(-1) ?? trail[0];
}

/** The ranks of trails by how much their deepest object says. The one that says most has the lowest rank. */
const trailRanks = {
  /** The Node or the volume of a Pod, compared with the Pod's containers: it explains them. */
  relatedOfPod: 0,
  container: 1,
  /** A container that only fails its probe explains less than one beside it that does not start. */
  unreadyContainer: 2,
  /** A Node or a volume, compared with the trails of other parts. */
  related: 3,
  pod: 4,
  /** Another object that is unavailable or degraded, such as a ReplicaSet that could not create a Pod. */
  other: 5,
  waiting: 6,
  notFound: 7,
  withoutTrouble: 8,
} as const;

function rankTrail(trail: CauseTrail): number {
  const end = deepestNode(trail);
  if (end.outcome !== "found") return trailRanks.notFound;
  if (end.trouble === undefined) return trailRanks.withoutTrouble;
  if (!isSerious(end.verdict)) return trailRanks.waiting;
  switch (end.role) {
    case "container":
      return end.trouble.reason === "NotReady" ? trailRanks.unreadyContainer : trailRanks.container;
    case "related":
      return trail.length === 1 ? trailRanks.relatedOfPod : trailRanks.related;
    case "pod":
      return trailRanks.pod;
    default:
      return trailRanks.other;
  }
}
