import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import {
  describeObject,
  listDeployments,
  listInstallation,
  listPods,
  type NextStep,
  showDeploymentLog,
  showPodLog,
} from "../../model/next-step.ts";
import { isSameObject, keyOf, type Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { isMissing, type Outcome } from "../../model/snapshot.ts";
import { isSerious, type Verdict, worstVerdict } from "../../model/verdict.ts";
import { deploymentKind, operatorPodLabel } from "../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../tables/operator.ts";
import { workloadRows } from "../../tables/workloads.ts";
import { makeMissingNode } from "../evaluation/plain-node.ts";
import { type BlamedContributions, listPartCandidates, makePartCandidate } from "../root-cause/blamed-parts.ts";
import type { Candidate } from "../root-cause/candidates.ts";
import { makeNotFoundClause, quoteReport } from "../root-cause/cause-evidence.ts";
import {
  listForbiddenWorkloadSteps,
  listOperatorLogSteps,
  listPermissionSteps,
} from "../root-cause/component-steps.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { evaluateReconcile, isRolloutFault, isUpdateConflict } from "./own-verdict.ts";
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
interface CauseInput {
  readonly state: HyperConvergedState;
  readonly verdict: Verdict;
  readonly parts: readonly ReportNode[];
  /** The operator's Deployment, and a second one that runs beside it. */
  readonly operatorNodes: readonly ReportNode[];
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
 * 5. webhooks that nothing answers, and conversions that fail,
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
    ...listRefusalCandidates(state, findings, index),
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

function makeOptionalCandidate(node: ReportNode): Candidate {
  return { ...makePartCandidate(node), required: false };
}

/**
 * The candidates of the operator: its Deployments, or what is known of it without any. An operator to blame makes its
 * HyperConverged degraded, because nothing updates the CR's status and nothing repairs the components. It has the worst
 * verdict of the components that it never created.
 */
function listOperatorCandidates(input: CauseInput): readonly Candidate[] {
  const { state, operatorNodes } = input;
  const verdict = worstVerdict(["degraded", ...listUncreatedParts(input).map((part) => part.verdict)]);
  const [firstNode, ...otherNodes] = operatorNodes;
  if (firstNode === undefined) {
    return [...listMissingOperatorCandidates(state, verdict), ...listUnreadOperatorCandidates(state, verdict)];
  }
  const firstCandidate: Candidate = isOperatorToBlame(state)
    ? { component: firstNode.label, verdict, required: true, evidence: { node: firstNode } }
    : makeOptionalCandidate(firstNode);
  return [firstCandidate, ...otherNodes.map(makeOptionalCandidate)];
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

/** The parts that may be causes. A part that the deletion of the root has removed is none. */
function listRemainingParts({ state, parts }: CauseInput): readonly ReportNode[] {
  return state.isDeleting ? parts.filter((part) => !isMissing(part)) : parts;
}

/**
 * The required components that an operator to blame never created: they do not exist, and the CR has not recorded them.
 * The operator creates each component and records it (kubevirt/hyperconverged-cluster-operator
 * controllers/hyperconverged/hyperconverged_controller.go, EnsureOperandAndComplete).
 */
function listUncreatedParts(input: CauseInput): readonly ReportNode[] {
  const { state } = input;
  if (!isOperatorToBlame(state)) return [];
  const absent = listRemainingParts(input).filter(({ required, outcome }) => required && outcome === "absent");
  return absent.filter(({ ref }) => !state.related.some((recorded) => isSameObject(recorded.ref, ref)));
}

/** Whether the operator does not run, or its stuck roll-out makes the root worse. */
function isOperatorToBlame(state: HyperConvergedState): boolean {
  return state.operator.running === false || isRolloutFault(state);
}

/** The commands for a component's own operator: its log, and its Deployment where that was not read. */
function listOperatorSteps(component: string, namespace: string, index: ObjectIndex): readonly NextStep[] {
  const row = workloadRows.find((each) => each.component === component);
  if (row === undefined) return [];
  const { group, kind } = deploymentKind;
  const deployment: Ref = { group, kind, namespace, name: row.operator };
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
  return outcome === "found"
    ? showDeploymentLog(ref, ref.name, about)
    : showPodLog(ref, `${operatorPodLabel.name}=${operatorPodLabel.value}`, about);
}

/**
 * The candidate for an operator that certainly does not run and whose Deployment was not found. `verdict` is what that
 * makes of the root.
 */
function listMissingOperatorCandidates(
  { object, operator }: HyperConvergedState,
  verdict: Verdict,
): readonly Candidate[] {
  const { running, lookup, ready, wanted, rollout, isCountedByPods } = operator;
  if (running !== false || rollout?.culprit !== undefined) return [];
  const { ref: about } = lookup;
  const isGone = lookup.outcome === "absent" && !isCountedByPods;
  // OLM creates a missing Deployment of its own again. Without OLM a person has to.
  const isByOlm = about.name === operatorDeployments[0];
  const clauses: CauseClause[] = [
    isCountedByPods ? { is: "workload", ready: `${ready}/${wanted}` } : describeUnseenOperator(lookup),
  ];
  if (isGone && !isByOlm) clauses.push({ is: "state", state: "not-restored" });
  const hasDescription = lookup.outcome === "unread" || lookup.outcome === "found";
  const next = isGone ? listStepsAfterDeletion(about, isByOlm) : listStepsForPods(about, lookup.outcome, object.ref);
  return [{ component: about.name, verdict, required: true, evidence: { about, clauses, next, hasDescription } }];
}

/** The commands after the operator's Deployment was deleted. No event says who deleted it. */
function listStepsAfterDeletion(deployment: Ref, isByOlm: boolean): readonly NextStep[] {
  return isByOlm ? listInstallation(deployment) : listDeployments(deployment);
}

/** The command for the operator's Pods, and for the permissions where reading its Deployment is forbidden. */
function listStepsForPods(deployment: Ref, outcome: Outcome, root: Ref): readonly NextStep[] {
  const pods = listPods(deployment, `${operatorPodLabel.name}=${operatorPodLabel.value}`);
  return outcome === "forbidden" ? [...pods, ...listPermissionSteps(root)] : pods;
}

function describeUnseenOperator({ outcome, ref }: HyperConvergedState["operator"]["lookup"]): CauseClause {
  return outcome === "found" ? { is: "state", state: "silent" } : makeNotFoundClause(outcome, ref);
}

/** The candidate for an operator whose Deployment could not be read, and whose Pods show that they cannot run. */
function listUnreadOperatorCandidates({ operator }: HyperConvergedState, verdict: Verdict): readonly Candidate[] {
  const { rollout, lookup } = operator;
  if (rollout?.culprit === undefined) return [];
  const { culprit, deployment } = rollout;
  const unreadNode = makeMissingNode({ ...lookup, ref: { ...lookup.ref, name: deployment } }, "workload", "degraded");
  const outcome = lookup.outcome === "forbidden" ? "forbidden" : "unread";
  const clauses = [{ is: "not-found", outcome, kind: lookup.ref.kind } as const];
  const evidence = { node: { ...unreadNode, children: [culprit] }, clauses };
  return [{ component: deployment, verdict, required: true, evidence }];
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
