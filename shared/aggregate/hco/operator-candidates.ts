import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { listDeployments, listInstallation, listPods, type NextStep } from "../../model/next-step.ts";
import { isSameObject, type Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { isMissing, type Outcome } from "../../model/snapshot.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { operatorPodLabel } from "../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../tables/operator.ts";
import { makeMissingNode } from "../evaluation/plain-node.ts";
import { makePartCandidate } from "../root-cause/blamed-parts.ts";
import type { Candidate } from "../root-cause/candidates.ts";
import { makeNotFoundClause } from "../root-cause/cause-evidence.ts";
import { listPermissionSteps } from "../root-cause/component-steps.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { isRolloutFault } from "./own-verdict.ts";

/** What the candidates of the operator are made from. */
export interface OperatorCauseInput {
  readonly state: HyperConvergedState;
  readonly parts: readonly ReportNode[];
  /** The operator's Deployment, and a second one that runs beside it. */
  readonly operatorNodes: readonly ReportNode[];
}

/** The selector of the operator's Pods: `name=hyperconverged-cluster-operator`. */
export const operatorPodSelector: string = `${operatorPodLabel.name}=${operatorPodLabel.value}`;

/**
 * The candidates of the operator: its Deployments, or what is known of it without any. An operator to blame makes its
 * HyperConverged degraded, because nothing updates the CR's status and nothing repairs the components. It has the worst
 * verdict of the components that it never created.
 */
export function listOperatorCandidates(input: OperatorCauseInput): readonly Candidate[] {
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

/** The candidate of a node that the root does not require. */
export function makeOptionalCandidate(node: ReportNode): Candidate {
  return { ...makePartCandidate(node), required: false };
}

/**
 * The required components that an operator to blame never created: they do not exist, and the CR has not recorded them.
 * The operator creates each component and records it (kubevirt/hyperconverged-cluster-operator
 * controllers/hyperconverged/hyperconverged_controller.go, EnsureOperandAndComplete).
 */
export function listUncreatedParts(input: OperatorCauseInput): readonly ReportNode[] {
  const { state } = input;
  if (!isOperatorToBlame(state)) return [];
  const absent = listRemainingParts(input).filter(({ required, outcome }) => required && outcome === "absent");
  return absent.filter(({ ref }) => !state.related.some((recorded) => isSameObject(recorded.ref, ref)));
}

/** Whether the operator does not run, or its stuck roll-out makes the root worse. */
function isOperatorToBlame(state: HyperConvergedState): boolean {
  return state.operator.running === false || isRolloutFault(state);
}

/** The parts that may be causes. A part that the deletion of the root has removed is none. */
export function listRemainingParts({ state, parts }: OperatorCauseInput): readonly ReportNode[] {
  return state.isDeleting ? parts.filter((part) => !isMissing(part)) : parts;
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
  if (running !== false || lookup.outcome === "found" || rollout?.culprit !== undefined) return [];
  const { ref: about, outcome } = lookup;
  const isGone = outcome === "absent" && !isCountedByPods;
  // OLM creates a missing Deployment of its own again. Without OLM a person has to.
  const isByOlm = about.name === operatorDeployments[0];
  const clauses: CauseClause[] = [
    isCountedByPods ? { is: "workload", ready: `${ready}/${wanted}` } : makeNotFoundClause(outcome, about),
  ];
  if (isGone && !isByOlm) clauses.push({ is: "state", state: "not-restored" });
  // No event says who deleted the Deployment.
  const stepsAfterDeletion = isByOlm ? listInstallation(about) : listDeployments(about);
  const next = isGone ? stepsAfterDeletion : listStepsForPods(about, outcome, object.ref);
  const evidence = { about, clauses, next, hasDescription: outcome === "unread" };
  return [{ component: about.name, verdict, required: true, evidence }];
}

/** The command for the operator's Pods, and for the permissions where reading its Deployment is forbidden. */
function listStepsForPods(deployment: Ref, outcome: Outcome, root: Ref): readonly NextStep[] {
  const pods = listPods(deployment, operatorPodSelector);
  return outcome === "forbidden" ? [...pods, ...listPermissionSteps(root)] : pods;
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
