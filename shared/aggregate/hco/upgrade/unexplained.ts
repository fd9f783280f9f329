import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import type { GateCode } from "../../../model/finding/row.ts";
import type { ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../../tables/operator.ts";
import type { UpgradeRow } from "./component.ts";
import { makeVerdictRows } from "./component.ts";

/**
 * What the Report shows of the root and no row of a matching code covers, accepted or not: its own verdict, and that its
 * operator does not run, or is unknown. Accepting one row does not accept what another would report.
 */
export function listUnexplainedRows(
  root: RootNode,
  { findings }: ReportWithoutSteps,
  rows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  return [...listUncoveredOperatorRows(root, findings, rows), ...listUncoveredVerdictRows(root, rows)];
}

/** An operator that does not run, or is unknown, leaves the status of the root as it was, whatever its Deployment shows. */
function listUncoveredOperatorRows(
  { operator, ref: { namespace } }: RootNode,
  findings: readonly Finding[],
  rows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  const isUnknown = findings.some(
    (one) => one.code === "operator-unknown" && one.isGiven !== true && one.about.namespace === namespace,
  );
  if (operator?.running !== "no" && !isUnknown) return [];
  const isCovered = ({ code, about }: UpgradeRow): boolean =>
    about.kind === deploymentKind.kind && code !== "WorkloadDown";
  if (rows.some(isCovered)) return [];
  const { group, kind } = deploymentKind;
  const about = { group, kind, ...definedFields({ namespace }), name: operatorDeployments[1] ?? "" };
  return [{ code: "OperatorDown", effect: "unknown", about, ready: "" }];
}

/** A reason for the root's own verdict; its parts have their own reasons. */
function listUncoveredVerdictRows(
  { ownVerdict, ref: about }: RootNode,
  reasons: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  if (ownVerdict === "healthy") return [];
  const isCovered = reasons.some((reason) => {
    const { code, effect, component } = reason;
    // An upgrade that stands still makes its root degraded.
    if (code === "UpgradeRunning" && reason.stalled === true && ownVerdict === "degraded") return true;
    if (component !== undefined && !summaries.includes(code)) return false;
    return ownVerdict === "unknown" ? effect === "unknown" : covering[ownVerdict].includes(code);
  });
  return isCovered ? [] : makeVerdictRows(ownVerdict, about, undefined);
}

const summaries: readonly GateCode[] = ["Available", "Degraded", "Progressing"];

const covering: Readonly<Record<"unavailable" | "degraded" | "progressing", readonly GateCode[]>> = {
  unavailable: ["Available"],
  degraded: ["Degraded", "Available", "ReconcileComplete", "OperatorDown", "OperatorRollout"],
  progressing: ["Progressing", "ReconcileComplete", "UpgradeRunning", "Deleting", "Stale", "OperatorDown"],
};
