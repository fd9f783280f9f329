import type { RolloutProgress } from "../../model/cause/cause-evidence.ts";
import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import type { RuleSetName } from "../../model/families.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { describeObject, listAllOfKind } from "../../model/next-step.ts";
import { isSameObject, type KubeObject, keyOf } from "../../model/object.ts";
import type { Cause, Related, ReportNode, RootNode } from "../../model/report.ts";
import { foundObject, isMissing } from "../../model/snapshot.ts";
import { isSerious, type Verdict, worstVerdict } from "../../model/verdict.ts";
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
import { blameFromReasons, createNameFilter } from "./blame-from-reasons.ts";
import { listHyperConvergedCandidates, listOwnSteps } from "./cause-candidates.ts";
import { componentNode } from "./component-node.ts";
import { type HcoComponent, listComponents } from "./components.ts";
import { type Difference, splitByTurn } from "./drift/operator-turn.ts";
import { evaluateRootItself, type OwnVerdictInput } from "./drift/root-own-verdict.ts";
import { settleDrift } from "./drift/status-drift.ts";
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
import { addWebhooks, listOwnWebhooks, listWebhookFindings, type WebhookFinding } from "./findings/webhook-findings.ts";
import { type HyperConvergedState, readHyperConvergedState } from "./hyperconverged-state.ts";
import { excuseInstallation, isInstalling } from "./installation.ts";
import { addLastingDeletion, reportLastingDeletion } from "./lasting-deletion.ts";
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

/** Evaluates one HyperConverged: its components, the results of the three rule sets, and the causes. */
export function evaluateHyperConverged(
  object: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): RootEvaluation {
  const { takenAt, source, polarities } = context;
  const state = addOperatorEvidence(readHyperConvergedState(object, index), index, { takenAt, source });
  const operatorGap = findOperatorGap(state, index, source);
  const isOperatorUnknown = operatorGap !== undefined && operatorGap.isGiven === undefined;
  const components = listComponents(state, index);
  const webhookFindings = state.isRefused ? [] : listWebhookFindings(object, index, [state.namespace], context);
  const isNew = isInstalling(state, takenAt);
  // What is being installed or deleted has no webhooks for a while.
  const lastingFindings = isNew || state.isDeleting ? [] : webhookFindings;
  const evaluatedParts = evaluateParts(components, state, index, {
    takenAt,
    source,
    polarities,
    isOperatorUnknown,
    lastingFindings,
  });
  const parts = evaluatedParts.map(({ node }) => node);
  const ownWebhooks = listOwnWebhooks(lastingFindings);
  const componentConditions = listFoundConditions(components);
  const expected = applyRuleSets(state, componentConditions);
  const ruleSet = chooseRuleSet(context.ruleSet, expected, state);
  const turn = { state, takenAt, source, lasting: context.lasting?.get(keyOf(object.ref)) };
  const settledDrift = settleDrift(ruleSet, expected[ruleSet], parts, components, turn);
  const blamed = blameFromReasons(state.conditions, createNameFilter(components));
  const contributed = listHyperConvergedOffenders(componentConditions, state.conditions, readOperatorSwitches(state));
  const offenders = addStall(addBlamed(contributed, blamed, components), listStallContributions(state, components));
  const verdictInput = { components, parts, expected, offenders, blamed, isOperatorUnknown, settledDrift };
  const rootItself = evaluateRootItself(verdictInput, turn, index);
  const { awaitedParts, stalledSince } = rootItself;
  const requiredVerdicts = parts.filter((part) => part.required).map((part) => part.verdict);
  const conditions = evaluateConditions(hcoProfile, object, state.conditions, true, polarities);
  const related = findRelatedObjects(state.related, index);
  const sameKindFindings = listSameKindFindings(components, index);
  const environmentFindings = [
    ...listEnvironmentFindings(state, parts, index, related, { takenAt, source }),
    ...webhookFindings.map(({ finding }) => finding),
  ];
  const componentFindings = listComponentFindings(state, components, parts, index, takenAt);
  const requiredDeletions = listRequiredDeletions(componentFindings, parts);
  const eventVerdict = evaluateEvents(state, parts, [...environmentFindings, ...requiredDeletions], index);
  const webhookVerdict = !isNew && hasUnreadWebhooks(state, index) ? "unknown" : "healthy";
  const conversionFindings = listFailedConversions(object, index, context);
  // What is being installed or deleted has no webhooks for a while.
  const outages = isNew || state.isDeleting ? [] : conversionFindings.filter(({ severity }) => severity === "error");
  const conversionVerdict = outages.length > 0 ? "degraded" : "healthy";
  const lastingDeletion = evaluateLastingDeletion(object, context);
  const deletionVerdict = lastingDeletion?.verdict ?? "healthy";
  const lastingDeletions = [
    ...reportLastingDeletion(object, lastingDeletion),
    ...evaluatedParts.flatMap((part) => part.lastingDeletions),
  ];
  const ownVerdict = worstVerdict([
    rootItself.verdict,
    eventVerdict,
    webhookVerdict,
    conversionVerdict,
    deletionVerdict,
  ]);
  const verdict = worstVerdict([ownVerdict, ...requiredVerdicts, ...ownWebhooks.map((webhook) => webhook.verdict)]);
  const recreated = listRecreatedComponents(components, related);
  const operatorNodes = listOperatorNodes(state, index, takenAt);
  const ownWorkloads = listOwnWorkloadNodes(state, index, takenAt);
  const differences = listOtherDifferences(state, index, {
    ...verdictInput,
    // An upgrade that stands still makes the root degraded, and no component.
    componentsVerdict: worstVerdict([rootItself.verdictWithoutStandstill, ...requiredVerdicts]),
    isNew,
    failing: environmentFindings.find((finding) => finding.code === "upgrade-stuck"),
  });
  const otherFindings = splitByTurn(differences, turn);
  const settling = [...settledDrift.settling, ...otherFindings.settling];
  const gates = evaluateGates({
    state,
    parts,
    offenders,
    verdict,
    isOperatorUnknown,
    stalled: stalledSince === undefined ? [] : awaitedParts,
  });
  const changes = listRecentChanges({
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
    drift: settledDrift.drift,
    driftHeld: settledDrift.driftHeld,
    ...trueFlags({ isInstalling: isNew }),
    ...definedFields({ recentChanges: changes, settling: settling.length > 0 ? settling : undefined }),
    offenders,
    uncertain: listHyperConvergedUncertain(componentConditions),
    gates: { ...gates, upgradeable: { answer: "unknown", because: [] } },
    operator: summarizeOperator(state.operator),
    ...definedFields({ olm: readLifecycle(state, index) }),
    related,
  };
  const findings = [
    ...listHyperConvergedStateFindings(state, parts, takenAt),
    ...listOperatorUnknownFindings(state, operatorGap),
    ...componentFindings,
    ...listRecreationFindings(recreated, takenAt),
    ...sameKindFindings,
    ...listBlameFindings(state, blamed, parts),
    // The CR still describes the previous object of a component that was created again.
    ...(recreated.length > 0 ? [] : settledDrift.settled),
    ...otherFindings.settled,
    ...environmentFindings,
    ...conversionFindings,
    ...dropAbandonedDeletions(lastingDeletions, environmentFindings.concat(requiredDeletions)),
    ...listNoticeFindings(state),
    ...listOddityFindings(state, components, takenAt),
  ];
  const isUpgrading = state.upgradeMode === true;
  const candidates = listHyperConvergedCandidates({
    state,
    verdict,
    parts,
    operatorNodes,
    ownWorkloads,
    ownWebhooks,
    blamed,
    upgrade: isUpgrading ? { ...readUpgradeTimes(state, stalledSince), awaited: awaitedParts, offenders } : undefined,
    findings: [...environmentFindings, ...requiredDeletions],
    conversions: outages,
    takenAt,
    index,
  });
  const explained = addCauses(root, candidates, index, listOwnSteps(state, isOperatorUnknown, index));
  const causes = explained.causes.map((cause) => {
    const withOthers = addOthersOfKind(cause, sameKindFindings);
    return markAsRecreated(markAsDeleted(withOthers, related), recreated);
  });
  return { root: { ...explained, causes }, findings };
}

/** The findings about readings of a HyperConverged that failed in another version than the one that was read. */
function listFailedConversions(
  { ref: { version: _version, ...ref } }: KubeObject,
  index: ObjectIndex,
  context: EvaluationContext,
): readonly Finding[] {
  return context.readings
    .filter((reading) => readsObject(reading, ref))
    .flatMap((reading) => listConversionFindings(reading, index, context, ref));
}

/** The rule set that the user chose, where HyperConverged has it; otherwise the one of its operator's release. */
function chooseRuleSet(
  chosen: RuleSetName | undefined,
  expected: RuleSets,
  state: HyperConvergedState,
): keyof RuleSets {
  return chosen !== undefined && hasRuleSet(expected, chosen) ? chosen : chooseDriftRuleSet(state);
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

/**
 * The cause of a component that has other objects of its kind beside it, with their names as evidence and with the
 * command that lists them all as the first next step. Any other cause stays as it is.
 */
function addOthersOfKind(cause: Cause, sameKindFindings: readonly Finding[]): Cause {
  const names = sameKindFindings.flatMap((finding) =>
    finding.code === "another-of-kind" && finding.component === cause.component ? finding.others : [],
  );
  const isAboutComponent = cause.path.length === 2;
  if (names.length === 0 || !isAboutComponent) return cause;
  const { kind } = cause.about;
  return {
    ...cause,
    evidence: [...cause.evidence, { is: "others", kind, names }],
    next: [...listAllOfKind(cause.about), ...describeObject(cause.about)],
  };
}

/** The cause of a component that does not exist, marked as deleted where the CR's findRelatedObjects still list it. */
function markAsDeleted(cause: Cause, related: readonly Related[]): Cause {
  const isGone = related.some(({ state, ref }) => state === "gone" && isSameObject(ref, cause.about));
  if (!isGone) return cause;
  const evidence = cause.evidence.map((clause) =>
    clause.is === "not-found" && clause.outcome === "absent" ? { ...clause, isDeleted: true as const } : clause,
  );
  return { ...cause, evidence };
}

/**
 * The cause of a component that was deleted and created again and has no conditions yet: its evidence says so, and its
 * time is that of the creation.
 */
function markAsRecreated(cause: Cause, recreated: readonly HcoComponent[]): Cause {
  const component = recreated.find(({ lookup }) => isSameObject(lookup.ref, cause.about));
  const hasNoCondition = cause.evidence.some(({ is }) => is === "no-condition");
  if (component === undefined || !hasNoCondition) return cause;
  const since = cause.since ?? foundObject(component.lookup)?.createdAt;
  const evidence = cause.evidence.map((clause) =>
    clause.is === "no-condition" ? ({ is: "recreated" } as const) : clause,
  );
  return { ...cause, evidence, ...definedFields({ since }) };
}

/** The findings about deletions that have lasted an hour, without those of which another finding says why. */
function dropAbandonedDeletions(lasting: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const isAbandoned = ({ about }: Finding): boolean =>
    others.some((other) => other.code === "deletion-abandoned" && isSameObject(other.about, about));
  return lasting.filter((finding) => !isAbandoned(finding));
}

/** When a running upgrade began, by the CR, and since when it stands still. */
function readUpgradeTimes({ conditions }: HyperConvergedState, stalledSince: string | undefined) {
  const begunAt = findUpgradingCondition(conditions)?.since;
  return definedFields({ stalledSince, begunAt });
}

/** A component after its evaluation. */
interface EvaluatedPart {
  /** With its workloads, its webhooks and the state of its deletion. */
  readonly node: ReportNode;
  /** The finding about its deletion, where that has lasted an hour. */
  readonly lastingDeletions: readonly Finding[];
}

/** What the evaluation of the components needs beside the objects. */
interface PartContext extends Pick<EvaluationContext, "takenAt" | "source" | "polarities"> {
  readonly isOperatorUnknown: boolean;
  /** The findings about webhooks, without those that are only due to an installation or a deletion. */
  readonly lastingFindings: readonly WebhookFinding[];
}

/** Evaluates the components, in their order. */
function evaluateParts(
  components: readonly HcoComponent[],
  state: HyperConvergedState,
  index: ObjectIndex,
  context: PartContext,
): readonly EvaluatedPart[] {
  const { takenAt, polarities, isOperatorUnknown, lastingFindings } = context;
  // A file may lack a required component that exists and fails: the installation then excuses nothing.
  const isRequiredUnread = ({ isCalledFor, lookup }: HcoComponent): boolean =>
    isCalledFor && lookup.outcome === "unread";
  const isNew = isInstalling(state, takenAt) && !components.some(isRequiredUnread);
  return components.map((component) => {
    const node = componentNode(component, index, state.namespaces, takenAt, polarities, isOperatorUnknown);
    const excused = excuseDeletion(node, state);
    const withCreator = addCreator(isNew ? excuseInstallation(excused) : excused, state);
    const withWebhooks = addWebhooks(withCreator, lastingFindings);
    const object = foundObject(component.lookup);
    if (object === undefined) return { node: withWebhooks, lastingDeletions: [] };
    const deletion = evaluateLastingDeletion(object, context);
    return {
      node: addLastingDeletion(withWebhooks, deletion),
      lastingDeletions: reportLastingDeletion(object, deletion, component.row.component),
    };
  });
}

/**
 * The differences between the root and its components beside the drift of its conditions.
 *
 * @param input `componentsVerdict` is the verdict that the components and their operator give the root.
 */
function listOtherDifferences(
  state: HyperConvergedState,
  index: ObjectIndex,
  input: OwnVerdictInput & { readonly componentsVerdict: Verdict } & Parameters<typeof listDisagreements>[5],
): readonly Difference[] {
  const { components, parts, offenders, expected, settledDrift, componentsVerdict } = input;
  return [
    ...listComponentDifferences(state, components, parts, offenders, input.isNew),
    ...listDisagreements(state, components, parts, componentsVerdict, expected.operator, input),
    ...compareOperatorCondition(state, components, index, expected.operator, settledDrift.driftHeld),
  ];
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
function listOddityFindings(
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

function hasRuleSet(sets: RuleSets, name: RuleSetName): name is keyof RuleSets {
  return Object.hasOwn(sets, name);
}

/**
 * The part of a root that is being deleted. HyperConverged deletes its parts itself
 * (kubevirt/hyperconverged-cluster-operator controllers/operandhandler/operandHandler.go, EnsureDeleted), so a part that
 * is gone is no longer required, and one that is being deleted is progressing, not unavailable.
 */
function excuseDeletion(part: ReportNode, state: HyperConvergedState): ReportNode {
  const isGone = isMissing(part);
  if (!state.isDeleting || !(isGone || part.deleting)) return part;
  const ownVerdict = isSerious(part.ownVerdict) ? "progressing" : part.ownVerdict;
  const verdict = isSerious(part.verdict) ? "progressing" : part.verdict;
  return { ...part, required: part.required && !isGone, verdict, ownVerdict };
}

/** A part that does not exist, with the name of the operator's Deployment that creates it, unless that does not run. */
function addCreator(part: ReportNode, { operator: { lookup, running } }: HyperConvergedState): ReportNode {
  if (part.outcome !== "absent" || lookup.outcome !== "found" || running === false) return part;
  return { ...part, facts: { ...part.facts, createdBy: lookup.ref.name } };
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
