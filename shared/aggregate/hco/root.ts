import type { KubeObject } from "../../model/object.ts";
import type { Node, RootNode, RuleSetName } from "../../model/report.ts";
import { worst } from "../../model/verdict.ts";
import { hco } from "../../profiles/hco.ts";
import type { Context, Judgement } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { oddityFindings } from "../oddities.ts";
import { relatedObjects } from "../related.ts";
import { judge } from "../sense.ts";
import { causesOf } from "./causes.ts";
import { componentNode, meaning } from "./component-node.ts";
import { componentsOf } from "./components.ts";
import { driftOf, heldBy } from "./drift.ts";
import { componentFindings } from "./findings/components.ts";
import { blameFindings, disagreements, operatorConditionFindings } from "./findings/disagreements.ts";
import { anewFindings, madeAnew, otherFindings } from "./findings/fresh.ts";
import { silentOf } from "./findings/silent.ts";
import { remarks, stateFindings } from "./findings/state.ts";
import { surroundings } from "./findings/surroundings.ts";
import { gatesOf } from "./gates.ts";
import { lifecycleOf } from "./lifecycle.ts";
import { offendersOf, stalledBy, uncertainOf, withBlamed, withStall } from "./offenders.ts";
import { operatorNode, ownNodes } from "./operator-node.ts";
import { ownVerdict } from "./own-verdict.ts";
import { blameFromReasons, isUnread } from "./reported-blame.ts";
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
  const contributed = offendersOf(found, state.conditions, switchesOf(state));
  const offenders = withStall(withBlamed(contributed, blamed, components), stalledBy(state, components));
  const own = ownVerdict(state, parts, expected[ruleSetOf(state)], driftHeld, new Set(Object.keys(blamed)), takenAt);
  const verdict = worst([own, ...parts.filter((part) => part.required).map((part) => part.verdict)]);
  const conditions = judge(hco, object, state.conditions, true, senses);
  const related = relatedObjects(state.related, index);
  const anew = madeAnew(components, related);
  const operator = operatorNode(state, index, takenAt);
  const beside = ownNodes(state, index, takenAt);
  const told = componentFindings(state, components, parts, offenders);
  const olm = lifecycleOf(state, index);
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
    children: [...parts, ...operator, ...beside],
    profile: "hco",
    ruleSet,
    expected: { ...expected },
    drift,
    driftHeld,
    offenders,
    uncertain: uncertainOf(found),
    ...causesOf({ root: object.ref.name, verdict, parts, operator, beside, blamed }, index),
    gates: gatesOf({
      ...{ state, parts, offenders, operator: expected.operator, verdict },
      silent: silentOf(told),
      isRefusedByOlm: [olm?.operatorCondition, olm?.operatorCondition?.override].some(
        (each) => each?.status === "False",
      ),
    }),
    ...(olm === undefined ? {} : { olm }),
    related,
  };
  const findings = [
    ...stateFindings(state, parts, takenAt),
    ...told,
    ...anewFindings(anew, takenAt),
    ...otherFindings(components, index),
    ...blameFindings(state, blamed),
    ...disagreements(state, verdict, anew.length > 0 ? [] : drift, driftHeld, expected.operator),
    ...operatorConditionFindings(state, index, expected.operator, driftHeld),
    ...surroundings(state, parts, index, related, takenAt),
    ...remarks(state),
    ...oddityFindings(object.ref, state.oddities, state.conditions, takenAt),
    ...components.flatMap((each) => oddityFindings(each.lookup.ref, each.oddities, each.conditions, takenAt)),
  ];
  return { root, findings };
}

function isOf(sets: RuleSets, name: RuleSetName): name is keyof RuleSets {
  return Object.hasOwn(sets, name);
}

/** In a deletion the parts go first, as they should: what is gone then is no fault (facts hco 14.12). */
function spare(part: Node, state: HyperConvergedState): Node {
  const isGone = part.outcome === "absent" || part.outcome === "noSuchKind";
  return state.isDeleting && isGone ? { ...part, required: false } : part;
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
