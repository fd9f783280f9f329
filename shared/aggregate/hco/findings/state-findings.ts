import type { Trouble } from "../../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import type { OperatorGap } from "../../../model/finding/operator.ts";
import type { ReportNode } from "../../../model/report.ts";
import { secondsBetween } from "../../../model/time.ts";
import { textAt, valueAt } from "../../../parse/json-value.ts";
import { summaryTypes } from "../../../profiles/hco/profile.ts";
import { observedGeneration } from "../../evaluation/freshness.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { hasNoStatus, isInstalling, transientSeconds } from "../installation.ts";
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
  return [
    ...reportDeletion(state, parts),
    ...reportOperatorDown(state),
    ...reportOperatorRollout(state),
    ...(state.isRefused ? [] : reportReconcile(state, takenAt)),
    ...(state.isRefused
      ? [
          makeFinding(about, {
            code: "invalid-request",
            message: lastConditionOfType(state.conditions, "ReconcileComplete")?.message ?? "",
          }),
        ]
      : []),
    ...(hasNoStatus(state) ? [makeFinding(about, { code: "not-yet-seen" })] : []),
    // A request to delete an object increases its generation.
    ...(state.isStale && !state.isDeleting
      ? [
          makeFinding(about, {
            code: "stale",
            generation: state.object.generation ?? 0,
            observedGeneration: observedGeneration(state.object, state.conditions, summaryTypes) ?? 0,
          }),
        ]
      : []),
  ];
}

function reportDeletion(state: HyperConvergedState, parts: readonly ReportNode[]): readonly Finding[] {
  const { ref: about, finalizers, deletedAt } = state.object;
  if (deletedAt === undefined) return [];
  const remaining = parts.filter((part) => part.outcome === "found").map((part) => part.label);
  return [makeGradedFinding("warning", about, { code: "deleting", since: deletedAt, finalizers, remaining })];
}

/** The finding that the operator is not running, so the CR's status is out of date. */
function reportOperatorDown(state: HyperConvergedState): readonly Finding[] {
  const { lookup, ready, wanted, running, areItsPods, isRestarting } = state.operator;
  if (running !== false) return [];
  const isFound = lookup.outcome === "found";
  const about = isFound ? lookup.ref : state.object.ref;
  const counts = { ready, wanted, found: isFound, ...(areItsPods && { byPods: areItsPods }) };
  const evidence = {
    ...counts,
    ...(hasNoStatus(state) && { hasNoStatus: true as const }),
    ...(isRestarting && { restarting: isRestarting }),
  };
  const severity = isRestarting ? "info" : "error";
  return [makeGradedFinding(severity, about, { code: "operator-down", deployment: lookup.ref.name, ...evidence })];
}

/**
 * The finding that a roll-out of the operator is held, so the version before runs on, or that this is unknown. An
 * operator that does not run has a finding already.
 */
function reportOperatorRollout(hyperConverged: HyperConvergedState): readonly Finding[] {
  const { lookup, rollout, version, running } = hyperConverged.operator;
  if (rollout === undefined || rollout.state === "complete" || rollout.state === "underway") return [];
  if (running === false && rollout.state === "stuck") return [];
  const { state, trouble, culprit: _, ...progress } = rollout;
  const held: Trouble = trouble ?? { reason: state === "paused" ? "DeploymentPaused" : "", message: "" };
  const severity = isRolloutFault(hyperConverged) ? "error" : "warning";
  const about = lookup.outcome === "found" ? lookup.ref : { ...lookup.ref, name: progress.deployment };
  return [
    makeGradedFinding(severity, about, {
      code: "operator-rollout",
      ...progress,
      state,
      from: version ?? progress.from,
      ...held,
    }),
  ];
}

/**
 * The finding that it is unknown whether the operator runs. A CR without conditions already shows that no operator has
 * observed it.
 */
export function listOperatorUnknownFindings(
  state: HyperConvergedState,
  gap: OperatorGap | undefined,
): readonly Finding[] {
  if (gap === undefined || (gap.isGiven && state.isUnseen)) return [];
  const about = gap.outcome === "found" ? state.operator.lookup.ref : state.object.ref;
  return [makeGradedFinding(gap.isGiven ? "info" : "warning", about, { code: "operator-unknown", ...gap })];
}

function reportReconcile(state: HyperConvergedState, takenAt: string): readonly Finding[] {
  const condition = lastConditionOfType(state.conditions, "ReconcileComplete");
  const about = state.object.ref;
  if (condition?.status === "True" && isInstalling(state, takenAt)) return [makeFinding(about, { code: "installing" })];
  if (condition === undefined || condition.status === "True") return [];
  const seconds = secondsBetween(condition.since, takenAt);
  const age = definedFields({ seconds });
  if (condition.reason === "Init") return [makeFinding(about, { code: "installing" })];
  if (condition.status === "Unknown") {
    // Unknown at the start of an upgrade lasts one reconcile (kubevirt/hyperconverged-cluster-operator#1039).
    const transient = seconds !== undefined && seconds < transientSeconds;
    return [makeGradedFinding(transient ? "info" : "error", about, { code: "status-unknown", transient, ...age })];
  }
  const transient = isPassingConflict(condition, takenAt);
  const { message } = condition;
  return [
    makeGradedFinding(transient ? "info" : "error", about, { code: "reconcile-failed", message, transient, ...age }),
  ];
}

/** Remarks: findings that change no verdict. */
export function listNoticeFindings(state: HyperConvergedState): readonly Finding[] {
  const about = state.object.ref;
  const injector = lastConditionOfType(state.conditions, "VirtNetworkResourcesInjectorReady");
  const templates = valueAt(state.object.status, "dataImportCronTemplates");
  return [
    ...state.taints.map((taint) => makeFinding(about, { code: "tainted", ...taint })),
    ...(injector !== undefined && injector.status !== "True"
      ? [makeFinding(about, { code: "injector-not-ready", reason: injector.reason, message: injector.message })]
      : []),
    ...(Array.isArray(templates) ? templates.flatMap((template) => reportBootImage(about, template)) : []),
  ];
}

function reportBootImage(about: Finding["about"], template: unknown): readonly Finding[] {
  const conditions = valueAt(template, "status", "conditions");
  const failed = Array.isArray(conditions)
    ? conditions.find((each) => textAt(each, "type") === "Deployed" && textAt(each, "status") === "False")
    : undefined;
  if (failed === undefined) return [];
  const reason = textAt(failed, "reason");
  const message = textAt(failed, "message");
  return [makeFinding(about, { code: "boot-image", name: textAt(template, "metadata", "name"), reason, message })];
}
