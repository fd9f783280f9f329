import { hasReasonBeyondCounts } from "../../model/cause/trouble.ts";
import { nodeSince } from "../../model/condition-age.ts";
import { explainsPod, isReplaced } from "../../model/finding/pod-causes.ts";
import { keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { compareVerdicts, isSerious } from "../../model/verdict.ts";
import { compareOldestFirst, compareTexts } from "../evaluation/compare.ts";

/** The path from a part down to the object that explains it. */
export type CauseTrail = readonly [part: ReportNode, ...below: ReportNode[]];

/**
 * The time since which the deepest node is in its state, else that of the nearest node above with a time. A container that
 * restarts changes the readiness of its Pod with each run. So with such a container the time since which the workload lacks
 * replicas counts, if it is older.
 */
export function sinceOfTrail(trail: CauseTrail): string | undefined {
  const nearest = trail
    .toReversed()
    .map(nodeSince)
    .find((since) => since !== undefined);
  const hasRestarts = trail.some(({ role, facts }) => role === "container" && (facts["restarts"] ?? "0") !== "0");
  const workload = hasRestarts ? trail.find(({ role }) => role === "workload") : undefined;
  const ofWorkload = workload && nodeSince(workload);
  const [oldest] = [nearest, ofWorkload].toSorted(compareOldestFirst);
  return oldest;
}

/** Lists one trail for each child that is unavailable or degraded. */
export function listSeriousTrails(part: ReportNode): readonly CauseTrail[] {
  return part.children.filter(({ verdict }) => isSerious(verdict)).map((child) => [part, ...findBestTrail(child)]);
}

/** The trail of each node with children, cached because every node above it needs it. */
const bestTrails = new WeakMap<ReportNode, CauseTrail>();

/** Finds the trail to the object that explains a node best: the node alone, where no object below explains more. */
export function findBestTrail(node: ReportNode): CauseTrail {
  if (node.children.length === 0) return [node];
  const cached = bestTrails.get(node);
  if (cached !== undefined) return cached;
  let best: CauseTrail | undefined;
  for (const child of node.children) {
    if (!isExplanationOf(child, node)) continue;
    const trail = findBestTrail(child);
    if (best === undefined || compareTrails(trail, best) < 0) best = trail;
  }
  const trail: CauseTrail = best === undefined || explainsMoreThanTrail(node, best) ? [node] : [node, ...best];
  bestTrails.set(node, trail);
  return trail;
}

/**
 * Whether a node explains more than the trail below it: that a ReplicaSet cannot create Pods explains more than a Pod
 * which was created and replaced.
 */
function explainsMoreThanTrail(node: ReportNode, below: CauseTrail): boolean {
  return node.role === "replicaset" && hasReasonBeyondCounts(node) && hasReplacedPod(below);
}

/** Whether the trail leads through a Pod that other Pods replace. */
export function hasReplacedPod(trail: CauseTrail): boolean {
  return trail.some(isReplaced);
}

/**
 * Whether a child explains the node above it, by its verdict:
 * - unavailable, degraded: yes.
 * - unknown: where the node is unknown only because of its children.
 * - progressing: where the child gives a reason, unless the node is a Pod that is unavailable or degraded.
 *
 * Two kinds of node have a rule before these. The replica counts of a ReplicaSet never explain its Deployment: its Pods
 * do, or what it failed to do. A Pod is explained by the children that `explainsPod` names.
 */
function isExplanationOf(child: ReportNode, node: ReportNode): boolean {
  if (child.role === "replicaset" && !hasReasonBeyondCounts(child))
    return child.children.some((pod) => isExplanationOf(pod, child));
  const isPod = node.ref.kind === "Pod" && node.ref.group === "" && node.role !== "container";
  if (isPod && !explainsPod(child, node)) return false;
  if (isSerious(child.verdict)) return true;
  if (child.verdict === "unknown") return node.verdict === "unknown" && node.ownVerdict === "healthy";
  return child.verdict === "progressing" && child.trouble !== undefined && !(isPod && isSerious(node.verdict));
}

/**
 * Orders trails by how much they explain, never by the order of the input:
 * 1. a trail without a replaced Pod,
 * 2. the worse verdict,
 * 3. the deepest object that says most (`rankOfTrail`),
 * 4. the older trouble,
 * 5. the names.
 */
export function compareTrails(a: CauseTrail, b: CauseTrail): number {
  const endOfA = deepestNode(a);
  const endOfB = deepestNode(b);
  return (
    Number(hasReplacedPod(a)) - Number(hasReplacedPod(b)) ||
    compareVerdicts(a[0].verdict, b[0].verdict) ||
    rankOfTrail(a) - rankOfTrail(b) ||
    compareOldestFirst(endOfA.trouble?.since, endOfB.trouble?.since) ||
    compareTexts(endOfA.label, endOfB.label) ||
    compareTexts(keyOfTrail(a), keyOfTrail(b))
  );
}

/** All names along a trail. Two Pods of one workload with the same fault differ in nothing else. */
function keyOfTrail(trail: CauseTrail): string {
  return trail.map(({ ref, label }) => `${keyOf(ref)} ${label}`).join("\n");
}

/** The deepest object of a trail. */
export function deepestNode(trail: CauseTrail): ReportNode {
  return trail.at(-1) ?? trail[0];
}

/** How much the deepest object of a trail says, most first. */
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

function rankOfTrail(trail: CauseTrail): number {
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
