import { isSameKind } from "../../model/kind.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import { allVerdicts, type Verdict, worstVerdict } from "../../model/verdict.ts";
import { applicationProfile } from "../../profiles/application.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type ApplicationState, readApplicationState } from "./application-state.ts";
import { evaluatePart } from "./component-node.ts";
import { type ApplicationComponent, type ApplicationComposition, readComposition } from "./composition.ts";
import { findCycles, reverseGraph, type SelectionGraph } from "./selection-cycles.ts";

/** The state of one Application, the same wherever it appears in a Report. */
export interface ApplicationStanding {
  readonly composition: ApplicationComposition;
  readonly state: ApplicationState;
  /** The worst of its own verdict, of its parts, and of everything that the nested Applications lead to. */
  readonly verdict: Verdict;
}

/** The standing of an Application, computed once for each evaluation, because each of a hundred may stand below all others. */
export function evaluateApplication(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): ApplicationStanding {
  const standings = standingsByContext.get(context) ?? new Map<string, ApplicationStanding>();
  standingsByContext.set(context, standings);
  if (!standings.has(keyOf(object.ref))) evaluateReachable(object, index, context, standings);
  const standing = standings.get(keyOf(object.ref));
  if (standing === undefined) throw new Error("an Application leads to itself");
  return standing;
}

const standingsByContext = new WeakMap<EvaluationContext, Map<string, ApplicationStanding>>();

/** Adds the standings of all Applications that `object` leads to and that have none yet, itself included. */
function evaluateReachable(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
  standings: Map<string, ApplicationStanding>,
): void {
  const { compositions, graph } = collectReachable(object, index, standings);
  const circles = findCycles(graph);
  const componentsOutside = new Map<ReadonlySet<string>, readonly ApplicationComponent[]>();
  const states = new Map<string, { readonly state: ApplicationState; readonly verdict: Verdict }>();
  for (const [key, composition] of compositions) {
    const circle = circles.get(key) ?? new Set();
    const explaining = componentsOutside.get(circle) ?? listComponentsOutside(circle, compositions);
    componentsOutside.set(circle, explaining);
    const state = readApplicationState(composition, explaining, context);
    const partVerdicts = composition.components.map((component) =>
      isApplication(component.object)
        ? (standings.get(component.key)?.verdict ?? "healthy")
        : readCountedVerdict(component, index, context),
    );
    states.set(key, { state, verdict: worstVerdict([state.ownVerdict, ...partVerdicts]) });
  }
  const owners = reverseGraph(graph);
  // Worst first: an Application that leads to another one is at least as bad as that.
  for (const verdict of allVerdicts) {
    const openKeys = Array.from(states.keys()).filter((key) => states.get(key)?.verdict === verdict);
    for (let key = openKeys.pop(); key !== undefined; key = openKeys.pop()) {
      const composition = compositions.get(key);
      const state = states.get(key)?.state;
      if (composition === undefined || state === undefined || standings.has(key)) continue;
      standings.set(key, { composition, state, verdict });
      openKeys.push(...(owners.get(key) ?? []));
    }
  }
}

/** The Applications that `object` leads to and that have no standing yet, and which of them each one selects. */
function collectReachable(
  object: KubeObject,
  index: ObjectIndex,
  standings: ReadonlyMap<string, ApplicationStanding>,
): { readonly compositions: ReadonlyMap<string, ApplicationComposition>; readonly graph: SelectionGraph } {
  const compositions = new Map([[keyOf(object.ref), readComposition(object, index)]]);
  const graph = new Map<string, readonly string[]>();
  // The loop also visits the compositions that are added while it runs.
  for (const [key, { components }] of compositions) {
    const nested = components.filter((component) => isApplication(component.object));
    const nestedKeys = nested.map((component) => component.key);
    graph.set(key, nestedKeys);
    for (const component of nested) {
      if (standings.has(component.key) || compositions.has(component.key)) continue;
      compositions.set(component.key, readComposition(component.object, index));
    }
  }
  return { compositions, graph };
}

/**
 * The components of all Applications of a circle that lie outside it. Those in it are omitted: that they wait for each other
 * explains no fault.
 */
function listComponentsOutside(
  circle: ReadonlySet<string>,
  compositions: ReadonlyMap<string, ApplicationComposition>,
): readonly ApplicationComponent[] {
  const components = [...circle].flatMap((key) => compositions.get(key)?.components ?? []);
  return components.filter(({ key }) => !circle.has(key));
}

function readCountedVerdict(component: ApplicationComponent, index: ObjectIndex, context: EvaluationContext): Verdict {
  const { required, verdict } = evaluatePart(component, index, context);
  return required ? verdict : "healthy";
}

export function isApplication({ ref }: Pick<KubeObject, "ref">): boolean {
  return isSameKind(ref, applicationProfile.root);
}
