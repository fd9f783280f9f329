import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
import type { Finding, FindingOf } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import { keyOf, namespacedName } from "../../../model/object.ts";
import type { ContributionsByType, EvaluatedCondition, Related, ReportNode } from "../../../model/report.ts";
import { foundObject, isMissing } from "../../../model/snapshot.ts";
import { secondsBetween } from "../../../model/time.ts";
import { isSerious } from "../../../model/verdict.ts";
import { textAt, toList, valueAt, wholeNumberAt } from "../../../parse/json-value.ts";
import { summaryTypes } from "../../../profiles/hco/profile.ts";
import { deployedPhase } from "../../../profiles/hco/workloads.ts";
import { listEntriesInState } from "../../related/related-objects.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { type Difference, listComponentWriteTimes } from "../drift/operator-delay.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { isInstalling } from "../installation.ts";
import { reportAbandonedComponent } from "../surroundings/abandoned-deletions.ts";
import { listSilentFindings } from "./silent-component-findings.ts";

/** The findings about each component CR, found or not. `nodes` are the components' nodes in the same order. */
export function listComponentFindings(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
  nodes: readonly ReportNode[],
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  // Missing parts are expected during an installation and a deletion.
  const isExpected = state.isDeleting || isInstalling(state, takenAt);
  return components.flatMap((component, position) => {
    const node = nodes[position];
    if (node === undefined) return [];
    const abandoned = reportAbandonedDeletion(component, state, index, takenAt);
    if (!component.isRequired) return [...reportNotCounted(component, node), ...abandoned];
    if (component.lookup.outcome !== "found") return reportMissingComponent(component, node, isExpected);
    return [
      ...reportSilentConditions(component, node, isExpected),
      ...listSilentFindings(component, node, index, takenAt),
      ...reportDeletion(component, node, state),
      ...abandoned,
      ...reportUnknownConditions(component, node),
      ...reportOutdatedWorkloads(component, node),
    ];
  });
}

/**
 * The differences between a component that was found and its HyperConverged: the CR hides the component's contribution,
 * or the operator waits for another version of it. `isNew`: the HyperConverged is being installed.
 */
export function listComponentDifferences(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
  nodes: readonly ReportNode[],
  offenders: ContributionsByType,
  isNew: boolean,
): readonly Difference[] {
  return components.flatMap((component, position) => {
    const node = nodes[position];
    if (node === undefined || !component.isRequired || component.lookup.outcome !== "found") return [];
    const writeTimes = listComponentWriteTimes([component]);
    // During an installation the CR names the component that the operator happens to read last, and hides all others.
    const hidden = isNew ? [] : reportHiddenContributions(component, node, offenders);
    const stalled = reportUpgradeStall(component, node, offenders, state);
    // The operator writes Progressing when an upgrade begins.
    const { since: upgradeBegan } = lastConditionOfType(state.conditions, "Progressing") ?? {};
    const timesWithUpgrade = upgradeBegan === undefined ? writeTimes : [...writeTimes, upgradeBegan];
    return [
      ...hidden.map((finding) => ({ finding, writeTimes })),
      ...stalled.map((finding) => ({ finding, writeTimes: timesWithUpgrade })),
    ];
  });
}

/** The finding about a required component that does not exist or was not read. */
function reportMissingComponent(
  { row: { component }, lookup }: HcoComponent,
  { ref: about }: ReportNode,
  isExpected: boolean,
): readonly Finding[] {
  if (lookup.outcome === "found") return [];
  if (isMissing(lookup)) {
    const severity = isExpected ? "info" : "error";
    return [makeGradedFinding(severity, about, { code: "component-absent", component, outcome: lookup.outcome })];
  }
  const { outcome, cause = "" } = lookup;
  return [makeGradedFinding("warning", about, { code: "not-read", component, outcome, cause })];
}

/** The finding that the verdict of a component does not count, because the HyperConverged does not require it. */
function reportNotCounted({ row }: HcoComponent, node: ReportNode): readonly Finding[] {
  const because = row.enabledBy === undefined ? "not-deployed" : "switched-off";
  return [makeFinding(node.ref, { code: "not-counted", component: row.component, evaluated: node.verdict, because })];
}

/**
 * The findings about a component that reports too little, in this order:
 * 1. It has no conditions at all. Nothing else is reported then.
 * 2. It lacks conditions of the summary.
 * 3. A bad condition has no message, and no workload below the component explains it. The finding quotes another bad
 *    condition that has a message: CDI and others write the message of one state on one of their conditions only
 *    (kubevirt/controller-lifecycle-operator-sdk pkg/sdk/cr-status.go).
 */
function reportSilentConditions(
  { row, conditions }: HcoComponent,
  node: ReportNode,
  isExpected: boolean,
): readonly Finding[] {
  const about = node.ref;
  const { component } = row;
  if (conditions.length === 0) {
    return [makeGradedFinding(isExpected ? "info" : "error", about, { code: "no-conditions", component })];
  }
  const findings: Finding[] = [];
  const missingTypes = summaryTypes.filter((type) => lastConditionOfType(conditions, type) === undefined);
  if (missingTypes.length > 0) {
    const severity = missingTypes.includes("Available") ? "error" : "warning";
    findings.push(makeGradedFinding(severity, about, { code: "missing-condition", component, types: missingTypes }));
  }
  const isExplainedBelow = node.children.some((child) => isSerious(child.verdict));
  const silent = isExplainedBelow ? undefined : findConditionWithoutMessage(node);
  if (silent !== undefined) {
    const sibling = node.conditions.find(
      ({ abnormal, message, type }) => abnormal && message !== "" && type !== silent.type,
    );
    const areWorkloadsReady = node.children.length > 0 && node.children.every(({ verdict }) => verdict === "healthy");
    const evidence = {
      ...trueFlags({ workloadsReady: areWorkloadsReady }),
      ...definedFields({ siblingType: sibling?.type, siblingMessage: sibling?.message }),
    };
    findings.push(makeFinding(about, { code: "empty-message", component, type: silent.type, ...evidence }));
  }
  return findings;
}

/** The first condition of the summary that is bad and has no message. */
function findConditionWithoutMessage({ conditions }: ReportNode): EvaluatedCondition | undefined {
  return summaryTypes
    .map((type) => lastConditionOfType(conditions, type))
    .find((condition) => condition?.abnormal && condition.message === "");
}

/** The finding that a component is being deleted. It is only info where the HyperConverged is being deleted too. */
function reportDeletion(
  { lookup }: HcoComponent,
  { ref }: ReportNode,
  { isDeleting }: HyperConvergedState,
): readonly Finding[] {
  if (lookup.outcome !== "found" || lookup.object.deletedAt === undefined) return [];
  const { deletedAt, finalizers } = lookup.object;
  const severity = isDeleting ? "info" : "warning";
  return [makeGradedFinding(severity, ref, { code: "deleting", since: deletedAt, finalizers, remaining: [] })];
}

/** The finding that nothing ends the deletion of a component. */
function reportAbandonedDeletion(
  { row, lookup }: HcoComponent,
  { namespaces }: HyperConvergedState,
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  return lookup.outcome === "found"
    ? reportAbandonedComponent(lookup.object, row.component, namespaces, index, takenAt)
    : [];
}

/** The findings about summary conditions that the component itself reports as Unknown. */
function reportUnknownConditions({ row }: HcoComponent, node: ReportNode): readonly Finding[] {
  return summaryTypes.flatMap((type): readonly Finding[] => {
    const condition = lastConditionOfType(node.conditions, type);
    if (condition?.status !== "Unknown") return [];
    const { reason } = condition;
    return [makeFinding(node.ref, { code: "unknown-condition", component: row.component, type, reason })];
  });
}

/**
 * The finding that the CR shows none of the component's contributions to a type, but those of another component: the last
 * component that the operator evaluates overwrites the reasons of the others (hyperconverged_controller.go:778).
 */
function reportHiddenContributions(
  { row: { component } }: HcoComponent,
  node: ReportNode,
  offenders: ContributionsByType,
): readonly Finding[] {
  const hiddenEntries = Object.entries(offenders).filter(([type, contributions]) => {
    const ofComponent = contributions.filter((contribution) => contribution.component === component);
    return type !== "UpgradeStall" && ofComponent.length > 0 && ofComponent.every(({ shown }) => !shown);
  });
  const types = hiddenEntries.map(([type]) => type);
  const shownContributions = hiddenEntries.flatMap(([, contributions]) => contributions).filter(({ shown }) => shown);
  if (shownContributions.length === 0) return [];
  const shown = new Set(shownContributions.map((contribution) => contribution.component));
  return [makeFinding(node.ref, { code: "hidden-offender", component, types, shown: [...shown] })];
}

/**
 * The finding that a component reports itself healthy but still blocks the upgrade: it lacks a condition or runs
 * another version (kubevirt/hyperconverged-cluster-operator controllers/operands/generic_operand.go,
 * completeEnsureOperands).
 */
function reportUpgradeStall(
  { row }: HcoComponent,
  node: ReportNode,
  offenders: ContributionsByType,
  state: HyperConvergedState,
): readonly Finding[] {
  const stalls = (offenders["UpgradeStall"] ?? []).filter(({ component }) => component === row.component);
  if (stalls.length === 0 || node.ownVerdict === "progressing" || state.upgradeMode !== true) return [];
  const otherVersion = stalls.find(({ rule }) => rule === "version");
  const missingCondition = stalls.find(({ rule }) => rule === "missing-condition");
  const evidence = definedFields({
    observedVersion: otherVersion?.observedVersion,
    expectedVersion: otherVersion?.expectedVersion,
    missing: missingCondition?.missing,
  });
  return [makeFinding(node.ref, { code: "upgrade-stall", component: row.component, ...evidence })];
}

/**
 * The finding that virtual machines wait for pods of the present KubeVirt, and what moves them there. KubeVirt counts all
 * of them, and moves none while it is not deployed as its status requires (kubevirt/kubevirt
 * pkg/virt-controller/watch/workload-updater/workload-updater.go, getUpdateData, execute).
 */
function reportOutdatedWorkloads({ lookup }: HcoComponent, node: ReportNode): readonly Finding[] {
  if (lookup.outcome !== "found") return [];
  const { spec, status } = lookup.object;
  const count = wholeNumberAt(status, "outdatedVirtualMachineInstanceWorkloads") ?? 0;
  if (count <= 0) return [];
  const isTargetObserved = textAt(status, "observedDeploymentID") === textAt(status, "targetDeploymentID");
  const isDeployed = textAt(status, "phase") === deployedPhase && isTargetObserved;
  const movedBy = readMover(valueAt(spec, "workloadUpdateStrategy", "workloadUpdateMethods"));
  const isAwaitingUpgrade = movedBy !== "person" && !isDeployed;
  const evidence = { count, movedBy, ...trueFlags({ isAwaitingUpgrade }) };
  const severity = movedBy === "person" ? "warning" : "info";
  return [makeGradedFinding(severity, node.ref, { code: "outdated-workloads", ...evidence })];
}

/** What moves virtual machines, from KubeVirt's workloadUpdateMethods: `["LiveMigrate"]` -> `"migration"`. */
function readMover(methods: unknown): FindingOf<"outdated-workloads">["movedBy"] {
  const names = toList(methods);
  const isEvicting = names.includes("Evict");
  if (names.includes("LiveMigrate")) return isEvicting ? "migration-or-eviction" : "migration";
  return isEvicting ? "eviction" : "person";
}

/**
 * Components that were deleted and created again since the CR recorded them. The operator does not evaluate a component
 * in the reconcile that creates it (kubevirt/hyperconverged-cluster-operator controllers/operands/generic_operand.go,
 * Ensure). The CR therefore still describes the previous object.
 */
export function listRecreatedComponents(
  components: readonly HcoComponent[],
  related: readonly Related[],
): readonly HcoComponent[] {
  const replaced = new Set(listEntriesInState("replaced", related).map((entry) => keyOf(entry.ref)));
  return components.filter(({ lookup }) => replaced.has(keyOf(lookup.ref)));
}

/** The findings about components that were created again, with the age of each in seconds where it is known. */
export function listRecreationFindings(recreated: readonly HcoComponent[], takenAt: string): readonly Finding[] {
  return recreated.map(({ row, lookup }): Finding => {
    const seconds = secondsBetween(foundObject(lookup)?.createdAt, takenAt);
    return makeFinding(lookup.ref, { code: "component-new", component: row.component, ...definedFields({ seconds }) });
  });
}

/** The findings that name other objects of a component's kind. HyperConverged counts only its own. */
export function listSameKindFindings(components: readonly HcoComponent[], index: ObjectIndex): readonly Finding[] {
  return components.flatMap(({ row, lookup }): readonly Finding[] => {
    const counted = foundObject(lookup);
    const others = index
      .all(row)
      .filter((object) => object !== counted)
      .map(({ ref }) => (ref.namespace === undefined ? ref.name : namespacedName(ref)));
    if (others.length === 0) return [];
    return [makeFinding(lookup.ref, { code: "another-of-kind", component: row.component, others })];
  });
}
