import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
import { isSameObject } from "../../../model/object.ts";
import type { ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import { isRefusedByOperator } from "../hyperconverged-state.ts";
import { findUpgradingCondition } from "../operator/upgrading-condition.ts";
import { findWorstCondition, type UpgradeRow } from "./component.ts";

/** The summary conditions of the CR, each with its good status. */
const summaries = [
  { code: "Upgradeable", goodStatus: "True" },
  { code: "Available", goodStatus: "True" },
  { code: "Degraded", goodStatus: "False" },
  { code: "Progressing", goodStatus: "False" },
] as const;

/**
 * The rows of the CR's own status: its deletion, its conditions, an upgrade that runs, systemHealthStatus, a status that is
 * out of date, and annotations that patch components. A condition that one of `componentRows` explains has no row.
 */
export function listStateRows(
  root: RootNode,
  report: ReportWithoutSteps,
  componentRows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  const { ref: about, deleting, stale, facts, conditions } = root;
  const rows: UpgradeRow[] = [];
  if (deleting) {
    rows.push({ code: "Deleting", effect: "blocks", about, ...definedFields({ since: facts["deletedAt"] }) });
  }
  rows.push(
    ...listReconcileRows(root),
    ...listRunningUpgradeRows(root, report),
    ...summaries.flatMap((summary) => listSummaryRows(root, summary, componentRows)),
    ...listHealthRows(root, componentRows),
  );
  const isOutdated = stale || conditions.some(({ outdated }) => outdated);
  if (isOutdated && !deleting) rows.push(makeStaleRow(about, report));
  rows.push(...listTaintRows(root, report));
  return rows;
}

/** The row of a status that is out of date, with the two generations where the Report has them. */
function makeStaleRow(about: UpgradeRow["about"], { findings }: ReportWithoutSteps): UpgradeRow {
  const row = { code: "Stale", effect: "unknown", about } as const;
  const stale = findings.find((finding) => finding.code === "stale" && isSameObject(finding.about, about));
  if (stale?.code !== "stale" || stale.observedGeneration === undefined) return row;
  return { ...row, observedGeneration: stale.observedGeneration, generation: stale.generation };
}

/**
 * The row of a summary condition. The first of these that applies decides:
 * 1. It is missing: unknown.
 * 2. It has its good status: none.
 * 3. It is Unknown: unknown.
 * 4. It is Progressing in a running upgrade, which has another row: none.
 * 5. A blocking row of a component has the same code, and explains it: none.
 * 6. Otherwise it blocks.
 */
function listSummaryRows(
  { ref: about, gates, conditions }: RootNode,
  { code, goodStatus }: (typeof summaries)[number],
  componentRows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  const condition = findWorstCondition(conditions, code, goodStatus);
  if (condition === undefined) return [{ code, effect: "unknown", about, ...missingCondition }];
  if (condition.status === goodStatus) return [];
  const { status, reason, message, since } = condition;
  const words = { about, status, reason, message, ...definedFields({ since }) };
  if (status === "Unknown") return [{ code, effect: "unknown", ...words }];
  if (code === "Progressing" && reason === "HCOUpgrading" && gates.upgrade.running === true) return [];
  const isExplained = componentRows.some((row) => row.effect === "blocks" && row.code === code);
  return isExplained ? [] : [{ code, effect: "blocks", ...words }];
}

const missingCondition = { status: "Unknown", reason: "", message: "", missing: true } as const;

/**
 * The row of ReconcileComplete where it is not True: a failed reconcile, an installation or a refused CR. Without the
 * condition the operator has not reconciled yet.
 */
function listReconcileRows({ conditions, ref: about }: RootNode): readonly UpgradeRow[] {
  const code = "ReconcileComplete";
  const condition = findWorstCondition(conditions, code);
  if (condition === undefined) return [{ code, effect: "unknown", about, ...missingCondition }];
  if (condition.status === "True") return [];
  const { status, reason, message, since } = condition;
  return [{ code, effect: "blocks", about, status, reason, message, ...definedFields({ since }) }];
}

/**
 * The row of an upgrade:
 * - It runs: the row blocks.
 * - It does not run, or a refused HyperConverged is never upgraded: none.
 * - It is unknown between which versions an upgrade would be, so that one may run: the row is unknown.
 */
function listRunningUpgradeRows(
  { gates, conditions, facts, ref: about }: RootNode,
  { findings }: ReportWithoutSteps,
): readonly UpgradeRow[] {
  const { running, waitingFor, from = facts["observedVersion"], to = facts["expectedVersion"] } = gates.upgrade;
  const code = "UpgradeRunning";
  const versions = definedFields({ from, to });
  const areVersionsKnown = from !== undefined && to !== undefined;
  if (running !== true) {
    if (areVersionsKnown || isRefusedByOperator(conditions)) return [];
    return [{ code, effect: "unknown", about, ...versions, waitingFor }];
  }
  const isStalled = facts["stalledSince"] !== undefined;
  const isFailing = findings.some((finding) => finding.code === "upgrade-stuck" && isSameObject(finding.about, about));
  const flags = trueFlags({ stalled: isStalled, failing: isFailing });
  const since = definedFields({ since: findUpgradingCondition(conditions)?.since });
  return [{ code, effect: "blocks", about, running, ...flags, ...versions, waitingFor, ...since }];
}

/** The row of a systemHealthStatus that is error, where neither the verdict nor a component explains it. */
function listHealthRows(
  { facts, verdict, ref: about }: RootNode,
  componentRows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  if (facts["systemHealthStatus"] !== "error" || verdict !== "healthy" || componentRows.length > 0) return [];
  return [{ code: "Degraded", effect: "unknown", about, status: "Unknown", reason: "", message: "", health: "error" }];
}

/**
 * A row for each annotation that holds a patch, even before the condition TaintedConfiguration exists. Without any
 * annotation, a row for the condition.
 */
function listTaintRows({ conditions, ref: about }: RootNode, { findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  const code = "TaintedConfiguration";
  const condition = lastConditionOfType(conditions, code);
  const since = definedFields({ since: condition?.status === "True" ? condition.since : undefined });
  const patches = findings.flatMap((finding): readonly UpgradeRow[] => {
    if (finding.code !== "tainted" || !isSameObject(finding.about, about)) return [];
    const { component, annotation, operations } = finding;
    return [{ code, effect: "blocks", about, component, annotation, operations, ...since }];
  });
  if (patches.length > 0 || condition === undefined || condition.status === "False") return patches;
  const effect = condition.status === "True" ? "blocks" : "unknown";
  return [{ code, effect, about, ...since }];
}
