import { explainsPod, isReplaced } from "../model/pod-causes.ts";
import type { Node } from "../model/report.ts";
import { sinceOf } from "../model/since.ts";
import { compareVerdicts, type Verdict, verdicts } from "../model/verdict.ts";
import { saysWhy } from "../render/words-evidence.ts";
import { compareTexts } from "./texts.ts";

/** From a part down to the object that explains it. */
export type Trail = readonly [part: Node, ...below: Node[]];

/** Since when the deepest on it is so, else what lies nearest above. */
export function sinceOfTrail(trail: Trail): string | undefined {
  return trail
    .toReversed()
    .map(sinceOf)
    .find((each) => each !== undefined);
}

export function isSerious(verdict: Verdict): boolean {
  return verdicts.indexOf(verdict) <= verdicts.indexOf("degraded");
}

/** One trail for each child that is unavailable or degraded; of a part without any such child none. */
export function trailsFrom(part: Node): readonly Trail[] {
  return part.children.filter((child) => isSerious(child.verdict)).map((child) => [part, ...longestTrail(child)]);
}

/** The trail below the child that explains most, or the node alone. */
export function longestTrail(node: Node): Trail {
  const known = trails.get(node);
  if (known !== undefined) return known;
  let best: Trail | undefined;
  for (const child of node.children) {
    if (!explains(child, node)) continue;
    const trail = longestTrail(child);
    if (best === undefined || compareTrails(trail, best) < 0) best = trail;
  }
  const trail: Trail = best === undefined || saysMore(node, best) ? [node] : [node, ...best];
  trails.set(node, trail);
  return trail;
}

/** What could not be made explains more than what was made once and is gone. */
function saysMore(node: Node, below: Trail): boolean {
  return node.role === "replicaset" && saysWhy(node) && isOver(below);
}

/** It goes through a Pod that others stand in for. */
export function isOver(trail: Trail): boolean {
  return trail.some(isReplaced);
}

/** A node is asked for its trail by everything that stands above it. */
const trails = new WeakMap<Node, Trail>();

/**
 * What merely waits explains something too where it has a word for it, but not a Pod that is worse than that. A ReplicaSet
 * explains its Deployment by what it could not do, or by its Pods, never by its counts.
 */
function explains(child: Node, node: Node): boolean {
  if (child.role === "replicaset" && !saysWhy(child)) return child.children.some((each) => explains(each, child));
  const isPod = node.ref.kind === "Pod" && node.ref.group === "" && node.role !== "container";
  if (isPod && !explainsPod(child, node)) return false;
  if (isSerious(child.verdict)) return true;
  return child.verdict === "progressing" && child.trouble !== undefined && !(isPod && isSerious(node.verdict));
}

/**
 * What explains more comes first: what nobody stands in for; the worse verdict; then what is broken before what waits (a container before a Node or
 * a volume, these before a Pod, a Pod before what could not make one, and what is not there last); then the older
 * trouble; then by name. Below one Pod a Node or a volume that explains it explains its containers too, not they it.
 */
export function compareTrails(a: Trail, b: Trail): number {
  const [one, other] = [endOf(a), endOf(b)];
  return (
    Number(isOver(a)) - Number(isOver(b)) ||
    compareVerdicts(a[0].verdict, b[0].verdict) ||
    rank(a) - rank(b) ||
    compareTexts(one.trouble?.since ?? never, other.trouble?.since ?? never) ||
    compareTexts(one.label, other.label)
  );
}

/** The deepest object of a trail. */
export function endOf(trail: Trail): Node {
  return trail.at(-1) ?? trail[0];
}

/** Later than any stamp. */
const never = "~";

function rank(trail: Trail): number {
  const end = endOf(trail);
  const isBelowPod = trail.length === 1;
  if (end.outcome !== "found") return 6;
  if (end.trouble === undefined) return 7;
  if (!isSerious(end.verdict)) return 5;
  switch (end.role) {
    case "container":
      return 1;
    case "related":
      return isBelowPod ? 0 : 2;
    case "pod":
      return 3;
    default:
      return 4;
  }
}
