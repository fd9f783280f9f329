import { type KubeObject, keyOf } from "../../model/object.ts";
import type { Node } from "../../model/report.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import { application } from "../../profiles/application.ts";
import type { Context } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { type Component, type Composition, compositionOf } from "./components.ts";
import { asPart, customNode, partNode } from "./part-node.ts";
import { type ApplicationState, stateOf } from "./state.ts";

/** An Application with its parts, nested Applications as trees of their own. */
export interface Tree {
  readonly composition: Composition;
  readonly state: ApplicationState;
  readonly parts: readonly Node[];
  /** Worst of its own and of its parts. */
  readonly verdict: Verdict;
  /** Applications that select one that stands above them. */
  readonly cycles: readonly KubeObject[];
  /** How many nested Applications stand without their parts, because there were too many. */
  readonly cut: number;
}

/**
 * How many objects may stand below the nested Applications of one root: each of a hundred may select all the others, and
 * each is a root of its own where nobody asked for one. Beyond, a nested Application is told by its conditions alone.
 */
const mostBelow = 300;

/** Each nested Application is opened once, where it is met first; one that stands above is no part of what is below it. */
export function treeOf(object: KubeObject, index: Index, context: Context): Tree {
  const opened = new Set<string>();
  const cycles: KubeObject[] = [];
  let [room, cut] = [mostBelow, 0];

  function open(composition: Composition, above: ReadonlySet<string>): Omit<Tree, "cycles" | "cut"> {
    const { object: one, components } = composition;
    const here = new Set([...above, keyOf(one.ref)]);
    opened.add(keyOf(one.ref));
    // A circle leads back to one above; to select oneself is another matter.
    if (components.some(({ key }) => above.has(key))) cycles.push(one);
    const parts = components.filter(({ key }) => !here.has(key)).map((each) => part(each, here));
    const state = stateOf(composition, parts, context);
    return { composition, state, parts, verdict: worst([state.ownVerdict, ...parts.map(({ verdict }) => verdict)]) };
  }

  function part(component: Component, above: ReadonlySet<string>): Node {
    const { object: one, key } = component;
    if (!isApplication(one)) return partNode(component, index, context);
    const alone = asPart(customNode(one, context), component);
    if (opened.has(key)) return alone;
    const composition = compositionOf(one, index);
    if (composition.components.length > room) {
      cut += 1;
      return alone;
    }
    room -= composition.components.length + 1;
    const { parts, state, verdict } = open(composition, above);
    const facts = { ...alone.facts, componentsReady: `${state.ready}/${state.total}` };
    return { ...alone, verdict, ownVerdict: state.ownVerdict, stale: state.isStale, facts, children: parts };
  }

  return { ...open(compositionOf(object, index), new Set()), cycles, cut };
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

function isApplication({ ref }: KubeObject): boolean {
  return ref.group === application.root.group && ref.kind === application.root.kind;
}
