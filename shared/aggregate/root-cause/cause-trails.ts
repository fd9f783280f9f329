import { saysWhy } from "../../model/cause/trouble.ts";
import { nodeSince } from "../../model/condition-age.ts";
import { explainsPod, isReplaced } from "../../model/finding/pod-causes.ts";
import { keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { compareVerdicts, isSerious } from "../../model/verdict.ts";
import { compareTexts } from "../evaluation/compare.ts";

/** The path from a part down to the object that explains it. */
export type CauseTrail = readonly [part: ReportNode, ...below: ReportNode[]];

/**
 * The time since which the deepest node is in its state, else the nearest node above with a time. A container that
 * restarts changes the readiness of its Pod with each run: then its workload has the time since when it lacks the Pod.
 */
export function sinceOfTrail(trail: CauseTrail): string | undefined {
  const nearest = trail
    .toReversed()
    .map(nodeSince)
    .find((each) => each !== undefined);
  const restarts = trail.some(({ role, facts }) => role === "container" && (facts["restarts"] ?? "0") !== "0");
  const workload = restarts ? trail.find(({ role }) => role === "workload") : undefined;
  const lacking = workload === undefined ? undefined : nodeSince(workload);
  return [nearest, lacking].filter((each) => each !== undefined).toSorted(compareTexts)[0];
}

/** One trail for each child that is unavailable or degraded. None without such a child. */
export function trailsFrom(part: ReportNode): readonly CauseTrail[] {
  return part.children.filter((child) => isSerious(child.verdict)).map((child) => [part, ...longestTrail(child)]);
}

/** The trail below the child that explains most, or the node alone. */
export function longestTrail(node: ReportNode): CauseTrail {
  if (node.children.length === 0) return [node];
  const known = trails.get(node);
  if (known !== undefined) return known;
  let best: CauseTrail | undefined;
  for (const child of node.children) {
    if (!explains(child, node)) continue;
    const trail = longestTrail(child);
    if (best === undefined || compareTrails(trail, best) < 0) best = trail;
  }
  const trail: CauseTrail = best === undefined || saysMore(node, best) ? [node] : [node, ...best];
  trails.set(node, trail);
  return trail;
}

/**
 * Whether the node explains more than the trail below it. A failed creation explains more than a Pod that was created
 * and replaced.
 */
function saysMore(node: ReportNode, below: CauseTrail): boolean {
  return node.role === "replicaset" && saysWhy(node) && isOver(below);
}

/** Whether the trail leads through a Pod that other Pods replace. */
export function isOver(trail: CauseTrail): boolean {
  return trail.some(isReplaced);
}

/** The trail of each node with children, cached because every node above it needs it. */
const trails = new WeakMap<ReportNode, CauseTrail>();

/**
 * Whether a child explains its node. A child that only waits explains it if it has a reason. It does not explain a Pod
 * with a worse verdict. An unknown child explains a node that is unknown for no reason of its own. A ReplicaSet
 * explains its Deployment by what it could not do, or by its Pods, never by its counts.
 */
function explains(child: ReportNode, node: ReportNode): boolean {
  if (child.role === "replicaset" && !saysWhy(child)) return child.children.some((each) => explains(each, child));
  const isPod = node.ref.kind === "Pod" && node.ref.group === "" && node.role !== "container";
  if (isPod && !explainsPod(child, node)) return false;
  if (isSerious(child.verdict)) return true;
  if (child.verdict === "unknown") return node.verdict === "unknown" && node.ownVerdict === "healthy";
  return child.verdict === "progressing" && child.trouble !== undefined && !(isPod && isSerious(node.verdict));
}

/**
 * Orders trails by how much they explain. Trails without a replaced Pod come first, then the worse verdict. Then broken
 * objects come before waiting ones. Their order is container, Node or volume, Pod, and an object that could not create
 * a Pod. A missing object comes last. The older trouble is next, then the names, never the order of the input. Below
 * one Pod, a Node or a volume comes before the containers, because it explains them.
 */
export function compareTrails(a: CauseTrail, b: CauseTrail): number {
  const one = deepestNode(a);
  const other = deepestNode(b);
  return (
    Number(isOver(a)) - Number(isOver(b)) ||
    compareVerdicts(a[0].verdict, b[0].verdict) ||
    rank(a) - rank(b) ||
    compareTexts(one.trouble?.since ?? never, other.trouble?.since ?? never) ||
    compareTexts(one.label, other.label) ||
    compareTexts(trailKey(a), trailKey(b))
  );
}

/** All names along a trail. Equal objects, such as two Pods of one workload, differ in nothing else. */
function trailKey(trail: CauseTrail): string {
  return trail.map(({ ref, label }) => `${keyOf(ref)} ${label}`).join("\n");
}

/** The deepest object of a trail. */
export function deepestNode(trail: CauseTrail): ReportNode {
  return trail.at(-1) ?? trail[0];
}

/** Sorts after every timestamp. */
const never = "~";

function rank(trail: CauseTrail): number {
  const end = deepestNode(trail);
  const isBelowPod = trail.length === 1;
  if (end.outcome !== "found") return 6;
  if (end.trouble === undefined) return 7;
  if (!isSerious(end.verdict)) return 5;
  switch (end.role) {
    case "container":
      // One that only fails its probe explains less than one beside it that does not start.
      return end.trouble.reason === "NotReady" ? 1.5 : 1;
    case "related":
      return isBelowPod ? 0 : 2;
    case "pod":
      return 3;
    default:
      return 4;
  }
}
