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
import { isSameObject, type Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { isMissing } from "../../model/snapshot.ts";
import { isSerious, type Verdict, worstVerdict } from "../../model/verdict.ts";
import { deploymentKind, operatorPodLabel } from "../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../tables/operator.ts";
import { workloadRows } from "../../tables/workloads.ts";
import { missingNode } from "../evaluation/plain-node.ts";
import { type BlamedContributions, listPartCandidates, makePartCandidate } from "../root-cause/blamed-parts.ts";
import type { Candidate } from "../root-cause/candidates.ts";
import { makeNotFoundClause, quoteReport } from "../root-cause/cause-evidence.ts";
import { stepsOfForbiddenWorkloads, stepsOfOperatorLog, stepsOfPermissions } from "../root-cause/component-steps.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { evaluateReconcile, isRolloutFault, isUpdateConflict } from "./own-verdict.ts";
import { findBrokenPatch, findStuckComponent, isDeniedWrite, listRefusedWriteSteps } from "./stuck-component.ts";
import { workloadBehind } from "./surroundings/behind-service.ts";
import {
  abandonedCandidates,
  awaitedCandidates,
  lifecycleCandidates,
  type RunningUpgrade,
  refusalCandidates,
  stuckCandidates,
  webhookCandidates,
} from "./surroundings/causes.ts";
import { listEndpoints, webhookServices } from "./surroundings/webhook-services.ts";

/** What may be a cause of a HyperConverged's state. */
interface CauseInput {
  readonly state: HyperConvergedState;
  readonly verdict: Verdict;
  readonly parts: readonly ReportNode[];
  /** The operator's Deployment, and a second one that runs beside it. */
  readonly operator: readonly ReportNode[];
  /** The product's workloads that belong to no component. */
  readonly beside: readonly ReportNode[];
  readonly blamed: BlamedContributions;
  readonly upgrade: RunningUpgrade | undefined;
  /** The findings about its surroundings, which are causes where they explain its state. */
  readonly findings: readonly Finding[];
  readonly takenAt: string;
  readonly index: ObjectIndex;
}

/**
 * The candidates of one HyperConverged: its components, those that an upgrade waits for or that refuse to be
 * deleted, the write that its operator could not do, an operator that does not run, and the other workloads of the
 * product, which count for nothing.
 */
export function listHyperConvergedCandidates(input: CauseInput): readonly Candidate[] {
  const { state, verdict, parts, operator, beside, blamed, upgrade, findings, takenAt, index } = input;
  const home = state.namespace;
  const nodes = [...parts, ...operator, ...beside];
  const services = webhookServices(index, home);
  const behind = (service: Ref) => workloadBehind(service, nodes, listEndpoints(service, services, index, home) ?? []);
  const stuck = stuckCandidates(state, findings);
  // What a deletion has removed is no cause.
  const left = state.isDeleting ? parts.filter((part) => !isMissing(part)) : parts;
  const uncreated = isOperatorToBlame(state) ? left.filter((part) => isUncreated(part, state)) : [];
  // What only the operator would create is missing because of it.
  const ofOperator = worstVerdict(["degraded", ...uncreated.map((part) => part.verdict)]);
  const operators =
    operator.length === 0
      ? [...listMissingOperatorCandidates(state, ofOperator), ...listUnreadOperatorCandidates(state, ofOperator)]
      : operator.map((node, place) => makeOperatorCandidate(node, ofOperator, place === 0 && isOperatorToBlame(state)));
  const [origin] = operators;
  const ofParts = listPartCandidates({ verdict, ref: state.object.ref }, left, blamed).map((each): Candidate => {
    const wasNeverCreated = uncreated.some(({ label }) => label === each.component);
    return wasNeverCreated && origin !== undefined ? { ...each, consequenceOf: origin.component } : each;
  });
  const abandoned = abandonedCandidates(parts, findings);
  const others = [
    ...ofParts.filter(({ component }) => !abandoned.some((each) => each.component === component)),
    ...refusalCandidates(state, findings),
    ...abandoned,
    ...stuck,
    ...webhookCandidates(state, parts, findings, takenAt, index, behind),
    ...listRefusedWriteCandidates(input),
    ...lifecycleCandidates(state, findings),
    ...operators,
    ...beside.map((node) => ({ ...makePartCandidate(node), required: false })),
  ];
  const named = new Set(others.filter((each) => each.verdict !== "healthy").map(({ component }) => component));
  const awaited =
    upgrade === undefined || state.isDeleting || stuck.length > 0
      ? []
      : awaitedCandidates(upgrade, named, (component) => listOperatorSteps(component, home, index));
  return [...awaited, ...others];
}

/** The log of a component's own operator, and its Deployment where that was not read. */
function listOperatorSteps(component: string, namespace: string, index: ObjectIndex): readonly NextStep[] {
  const row = workloadRows.find((each) => each.component === component);
  if (row === undefined) return [];
  const { group, kind } = deploymentKind;
  const about: Ref = { group, kind, namespace, name: row.operator };
  const isUnread = index.find(about).outcome === "unread";
  return [...stepsOfOperatorLog(row, { namespace }, index, "awaited"), ...(isUnread ? describeObject(about) : [])];
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
  const { object, conditions, operator, isUnseen, isStale } = state;
  if (isOperatorUnknown) return stepsOfForbiddenWorkloads(object.ref, object.ref, index);
  const isSilent = lastConditionOfType(conditions, "ReconcileComplete")?.status === "Unknown";
  return isUnseen || isStale || isSilent ? showOperatorLog(operator, "silent") : [];
}

/** The log of HyperConverged's own operator, if it may run. Its Deployment has a name of its own with OLM. */
function showOperatorLog(
  { lookup, running }: HyperConvergedState["operator"],
  about: "silent" | "failing",
): readonly NextStep[] {
  const { ref, outcome } = lookup;
  if (running === false || outcome === "absent") return [];
  return outcome === "found"
    ? showDeploymentLog(ref, ref.name, about)
    : showPodLog(ref, `${operatorPodLabel.name}=${operatorPodLabel.value}`, about);
}

/**
 * Whether a required component does not exist and never did, as far as the CR has recorded. Its operator creates each
 * component and records it (kubevirt/hyperconverged-cluster-operator
 * controllers/hyperconverged/hyperconverged_controller.go, EnsureOperandAndComplete).
 */
function isUncreated({ required, outcome, ref }: ReportNode, { related }: HyperConvergedState): boolean {
  return required && outcome === "absent" && !related.some((recorded) => isSameObject(recorded.ref, ref));
}

/** Whether the operator does not run, or its new release cannot start while nothing keeps the status current. */
function isOperatorToBlame(state: HyperConvergedState): boolean {
  return state.operator.running === false || isRolloutFault(state);
}

/**
 * An operator that is down, or whose roll-out is stuck, makes its HyperConverged degraded: nothing updates the CR's
 * status and nothing repairs its components.
 */
function makeOperatorCandidate(node: ReportNode, verdict: Verdict, isToBlame: boolean): Candidate {
  return isToBlame
    ? { component: node.label, verdict, required: true, evidence: { node } }
    : { ...makePartCandidate(node), required: false };
}

/** An operator that is known not to run, though its Deployment is not there or could not be read. */
function listMissingOperatorCandidates(
  { object, operator }: HyperConvergedState,
  verdict: Verdict,
): readonly Candidate[] {
  const { running, lookup, ready, wanted, rollout } = operator;
  if (running !== false || rollout?.culprit !== undefined) return [];
  const { ref: about } = lookup;
  const access = lookup.outcome === "forbidden" ? stepsOfPermissions(object.ref) : [];
  // No Pod is left to list where the Deployment is gone.
  const isGone = lookup.outcome === "absent" && !operator.areItsPods;
  const isRestored = about.name === operatorDeployments[0];
  const clauses: readonly CauseClause[] = [
    operator.areItsPods ? { is: "workload", ready: `${ready}/${wanted}` } : describeUnseenOperator(lookup),
    ...(isGone && !isRestored ? [{ is: "state" as const, state: "not-restored" as const }] : []),
  ];
  // OLM makes a missing Deployment of its own again. Without OLM a person does. No event says who deleted it.
  const left = isRestored ? listInstallation(about) : listDeployments(about);
  const pods = listPods(about, `${operatorPodLabel.name}=${operatorPodLabel.value}`);
  const next = isGone ? left : [...pods, ...access];
  const hasDescription = lookup.outcome === "unread" || lookup.outcome === "found";
  const evidence = { about, clauses, next, hasDescription };
  return [{ component: about.name, verdict, required: true, evidence }];
}

function describeUnseenOperator({ outcome, ref }: HyperConvergedState["operator"]["lookup"]): CauseClause {
  return outcome === "found" ? { is: "state", state: "silent" } : makeNotFoundClause(outcome, ref);
}

/** An operator whose Pods show that they cannot run, though its Deployment could not be read. */
function listUnreadOperatorCandidates({ operator }: HyperConvergedState, verdict: Verdict): readonly Candidate[] {
  const { rollout, lookup } = operator;
  if (rollout?.culprit === undefined) return [];
  const { culprit, deployment } = rollout;
  const missed = missingNode({ ...lookup, ref: { ...lookup.ref, name: deployment } }, "workload", "degraded");
  const outcome = lookup.outcome === "forbidden" ? "forbidden" : "unread";
  const clauses = [{ is: "not-found" as const, outcome, kind: lookup.ref.kind } as const];
  const evidence = { node: { ...missed, children: [culprit] }, clauses };
  return [{ component: deployment, verdict, required: true, evidence }];
}

/**
 * The write at which the operator's loop ended. The loop stops at the first object that it cannot create or update, and
 * ReconcileComplete has the error (kubevirt/hyperconverged-cluster-operator
 * controllers/operandhandler/operandHandler.go, Ensure).
 */
function listRefusedWriteCandidates({ state, parts, findings, takenAt, index }: CauseInput): readonly Candidate[] {
  const reconcile = lastConditionOfType(state.conditions, "ReconcileComplete");
  if (state.isRefused || reconcile?.status !== "False") return [];
  // A refused deletion is a cause of its own, with the objects that keep the component.
  if (findings.some((one) => one.code === "deletion-blocked" && one.reason === reconcile.reason)) return [];
  const verdict = evaluateReconcile(state, takenAt);
  const { since, message } = reconcile;
  const patched = findBrokenPatch(message);
  const stuck = patched === undefined ? findStuckComponent(message, parts) : undefined;
  const log = showOperatorLog(state.operator, "failing");
  const next =
    patched === undefined
      ? listRefusedWriteSteps({ error: message, stuck, log, namespace: state.namespace, index })
      : [];
  const evidence = {
    // The annotation stands on the HyperConverged itself.
    about: stuck?.ref ?? state.object.ref,
    clauses: [isUpdateConflict(message) ? describeConflict(reconcile, verdict) : quoteReport(reconcile)],
    ...definedFields({ since }),
    next,
    hasDescription: next.length === 0,
    isOfOperator: patched !== undefined || isDeniedWrite(message),
  };
  const component = patched ?? stuck?.label ?? state.object.ref.name;
  return [{ component, verdict, required: true, evidence }];
}

/** A write that another client came before. The next reconcile writes again. */
function describeConflict({ reason, message }: Condition, verdict: Verdict): CauseClause {
  return { is: "conflict", reason, message, ...(isSerious(verdict) && { isLasting: true }) };
}
