import { computeOnce } from "../../model/compute-once.ts";
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

/**
 * The standing of an Application. It is computed once for each evaluation, because each of a hundred Applications may select
 * all others.
 */
export function evaluateApplication(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): ApplicationStanding {
  const standings = standingsOfEvaluation(context);
  if (!standings.has(keyOf(object.ref))) evaluateReachable(object, index, context, standings);
  const standing = standings.get(keyOf(object.ref));
  if (standing === undefined) throw new Error("an Application leads to itself");
  return standing;
}

/** The standings of one evaluation by the key of the Application. */
const standingsOfEvaluation = computeOnce((_: EvaluationContext) => new Map<string, ApplicationStanding>());

/** Adds the standings of all Applications that `object` leads to and that have none yet, itself included. */
function evaluateReachable(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
  standings: Map<string, ApplicationStanding>,
): void {
  const { compositions, graph } = collectReachable(object, index, standings);
  const states = readStates(compositions, graph, context);
  const directVerdicts = new Map<string, Verdict>();
  for (const [key, { composition, state }] of states) {
    const componentVerdicts = composition.components.map((component) => {
      if (isApplication(component.object)) return standings.get(component.key)?.verdict ?? "healthy";
      return readCountedVerdict(component, index, context);
    });
    directVerdicts.set(key, worstVerdict([state.ownVerdict, ...componentVerdicts]));
  }
  const verdicts = spreadVerdicts(directVerdicts, reverseGraph(graph));
  for (const [key, verdict] of verdicts) {
    const evaluated = states.get(key);
    if (evaluated !== undefined) standings.set(key, { ...evaluated, verdict });
  }
}

/** The states of Applications by key. What may explain the conditions of an Application lies outside of its circle. */
function readStates(
  compositions: ReadonlyMap<string, ApplicationComposition>,
  graph: SelectionGraph,
  context: EvaluationContext,
): ReadonlyMap<string, Pick<ApplicationStanding, "composition" | "state">> {
  const circles = findCycles(graph);
  const componentsByCircle = new Map<ReadonlySet<string>, readonly ApplicationComponent[]>();
  const states = new Map<string, Pick<ApplicationStanding, "composition" | "state">>();
  for (const [key, composition] of compositions) {
    const circle = circles.get(key) ?? new Set();
    const components = componentsByCircle.get(circle) ?? listComponentsOutside(circle, compositions);
    componentsByCircle.set(circle, components);
    states.set(key, { composition, state: readApplicationState(composition, components, context) });
  }
  return states;
}

/**
 * The verdicts by key, where each Application is at least as bad as every Application that it leads to. The worst verdicts
 * are spread first, so that each key is visited once.
 *
 * @param directVerdicts the verdicts without nested Applications
 * @param owners the Applications that select each Application
 */
function spreadVerdicts(
  directVerdicts: ReadonlyMap<string, Verdict>,
  owners: SelectionGraph,
): ReadonlyMap<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const verdict of allVerdicts) {
    const openKeys = [...directVerdicts.keys()].filter((key) => directVerdicts.get(key) === verdict);
    for (let key = openKeys.pop(); key !== undefined; key = openKeys.pop()) {
      if (verdicts.has(key)) continue;
      verdicts.set(key, verdict);
      openKeys.push(...(owners.get(key) ?? []));
    }
  }
  return verdicts;
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
 * The components of all Applications of a circle, without the Applications of the circle. That these wait for each other
 * explains no fault.
 */
function listComponentsOutside(
  circle: ReadonlySet<string>,
  compositions: ReadonlyMap<string, ApplicationComposition>,
): readonly ApplicationComponent[] {
  const components = [...circle].flatMap((key) => compositions.get(key)?.components ?? []);
  return components.filter(({ key }) => !circle.has(key));
}

/** The verdict of a component that is no Application. Healthy for one that does not count. */
function readCountedVerdict(component: ApplicationComponent, index: ObjectIndex, context: EvaluationContext): Verdict {
  const { required, verdict } = evaluatePart(component, index, context);
  return required ? verdict : "healthy";
}

export function isApplication({ ref }: Pick<KubeObject, "ref">): boolean {
  return isSameKind(ref, applicationProfile.root);
}
