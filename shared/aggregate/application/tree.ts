import { type KubeObject, keyOf } from "../../model/object.ts";
import type { Node } from "../../model/report.ts";
import type { Context } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { type Component, type Composition, compositionOf } from "./components.ts";
import { asPart, customNode, partNode, unlistedNodes } from "./part-node.ts";
import { isApplication, type Standing, standingOf } from "./standing.ts";

/** An Application with its parts, nested Applications as trees of their own. */
export interface Tree extends Standing {
  readonly parts: readonly Node[];
  /** Applications that select one that stands above them. */
  readonly cycles: readonly KubeObject[];
  /** How many nested Applications stand without their parts, because there were too many. */
  readonly cut: number;
}

/**
 * How many objects may stand below the nested Applications of one root: each of a hundred may select all the others, and
 * each is a root of its own where nobody asked for one. Beyond, a nested Application stands without its parts.
 */
const mostBelow = 300;

/** Each nested Application is opened once, where it is met first; one that stands above is no part of what is below it. */
export function treeOf(object: KubeObject, index: Index, context: Context): Tree {
  const opened = new Set<string>();
  const cycles: KubeObject[] = [];
  let [room, cut] = [mostBelow, 0];

  function open({ composition, state, verdict }: Standing, above: ReadonlySet<string>): Omit<Tree, "cycles" | "cut"> {
    const { object: one, components } = composition;
    const here = new Set([...above, keyOf(one.ref)]);
    opened.add(keyOf(one.ref));
    // A circle leads back to one above; to select oneself is another matter.
    if (components.some(({ key }) => above.has(key))) cycles.push(one);
    const parts = components.filter(({ key }) => !here.has(key)).map((each) => part(each, here));
    return { composition, state, verdict, parts: [...parts, ...unlistedNodes(composition)] };
  }

  function part(component: Component, above: ReadonlySet<string>): Node {
    const { object: one, key } = component;
    if (!isApplication(one)) return partNode(component, index, context);
    const standing = standingOf(one, index, context);
    const { state, verdict, composition } = standing;
    const node = asPart(customNode(one, context), component);
    const facts = { ...node.facts, componentsReady: `${state.ready}/${state.total}` };
    const alone = { ...node, verdict, ownVerdict: state.ownVerdict, stale: state.isStale, facts };
    if (opened.has(key)) return alone;
    if (composition.components.length > room) {
      cut += 1;
      return alone;
    }
    room -= composition.components.length + 1;
    return { ...alone, children: open(standing, above).parts };
  }

  return { ...open(standingOf(object, index, context), new Set()), cycles, cut };
}

/** Applications reachable from one, itself first, each once, nearest first: what their lists are asked for. */
export function reachable(object: KubeObject, index: Index): readonly Composition[] {
  const met = new Set<string>([keyOf(object.ref)]);
  const found: Composition[] = [];
  const open = [object];
  // The list grows while it is walked.
  for (const next of open) {
    if (found.length > mostAsked) break;
    const composition = compositionOf(next, index);
    found.push(composition);
    for (const { key, object: one } of composition.components) {
      if (met.has(key) || !isApplication(one)) continue;
      met.add(key);
      open.push(one);
    }
  }
  return found;
}

/** Nested Applications beyond these are not asked about. */
const mostAsked = 50;
