import { type KubeObject, keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { addReadiness, evaluatePart, listUnlistedNodes, makeCustomNode } from "./component-node.ts";
import { type ApplicationStanding, evaluateApplication, isApplication } from "./component-standing.ts";
import { type ApplicationComponent, type ApplicationComposition, readComposition } from "./composition.ts";

/** An Application with its parts; nested Applications are trees of their own. */
export interface ApplicationTree extends ApplicationStanding {
  readonly parts: readonly ReportNode[];
  /** Applications that select an Application above them. */
  readonly cycles: readonly KubeObject[];
  /** How many nested Applications are shown without their parts, because there were too many. */
  readonly cut: number;
}

/**
 * The most objects below the nested Applications of one root. Each of a hundred may select all others. Each is also a
 * root of its own unless the user named one. Beyond the limit a nested Application is shown without its parts.
 */
const maxObjectsBelow = 300;

/**
 * The tree of an Application. Each nested Application is expanded once, where it is first met. An Application above is
 * not a part of those below it.
 */
export function buildApplicationTree(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): ApplicationTree {
  const opened = new Set<string>();
  const cycles: KubeObject[] = [];
  let room = maxObjectsBelow;
  let cut = 0;

  function open(
    { composition, state, verdict }: ApplicationStanding,
    above: ReadonlySet<string>,
  ): Omit<ApplicationTree, "cycles" | "cut"> {
    const { object: one, components } = composition;
    const here = new Set([...above, keyOf(one.ref)]);
    opened.add(keyOf(one.ref));
    // A circle leads back to an Application above; one that selects itself is a different case.
    if (components.some(({ key }) => above.has(key))) cycles.push(one);
    const shown = components.filter(({ key, isUnread }) => !here.has(key) && isUnread !== true);
    const parts = shown.map((each) => part(each, here));
    return { composition, state, verdict, parts: [...parts, ...listUnlistedNodes(composition)] };
  }

  function part(component: ApplicationComponent, above: ReadonlySet<string>): ReportNode {
    const { object: one, key } = component;
    if (!isApplication(one)) return evaluatePart(component, index, context);
    const standing = evaluateApplication(one, index, context);
    const { state, verdict, composition } = standing;
    const node = addReadiness(makeCustomNode(one, context), component);
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

  return { ...open(evaluateApplication(object, index, context), new Set()), cycles, cut };
}

/** Applications reachable from one, itself first, each once, nearest first: the ones whose lists are requested. */
export function listReachableApplications(object: KubeObject, index: ObjectIndex): readonly ApplicationComposition[] {
  const met = new Set<string>([keyOf(object.ref)]);
  const found: ApplicationComposition[] = [];
  const open = [object];
  // The list grows while the loop walks it.
  for (const next of open) {
    if (found.length > maxListedApplications) break;
    const composition = readComposition(next, index);
    found.push(composition);
    for (const { key, object: one } of composition.components) {
      if (met.has(key) || !isApplication(one)) continue;
      met.add(key);
      open.push(one);
    }
  }
  return found;
}

/** The lists of nested Applications beyond this number are not requested. */
const maxListedApplications = 50;
