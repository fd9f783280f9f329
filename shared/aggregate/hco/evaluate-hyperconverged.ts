import type { RolloutProgress } from "../../model/cause/cause-evidence.ts";
import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import type { FindingCode } from "../../model/finding/evidence.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { isSameObject, type KubeObject, keyOf } from "../../model/object.ts";
import type { ContributionsByType, ReportNode, RootNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { deletionRefusals } from "../../tables/deletion.ts";
import { type DeletionState, evaluateLastingDeletion } from "../core/object-health.ts";
import { evaluateConditions, findSummaryMeaning } from "../evaluation/condition-polarity.ts";
import type { EvaluationContext, RootEvaluation } from "../evaluation/evaluation.ts";
import { listMalformedFindings } from "../evaluation/shared-findings.ts";
import { findRelatedObjects } from "../related/related-objects.ts";
import { addCauses, type RootWithoutCauses } from "../root-cause/find-causes.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { evaluateGates } from "./active-gates.ts";
import { blameFromReasons, createBlameFilter } from "./blame-from-reasons.ts";
import { addComponentHistory, type ComponentHistory } from "./cause-additions.ts";
import { listHyperConvergedCandidates, listOwnSteps } from "./cause-candidates.ts";
import { type HcoComponent, listComponents } from "./components.ts";
import { type DelayInput, type Difference, splitByDelay } from "./drift/operator-delay.ts";
import { evaluateRootOwnVerdict, type RootOwnVerdict } from "./drift/root-own-verdict.ts";
import { type EvaluatedDrift, evaluateDrift } from "./drift/status-drift.ts";
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
import { listOwnWebhooks, listWebhookFindings, type WebhookFinding } from "./findings/webhook-findings.ts";
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
import { addOperatorEvidence, findOperatorGap, type OperatorGap } from "./operator-evidence.ts";
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
 * computes its verdict, and explains the verdict by causes. Each step adds what it finds to the record that the next one
 * reads. The README of this folder names the files in this order.
 */
export function evaluateHyperConverged(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): RootEvaluation {
  const read = readHyperConverged(object, index, context);
  const withNodes = { ...read, ...evaluateNodes(read) };
  const compared = { ...withNodes, ...compareConditions(withNodes) };
  const withFaults = { ...compared, ...findFaults(compared) };
  const evaluated = { ...withFaults, ...computeVerdicts(withFaults) };
  return { root: addRootCauses(makeRoot(evaluated), evaluated), findings: listFindings(evaluated) };
}

/** A HyperConverged as the snapshot shows it. */
interface ReadHyperConverged {
  readonly object: KubeObject;
  readonly index: ObjectIndex;
  readonly context: EvaluationContext;
  readonly state: HyperConvergedState;
  readonly components: readonly HcoComponent[];
  /** What is missing to know whether the operator runs. Undefined where that is known. */
  readonly operatorGap: OperatorGap | undefined;
  readonly isOperatorUnknown: boolean;
  /** The operator is installing its components for the first time. */
  readonly isNew: boolean;
  readonly webhookFindings: readonly WebhookFinding[];
  /** The findings about readings of the HyperConverged that failed in another version than the one that was read. */
  readonly conversionFindings: readonly Finding[];
  /** The findings about webhooks and conversions that count. What is being installed or deleted has no webhooks for a while. */
  readonly webhookFaults: readonly WebhookFinding[];
  readonly conversionFaults: readonly Finding[];
}

function readHyperConverged(object: KubeObject, index: ObjectIndex, context: EvaluationContext): ReadHyperConverged {
  const state = addOperatorEvidence(readHyperConvergedState(object, index), index, context);
  const operatorGap = findOperatorGap(state, index, context.source);
  const isNew = isInstalling(state, context.takenAt);
  const webhookFindings = state.isRefused ? [] : listWebhookFindings(object, index, [state.namespace], context);
  const { version: _version, ...ref } = object.ref;
  const readings = context.readings.filter((reading) => readsObject(reading, ref));
  const conversionFindings = readings.flatMap((reading) => listConversionFindings(reading, index, context, ref));
  const areWebhooksExpected = !isNew && !state.isDeleting;
  return {
    object,
    index,
    context,
    state,
    components: listComponents(state, index),
    operatorGap,
    isOperatorUnknown: operatorGap !== undefined && operatorGap.isGiven === undefined,
    isNew,
    webhookFindings,
    conversionFindings,
    webhookFaults: areWebhooksExpected ? webhookFindings : [],
    conversionFaults: areWebhooksExpected ? conversionFindings.filter(({ severity }) => severity === "error") : [],
  };
}

/** The nodes below the root. */
interface WithNodes extends ReadHyperConverged {
  /** The components, in the order of `components`. */
  readonly parts: readonly ReportNode[];
  readonly operatorNodes: readonly ReportNode[];
  /** The product's workloads that belong to no component. */
  readonly ownWorkloads: readonly ReportNode[];
  /** The webhooks of the HyperConverged itself that the API server cannot call. */
  readonly ownWebhooks: readonly ReportNode[];
  /** The findings about deletions of components that have lasted an hour. */
  readonly partDeletions: readonly Finding[];
}

function evaluateNodes(read: ReadHyperConverged): Omit<WithNodes, keyof ReadHyperConverged> {
  const { components, state, index, context, isOperatorUnknown, webhookFaults } = read;
  const evaluatedParts = evaluateParts(components, state, index, { ...context, isOperatorUnknown, webhookFaults });
  return {
    parts: evaluatedParts.map(({ node }) => node),
    operatorNodes: listOperatorNodes(state, index, context.takenAt),
    ownWorkloads: listOwnWorkloadNodes(state, index, context.takenAt),
    ownWebhooks: listOwnWebhooks(webhookFaults),
    partDeletions: evaluatedParts.flatMap(({ lastingDeletions }) => lastingDeletions),
  };
}

/** The conditions of the CR beside those that the rule sets expect. */
interface Compared extends WithNodes {
  readonly expected: RuleSets;
  /** The rule set with which drift is computed. */
  readonly ruleSet: keyof RuleSets;
  readonly drift: EvaluatedDrift;
  /** What decides whether a difference may still be the operator's usual delay. */
  readonly delayInput: DelayInput;
  /** What the components contribute to each condition. */
  readonly offenders: ContributionsByType;
  /** The contributions that only the CR's reasons show. */
  readonly blamed: ContributionsByType;
  /** The components that neither contribute to a condition nor are good by it. */
  readonly uncertain: ContributionsByType;
  /** The verdict of the CR's own status, and an upgrade that stands still. */
  readonly rootOwnVerdict: RootOwnVerdict;
}

function compareConditions(withNodes: WithNodes): Omit<Compared, keyof WithNodes> {
  const { object, index, context, state, components, parts, isOperatorUnknown } = withNodes;
  const { takenAt, source, lasting } = context;
  const componentConditions = listFoundConditions(components);
  const expected = applyRuleSets(state, componentConditions);
  // The user may choose a rule set that only another family has.
  const ruleSet = ruleSetNames.find((name) => name === context.ruleSet) ?? chooseDriftRuleSet(state);
  const delayInput = { state, takenAt, source, lastingKeys: lasting?.get(keyOf(object.ref)) };
  const drift = evaluateDrift(ruleSet, expected[ruleSet], parts, components, delayInput);
  const blamed = blameFromReasons(state.conditions, createBlameFilter(components));
  const contributed = listHyperConvergedOffenders(componentConditions, state.conditions, readOperatorSwitches(state));
  const offenders = addStall(addBlamed(contributed, blamed, components), listStallContributions(state, components));
  const verdictInput = { components, parts, expected, offenders, blamed, isOperatorUnknown, drift };
  return {
    expected,
    ruleSet,
    drift,
    delayInput,
    offenders,
    blamed,
    uncertain: listHyperConvergedUncertain(componentConditions),
    rootOwnVerdict: evaluateRootOwnVerdict(verdictInput, delayInput, index),
  };
}

const ruleSetNames = ["conditions-doc", "status-doc", "operator"] as const satisfies readonly (keyof RuleSets)[];

/** The faults of what the HyperConverged depends on, and where the CR differs from its components. */
interface WithFaults extends Compared {
  readonly history: ComponentHistory;
  readonly environmentFindings: readonly Finding[];
  readonly componentFindings: readonly Finding[];
  /** The findings about the environment, and about required components whose deletion was requested and that nothing deletes. */
  readonly faultsAround: readonly Finding[];
  /** The state of the HyperConverged's own deletion. */
  readonly lastingDeletion: DeletionState | undefined;
  /** The differences between the CR and its components beside drift. */
  readonly differences: ReturnType<typeof splitByDelay>;
}

function findFaults(compared: Compared): Omit<WithFaults, keyof Compared> {
  const { object, index, context, state, components, parts, webhookFindings } = compared;
  const related = findRelatedObjects(state.related, index);
  const environmentFindings = [
    ...listEnvironmentFindings(state, compared, index, related, context),
    ...webhookFindings.map(({ finding }) => finding),
  ];
  const componentFindings = listComponentFindings(state, components, parts, index, context.takenAt);
  const requiredDeletions = componentFindings.filter(
    ({ code, about }) =>
      code === "deletion-abandoned" && parts.some(({ ref, required }) => required && isSameObject(ref, about)),
  );
  return {
    history: {
      sameKindFindings: listSameKindFindings(components, index),
      related,
      recreated: listRecreatedComponents(components, related),
    },
    environmentFindings,
    componentFindings,
    faultsAround: [...environmentFindings, ...requiredDeletions],
    lastingDeletion: evaluateLastingDeletion(object, context),
    differences: splitByDelay(listDifferences(compared, environmentFindings), compared.delayInput),
  };
}

/** The differences between what the CR shows, or tells OLM, and its components. */
function listDifferences(compared: Compared, environmentFindings: readonly Finding[]): readonly Difference[] {
  const { state, components, parts, index, expected, offenders, isNew, drift, rootOwnVerdict } = compared;
  return [
    ...listComponentDifferences(state, components, parts, offenders, isNew),
    ...listDisagreements(state, components, parts, {
      // An upgrade that stands still makes the root degraded, and no component.
      verdict: worstVerdict([rootOwnVerdict.verdictWithoutStandstill, ...listRequiredVerdicts(parts)]),
      expected: expected.operator,
      isNew,
      failingUpgrade: environmentFindings.find((finding) => finding.code === "upgrade-stuck"),
    }),
    ...compareOperatorCondition(state, components, index, expected.operator, drift.driftHeld),
  ];
}

function listRequiredVerdicts(parts: readonly ReportNode[]): readonly Verdict[] {
  return parts.filter(({ required }) => required).map(({ verdict }) => verdict);
}

/** A HyperConverged with its verdict, from which its node, its findings and its causes are made. */
interface Evaluated extends WithFaults {
  readonly verdict: Verdict;
  /** The verdict of the HyperConverged without its components and webhooks. */
  readonly ownVerdict: Verdict;
}

function computeVerdicts(withFaults: WithFaults): Omit<Evaluated, keyof WithFaults> {
  const { state, index, isNew, parts, ownWebhooks, conversionFaults, lastingDeletion, rootOwnVerdict } = withFaults;
  const ownVerdict = worstVerdict([
    rootOwnVerdict.verdict,
    evaluateEvents(withFaults),
    !isNew && hasUnreadWebhooks(state, index) ? "unknown" : "healthy",
    conversionFaults.length > 0 ? "degraded" : "healthy",
    lastingDeletion?.verdict ?? "healthy",
  ]);
  const verdictsBelow = [...listRequiredVerdicts(parts), ...ownWebhooks.map(({ verdict }) => verdict)];
  return { ownVerdict, verdict: worstVerdict([ownVerdict, ...verdictsBelow]) };
}

/**
 * The verdict of what only events and deletions show: degraded where a deletion is refused or left alone, or an upgrade
 * always fails. Unknown where such a fault is possible and the events could not be read.
 */
function evaluateEvents({ state, parts, faultsAround, index }: WithFaults): Verdict {
  if (faultsAround.some(({ code }) => endlessFaults.has(code))) return "degraded";
  const refusingComponents = new Set(deletionRefusals.map(({ component }) => component));
  const mayRefuseDeletion = parts.some(
    ({ label, outcome, deleting }) => refusingComponents.has(label) && outcome === "found" && !deleting,
  );
  const areEventsNeeded = (state.isDeleting && mayRefuseDeletion) || hasSilentUpgrade(state);
  return areEventsNeeded && index.lacksWarnings(state.namespace) ? "unknown" : "healthy";
}

/** The codes of findings about a deletion or an upgrade that waiting never ends. */
const endlessFaults: ReadonlySet<FindingCode> = new Set([
  "deletion-blocked",
  "deletion-abandoned",
  "upgrade-stuck",
] as const);

function makeRoot(evaluated: Evaluated): RootWithoutCauses {
  const { object, index, context, state, components, isNew, isOperatorUnknown, lastingDeletion } = evaluated;
  const { related } = evaluated.history;
  const { parts, operatorNodes, ownWorkloads, ownWebhooks, offenders, drift, differences, verdict } = evaluated;
  const { awaitedParts, stalledSince } = evaluated.rootOwnVerdict;
  const conditions = evaluateConditions(hcoProfile, object, state.conditions, { polarities: context.polarities });
  const stalled = stalledSince === undefined ? [] : awaitedParts;
  const gates = evaluateGates({ state, parts, offenders, verdict, isOperatorUnknown, stalled });
  const settling = [...drift.settling, ...differences.settling];
  const recentChanges = listRecentChanges({
    root: object,
    components: components.flatMap(({ lookup }) => foundObject(lookup) ?? []),
    related,
    index,
    takenAt: context.takenAt,
  });
  return {
    role: "root",
    label: object.ref.name,
    ref: object.ref,
    outcome: "found",
    required: true,
    verdict,
    ownVerdict: evaluated.ownVerdict,
    conditions,
    ...findSummaryMeaning(conditions),
    stale: state.isStale,
    deleting: state.isDeleting,
    frozen: false,
    facts: { ...readRootFacts(state, parts), ...definedFields({ stalledSince }) },
    ...definedFields({ trouble: lastingDeletion?.trouble }),
    children: [...parts, ...operatorNodes, ...ownWorkloads, ...ownWebhooks],
    profile: "hco",
    ruleSet: evaluated.ruleSet,
    expected: { ...evaluated.expected },
    drift: drift.drift,
    driftHeld: drift.driftHeld,
    ...trueFlags({ isInstalling: isNew }),
    ...definedFields({ recentChanges, settling: settling.length > 0 ? settling : undefined }),
    offenders,
    uncertain: evaluated.uncertain,
    gates: { ...gates, upgradeable: { answer: "unknown", because: [] } },
    operator: summarizeOperator(state.operator),
    ...definedFields({ olm: readLifecycle(state, index) }),
    related,
  };
}

function readRootFacts(state: HyperConvergedState, parts: readonly ReportNode[]): Readonly<Record<string, string>> {
  const verdicts = listRequiredVerdicts(parts);
  const readyCount = verdicts.filter((verdict) => verdict === "healthy").length;
  return definedFields({
    componentsReady: verdicts.length > 0 ? `${readyCount}/${verdicts.length}` : undefined,
    observedVersion: state.version,
    expectedVersion: state.operator.version,
    systemHealthStatus: state.systemHealthStatus,
  }) as Readonly<Record<string, string>>;
}

function summarizeOperator({ version, from, running, rollout }: OperatorState): NonNullable<RootNode["operator"]> {
  return {
    running: nameRunning(running),
    ...definedFields({ version }),
    from,
    ...definedFields({ rollout: rollout && pickProgress(rollout) }),
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

function listFindings(evaluated: Evaluated): readonly Finding[] {
  const { object, state, components, parts, blamed, drift, lastingDeletion } = evaluated;
  const { takenAt } = evaluated.context;
  const { recreated, sameKindFindings } = evaluated.history;
  const lastingDeletions = [...reportLastingDeletion(object, lastingDeletion), ...evaluated.partDeletions];
  return [
    ...listHyperConvergedStateFindings(state, parts, takenAt),
    ...listOperatorUnknownFindings(state, evaluated.operatorGap),
    ...evaluated.componentFindings,
    ...listRecreationFindings(recreated, takenAt),
    ...sameKindFindings,
    ...listBlameFindings(state, blamed, parts),
    // The CR still describes the previous object of a component that was created again.
    ...(recreated.length > 0 ? [] : drift.settled),
    ...evaluated.differences.settled,
    ...evaluated.environmentFindings,
    ...evaluated.conversionFindings,
    ...dropAbandonedDeletions(lastingDeletions, evaluated.faultsAround),
    ...listNoticeFindings(state),
    ...listMalformedFindings(object.ref, state.malformed, state.conditions, takenAt),
    ...components.flatMap(({ lookup, malformed, conditions }) =>
      listMalformedFindings(lookup.ref, malformed, conditions, takenAt),
    ),
  ];
}

/** The findings about deletions that have lasted an hour, without those of which another finding says why. */
function dropAbandonedDeletions(lastingDeletions: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const isAbandoned = ({ about }: Finding): boolean =>
    others.some((other) => other.code === "deletion-abandoned" && isSameObject(other.about, about));
  return lastingDeletions.filter((finding) => !isAbandoned(finding));
}

/** The root with the causes of its verdict. */
function addRootCauses(root: RootWithoutCauses, evaluated: Evaluated): RootNode {
  const { state, index, offenders, isOperatorUnknown } = evaluated;
  const { awaitedParts: awaited, stalledSince } = evaluated.rootOwnVerdict;
  const begunAt = findUpgradingCondition(state.conditions)?.since;
  const candidates = listHyperConvergedCandidates({
    ...evaluated,
    upgrade:
      state.upgradeMode === true ? { ...definedFields({ stalledSince, begunAt }), awaited, offenders } : undefined,
    findings: evaluated.faultsAround,
    conversions: evaluated.conversionFaults,
    takenAt: evaluated.context.takenAt,
  });
  const explained = addCauses(root, candidates, index, listOwnSteps(state, isOperatorUnknown, index));
  return { ...explained, causes: explained.causes.map((cause) => addComponentHistory(cause, evaluated.history)) };
}
