import type { Trouble } from "../../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import type { ReportNode } from "../../../model/report.ts";
import { secondsBetween } from "../../../model/time.ts";
import { listAt, textAt } from "../../../parse/json-value.ts";
import { summaryTypes } from "../../../profiles/hco/profile.ts";
import { observedGeneration } from "../../evaluation/freshness.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { hasNoStatus, isInstalling, transientSeconds } from "../installation.ts";
import type { OperatorGap } from "../operator-evidence.ts";
import { isPassingConflict, isRolloutFault } from "../own-verdict.ts";

/**
 * The findings about the CR itself: deletion, a rejected CR, an operator that is down, then the states of its status.
 */
export function listHyperConvergedStateFindings(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  takenAt: string,
): readonly Finding[] {
  const about = state.object.ref;
  const findings = [
    ...reportDeletion(state, parts),
    ...reportOperatorDown(state),
    ...reportOperatorRollout(state),
    ...(state.isRefused ? reportRefusal(state) : reportReconcile(state, takenAt)),
  ];
  if (hasNoStatus(state)) findings.push(makeFinding(about, { code: "not-yet-seen" }));
  // A request to delete an object increases its generation too.
  if (state.isStale && !state.isDeleting) {
    const generation = state.object.generation ?? 0;
    const observed = observedGeneration(state.object, state.conditions, summaryTypes) ?? 0;
    findings.push(makeFinding(about, { code: "stale", generation, observedGeneration: observed }));
  }
  return findings;
}

/** The finding that the operator refuses the CR, with the operator's message. */
function reportRefusal({ object, conditions }: HyperConvergedState): readonly Finding[] {
  const message = lastConditionOfType(conditions, "ReconcileComplete")?.message ?? "";
  return [makeFinding(object.ref, { code: "invalid-request", message })];
}

function reportDeletion(state: HyperConvergedState, parts: readonly ReportNode[]): readonly Finding[] {
  const { ref: about, finalizers, deletedAt } = state.object;
  if (deletedAt === undefined) return [];
  const remaining = parts.filter((part) => part.outcome === "found").map((part) => part.label);
  return [makeGradedFinding("warning", about, { code: "deleting", since: deletedAt, finalizers, remaining })];
}

/** The finding that the operator is not running, so the CR's status is out of date. */
function reportOperatorDown(state: HyperConvergedState): readonly Finding[] {
  const { lookup, ready, wanted, running, isCountedByPods, isRestarting } = state.operator;
  if (running !== false) return [];
  const found = lookup.outcome === "found";
  const about = found ? lookup.ref : state.object.ref;
  const deployment = lookup.ref.name;
  const flags = trueFlags({ byPods: isCountedByPods, hasNoStatus: hasNoStatus(state), restarting: isRestarting });
  const severity = isRestarting ? "info" : "error";
  return [makeGradedFinding(severity, about, { code: "operator-down", deployment, ready, wanted, found, ...flags })];
}

/**
 * The finding that a roll-out of the operator is held, so that the previous version runs on, or that this is unknown. An
 * operator that does not run has a finding already.
 */
function reportOperatorRollout(hyperConverged: HyperConvergedState): readonly Finding[] {
  const { lookup, rollout, version, running } = hyperConverged.operator;
  if (rollout === undefined || rollout.state === "complete" || rollout.state === "underway") return [];
  if (running === false && rollout.state === "stuck") return [];
  const { state, trouble, culprit: _culprit, ...progress } = rollout;
  const heldBy: Trouble = trouble ?? { reason: state === "paused" ? "DeploymentPaused" : "", message: "" };
  const severity = isRolloutFault(hyperConverged) ? "error" : "warning";
  const about = lookup.outcome === "found" ? lookup.ref : { ...lookup.ref, name: progress.deployment };
  const from = version ?? progress.from;
  return [makeGradedFinding(severity, about, { code: "operator-rollout", ...progress, state, from, ...heldBy })];
}

/**
 * The finding that it is unknown whether the operator runs. A CR without conditions already shows that no operator has
 * observed it.
 */
export function listOperatorUnknownFindings(
  state: HyperConvergedState,
  gap: OperatorGap | undefined,
): readonly Finding[] {
  if (gap === undefined || (gap.isGiven && state.isUnobserved)) return [];
  const about = gap.outcome === "found" ? state.operator.lookup.ref : state.object.ref;
  return [makeGradedFinding(gap.isGiven ? "info" : "warning", about, { code: "operator-unknown", ...gap })];
}

/**
 * The finding about ReconcileComplete, by the first of these that holds:
 * 1. It is True during an installation, or its reason is Init: the operator is installing its components.
 * 2. It is True or missing: none.
 * 3. It is Unknown: an error, unless it is young. At the start of an upgrade it is Unknown for one reconcile
 *    (kubevirt/hyperconverged-cluster-operator#1039).
 * 4. It is False: an error, unless it is a young update conflict.
 */
function reportReconcile(state: HyperConvergedState, takenAt: string): readonly Finding[] {
  const about = state.object.ref;
  const condition = lastConditionOfType(state.conditions, "ReconcileComplete");
  if (condition === undefined) return [];
  const { status, reason, message, since } = condition;
  if (status === "True") return isInstalling(state, takenAt) ? [makeFinding(about, { code: "installing" })] : [];
  if (reason === "Init") return [makeFinding(about, { code: "installing" })];
  const seconds = secondsBetween(since, takenAt);
  const age = definedFields({ seconds });
  if (status === "Unknown") {
    const transient = seconds !== undefined && seconds < transientSeconds;
    return [makeGradedFinding(transient ? "info" : "error", about, { code: "status-unknown", transient, ...age })];
  }
  const transient = isPassingConflict(condition, takenAt);
  const severity = transient ? "info" : "error";
  return [makeGradedFinding(severity, about, { code: "reconcile-failed", message, transient, ...age })];
}

/** The findings about the CR that change no verdict: patches by annotations, the injector, and boot images. */
export function listNoticeFindings(state: HyperConvergedState): readonly Finding[] {
  const about = state.object.ref;
  const findings: Finding[] = state.taints.map((taint) => makeFinding(about, { code: "tainted", ...taint }));
  const injector = lastConditionOfType(state.conditions, "VirtNetworkResourcesInjectorReady");
  if (injector !== undefined && injector.status !== "True") {
    const { reason, message } = injector;
    findings.push(makeFinding(about, { code: "injector-not-ready", reason, message }));
  }
  const templates = listAt(state.object.status, "dataImportCronTemplates");
  return [...findings, ...templates.flatMap((template) => reportBootImage(about, template))];
}

/** The finding about a boot image that was not deployed. `template`: an entry of status.dataImportCronTemplates. */
function reportBootImage(about: Finding["about"], template: unknown): readonly Finding[] {
  const failed = listAt(template, "status", "conditions").find(
    (condition) => textAt(condition, "type") === "Deployed" && textAt(condition, "status") === "False",
  );
  if (failed === undefined) return [];
  const reason = textAt(failed, "reason");
  const message = textAt(failed, "message");
  return [makeFinding(about, { code: "boot-image", name: textAt(template, "metadata", "name"), reason, message })];
}
