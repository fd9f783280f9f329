import type { KubeObject } from "../../model/object.ts";
import type { Contribution, Node, RootCause, RootNode, RuleSetName } from "../../model/report.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import { hco } from "../../profiles/hco.ts";
import type { Context, Judgement } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { oddityFindings } from "../oddities.ts";
import { relatedObjects } from "../related.ts";
import { rootCauseOf } from "../root-cause.ts";
import { judge } from "../sense.ts";
import { longestTrail } from "../trails.ts";
import { componentNode, meaning } from "./component-node.ts";
import { type Component, componentsOf } from "./components.ts";
import { driftOf, heldBy } from "./drift.ts";
import { componentFindings } from "./findings/components.ts";
import { blameFindings, disagreements, operatorConditionFindings } from "./findings/disagreements.ts";
import { anewFindings, madeAnew, otherFindings } from "./findings/fresh.ts";
import { remarks, stateFindings } from "./findings/state.ts";
import { surroundings } from "./findings/surroundings.ts";
import { gatesOf } from "./gates.ts";
import { offendersOf, stalledBy, uncertainOf } from "./offenders.ts";
import { operatorCondition } from "./operator-condition.ts";
import { operatorNode, ownNodes } from "./operator-node.ts";
import { ownVerdict } from "./own-verdict.ts";
import { blameFromReasons } from "./reported-blame.ts";
import { expectedOf, judged, type RuleSets, ruleSetOf, switchesOf } from "./rule-sets.ts";
import { type HyperConvergedState, stateOf } from "./state.ts";

/** One HyperConverged: its components, what the three rule sets make of them, and who is to blame. */
export function judgeHyperConverged(
  object: KubeObject,
  index: Index,
  { takenAt, senses, ruleSet: chosen }: Context,
): Judgement {
  const state = stateOf(object, index);
  const components = componentsOf(state, index);
  const namespace = object.ref.namespace ?? "";
  const parts = components.map((component) =>
    spare(componentNode(component, index, [namespace], takenAt, senses), state),
  );
  const found = judged(components);
  const expected = expectedOf(state, found);
  const ruleSet = chosen !== undefined && isOf(expected, chosen) ? chosen : ruleSetOf(state);
  const driftHeld = heldBy(state, parts);
  const drift = driftOf(ruleSet, state.conditions, expected[ruleSet]);
  const blamed = blameFromReasons(state.conditions, isUnread(components));
  const offenders = withStall(
    inOrder(offendersOf(found, state.conditions, switchesOf(state)), blamed, components),
    stalledBy(state, components),
  );
  const own = ownVerdict(state, parts, expected[ruleSetOf(state)], driftHeld, new Set(Object.keys(blamed)), takenAt);
  const verdict = worst([own, ...parts.filter((part) => part.required).map((part) => part.verdict)]);
  const conditions = judge(hco, object, state.conditions, true, senses);
  const related = relatedObjects(state.related, index);
  const anew = madeAnew(components, related);
  const operator = operatorNode(state, index, takenAt);
  const rootCause =
    rootCauseOf(object.ref.name, verdict, parts, blamed, index) ??
    operatorCause(object.ref.name, verdict, operator, index);
  const root: RootNode = {
    role: "root",
    label: object.ref.name,
    ref: object.ref,
    outcome: "found",
    required: true,
    verdict,
    ownVerdict: own,
    conditions,
    ...meaning(conditions),
    stale: state.isStale,
    deleting: state.isDeleting,
    frozen: false,
    facts: factsOf(state, parts),
    children: [...parts, ...operator, ...ownNodes(state, index, takenAt)],
    profile: "hco",
    ruleSet,
    expected: { ...expected },
    drift,
    driftHeld,
    offenders,
    uncertain: uncertainOf(found),
    ...(rootCause === undefined ? {} : { rootCause }),
    gates: gatesOf({
      ...{ state, parts, offenders, operator: expected.operator, verdict },
      isRefusedByOlm: operatorCondition(state, index)?.status === "False",
    }),
    related,
  };
  const findings = [
    ...stateFindings(state, parts, takenAt),
    ...componentFindings(state, components, parts, offenders),
    ...anewFindings(anew, takenAt),
    ...otherFindings(components, index),
    ...blameFindings(state, blamed),
    ...disagreements(state, verdict, anew.length > 0 ? [] : drift, driftHeld, expected.operator),
    ...operatorConditionFindings(state, index, expected.operator, driftHeld),
    ...surroundings(state, parts, index, related),
    ...remarks(state),
    ...oddityFindings(object.ref, state.oddities, state.conditions, takenAt),
    ...components.flatMap((each) => oddityFindings(each.lookup.ref, each.oddities, each.conditions, takenAt)),
  ];
  return { root, findings };
}

function isOf(sets: RuleSets, name: RuleSetName): name is keyof RuleSets {
  return Object.hasOwn(sets, name);
}

/** An operator that is down makes its CR degraded: what lies below it explains that, where it was read. */
function operatorCause(root: string, verdict: Verdict, operator: readonly Node[], index: Index): RootCause | undefined {
  const down = operator.filter((node) => node.verdict === "unavailable" && longestTrail(node).length > 1);
  const asParts = down.map((node) => ({ ...node, required: true }));
  return rootCauseOf(root, verdict, asParts, {}, index);
}

/** In a deletion the parts go first, as they should: what is gone then is no fault (facts hco 14.12). */
function spare(part: Node, state: HyperConvergedState): Node {
  const isGone = part.outcome === "absent" || part.outcome === "noSuchKind";
  return state.isDeleting && isGone ? { ...part, required: false } : part;
}

/** A component the CR may name although nobody here could look at it. */
function isUnread(components: readonly Component[]): (name: string) => boolean {
  const found = new Set(components.filter((each) => each.lookup.outcome === "found").map((each) => each.row.component));
  const gone = new Set(
    components
      .filter(({ lookup }) => lookup.outcome === "absent" || lookup.outcome === "noSuchKind")
      .map((each) => each.row.component),
  );
  return (name) => !found.has(name) && !gone.has(name);
}

type ByType = Readonly<Record<string, readonly Contribution[]>>;

/** Rows read from reasons stand among the others in component order. */
function inOrder(own: ByType, blamed: ByType, components: readonly Component[]): ByType {
  const order = new Map(components.map((each, position) => [each.row.component, position]));
  const place = (row: Contribution): number => order.get(row.component) ?? order.size;
  const types = [...new Set([...Object.keys(own), ...Object.keys(blamed)])];
  return Object.fromEntries(
    types.map((type) => [
      type,
      [...(own[type] ?? []), ...(blamed[type] ?? [])].toSorted((a, b) => place(a) - place(b)),
    ]),
  );
}

function withStall(offenders: ByType, stalled: readonly Contribution[]): ByType {
  return stalled.length === 0 ? offenders : { ...offenders, UpgradeStall: stalled };
}

function factsOf(state: HyperConvergedState, parts: readonly Node[]): Readonly<Record<string, string>> {
  const required = parts.filter((part) => part.required);
  const well = required.filter((part) => part.verdict === "healthy");
  return {
    ...(required.length === 0 ? {} : { componentsReady: `${well.length}/${required.length}` }),
    ...(state.version === undefined ? {} : { observedVersion: state.version }),
    ...(state.operator.version === undefined ? {} : { expectedVersion: state.operator.version }),
    ...(state.systemHealthStatus === undefined ? {} : { systemHealthStatus: state.systemHealthStatus }),
  };
}
