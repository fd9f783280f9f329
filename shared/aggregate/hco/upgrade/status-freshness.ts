import { type ConditionStatus, lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import { isSameObject } from "../../../model/object.ts";
import type { ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import { isRefusedByOperator } from "../hyperconverged-state.ts";
import { findUpgradingCondition } from "../operator/upgrading-condition.ts";
import { findWorstCondition, type UpgradeRow } from "./component.ts";

/**
 * Reasons in the CR's own status. Where one of `componentRows`, those of its components, explains a condition, the
 * CR's is omitted.
 */
export function listStateRows(
  root: RootNode,
  report: ReportWithoutSteps,
  componentRows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  const { ref: about, deleting, stale, facts, conditions } = root;
  const deletedAt = facts["deletedAt"];
  return [
    ...(deleting ? [{ code: "Deleting" as const, effect: "blocks" as const, about, ...sinceOf(deletedAt) }] : []),
    ...listReconcileRows(root),
    ...listRunningUpgradeRows(root, report),
    ...listSummaryRows(root, "Upgradeable", "True", componentRows),
    ...listSummaryRows(root, "Available", "True", componentRows),
    ...listSummaryRows(root, "Degraded", "False", componentRows),
    ...listSummaryRows(root, "Progressing", "False", componentRows),
    ...listHealthRows(root, componentRows),
    ...((stale || conditions.some(({ outdated }) => outdated)) && !deleting ? [makeStaleRow(about, report)] : []),
    ...listTaintRows(root, report),
  ];
}

/** A status out of date, with the two generations where the Report has them. */
function makeStaleRow(about: UpgradeRow["about"], { findings }: ReportWithoutSteps): UpgradeRow {
  const row = { code: "Stale", effect: "unknown", about } as const;
  const stale = findings.find((one) => one.code === "stale" && isSameObject(one.about, about));
  if (stale?.code !== "stale" || stale.observedGeneration === undefined) return row;
  return { ...row, observedGeneration: stale.observedGeneration, generation: stale.generation };
}

type Summary = "Upgradeable" | "Available" | "Degraded" | "Progressing";

/**
 * The reason if one of the operator's conditions does not have its good status; an absent condition counts as Unknown.
 */
function listSummaryRows(
  root: RootNode,
  code: Summary,
  good: ConditionStatus,
  componentRows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  const { ref: about, gates } = root;
  const condition = findWorstCondition(root.conditions, code, good);
  if (condition === undefined) return [{ code, effect: "unknown", about, ...nothing }];
  if (condition.status === good) return [];
  const { status, reason, message, since } = condition;
  const words = { about, status, reason, message, ...sinceOf(since) };
  if (status === "Unknown") return [{ code, effect: "unknown", ...words }];
  // A running upgrade has a reason of its own.
  if (code === "Progressing" && reason === "HCOUpgrading" && gates.upgrade.running === true) return [];
  const isExplained = componentRows.some((reason) => reason.effect === "blocks" && reason.code === code);
  return isExplained ? [] : [{ code, effect: "blocks", ...words }];
}

const nothing = { status: "Unknown", reason: "", message: "", missing: true } as const;

/**
 * The reason of a failed reconcile, an installation or a refused CR. Without the condition the operator has not
 * reconciled yet.
 */
function listReconcileRows({ conditions, ref: about }: RootNode): readonly UpgradeRow[] {
  const code = "ReconcileComplete";
  const condition = findWorstCondition(conditions, code);
  if (condition === undefined) return [{ code, effect: "unknown", about, ...nothing }];
  if (condition.status === "True") return [];
  const { status, reason, message, since } = condition;
  return [{ code, effect: "blocks", about, status, reason, message, ...sinceOf(since) }];
}

/**
 * The reason of a running upgrade. An operator of unknown version may be upgrading; a refused HyperConverged is never
 * upgraded.
 */
function listRunningUpgradeRows(
  { gates, conditions, facts, ref: about }: RootNode,
  { findings }: ReportWithoutSteps,
): readonly UpgradeRow[] {
  const { running: is, waitingFor } = gates.upgrade;
  const { from = facts["observedVersion"], to = facts["expectedVersion"] } = gates.upgrade;
  const code = "UpgradeRunning";
  const versions = definedFields({ from, to });
  if (is !== true) {
    if (isRefusedByOperator(conditions) || (from !== undefined && to !== undefined)) return [];
    return [{ code, effect: "unknown", about, ...versions, waitingFor }];
  }
  const since = findUpgradingCondition(conditions)?.since;
  const isFailing = findings.some((one) => one.code === "upgrade-stuck" && isSameObject(one.about, about));
  return [
    {
      code,
      effect: "blocks",
      about,
      running: true,
      ...(facts["stalledSince"] !== undefined && { stalled: true }),
      ...(isFailing && { failing: true }),
      ...versions,
      waitingFor,
      ...sinceOf(since),
    },
  ];
}

/** The reason when the operator's own health summary is error and none of its conditions explains it. */
function listHealthRows(
  { facts, verdict, ref: about }: RootNode,
  componentRows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  if (facts["systemHealthStatus"] !== "error" || verdict !== "healthy" || componentRows.length > 0) return [];
  return [{ code: "Degraded", effect: "unknown", about, status: "Unknown", reason: "", message: "", health: "error" }];
}

/**
 * A reason for each annotation that holds a patch, even before the condition exists. Without any, one for the
 * condition.
 */
function listTaintRows({ conditions, ref: about }: RootNode, { findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  const code = "TaintedConfiguration";
  const condition = lastConditionOfType(conditions, code);
  const since = sinceOf(condition?.status === "True" ? condition.since : undefined);
  const patches = findings.flatMap((one): readonly UpgradeRow[] => {
    if (one.code !== "tainted" || !isSameObject(one.about, about)) return [];
    const { component, annotation, operations } = one;
    return [{ code, effect: "blocks", about, component, annotation, operations, ...since }];
  });
  if (patches.length > 0 || condition === undefined || condition.status === "False") return patches;
  return [{ code, effect: condition.status === "True" ? "blocks" : "unknown", about, ...since }];
}

function sinceOf(since: string | undefined): { readonly since?: string } {
  return definedFields({ since });
}
