import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
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
import { inferredFindings, oddityFindings } from "../evaluation/shared-findings.ts";
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
  const own = conditions.filter((each) => isByAnotherWriter(each) || state.worse.includes(each.type));
  const bare: RootWithoutCauses = {
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
    offenders: listApplicationOffenders(object.ref.name, state.isLagging ? own.filter(isByAnotherWriter) : own, parts),
    uncertain: listApplicationUncertain(object.ref.name, own, parts),
    gates: {
      ready: evaluateReadyGate(tree, own),
      upgradeable: { answer: "unknown", because: [] },
      upgrade: { running: null, waitingFor: [] },
    },
    related: [],
  };
  const root = addCauses(
    bare,
    [...listExplainingParts(parts).map(makePartCandidate), ...listEmptySelectionCandidates(tree)],
    index,
  );
  const findings = [
    ...listApplicationFindings(composition, state, drift, verdict === "healthy"),
    ...listCompositionFindings(tree),
    ...listPartFindings(tree),
    ...inferredFindings(root.ref, root.conditions),
    ...oddityFindings(object.ref, conditionsAt(object).oddities, state.reported, context.takenAt),
    ...composition.components
      .filter(({ key }) => key !== keyOf(object.ref))
      .flatMap((each) => listPartOddities(each.object, context)),
  ];
  return { root, findings };
}

/** Without components nothing shows whether an Application is healthy, although its controller reports it as ready. */
function listEmptySelectionCandidates({ composition, state }: ApplicationTree): readonly Candidate[] {
  const why = explainEmptySelection(composition);
  if (why === undefined || state.ownVerdict !== "unknown") return [];
  const { ref: about } = composition.object;
  return [
    {
      component: about.name,
      verdict: "unknown",
      required: true,
      evidence: { about, clauses: [{ is: "nothing-selected", why }] },
    },
  ];
}

function chooseRuleSet(chosen: RuleSetName | undefined): ApplicationRules {
  return chosen === "proposal" ? "proposal" : "code";
}

/**
 * Where the CR and a rule set differ, in the rule set's order. Condition types that the rule set lacks belong to other
 * writers and are never drift. Of the proposal only statuses count, because it leaves reasons and messages open.
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

function listPartOddities(object: KubeObject, { takenAt }: EvaluationContext): ReturnType<typeof oddityFindings> {
  const { conditions, oddities } = conditionsAt(object);
  return oddityFindings(object.ref, oddities, conditions, takenAt);
}

/** The parts without Applications that are unhealthy only because of one above them: nothing below those is a cause. */
function listExplainingParts(parts: readonly ReportNode[]): readonly ReportNode[] {
  return parts
    .map((part) => (isApplication(part) ? { ...part, children: listExplainingParts(part.children) } : part))
    .filter(
      (part) =>
        !isApplication(part) ||
        part.ownVerdict === part.verdict ||
        part.children.some(({ verdict }) => verdict === part.verdict),
    );
}

/**
 * Ready is "yes" if everything the Application selects is healthy. Otherwise it names the unhealthy parts, the unread
 * kinds and the Application's own conditions.
 */
function evaluateReadyGate(
  { verdict, parts, state, composition }: ApplicationTree,
  own: readonly EvaluatedCondition[],
): Gate {
  if (verdict === "healthy") return { answer: "yes", because: [] };
  const unlisted = composition.kinds.filter(isUnread);
  const because = [
    ...(state.isDeleting ? ["Deleting"] : []),
    ...(state.isStale && !state.isDeleting ? ["Stale"] : []),
    ...parts.filter((part) => part.required && part.verdict !== "healthy").map(({ label }) => label),
    ...unlisted.map(({ kind }) => kind.kind),
    ...own.filter(({ polarity, status }) => verdictByPolarity(polarity, status) !== "healthy").map(({ type }) => type),
  ];
  return { answer: verdict === "unknown" ? "unknown" : "no", because: [...new Set(because)] };
}

function readFacts(
  { composition, state }: ApplicationTree,
  ruleSet: "code" | "proposal",
): Readonly<Record<string, string>> {
  const { spec, status } = composition.object;
  const version = textAt(spec, "descriptor", "version");
  const type = textAt(spec, "descriptor", "type");
  const reported = textAt(status, "componentsReady");
  const phase = readAssemblyPhase(composition);
  return {
    componentsReady: state[ruleSet].componentsReady ?? "",
    ...(reported !== "" && { reportedComponentsReady: reported }),
    ...(version !== "" && { observedVersion: version }),
    ...(type !== "" && { type }),
    ...definedFields({ assemblyPhase: phase }),
  };
}
