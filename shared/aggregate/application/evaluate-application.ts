import { conditionWords, lastConditionOfType } from "../../model/condition.ts";
import type { Drift } from "../../model/drift.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { EvaluatedCondition, Gate, ReportNode } from "../../model/report.ts";
import { isUnread } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { applicationProfile } from "../../profiles/application.ts";
import { findDifference } from "../evaluation/condition-drift.ts";
import { evaluateConditions, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import type { EvaluationContext, RootEvaluation } from "../evaluation/evaluation.ts";
import { listInferredFindings, listMalformedFindings } from "../evaluation/shared-findings.ts";
import { makePartCandidate } from "../root-cause/blamed-parts.ts";
import type { Candidate } from "../root-cause/candidates.ts";
import { addCauses, type RootWithoutCauses } from "../root-cause/find-causes.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { type ApplicationState, readAssemblyPhase } from "./application-state.ts";
import { isApplication } from "./component-standing.ts";
import { explainEmptySelection, listCompositionFindings, listPartFindings } from "./composition-findings.ts";
import { listApplicationOffenders, listApplicationUncertain } from "./offenders.ts";
import { type ApplicationTree, buildApplicationTree } from "./owner-tree.ts";
import { listApplicationFindings } from "./state-findings.ts";

/** The rule sets of an Application. `code` is the default. */
type ApplicationRules = "code" | "proposal";

/** Evaluates one Application: what it selects, what both rule sets compute, and what the controller does not report. */
export function evaluateApplicationRoot(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): RootEvaluation {
  const tree = buildApplicationTree(object, index, context);
  const { composition, state, parts, verdict } = tree;
  const ruleSet = context.ruleSet === "proposal" ? "proposal" : "code";
  const drift = computeDrift(ruleSet, state);
  const { polarities } = context;
  const conditions = evaluateConditions(applicationProfile, object, state.reported, { polarities });
  const ownConditions = conditions.filter(
    (condition) => isByAnotherWriter(condition) || state.unexplainedTypes.includes(condition.type),
  );
  // While the controller lags behind, it may still write its conditions again, so these are no cause yet.
  const settledConditions = state.isLagging ? ownConditions.filter(isByAnotherWriter) : ownConditions;
  const rootWithoutCauses: RootWithoutCauses = {
    role: "root",
    label: object.ref.name,
    ref: object.ref,
    outcome: "found",
    required: true,
    verdict,
    ownVerdict: state.ownVerdict,
    conditions,
    stale: state.isStale,
    deleting: state.isDeleting,
    frozen: false,
    facts: readFacts(tree, ruleSet),
    children: parts,
    profile: "application",
    ruleSet,
    expected: { code: state.code, proposal: state.proposal },
    drift,
    driftHeld: state.driftHeld,
    offenders: listApplicationOffenders(object.ref.name, settledConditions, parts),
    uncertain: listApplicationUncertain(object.ref.name, ownConditions, parts),
    gates: {
      ready: evaluateReadyGate(tree, ownConditions),
      upgradeable: { answer: "unknown", because: [] },
      upgrade: { running: null, waitingFor: [] },
    },
    related: [],
  };
  const candidates = [
    ...listExplainingParts(parts).map((part) => makePartCandidate(part)),
    ...listEmptySelectionCandidates(tree),
  ];
  const root = addCauses(rootWithoutCauses, candidates, index);
  const otherComponents = composition.components.filter(({ key }) => key !== keyOf(object.ref));
  const findings = [
    ...listApplicationFindings(composition, state, drift, verdict === "healthy"),
    ...listCompositionFindings(tree),
    ...listPartFindings(tree),
    ...listInferredFindings(root.ref, root.conditions),
    ...listMalformedFindings(object.ref, conditionsAt(object).malformed, state.reported, context.takenAt),
    ...otherComponents.flatMap((component) => listMalformedOfPart(component.object, context)),
  ];
  return { root, findings };
}

/**
 * The cause of an Application that selects nothing. Its controller reports it as ready, but without components nothing shows
 * whether it is healthy. Empty for an Application that selects something, or that is not unknown.
 */
function listEmptySelectionCandidates({ composition, state }: ApplicationTree): readonly Candidate[] {
  const why = explainEmptySelection(composition);
  if (why === undefined || state.ownVerdict !== "unknown") return [];
  const { ref } = composition.object;
  const evidence: Candidate["evidence"] = { about: ref, clauses: [{ is: "nothing-selected", why }] };
  return [{ component: ref.name, verdict: "unknown", required: true, evidence }];
}

/** The fields that each rule set defines beside the status. The proposal leaves reasons and messages open. */
const comparedFields = { code: ["reason", "message"], proposal: [] } as const;

/**
 * The differences between the conditions of the CR and those of a rule set, in the order of the rule set. Conditions of other
 * types belong to other writers and are no drift.
 */
function computeDrift(ruleSet: ApplicationRules, state: ApplicationState): readonly Drift[] {
  return state[ruleSet].conditions.flatMap((expectedCondition): readonly Drift[] => {
    const { type } = expectedCondition;
    const expected = conditionWords(expectedCondition);
    const condition = lastConditionOfType(state.reported, type);
    if (condition === undefined) return [{ type, what: "missing", expected }];
    const what = findDifference(condition, expected, comparedFields[ruleSet]);
    return what === undefined ? [] : [{ type, what, reported: conditionWords(condition), expected }];
  });
}

/** Whether another writer than the controller sets the condition. */
function isByAnotherWriter({ type }: EvaluatedCondition): boolean {
  return type !== "Ready" && type !== "Error";
}

/** The findings about malformed conditions of a component. */
function listMalformedOfPart(
  object: KubeObject,
  { takenAt }: EvaluationContext,
): ReturnType<typeof listMalformedFindings> {
  const { conditions, malformed } = conditionsAt(object);
  return listMalformedFindings(object.ref, malformed, conditions, takenAt);
}

/**
 * The parts that may be causes, on all levels. A nested Application is omitted if neither its own verdict nor a part below it
 * explains its verdict: then it is unhealthy only because it selects an unhealthy Application above it.
 */
function listExplainingParts(parts: readonly ReportNode[]): readonly ReportNode[] {
  return parts.flatMap((part): readonly ReportNode[] => {
    if (!isApplication(part)) return [part];
    const children = listExplainingParts(part.children);
    const isExplained = part.ownVerdict === part.verdict || children.some(({ verdict }) => verdict === part.verdict);
    return isExplained ? [{ ...part, children }] : [];
  });
}

/**
 * The gate ready: yes if everything that the Application selects is healthy. Otherwise `because` names, in this order, a
 * deletion or a status of an older spec, the unhealthy parts, the unread kinds and the Application's own failing conditions.
 */
function evaluateReadyGate(
  { verdict, parts, state, composition }: ApplicationTree,
  ownConditions: readonly EvaluatedCondition[],
): Gate {
  if (verdict === "healthy") return { answer: "yes", because: [] };
  const unhealthyParts = parts.filter((part) => part.required && part.verdict !== "healthy");
  const unreadKinds = composition.kinds.filter(isUnread);
  const failingConditions = ownConditions.filter(
    ({ polarity, status }) => verdictByPolarity(polarity, status) !== "healthy",
  );
  const because: string[] = [];
  if (state.isDeleting) because.push("Deleting");
  if (state.isStale && !state.isDeleting) because.push("Stale");
  because.push(
    ...unhealthyParts.map(({ label }) => label),
    ...unreadKinds.map(({ kind }) => kind.kind),
    ...failingConditions.map(({ type }) => type),
  );
  return { answer: verdict === "unknown" ? "unknown" : "no", because: [...new Set(because)] };
}

/** The facts of the Application by name. A fact that it does not have is omitted, but `componentsReady` is then empty. */
function readFacts(
  { composition, state }: ApplicationTree,
  ruleSet: ApplicationRules,
): Readonly<Record<string, string>> {
  const { spec, status } = composition.object;
  const optionalFacts = {
    reportedComponentsReady: textAt(status, "componentsReady"),
    observedVersion: textAt(spec, "descriptor", "version"),
    type: textAt(spec, "descriptor", "type"),
    assemblyPhase: readAssemblyPhase(composition) ?? "",
  };
  const existingFacts = Object.entries(optionalFacts).filter(([, value]) => value !== "");
  return { componentsReady: state[ruleSet].componentsReady ?? "", ...Object.fromEntries(existingFacts) };
}
