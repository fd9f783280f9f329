import { lastConditionOfType } from "../../model/condition.ts";
import type { Drift } from "../../model/drift.ts";
import type { RuleSetName } from "../../model/families.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { EvaluatedCondition, ExpectedCondition, Gate, ReportNode } from "../../model/report.ts";
import { isUnread } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { applicationProfile } from "../../profiles/application.ts";
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

/** The rule sets of an Application; the first is the default. */
type ApplicationRules = "code" | "proposal";

/** Evaluates one Application: what it selects, what both rule sets compute, and what the controller does not report. */
export function evaluateApplicationRoot(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): RootEvaluation {
  const tree = buildApplicationTree(object, index, context);
  const { composition, state, parts, verdict } = tree;
  const ruleSet = chooseRuleSet(context.ruleSet);
  const drift = computeDrift(ruleSet, state);
  const conditions = evaluateConditions(applicationProfile, object, state.reported, true, context.polarities);
  const ownConditions = conditions.filter((each) => isByAnotherWriter(each) || state.worse.includes(each.type));
  // The controller's own conditions may only be late.
  const blamedConditions = state.isLagging ? ownConditions.filter(isByAnotherWriter) : ownConditions;
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
    offenders: listApplicationOffenders(object.ref.name, blamedConditions, parts),
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
 * whether it is healthy.
 */
function listEmptySelectionCandidates({ composition, state }: ApplicationTree): readonly Candidate[] {
  const why = explainEmptySelection(composition);
  if (why === undefined || state.ownVerdict !== "unknown") return [];
  const { ref: about } = composition.object;
  const evidence: Candidate["evidence"] = { about, clauses: [{ is: "nothing-selected", why }] };
  return [{ component: about.name, verdict: "unknown", required: true, evidence }];
}

function chooseRuleSet(chosen: RuleSetName | undefined): ApplicationRules {
  return chosen === "proposal" ? "proposal" : "code";
}

/**
 * The differences between the CR and a rule set, in the rule set's order. Condition types that the rule set lacks belong to
 * other writers and are never drift. Of the proposal only statuses count, because it leaves reasons and messages open.
 */
function computeDrift(rules: ApplicationRules, state: ApplicationState): readonly Drift[] {
  return state[rules].conditions
    .map((expected) => compareCondition(rules, expected, state))
    .filter((each) => each !== undefined);
}

function compareCondition(
  rules: ApplicationRules,
  expected: ExpectedCondition,
  state: ApplicationState,
): Drift | undefined {
  const { type, status, reason, message } = expected;
  const reported = lastConditionOfType(state.reported, type);
  const wanted = { status, reason, message };
  if (reported === undefined) return { type, what: "missing", expected: wanted };
  const both = {
    reported: { status: reported.status, reason: reported.reason, message: reported.message },
    expected: wanted,
  };
  if (reported.status !== status) return { type, what: "status", ...both };
  if (rules === "proposal") return undefined;
  if (reported.reason !== reason) return { type, what: "reason", ...both };
  return reported.message === message ? undefined : { type, what: "message", ...both };
}

/** Whether another writer than the controller sets the condition. */
function isByAnotherWriter({ type }: EvaluatedCondition): boolean {
  return type !== "Ready" && type !== "Error";
}

function listMalformedOfPart(
  object: KubeObject,
  { takenAt }: EvaluationContext,
): ReturnType<typeof listMalformedFindings> {
  const { conditions, malformed } = conditionsAt(object);
  return listMalformedFindings(object.ref, malformed, conditions, takenAt);
}

/**
 * The parts that may be causes. A nested Application is omitted where neither its own verdict nor a part below it has its
 * verdict: it is unhealthy only because of an Application above it.
 */
function listExplainingParts(parts: readonly ReportNode[]): readonly ReportNode[] {
  const pruned = parts.map((part) =>
    isApplication(part) ? { ...part, children: listExplainingParts(part.children) } : part,
  );
  const isExplained = ({ verdict, ownVerdict, children }: ReportNode): boolean =>
    ownVerdict === verdict || children.some((child) => child.verdict === verdict);
  return pruned.filter((part) => !isApplication(part) || isExplained(part));
}

/**
 * The gate ready: "yes" if everything that the Application selects is healthy. Otherwise it names the unhealthy parts, the
 * unread kinds and the Application's own conditions.
 */
function evaluateReadyGate(
  { verdict, parts, state, composition }: ApplicationTree,
  ownConditions: readonly EvaluatedCondition[],
): Gate {
  if (verdict === "healthy") return { answer: "yes", because: [] };
  const isFailing = ({ polarity, status }: EvaluatedCondition): boolean =>
    verdictByPolarity(polarity, status) !== "healthy";
  const because: string[] = [];
  if (state.isDeleting) because.push("Deleting");
  if (state.isStale && !state.isDeleting) because.push("Stale");
  because.push(
    ...parts.filter((part) => part.required && part.verdict !== "healthy").map(({ label }) => label),
    ...composition.kinds.filter(isUnread).map(({ kind }) => kind.kind),
    ...ownConditions.filter(isFailing).map(({ type }) => type),
  );
  return { answer: verdict === "unknown" ? "unknown" : "no", because: [...new Set(because)] };
}

function readFacts(
  { composition, state }: ApplicationTree,
  ruleSet: ApplicationRules,
): Readonly<Record<string, string>> {
  const { spec, status } = composition.object;
  const optional = {
    reportedComponentsReady: textAt(status, "componentsReady"),
    observedVersion: textAt(spec, "descriptor", "version"),
    type: textAt(spec, "descriptor", "type"),
    assemblyPhase: readAssemblyPhase(composition) ?? "",
  };
  const reported = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== ""));
  return { componentsReady: state[ruleSet].componentsReady ?? "", ...reported };
}
