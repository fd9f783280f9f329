import { isSameKind } from "../../model/kind.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import { allVerdicts, type Verdict, worstVerdict } from "../../model/verdict.ts";
import { applicationProfile } from "../../profiles/application.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type ApplicationState, readApplicationState } from "./application-state.ts";
import { evaluatePart } from "./component-node.ts";
import { type ApplicationComponent, type ApplicationComposition, readComposition } from "./composition.ts";
import { findCycles, reverseGraph } from "./selection-cycles.ts";

/** The state of one Application, the same wherever it appears in a Report. */
export interface ApplicationStanding {
  readonly composition: ApplicationComposition;
  readonly state: ApplicationState;
  /** The worst of its own verdict, of its parts, and of everything that the nested Applications lead to. */
  readonly verdict: Verdict;
}

/** The standing of an Application, computed once for each evaluation: each of a hundred may stand below all others. */
export function evaluateApplication(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): ApplicationStanding {
  const known = standings.get(context) ?? new Map<string, ApplicationStanding>();
  standings.set(context, known);
  if (!known.has(keyOf(object.ref))) evaluateReachable(object, index, context, known);
  const standing = known.get(keyOf(object.ref));
  if (standing === undefined) throw new Error("an Application leads to itself");
  return standing;
}

const standings = new WeakMap<EvaluationContext, Map<string, ApplicationStanding>>();

/** Computes the standings of all Applications that `object` leads to and that are not known yet. */
function evaluateReachable(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
  known: Map<string, ApplicationStanding>,
): void {
  const found = new Map([[keyOf(object.ref), readComposition(object, index)]]);
  const graph = new Map<string, readonly string[]>();
  // Both maps grow while the loop walks them.
  for (const [key, { components }] of found) {
    const nested = components.filter((component) => isApplication(component.object));
    graph.set(
      key,
      nested.map((component) => component.key),
    );
    for (const component of nested) {
      if (known.has(component.key) || found.has(component.key)) continue;
      found.set(component.key, readComposition(component.object, index));
    }
  }
  const circles = findCycles(graph);
  const outside = new Map<ReadonlySet<string>, readonly ApplicationComponent[]>();
  const states = new Map<string, { readonly state: ApplicationState; readonly verdict: Verdict }>();
  for (const [key, composition] of found) {
    const circle = circles.get(key) ?? new Set();
    const explaining = outside.get(circle) ?? listComponentsOutside(circle, found);
    outside.set(circle, explaining);
    const state = readApplicationState(composition, explaining, context);
    const parts = composition.components.map((component) =>
      isApplication(component.object)
        ? (known.get(component.key)?.verdict ?? "healthy")
        : readCountedVerdict(component, index, context),
    );
    states.set(key, { state, verdict: worstVerdict([state.ownVerdict, ...parts]) });
  }
  const back = reverseGraph(graph);
  // Worst first: an Application that leads to this one is at least as bad.
  for (const verdict of allVerdicts) {
    const open = Array.from(states.keys()).filter((key) => states.get(key)?.verdict === verdict);
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const composition = found.get(key);
      const state = states.get(key)?.state;
      if (composition === undefined || state === undefined || known.has(key)) continue;
      known.set(key, { composition, state, verdict });
      open.push(...(back.get(key) ?? []));
    }
  }
}

/** The components of a circle's Applications outside the circle: that they wait for each other explains nothing. */
function listComponentsOutside(
  circle: ReadonlySet<string>,
  found: ReadonlyMap<string, ApplicationComposition>,
): readonly ApplicationComponent[] {
  return Array.from(circle).flatMap((key) => found.get(key)?.components.filter((one) => !circle.has(one.key)) ?? []);
}

function readCountedVerdict(component: ApplicationComponent, index: ObjectIndex, context: EvaluationContext): Verdict {
  const { required, verdict } = evaluatePart(component, index, context);
  return required ? verdict : "healthy";
}

export function isApplication({ ref }: Pick<KubeObject, "ref">): boolean {
  return isSameKind(ref, applicationProfile.root);
}
