import { type KubeObject, keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { addReadiness, evaluatePart, listUnlistedNodes, makeCustomNode } from "./component-node.ts";
import { type ApplicationStanding, evaluateApplication, isApplication } from "./component-standing.ts";
import { type ApplicationComponent, type ApplicationComposition, readComposition } from "./composition.ts";

/** An Application with its parts. The node of a nested Application has its own parts below it. */
export interface ApplicationTree extends ApplicationStanding {
  readonly parts: readonly ReportNode[];
  /** Applications that select an Application above them. */
  readonly cycles: readonly KubeObject[];
  /** How many nested Applications are shown without their parts, because there were too many. */
  readonly cut: number;
}

/**
 * The most objects below the nested Applications of one root, because each of a hundred Applications may select all others.
 * Beyond the limit a nested Application is shown without its parts, which the user sees below it where it is a root.
 */
const maxNestedObjects = 300;

/** The most Applications whose lists are requested for one root, the nearest first. */
const maxListedApplications = 50;

/**
 * The tree of an Application. Each nested Application has its parts only where it appears first. An Application is no part
 * of an Application below it, even if that selects it.
 */
export function buildApplicationTree(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): ApplicationTree {
  const expandedKeys = new Set<string>();
  const cycles: KubeObject[] = [];
  let remainingObjects = maxNestedObjects;
  let cut = 0;

  function expand(
    { composition, state, verdict }: ApplicationStanding,
    keysAbove: ReadonlySet<string>,
  ): Omit<ApplicationTree, "cycles" | "cut"> {
    const { object: application, components } = composition;
    const key = keyOf(application.ref);
    const keysAboveParts = new Set([...keysAbove, key]);
    expandedKeys.add(key);
    // An Application that selects itself is no cycle, and is reported by a finding of its own.
    if (components.some((component) => keysAbove.has(component.key))) cycles.push(application);
    const shownComponents = components.filter(
      (component) => !keysAboveParts.has(component.key) && component.isUnread !== true,
    );
    const parts = shownComponents.map((component) => makePart(component, keysAboveParts));
    return { composition, state, verdict, parts: [...parts, ...listUnlistedNodes(composition)] };
  }

  function makePart(component: ApplicationComponent, keysAbove: ReadonlySet<string>): ReportNode {
    if (!isApplication(component.object)) return evaluatePart(component, index, context);
    const standing = evaluateApplication(component.object, index, context);
    const { state, verdict, composition } = standing;
    const node = addReadiness(makeCustomNode(component.object, context), component);
    const facts = { ...node.facts, componentsReady: state.code.componentsReady ?? "" };
    const nodeWithoutParts = { ...node, verdict, ownVerdict: state.ownVerdict, stale: state.isStale, facts };
    if (expandedKeys.has(component.key)) return nodeWithoutParts;
    if (composition.components.length > remainingObjects) {
      cut += 1;
      return nodeWithoutParts;
    }
    remainingObjects -= composition.components.length + 1;
    return { ...nodeWithoutParts, children: expand(standing, keysAbove).parts };
  }

  return { ...expand(evaluateApplication(object, index, context), new Set()), cycles, cut };
}

/**
 * The Applications whose lists are requested: `object` itself, then those that it leads to, each once, the nearest first, at
 * most `maxListedApplications`.
 */
export function listReachableApplications(object: KubeObject, index: ObjectIndex): readonly ApplicationComposition[] {
  const queuedKeys = new Set<string>([keyOf(object.ref)]);
  const compositions: ApplicationComposition[] = [];
  const queue = [object];
  // The loop also visits the Applications that are added while it runs.
  for (const application of queue) {
    if (compositions.length > maxListedApplications) break;
    const composition = readComposition(application, index);
    compositions.push(composition);
    for (const component of composition.components) {
      if (queuedKeys.has(component.key) || !isApplication(component.object)) continue;
      queuedKeys.add(component.key);
      queue.push(component.object);
    }
  }
  return compositions;
}
