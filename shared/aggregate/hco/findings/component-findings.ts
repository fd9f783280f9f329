import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding, FindingOf } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import { keyOf } from "../../../model/object.ts";
import type { ContributionsByType, Related, ReportNode } from "../../../model/report.ts";
import { foundObject, isMissing } from "../../../model/snapshot.ts";
import { secondsBetween } from "../../../model/time.ts";
import { isSerious } from "../../../model/verdict.ts";
import { textAt, toList, valueAt, wholeNumberAt } from "../../../parse/json-value.ts";
import { summaryTypes } from "../../../profiles/hco/profile.ts";
import { deployedPhase } from "../../../profiles/hco/workloads.ts";
import { entriesIn } from "../../related/related-objects.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { type Difference, listWritesBehind } from "../drift/operator-turn.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { isInstalling } from "../installation.ts";
import { abandonedComponent } from "../surroundings/abandoned-deletions.ts";
import { listSilentFindings } from "./silent-component-findings.ts";

/** The findings about each component CR, found or not. `nodes` are the components' nodes in the same order. */
export function listComponentFindings(
  state: HyperConvergedState,
  components: readonly HcoComponent[],
  nodes: readonly ReportNode[],
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  return components.flatMap((component, position) => {
    const node = nodes[position];
    if (node === undefined) return [];
    const waiting = reportAbandonedDeletion(component, state, index, takenAt);
    if (!component.isCalledFor) return [...reportNotCounted(component, node), ...waiting];
    return component.lookup.outcome === "found"
      ? [
          ...reportSilentConditions(component, node, isUnderWay(state, takenAt)),
          ...listSilentFindings(component, node, index, takenAt),
          ...reportDeletion(component, node, state),
          ...waiting,
          ...reportUnknownConditions(component, node),
          ...reportOutdatedWorkloads(component, node),
        ]
      : reportMissingComponent(component, node, isUnderWay(state, takenAt));
  });
}

/**
 * The possible findings about a CR, or a version of the operator, that differs from what a component that was found reports.
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
    if (node === undefined || !component.isCalledFor || component.lookup.outcome !== "found") return [];
    const written = listWritesBehind([component]);
    const stalled = reportUpgradeStall(component, node, offenders, state);
    // An upgrade begins where the CR says so.
    const begun = lastConditionOfType(state.conditions, "Progressing")?.since;
    return [
      // Of the components that are being installed, the last one that the operator reads is named by chance.
      ...(isNew ? [] : reportHiddenContributions(component, node, offenders)).map((finding) => ({ finding, written })),
      ...stalled.map((finding) => ({ finding, written: [...written, begun] })),
    ];
  });
}

/** Whether an installation or a deletion is in progress, where missing parts are expected. */
function isUnderWay(state: HyperConvergedState, takenAt: string): boolean {
  return state.isDeleting || isInstalling(state, takenAt);
}

function reportMissingComponent(
  { row, lookup }: HcoComponent,
  node: ReportNode,
  isExpected: boolean,
): readonly Finding[] {
  const about = node.ref;
  if (isMissing(lookup)) {
    const severity = isExpected ? "info" : "error";
    return [
      makeGradedFinding(severity, about, {
        code: "component-absent",
        component: row.component,
        outcome: lookup.outcome,
      }),
    ];
  }
  if (lookup.outcome === "found") return [];
  const cause = lookup.cause ?? "";
  return [
    makeGradedFinding("warning", about, { code: "not-read", component: row.component, outcome: lookup.outcome, cause }),
  ];
}

/** The remark about a component CR that the HyperConverged does not require. */
function reportNotCounted({ row }: HcoComponent, node: ReportNode): readonly Finding[] {
  const because = row.enabledBy === undefined ? "not-deployed" : "switched-off";
  return [makeFinding(node.ref, { code: "not-counted", component: row.component, evaluated: node.verdict, because })];
}

/**
 * The findings about no conditions, missing conditions, and bad ones without a message. The last finding quotes another
 * condition that has a message: CDI and others write the message of one state on one of their conditions only
 * (kubevirt/controller-lifecycle-operator-sdk pkg/sdk/cr-status.go).
 */
function reportSilentConditions(
  { row, conditions }: HcoComponent,
  node: ReportNode,
  isExpected: boolean,
): readonly Finding[] {
  const about = node.ref;
  const { component } = row;
  if (conditions.length === 0)
    return [makeGradedFinding(isExpected ? "info" : "error", about, { code: "no-conditions", component })];
  const types = summaryTypes.filter((type) => lastConditionOfType(conditions, type) === undefined);
  const severity = types.includes("Available") ? "error" : "warning";
  const absent: readonly Finding[] =
    types.length === 0 ? [] : [makeGradedFinding(severity, about, { code: "missing-condition", component, types })];
  const silent = summaryTypes
    .map((type) => lastConditionOfType(node.conditions, type))
    .find((condition) => condition?.abnormal && condition.message === "");
  // A workload below the component reports what the component itself does not.
  if (silent === undefined || node.children.some((child) => isSerious(child.verdict))) return absent;
  const sibling = node.conditions.find((each) => each.abnormal && each.message !== "" && each.type !== silent.type);
  return [
    ...absent,
    makeFinding(about, {
      code: "empty-message",
      component,
      type: silent.type,
      ...(node.children.length > 0 &&
        node.children.every((child) => child.verdict === "healthy") && { workloadsReady: true as const }),
      ...(sibling !== undefined && { siblingType: sibling.type, siblingMessage: sibling.message }),
    }),
  ];
}

/** The finding that a component is being deleted. It is only info where the HyperConverged is being deleted too. */
function reportDeletion(
  { lookup }: HcoComponent,
  { ref: about }: ReportNode,
  { isDeleting }: HyperConvergedState,
): readonly Finding[] {
  if (lookup.outcome !== "found" || lookup.object.deletedAt === undefined) return [];
  const { deletedAt: since, finalizers } = lookup.object;
  return [
    makeGradedFinding(isDeleting ? "info" : "warning", about, { code: "deleting", since, finalizers, remaining: [] }),
  ];
}

/** The finding that nothing ends the deletion of a component. */
function reportAbandonedDeletion(
  { row, lookup }: HcoComponent,
  { namespaces }: HyperConvergedState,
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  return lookup.outcome === "found" ? abandonedComponent(lookup.object, row.component, namespaces, index, takenAt) : [];
}

function reportUnknownConditions({ row }: HcoComponent, node: ReportNode): readonly Finding[] {
  return summaryTypes.flatMap((type): readonly Finding[] => {
    const condition = lastConditionOfType(node.conditions, type);
    if (condition?.status !== "Unknown") return [];
    const { reason } = condition;
    return [makeFinding(node.ref, { code: "unknown-condition", component: row.component, type, reason })];
  });
}

/** The finding that a component contributes, but the CR reports only another one (hyperconverged_controller.go:778). */
function reportHiddenContributions(
  { row }: HcoComponent,
  node: ReportNode,
  offenders: ContributionsByType,
): readonly Finding[] {
  const types = Object.keys(offenders).filter((type) => {
    const own = offenders[type]?.filter((each) => each.component === row.component) ?? [];
    return type !== "UpgradeStall" && own.length > 0 && own.every((each) => !each.shown);
  });
  const shown = types.flatMap((type) =>
    (offenders[type] ?? []).filter((each) => each.shown).map((each) => each.component),
  );
  if (types.length === 0 || shown.length === 0) return [];
  const { component } = row;
  return [makeFinding(node.ref, { code: "hidden-offender", component, types, shown: [...new Set(shown)] })];
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
  const rows = (offenders["UpgradeStall"] ?? []).filter((each) => each.component === row.component);
  if (rows.length === 0 || node.ownVerdict === "progressing" || state.upgradeMode !== true) return [];
  const behind = rows.find((each) => each.rule === "version");
  const without = rows.find((each) => each.rule === "missing-condition");
  return [
    makeFinding(node.ref, {
      code: "upgrade-stall",
      component: row.component,
      ...definedFields({
        observedVersion: behind?.observedVersion,
        expectedVersion: behind?.expectedVersion,
        missing: without?.missing,
      }),
    }),
  ];
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
  const [observed, target] = ["observedDeploymentID", "targetDeploymentID"].map((name) => textAt(status, name));
  const isDeployed = textAt(status, "phase") === deployedPhase && observed === target;
  const movedBy = readMover(valueAt(spec, "workloadUpdateStrategy", "workloadUpdateMethods"));
  const isAwaitingUpgrade = movedBy !== "person" && !isDeployed;
  const evidence = { count, movedBy, ...(isAwaitingUpgrade && { isAwaitingUpgrade: true as const }) };
  // They wait for a person where nothing moves them.
  const severity = movedBy === "person" ? "warning" : "info";
  return [makeGradedFinding(severity, node.ref, { code: "outdated-workloads", ...evidence })];
}

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
  const replaced = new Set(entriesIn("replaced", related).map((entry) => keyOf(entry.ref)));
  return components.filter(({ lookup }) => replaced.has(keyOf(lookup.ref)));
}

export function listRecreationFindings(recreated: readonly HcoComponent[], takenAt: string): readonly Finding[] {
  return recreated.map(({ row, lookup }): Finding => {
    const seconds = lookup.outcome === "found" ? secondsBetween(lookup.object.createdAt, takenAt) : undefined;
    const age = definedFields({ seconds });
    return makeFinding(lookup.ref, { code: "component-new", component: row.component, ...age });
  });
}

/** The findings that name other objects of a component's kind. HyperConverged counts only its own. */
export function listSameKindFindings(components: readonly HcoComponent[], index: ObjectIndex): readonly Finding[] {
  return components.flatMap(({ row, lookup }): readonly Finding[] => {
    const own = foundObject(lookup);
    const others = index
      .all(row)
      .filter((object) => object !== own)
      .map(({ ref }) => (ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`));
    if (others.length === 0) return [];
    return [makeFinding(lookup.ref, { code: "another-of-kind", component: row.component, others })];
  });
}
