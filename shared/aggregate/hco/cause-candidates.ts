import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { describeObject, type NextStep, showDeploymentLog, showPodLog } from "../../model/next-step.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { isSerious, type Verdict } from "../../model/verdict.ts";
import { workloadRows } from "../../tables/workloads.ts";
import { type BlamedContributions, listPartCandidates, makePartCandidate } from "../root-cause/blamed-parts.ts";
import type { Candidate } from "../root-cause/candidates.ts";
import { quoteReport } from "../root-cause/cause-evidence.ts";
import { listForbiddenWorkloadSteps, listOperatorLogSteps } from "../root-cause/component-steps.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { makeDeploymentRef } from "./operator/deployment.ts";
import {
  listOperatorCandidates,
  listRemainingParts,
  listUncreatedParts,
  makeOptionalCandidate,
  type OperatorCauseInput,
  operatorPodSelector,
} from "./operator-candidates.ts";
import { evaluateReconcile, isUpdateConflict } from "./own-verdict.ts";
import { findBrokenPatch, findStuckComponent, isDeniedWrite, listRefusedWriteSteps } from "./stuck-component.ts";
import { findUnhealthyWorkload } from "./surroundings/behind-service.ts";
import {
  listAbandonedCandidates,
  listAwaitedCandidates,
  listConversionCandidates,
  listLifecycleCandidates,
  listRefusalCandidates,
  listStuckUpgradeCandidates,
  listWebhookCandidates,
  type RunningUpgrade,
} from "./surroundings/causes.ts";
import { listEndpoints } from "./surroundings/webhook-services.ts";

/** Everything from which the candidates for the causes of a HyperConverged are made. */
interface CauseInput extends OperatorCauseInput {
  readonly verdict: Verdict;
  /** The product's workloads that belong to no component. */
  readonly ownWorkloads: readonly ReportNode[];
  /** The Services and configurations of HyperConverged's own webhooks that the API server cannot call. */
  readonly ownWebhooks: readonly ReportNode[];
  readonly blamed: BlamedContributions;
  readonly upgrade: RunningUpgrade | undefined;
  /** The findings about its environment, some of which are causes. */
  readonly findings: readonly Finding[];
  /** The errors about conversions of it. */
  readonly conversions: readonly Finding[];
  readonly takenAt: string;
  readonly index: ObjectIndex;
}

/**
 * The candidates of one HyperConverged, in this order:
 * 1. the components that a running upgrade waits for, as far as no other candidate explains them,
 * 2. all components,
 * 3. components whose deletion is refused, or that nothing deletes,
 * 4. an upgrade that always fails,
 * 5. webhooks that do not respond, and conversions that fail,
 * 6. the write that the operator could not do,
 * 7. OLM, and an operator that does not run,
 * 8. HyperConverged's own webhooks,
 * 9. the product's other workloads, which are not required.
 */
export function listHyperConvergedCandidates(input: CauseInput): readonly Candidate[] {
  const { state, parts, operatorNodes, ownWorkloads, ownWebhooks, upgrade, findings, conversions, takenAt, index } =
    input;
  const { namespace } = state;
  const workloads = [...parts, ...operatorNodes, ...ownWorkloads];
  const findWorkloadBehind = (service: Ref) =>
    findUnhealthyWorkload(service, workloads, listEndpoints(service, index, [namespace]) ?? []);
  const operators = listOperatorCandidates(input);
  const abandoned = listAbandonedCandidates(parts, findings);
  const stuckUpgrades = listStuckUpgradeCandidates(state, findings);
  const candidates = [
    ...listComponentCandidates(input, operators[0]).filter(
      ({ component }) => !abandoned.some((candidate) => candidate.component === component),
    ),
    ...listRefusalCandidates(state, findings, index, showOperatorLog(state.operator, "failing")),
    ...abandoned,
    ...stuckUpgrades,
    ...listWebhookCandidates(state, parts, findings, takenAt, index, findWorkloadBehind),
    ...listConversionCandidates(conversions, ownWorkloads, index),
    ...listRefusedWriteCandidates(input),
    ...listLifecycleCandidates(state, findings),
    ...operators,
    ...ownWebhooks.map(makePartCandidate),
    ...dropWorkloadsOfWebhooks(ownWorkloads, ownWebhooks).map(makeOptionalCandidate),
  ];
  if (upgrade === undefined || state.isDeleting || stuckUpgrades.length > 0) return candidates;
  const unhealthy = candidates.filter(({ verdict }) => verdict !== "healthy");
  const explained = new Set(unhealthy.map(({ component }) => component));
  const awaited = listAwaitedCandidates(upgrade, explained, (component) =>
    listOperatorSteps(component, namespace, index),
  );
  return [...awaited, ...candidates];
}

/** The workloads without those below one of the webhooks, which they explain. */
function dropWorkloadsOfWebhooks(
  workloads: readonly ReportNode[],
  webhooks: readonly ReportNode[],
): readonly ReportNode[] {
  const keysBelow = new Set(webhooks.flatMap(({ children }) => children.map(({ ref }) => keyOf(ref))));
  return workloads.filter(({ ref }) => !keysBelow.has(keyOf(ref)));
}

/** The candidates of the components. One that the operator never created is a consequence of the operator. */
function listComponentCandidates(input: CauseInput, operator: Candidate | undefined): readonly Candidate[] {
  const { state, verdict, blamed } = input;
  const uncreatedLabels = new Set(listUncreatedParts(input).map(({ label }) => label));
  const root = { verdict, ref: state.object.ref };
  return listPartCandidates(root, listRemainingParts(input), blamed).map((candidate) => {
    if (operator === undefined || !uncreatedLabels.has(candidate.component)) return candidate;
    return { ...candidate, consequenceOf: operator.component };
  });
}

/** The commands for a component's own operator: its log, and its Deployment where that was not read. */
function listOperatorSteps(component: string, namespace: string, index: ObjectIndex): readonly NextStep[] {
  const row = workloadRows.find((each) => each.component === component);
  if (row === undefined) return [];
  const deployment = makeDeploymentRef(namespace, row.operator);
  const log = listOperatorLogSteps(row, { namespace }, index, "awaited");
  return index.find(deployment).outcome === "unread" ? [...log, ...describeObject(deployment)] : log;
}

/**
 * The commands for a HyperConverged that is a cause itself: the log of a running operator that does not write the
 * status, or the check of the permission without which the operator is unknown.
 */
export function listOwnSteps(
  state: HyperConvergedState,
  isOperatorUnknown: boolean,
  index: ObjectIndex,
): readonly NextStep[] {
  const { object, conditions, operator, isUnobserved, isStale } = state;
  if (isOperatorUnknown) return listForbiddenWorkloadSteps(object.ref, object.ref, index);
  if (object.deletedAt !== undefined) {
    return [...showOperatorLog(operator, "unfinished"), ...describeObject(object.ref)];
  }
  const isSilent = lastConditionOfType(conditions, "ReconcileComplete")?.status === "Unknown";
  return isUnobserved || isStale || isSilent ? showOperatorLog(operator, "silent") : [];
}

/**
 * The command for the log of HyperConverged's own operator, unless that certainly does not run. Where its Deployment was
 * not found, its Pods are selected by their label, because OLM gives the Deployment another name.
 */
function showOperatorLog(
  { lookup, running }: HyperConvergedState["operator"],
  about: "silent" | "failing" | "unfinished",
): readonly NextStep[] {
  const { ref, outcome } = lookup;
  if (running === false || outcome === "absent") return [];
  return outcome === "found" ? showDeploymentLog(ref, ref.name, about) : showPodLog(ref, operatorPodSelector, about);
}

/**
 * The candidate for the write that ended the operator's loop. The loop stops at the first object that it cannot create
 * or update, and ReconcileComplete has the error (kubevirt/hyperconverged-cluster-operator
 * controllers/operandhandler/operandHandler.go, Ensure).
 */
function listRefusedWriteCandidates({ state, parts, findings, takenAt, index }: CauseInput): readonly Candidate[] {
  const reconcile = lastConditionOfType(state.conditions, "ReconcileComplete");
  if (state.isRefused || reconcile?.status !== "False") return [];
  // A refused deletion has a candidate of its own, which names the objects that keep the component.
  const isRefusedDeletion = findings.some(
    (finding) => finding.code === "deletion-blocked" && finding.reason === reconcile.reason,
  );
  if (isRefusedDeletion) return [];
  const { since, message } = reconcile;
  const verdict = evaluateReconcile(state, takenAt);
  const patchedComponent = findBrokenPatch(message);
  const isPatch = patchedComponent !== undefined;
  const stuck = isPatch ? undefined : findStuckComponent(message, parts);
  const log = showOperatorLog(state.operator, "failing");
  const next = isPatch ? [] : listRefusedWriteSteps({ error: message, stuck, log, namespace: state.namespace, index });
  const evidence = {
    // The annotation of a broken patch stands on the HyperConverged itself.
    about: stuck?.ref ?? state.object.ref,
    clauses: [isUpdateConflict(message) ? describeConflict(reconcile, verdict) : quoteReport(reconcile)],
    ...definedFields({ since }),
    next,
    hasDescription: next.length === 0,
    isOfOperator: isPatch || isDeniedWrite(message),
  };
  const component = patchedComponent ?? stuck?.label ?? state.object.ref.name;
  return [{ component, verdict, required: true, evidence }];
}

/** The clause of a write that lost to another client's. The next reconcile repeats it. */
function describeConflict({ reason, message }: Condition, verdict: Verdict): CauseClause {
  return isSerious(verdict)
    ? { is: "conflict", reason, message, isLasting: true }
    : { is: "conflict", reason, message };
}
