import type { RolloutProgress } from "../../model/cause/cause-evidence.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { RuleSetName } from "../../model/families.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { describeObject, listAllOfKind } from "../../model/next-step.ts";
import { isSameObject, type KubeObject, keyOf } from "../../model/object.ts";
import type { Cause, Related, ReportNode, RootNode } from "../../model/report.ts";
import { foundObject, isMissing } from "../../model/snapshot.ts";
import { isSerious, type Verdict, worstVerdict } from "../../model/verdict.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { deletionRefusals } from "../../tables/deletion.ts";
import { evaluateConditions, tripleMeaning } from "../evaluation/condition-polarity.ts";
import type { EvaluationContext, RootEvaluation } from "../evaluation/evaluation.ts";
import { oddityFindings } from "../evaluation/shared-findings.ts";
import { relatedObjects } from "../related/related-objects.ts";
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
import { type HyperConvergedState, readHyperConvergedState } from "./hyperconverged-state.ts";
import { excuseInstallation, isInstalling } from "./installation.ts";
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
import { hasSilentUpgrade } from "./surroundings/failing-upgrade.ts";
import { readLifecycle } from "./surroundings/upgrade-lifecycle.ts";

/** Evaluates one HyperConverged: its components, the results of the three rule sets, and the causes. */
export function evaluateHyperConverged(
  object: KubeObject,
  index: ObjectIndex,
  { takenAt, source, polarities, ruleSet: chosen, lasting }: EvaluationContext,
): RootEvaluation {
  const state = addOperatorEvidence(readHyperConvergedState(object, index), index, { takenAt, source });
  const unknownOperator = findOperatorGap(state, index, source);
  const isOperatorUnknown = unknownOperator !== undefined && unknownOperator.isGiven === undefined;
  const components = listComponents(state, index);
  const parts = evaluateParts(components, state, index, { takenAt, polarities, isOperatorUnknown });
  const found = listFoundConditions(components);
  const expected = applyRuleSets(state, found);
  const ruleSet = chosen !== undefined && hasRuleSet(expected, chosen) ? chosen : chooseDriftRuleSet(state);
  const turn = { state, takenAt, source, lasting: lasting?.get(keyOf(object.ref)) };
  const compared = settleDrift(ruleSet, expected[ruleSet], parts, components, turn);
  const blamed = blameFromReasons(state.conditions, createNameFilter(components));
  const contributed = listHyperConvergedOffenders(found, state.conditions, readOperatorSwitches(state));
  const offenders = addStall(addBlamed(contributed, blamed, components), listStallContributions(state, components));
  const signals = { components, parts, expected, offenders, blamed, isOperatorUnknown, compared };
  const { own: rootVerdict, moving, awaited, stalledSince } = evaluateRootItself(signals, turn, index);
  const required = parts.filter((part) => part.required).map((part) => part.verdict);
  const conditions = evaluateConditions(hcoProfile, object, state.conditions, true, polarities);
  const related = relatedObjects(state.related, index);
  const othersOfKind = listSameKindFindings(components, index);
  const surroundings = listEnvironmentFindings(state, parts, index, related, { takenAt, source });
  const ofComponents = listComponentFindings(state, components, parts, index, takenAt);
  const abandoned = listRequiredDeletions(ofComponents, parts);
  const own = worstVerdict([rootVerdict, evaluateEvents(state, parts, [...surroundings, ...abandoned], index)]);
  const verdict = worstVerdict([own, ...required]);
  const recreated = listRecreatedComponents(components, related);
  const operator = listOperatorNodes(state, index, takenAt);
  const beside = listOwnWorkloadNodes(state, index, takenAt);
  // No component is worse for an upgrade that waits for it.
  const awaitedVerdict = worstVerdict([moving, ...required]);
  const isNew = isInstalling(state, takenAt);
  const failing = surroundings.find((one) => one.code === "upgrade-stuck");
  const differences = listOtherDifferences({ ...signals, explained: awaitedVerdict, isNew, failing }, state, index);
  const others = splitByTurn(differences, turn);
  const settling = [...compared.settling, ...others.settling];
  const olm = readLifecycle(state, index);
  const gates = evaluateGates({
    state,
    parts,
    offenders,
    verdict,
    isOperatorUnknown,
    stalled: stalledSince === undefined ? [] : awaited,
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
    ownVerdict: own,
    conditions,
    ...tripleMeaning(conditions),
    stale: state.isStale,
    deleting: state.isDeleting,
    frozen: false,
    facts: { ...readRootFacts(state, parts), ...definedFields({ stalledSince }) },
    children: [...parts, ...operator, ...beside],
    profile: "hco",
    ruleSet,
    expected: { ...expected },
    drift: compared.drift,
    driftHeld: compared.driftHeld,
    ...(isNew && { isInstalling: true }),
    ...definedFields({ recentChanges: changes }),
    ...(settling.length > 0 && { settling }),
    offenders,
    uncertain: listHyperConvergedUncertain(found),
    gates: { ...gates, upgradeable: { answer: "unknown", because: [] } },
    operator: summarizeOperator(state.operator),
    ...definedFields({ olm }),
    related,
  };
  const findings = [
    ...listHyperConvergedStateFindings(state, parts, takenAt),
    ...listOperatorUnknownFindings(state, unknownOperator),
    ...ofComponents,
    ...listRecreationFindings(recreated, takenAt),
    ...othersOfKind,
    ...listBlameFindings(state, blamed, parts),
    ...(recreated.length > 0 ? [] : compared.settled),
    ...others.settled,
    ...surroundings,
    ...listNoticeFindings(state),
    ...listOddityFindings(state, components, takenAt),
  ];
  const upgrade =
    state.upgradeMode === true ? { ...readUpgradeTimes(state, stalledSince), awaited, offenders } : undefined;
  const candidates = listHyperConvergedCandidates({
    state,
    verdict,
    parts,
    operator,
    beside,
    blamed,
    upgrade,
    findings: [...surroundings, ...abandoned],
    takenAt,
    index,
  });
  const explained = addCauses(root, candidates, index, listOwnSteps(state, isOperatorUnknown, index));
  const causes = explained.causes.map((cause) =>
    markAsRecreated(markAsDeleted(addOthersOfKind(cause, othersOfKind), related), recreated),
  );
  return { root: { ...explained, causes }, findings };
}

/** What only events show: whether a deletion is refused, and whether a silent upgrade fails. Unknown without events. */
function evaluateEvents(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  surroundings: readonly Finding[],
  index: ObjectIndex,
): Verdict {
  if (surroundings.some(isEndless)) return "degraded";
  const refusing = new Set(deletionRefusals.map(({ component }) => component));
  const mayRefuse = parts.some(
    ({ label, outcome, deleting }) => refusing.has(label) && outcome === "found" && !deleting,
  );
  const areNeeded = (state.isDeleting && mayRefuse) || hasSilentUpgrade(state);
  return areNeeded && index.lacksWarnings(state.namespace) ? "unknown" : "healthy";
}

/**
 * Whether what a user asked for never comes about by waiting: a deletion that is refused or left alone, an upgrade that always fails.
 */
function isEndless({ code }: Finding): boolean {
  return code === "deletion-blocked" || code === "deletion-abandoned" || code === "upgrade-stuck";
}

/** The findings about deletions of required components that do not end by waiting. */
function listRequiredDeletions(findings: readonly Finding[], parts: readonly ReportNode[]): readonly Finding[] {
  return findings.filter(
    ({ code, about }) =>
      code === "deletion-abandoned" && parts.some(({ ref, required }) => required && isSameObject(ref, about)),
  );
}

/** The cause with the command that lists all objects of its kind first, where a second one stands in its way. */
function addOthersOfKind(cause: Cause, others: readonly Finding[]): Cause {
  const names = others.flatMap((one) =>
    one.code === "another-of-kind" && one.component === cause.component ? one.others : [],
  );
  if (names.length === 0 || cause.path.length !== 2) return cause;
  const { kind } = cause.about;
  return {
    ...cause,
    evidence: [...cause.evidence, { is: "others", kind, names }],
    next: [...listAllOfKind(cause.about), ...describeObject(cause.about)],
  };
}

/** The cause of a component that does not exist, with that it existed: the CR has recorded it. */
function markAsDeleted(cause: Cause, related: readonly Related[]): Cause {
  const isGone = related.some(({ state, ref }) => state === "gone" && isSameObject(ref, cause.about));
  if (!isGone) return cause;
  const evidence = cause.evidence.map((clause) =>
    clause.is === "not-found" && clause.outcome === "absent" ? { ...clause, isDeleted: true as const } : clause,
  );
  return { ...cause, evidence };
}

/** The cause of a component that was made again and reports nothing yet, with that it was, and since when it exists. */
function markAsRecreated(cause: Cause, recreated: readonly HcoComponent[]): Cause {
  const component = recreated.find(({ lookup }) => isSameObject(lookup.ref, cause.about));
  const isSilent = cause.evidence.some(({ is }) => is === "no-condition");
  if (component === undefined || !isSilent) return cause;
  const { lookup } = component;
  const createdAt = foundObject(lookup)?.createdAt;
  return {
    ...cause,
    evidence: cause.evidence.map((clause) => (clause.is === "no-condition" ? { is: "recreated" } : clause)),
    ...(cause.since === undefined && createdAt !== undefined && { since: createdAt }),
  };
}

/** When a running upgrade began, by the CR, and since when it stands still. */
function readUpgradeTimes({ conditions }: HyperConvergedState, stalledSince: string | undefined) {
  const begunAt = findUpgradingCondition(conditions)?.since;
  return definedFields({ stalledSince, begunAt });
}

/** The components as parts of the root, each with its workloads. */
function evaluateParts(
  components: readonly HcoComponent[],
  state: HyperConvergedState,
  index: ObjectIndex,
  {
    takenAt,
    polarities,
    isOperatorUnknown,
  }: Pick<EvaluationContext, "takenAt" | "polarities"> & { isOperatorUnknown: boolean },
): readonly ReportNode[] {
  // A file may lack a component that exists and fails.
  const isSkipped = ({ isCalledFor, lookup }: HcoComponent): boolean => isCalledFor && lookup.outcome === "unread";
  const isNew = isInstalling(state, takenAt) && !components.some(isSkipped);
  return components.map((component) => {
    const node = componentNode(component, index, state.namespaces, takenAt, polarities, isOperatorUnknown);
    const spared = excuseDeletion(node, state);
    return addCreator(isNew ? excuseInstallation(spared) : spared, state);
  });
}

/** Where the root and its components contradict each other, beside the drift of the summary conditions. */
function listOtherDifferences(
  seen: OwnVerdictInput & { readonly explained: Verdict } & Parameters<typeof listDisagreements>[5],
  state: HyperConvergedState,
  index: ObjectIndex,
): readonly Difference[] {
  const { components, parts, offenders, expected, compared, explained } = seen;
  return [
    ...listComponentDifferences(state, components, parts, offenders, seen.isNew),
    ...listDisagreements(state, components, parts, explained, expected.operator, seen),
    ...compareOperatorCondition(state, components, index, expected.operator, compared.driftHeld),
  ];
}

function summarizeOperator({ running, version, from, rollout }: OperatorState): NonNullable<RootNode["operator"]> {
  const known = running === true ? "yes" : "no";
  return {
    running: running === null ? "unknown" : known,
    ...definedFields({ version }),
    from,
    ...(rollout !== undefined && { rollout: pickProgress(rollout) }),
  };
}

function pickProgress({ trouble: _trouble, culprit: _culprit, ...progress }: OperatorRollout): RolloutProgress {
  return progress;
}

/** What is malformed in the status of the root and of its components. */
function listOddityFindings(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
  takenAt: string,
): readonly Finding[] {
  return [
    ...oddityFindings(state.object.ref, state.oddities, state.conditions, takenAt),
    ...components.flatMap((each) => oddityFindings(each.lookup.ref, each.oddities, each.conditions, takenAt)),
  ];
}

function hasRuleSet(sets: RuleSets, name: RuleSetName): name is keyof RuleSets {
  return Object.hasOwn(sets, name);
}

/**
 * The part as a planned deletion of the root leaves it. HyperConverged deletes its parts itself
 * (kubevirt/hyperconverged-cluster-operator controllers/operandhandler/operandHandler.go, EnsureDeleted). One that is
 * gone is not required, and one that goes is no outage.
 */
function excuseDeletion(part: ReportNode, state: HyperConvergedState): ReportNode {
  const isGone = isMissing(part);
  if (!state.isDeleting || !(isGone || part.deleting)) return part;
  const ownVerdict = isSerious(part.ownVerdict) ? "progressing" : part.ownVerdict;
  const verdict = isSerious(part.verdict) ? "progressing" : part.verdict;
  return { ...part, required: part.required && !isGone, verdict, ownVerdict };
}

/** A part that does not exist, with the Deployment of the operator that creates it, where that runs. */
function addCreator(part: ReportNode, { operator: { lookup, running } }: HyperConvergedState): ReportNode {
  if (part.outcome !== "absent" || lookup.outcome !== "found" || running === false) return part;
  return { ...part, facts: { ...part.facts, createdBy: lookup.ref.name } };
}

function readRootFacts(state: HyperConvergedState, parts: readonly ReportNode[]): Readonly<Record<string, string>> {
  const required = parts.filter((part) => part.required);
  const well = required.filter((part) => part.verdict === "healthy");
  return {
    ...(required.length > 0 && { componentsReady: `${well.length}/${required.length}` }),
    ...definedFields({
      observedVersion: state.version,
      expectedVersion: state.operator.version,
      systemHealthStatus: state.systemHealthStatus,
    }),
  };
}
