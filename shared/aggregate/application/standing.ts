import { type KubeObject, keyOf } from "../../model/object.ts";
import { type Verdict, verdicts, worst } from "../../model/verdict.ts";
import { application } from "../../profiles/application.ts";
import type { Context } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { circlesOf, reversed } from "./circles.ts";
import { type Component, type Composition, compositionOf } from "./components.ts";
import { partNode } from "./part-node.ts";
import { type ApplicationState, stateOf } from "./state.ts";

/** How one Application is, the same wherever it stands in a Report. */
export interface Standing {
  readonly composition: Composition;
  readonly state: ApplicationState;
  /** Worst of its own, of its parts, and of all that the Applications among them lead to. */
  readonly verdict: Verdict;
}

/** Worked out once for each judgement: each of a hundred Applications may stand below all the others. */
export function standingOf(object: KubeObject, index: Index, context: Context): Standing {
  const known = standings.get(context) ?? new Map<string, Standing>();
  standings.set(context, known);
  if (!known.has(keyOf(object.ref))) standAll(object, index, context, known);
  const standing = known.get(keyOf(object.ref));
  if (standing === undefined) throw new Error("an Application leads to itself");
  return standing;
}

const standings = new WeakMap<Context, Map<string, Standing>>();

/** All that `object` leads to and that is not known yet. */
function standAll(object: KubeObject, index: Index, context: Context, known: Map<string, Standing>): void {
  const found = new Map([[keyOf(object.ref), compositionOf(object, index)]]);
  const graph = new Map<string, readonly string[]>();
  // Both grow while they are walked.
  for (const [key, { components }] of found) {
    const nested = components.filter((component) => isApplication(component.object));
    graph.set(
      key,
      nested.map((component) => component.key),
    );
    for (const component of nested) {
      if (known.has(component.key) || found.has(component.key)) continue;
      found.set(component.key, compositionOf(component.object, index));
    }
  }
  const circles = circlesOf(graph);
  const outside = new Map<ReadonlySet<string>, readonly Component[]>();
  const states = new Map<string, { readonly state: ApplicationState; readonly verdict: Verdict }>();
  for (const [key, composition] of found) {
    const circle = circles.get(key) ?? new Set();
    const explaining = outside.get(circle) ?? outsideOf(circle, found);
    outside.set(circle, explaining);
    const state = stateOf(composition, explaining, context);
    const parts = composition.components.map((component) =>
      isApplication(component.object)
        ? (known.get(component.key)?.verdict ?? "healthy")
        : countedVerdict(component, index, context),
    );
    states.set(key, { state, verdict: worst([state.ownVerdict, ...parts]) });
  }
  const back = reversed(graph);
  // Worst first: whoever leads to it is as bad at least.
  for (const verdict of verdicts) {
    const open = Array.from(states.keys()).filter((key) => states.get(key)?.verdict === verdict);
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const [composition, state] = [found.get(key), states.get(key)?.state];
      if (composition === undefined || state === undefined || known.has(key)) continue;
      known.set(key, { composition, state, verdict });
      open.push(...(back.get(key) ?? []));
    }
  }
}

/** What a circle of Applications consists of besides each other: that they wait for each other explains nothing. */
function outsideOf(circle: ReadonlySet<string>, found: ReadonlyMap<string, Composition>): readonly Component[] {
  return Array.from(circle).flatMap((key) => found.get(key)?.components.filter((one) => !circle.has(one.key)) ?? []);
}

function countedVerdict(component: Component, index: Index, context: Context): Verdict {
  const { required, verdict } = partNode(component, index, context);
  return required ? verdict : "healthy";
}

export function isApplication({ ref }: Pick<KubeObject, "ref">): boolean {
  return ref.group === application.root.group && ref.kind === application.root.kind;
}
