import { isRefusal } from "../aggregate/hco/hyperconverged-state.ts";
import { type ConditionStatus, lastConditionOfType } from "../model/condition.ts";
import { keyOf } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { GateReason } from "../model/upgrade-gate.ts";
import { worstCondition } from "./worst-condition.ts";

/**
 * Reasons in the CR's own status. `told` holds the components' reasons; where one of them explains a condition, the
 * CR's is omitted.
 */
export function stateReasons(root: RootNode, report: Report, told: readonly GateReason[]): readonly GateReason[] {
  const { ref: about, deleting, stale, facts, conditions } = root;
  const deletedAt = facts["deletedAt"];
  return [
    ...(deleting ? [{ code: "Deleting" as const, state: "blocks" as const, about, ...sinceOf(deletedAt) }] : []),
    ...reconcile(root),
    ...running(root),
    ...summary(root, "Upgradeable", "True", told),
    ...summary(root, "Available", "True", told),
    ...summary(root, "Degraded", "False", told),
    ...summary(root, "Progressing", "False", told),
    ...health(root, told),
    ...((stale || conditions.some(({ outdated }) => outdated)) && !deleting
      ? [{ code: "Stale" as const, state: "unknown" as const, about }]
      : []),
    ...tainted(root, report),
  ];
}

type Summary = "Upgradeable" | "Available" | "Degraded" | "Progressing";

/**
 * The reason if one of the operator's conditions does not have its good status; an absent condition counts as Unknown.
 */
function summary(
  root: RootNode,
  code: Summary,
  good: ConditionStatus,
  told: readonly GateReason[],
): readonly GateReason[] {
  const { ref: about, gates } = root;
  const said = worstCondition(root.conditions, code, good);
  if (said === undefined) return [{ code, state: "unknown", about, ...nothing }];
  if (said.status === good) return [];
  const { status, reason, message, since } = said;
  const words = { about, status, reason, message, ...sinceOf(since) };
  if (status === "Unknown") return [{ code, state: "unknown", ...words }];
  // A running upgrade has a reason of its own.
  if (code === "Progressing" && reason === "HCOUpgrading" && gates.upgrade.running === true) return [];
  const isExplained = told.some((reason) => reason.state === "blocks" && reason.code === code);
  return isExplained ? [] : [{ code, state: "blocks", ...words }];
}

const nothing = { status: "Unknown", reason: "", message: "", missing: true } as const;

/**
 * The reason of a failed reconcile, an installation or a refused CR. Without the condition the operator has not
 * reconciled yet.
 */
function reconcile({ conditions, ref: about }: RootNode): readonly GateReason[] {
  const code = "ReconcileComplete";
  const said = worstCondition(conditions, code);
  if (said === undefined) return [{ code, state: "unknown", about, ...nothing }];
  if (said.status === "True") return [];
  const { status, reason, message, since } = said;
  return [{ code, state: "blocks", about, status, reason, message, ...sinceOf(since) }];
}

/**
 * The reason of a running upgrade. An operator of unknown version may be upgrading; a refused HyperConverged is never
 * upgraded.
 */
function running({ gates, conditions, facts, ref: about }: RootNode): readonly GateReason[] {
  const { running: is, waitingFor } = gates.upgrade;
  const { from = facts["observedVersion"], to = facts["expectedVersion"] } = gates.upgrade;
  const code = "UpgradeRunning";
  if (is !== true) {
    if (isRefusal(conditions) || (from !== undefined && to !== undefined)) return [];
    const known = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    return [{ code, state: "unknown", about, ...known, waitingFor }];
  }
  const progressing = lastConditionOfType(conditions, "Progressing");
  const since = progressing?.reason === "HCOUpgrading" ? progressing.since : undefined;
  const versions = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return [{ code, state: "blocks", about, running: true, ...versions, waitingFor, ...sinceOf(since) }];
}

/** The reason when the operator's own health summary is error and none of its conditions explains it. */
function health({ facts, verdict, ref: about }: RootNode, told: readonly GateReason[]): readonly GateReason[] {
  if (facts["systemHealthStatus"] !== "error" || verdict !== "healthy" || told.length > 0) return [];
  return [{ code: "Degraded", state: "unknown", about, status: "Unknown", reason: "", message: "", health: "error" }];
}

/**
 * A reason for each annotation that holds a patch, even before the condition exists. Without any, one for the
 * condition.
 */
function tainted({ conditions, ref: about }: RootNode, { findings }: Report): readonly GateReason[] {
  const code = "TaintedConfiguration";
  const said = lastConditionOfType(conditions, code);
  const since = sinceOf(said?.status === "True" ? said.since : undefined);
  const patches = findings.flatMap((one): readonly GateReason[] => {
    if (one.code !== "tainted" || keyOf(one.about) !== keyOf(about)) return [];
    const { component, annotation, operations } = one;
    return [{ code, state: "blocks", about, component, annotation, operations, ...since }];
  });
  if (patches.length > 0 || said === undefined || said.status === "False") return patches;
  return [{ code, state: said.status === "True" ? "blocks" : "unknown", about, ...since }];
}

function sinceOf(since: string | undefined): { readonly since?: string } {
  return since === undefined ? {} : { since };
}
