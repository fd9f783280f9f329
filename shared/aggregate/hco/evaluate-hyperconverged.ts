import type { RolloutProgress } from "../../model/cause/cause-evidence.ts";
import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import type { RuleSetName } from "../../model/families.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { isSameObject, type KubeObject, keyOf } from "../../model/object.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { deletionRefusals } from "../../tables/deletion.ts";
import { evaluateLastingDeletion } from "../core/object-health.ts";
import { evaluateConditions, findSummaryMeaning } from "../evaluation/condition-polarity.ts";
import type { EvaluationContext, RootEvaluation } from "../evaluation/evaluation.ts";
import { listMalformedFindings } from "../evaluation/shared-findings.ts";
import { findRelatedObjects } from "../related/related-objects.ts";
import { addCauses, type RootWithoutCauses } from "../root-cause/find-causes.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { evaluateGates } from "./active-gates.ts";
import { blameFromReasons, createBlameFilter } from "./blame-from-reasons.ts";
import { addComponentHistory } from "./cause-additions.ts";
import { listHyperConvergedCandidates, listOwnSteps } from "./cause-candidates.ts";
import { type HcoComponent, listComponents } from "./components.ts";
import { splitByDelay } from "./drift/operator-delay.ts";
import { evaluateRootOwnVerdict } from "./drift/root-own-verdict.ts";
import { evaluateDrift } from "./drift/status-drift.ts";
import { evaluateParts } from "./evaluate-parts.ts";
import {
  listComponentDifferences,
  listComponentFindings,
  listRecreatedComponents,
  listRecreationFindings,
  listSameKindFindings,
} from "./findings/component-findings.ts";
import { compareOperatorCondition, listBlameFindings, listDisagreements } from "./findings/disagreement-findings.ts";
import { listEnvironmentFindings } from "./findings/environment-findings.ts";
import {
  listHyperConvergedStateFindings,
  listNoticeFindings,
  listOperatorUnknownFindings,
} from "./findings/state-findings.ts";
import { listOwnWebhooks, listWebhookFindings } from "./findings/webhook-findings.ts";
import { type HyperConvergedState, readHyperConvergedState } from "./hyperconverged-state.ts";
import { isInstalling } from "./installation.ts";
import { reportLastingDeletion } from "./lasting-deletion.ts";
import {
  addBlamed,
  addStall,
  listHyperConvergedOffenders,
  listHyperConvergedUncertain,
  listStallContributions,
} from "./offenders.ts";
import type { OperatorRollout } from "./operator/rollout.ts";
import { findUpgradingCondition } from "./operator/upgrading-condition.ts";
import type { OperatorState } from "./operator.ts";
import { addOperatorEvidence, findOperatorGap } from "./operator-evidence.ts";
import { listOperatorNodes, listOwnWorkloadNodes } from "./operator-node.ts";
import { listRecentChanges } from "./recent-changes.ts";
import {
  applyRuleSets,
  chooseDriftRuleSet,
  listFoundConditions,
  type RuleSets,
  readOperatorSwitches,
} from "./rule-sets.ts";
import { listConversionFindings, readsObject } from "./surroundings/failed-conversions.ts";
import { hasSilentUpgrade } from "./surroundings/failing-upgrade.ts";
import { hasUnreadWebhooks } from "./surroundings/plan.ts";
import { readLifecycle } from "./surroundings/upgrade-lifecycle.ts";

/**
 * Evaluates one HyperConverged: reads its state, evaluates its components, compares its conditions with the rule sets,
 * computes its verdict, and explains the verdict by causes. The README of this folder names the files in this order.
 */
export function evaluateHyperConverged(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): RootEvaluation {
  const { takenAt, source, polarities } = context;
  const state = addOperatorEvidence(readHyperConvergedState(object, index), index, { takenAt, source });
  const operatorGap = findOperatorGap(state, index, source);
  const isOperatorUnknown = operatorGap !== undefined && operatorGap.isGiven === undefined;
  const isNew = isInstalling(state, takenAt);

  const webhookFindings = state.isRefused ? [] : listWebhookFindings(object, index, [state.namespace], context);
  const conversionFindings = listFailedConversions(object, index, context);
  // What is being installed or deleted has no webhooks for a while.
  const areWebhooksExpected = !isNew && !state.isDeleting;
  const webhookFaults = areWebhooksExpected ? webhookFindings : [];
  const conversionErrors = conversionFindings.filter(({ severity }) => severity === "error");
  const conversionFaults = areWebhooksExpected ? conversionErrors : [];

  const components = listComponents(state, index);
  const partContext = { takenAt, source, polarities, isOperatorUnknown, webhookFaults };
  const evaluatedParts = evaluateParts(components, state, index, partContext);
  const parts = evaluatedParts.map(({ node }) => node);
  const requiredVerdicts = parts.filter((part) => part.required).map((part) => part.verdict);
  const ownWebhooks = listOwnWebhooks(webhookFaults);
  const operatorNodes = listOperatorNodes(state, index, takenAt);
  const ownWorkloads = listOwnWorkloadNodes(state, index, takenAt);

  const componentConditions = listFoundConditions(components);
  const expected = applyRuleSets(state, componentConditions);
  const ruleSet = chooseRuleSet(context.ruleSet, expected, state);
  const delayInput = { state, takenAt, source, lastingKeys: context.lasting?.get(keyOf(object.ref)) };
  const drift = evaluateDrift(ruleSet, expected[ruleSet], parts, components, delayInput);
  const blamed = blameFromReasons(state.conditions, createBlameFilter(components));
  const contributed = listHyperConvergedOffenders(componentConditions, state.conditions, readOperatorSwitches(state));
  const offenders = addStall(addBlamed(contributed, blamed, components), listStallContributions(state, components));
  const verdictInput = { components, parts, expected, offenders, blamed, isOperatorUnknown, drift };
  const rootOwnVerdict = evaluateRootOwnVerdict(verdictInput, delayInput, index);
  const { awaitedParts, stalledSince } = rootOwnVerdict;

  const related = findRelatedObjects(state.related, index);
  const environmentFindings = [
    ...listEnvironmentFindings(state, parts, index, related, { takenAt, source }),
    ...webhookFindings.map(({ finding }) => finding),
  ];
  const componentFindings = listComponentFindings(state, components, parts, index, takenAt);
  const requiredDeletions = listRequiredDeletions(componentFindings, parts);
  const faultsAround = [...environmentFindings, ...requiredDeletions];
  const lastingDeletion = evaluateLastingDeletion(object, context);
  const ownVerdict = worstVerdict([
    rootOwnVerdict.verdict,
    evaluateEvents(state, parts, faultsAround, index),
    !isNew && hasUnreadWebhooks(state, index) ? "unknown" : "healthy",
    conversionFaults.length > 0 ? "degraded" : "healthy",
    lastingDeletion?.verdict ?? "healthy",
  ]);
  const verdict = worstVerdict([ownVerdict, ...requiredVerdicts, ...ownWebhooks.map((webhook) => webhook.verdict)]);

  const differences = [
    ...listComponentDifferences(state, components, parts, offenders, isNew),
    ...listDisagreements(state, components, parts, {
      // An upgrade that stands still makes the root degraded, and no component.
      verdict: worstVerdict([rootOwnVerdict.verdictWithoutStandstill, ...requiredVerdicts]),
      expected: expected.operator,
      isNew,
      failingUpgrade: environmentFindings.find((finding) => finding.code === "upgrade-stuck"),
    }),
    ...compareOperatorCondition(state, components, index, expected.operator, drift.driftHeld),
  ];
  const otherDifferences = splitByDelay(differences, delayInput);
  const settling = [...drift.settling, ...otherDifferences.settling];

  const conditions = evaluateConditions(hcoProfile, object, state.conditions, { polarities });
  const gates = evaluateGates({
    state,
    parts,
    offenders,
    verdict,
    isOperatorUnknown,
    stalled: stalledSince === undefined ? [] : awaitedParts,
  });
  const recentChanges = listRecentChanges({
    root: object,
    components: components.flatMap(({ lookup }) => foundObject(lookup) ?? []),
    related,
    index,
    takenAt,
  });
  const root: RootWithoutCauses = {
    role: "root",
    label: object.ref.name,
    ref: object.ref,
    outcome: "found",
    required: true,
    verdict,
    ownVerdict,
    conditions,
    ...findSummaryMeaning(conditions),
    stale: state.isStale,
    deleting: state.isDeleting,
    frozen: false,
    facts: { ...readRootFacts(state, parts), ...definedFields({ stalledSince }) },
    ...definedFields({ trouble: lastingDeletion?.trouble }),
    children: [...parts, ...operatorNodes, ...ownWorkloads, ...ownWebhooks],
    profile: "hco",
    ruleSet,
    expected: { ...expected },
    drift: drift.drift,
    driftHeld: drift.driftHeld,
    ...trueFlags({ isInstalling: isNew }),
    ...definedFields({ recentChanges, settling: settling.length > 0 ? settling : undefined }),
    offenders,
    uncertain: listHyperConvergedUncertain(componentConditions),
    gates: { ...gates, upgradeable: { answer: "unknown", because: [] } },
    operator: summarizeOperator(state.operator),
    ...definedFields({ olm: readLifecycle(state, index) }),
    related,
  };

  const sameKindFindings = listSameKindFindings(components, index);
  const recreated = listRecreatedComponents(components, related);
  const lastingDeletions = [
    ...reportLastingDeletion(object, lastingDeletion),
    ...evaluatedParts.flatMap((part) => part.lastingDeletions),
  ];
  const findings = [
    ...listHyperConvergedStateFindings(state, parts, takenAt),
    ...listOperatorUnknownFindings(state, operatorGap),
    ...componentFindings,
    ...listRecreationFindings(recreated, takenAt),
    ...sameKindFindings,
    ...listBlameFindings(state, blamed, parts),
    // The CR still describes the previous object of a component that was created again.
    ...(recreated.length > 0 ? [] : drift.settled),
    ...otherDifferences.settled,
    ...environmentFindings,
    ...conversionFindings,
    ...dropAbandonedDeletions(lastingDeletions, faultsAround),
    ...listNoticeFindings(state),
    ...listMalformedFields(state, components, takenAt),
  ];

  const upgradeTimes = definedFields({ stalledSince, begunAt: findUpgradingCondition(state.conditions)?.since });
  const candidates = listHyperConvergedCandidates({
    state,
    verdict,
    parts,
    operatorNodes,
    ownWorkloads,
    ownWebhooks,
    blamed,
    upgrade: state.upgradeMode === true ? { ...upgradeTimes, awaited: awaitedParts, offenders } : undefined,
    findings: faultsAround,
    conversions: conversionFaults,
    takenAt,
    index,
  });
  const explained = addCauses(root, candidates, index, listOwnSteps(state, isOperatorUnknown, index));
  const history = { sameKindFindings, related, recreated };
  const causes = explained.causes.map((cause) => addComponentHistory(cause, history));
  return { root: { ...explained, causes }, findings };
}

/** The findings about readings of a HyperConverged that failed in another version than the one that was read. */
function listFailedConversions(object: KubeObject, index: ObjectIndex, context: EvaluationContext): readonly Finding[] {
  const { version: _version, ...ref } = object.ref;
  const readings = context.readings.filter((reading) => readsObject(reading, ref));
  return readings.flatMap((reading) => listConversionFindings(reading, index, context, ref));
}

/** The rule set that the user chose, where HyperConverged has it; otherwise the one of its operator's release. */
function chooseRuleSet(
  chosen: RuleSetName | undefined,
  expected: RuleSets,
  state: HyperConvergedState,
): keyof RuleSets {
  const isAvailable = chosen !== undefined && hasRuleSet(expected, chosen);
  return isAvailable ? chosen : chooseDriftRuleSet(state);
}

function hasRuleSet(sets: RuleSets, name: RuleSetName): name is keyof RuleSets {
  return Object.hasOwn(sets, name);
}

/**
 * The verdict of what only events and deletions show: degraded where a deletion is refused or left alone, or an upgrade
 * always fails. Unknown where such a fault is possible and the events could not be read.
 */
function evaluateEvents(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  findings: readonly Finding[],
  index: ObjectIndex,
): Verdict {
  if (findings.some(isEndless)) return "degraded";
  const refusingComponents = new Set(deletionRefusals.map(({ component }) => component));
  const mayRefuseDeletion = parts.some(
    ({ label, outcome, deleting }) => refusingComponents.has(label) && outcome === "found" && !deleting,
  );
  const areEventsNeeded = (state.isDeleting && mayRefuseDeletion) || hasSilentUpgrade(state);
  return areEventsNeeded && index.lacksWarnings(state.namespace) ? "unknown" : "healthy";
}

/** Whether waiting never ends the deletion or the upgrade that a finding is about. */
function isEndless({ code }: Finding): boolean {
  return code === "deletion-blocked" || code === "deletion-abandoned" || code === "upgrade-stuck";
}

/** The findings about required components whose deletion was requested and that nothing deletes. */
function listRequiredDeletions(findings: readonly Finding[], parts: readonly ReportNode[]): readonly Finding[] {
  return findings.filter(
    ({ code, about }) =>
      code === "deletion-abandoned" && parts.some(({ ref, required }) => required && isSameObject(ref, about)),
  );
}

/** The findings about deletions that have lasted an hour, without those of which another finding says why. */
function dropAbandonedDeletions(lastingDeletions: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const isAbandoned = ({ about }: Finding): boolean =>
    others.some((other) => other.code === "deletion-abandoned" && isSameObject(other.about, about));
  return lastingDeletions.filter((finding) => !isAbandoned(finding));
}

function readRootFacts(state: HyperConvergedState, parts: readonly ReportNode[]): Readonly<Record<string, string>> {
  const required = parts.filter((part) => part.required);
  const healthy = required.filter((part) => part.verdict === "healthy");
  return definedFields({
    componentsReady: required.length > 0 ? `${healthy.length}/${required.length}` : undefined,
    observedVersion: state.version,
    expectedVersion: state.operator.version,
    systemHealthStatus: state.systemHealthStatus,
  }) as Readonly<Record<string, string>>;
}

function summarizeOperator(operator: OperatorState): NonNullable<RootNode["operator"]> {
  const { version, from, rollout } = operator;
  const progress = rollout === undefined ? undefined : pickProgress(rollout);
  return {
    running: nameRunning(operator.running),
    ...definedFields({ version }),
    from,
    ...definedFields({ rollout: progress }),
  };
}

function nameRunning(running: boolean | null): "yes" | "no" | "unknown" {
  if (running === null) return "unknown";
  return running ? "yes" : "no";
}

/** The roll-out without what only the search for causes needs. */
function pickProgress({ trouble: _trouble, culprit: _culprit, ...progress }: OperatorRollout): RolloutProgress {
  return progress;
}

/** The findings about malformed fields in the status of the root and of its components. */
function listMalformedFields(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
  takenAt: string,
): readonly Finding[] {
  return [
    ...listMalformedFindings(state.object.ref, state.malformed, state.conditions, takenAt),
    ...components.flatMap(({ lookup, malformed, conditions }) =>
      listMalformedFindings(lookup.ref, malformed, conditions, takenAt),
    ),
  ];
}
