import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import type { GateCode } from "../../../model/finding/row.ts";
import type { ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { operatorDeployments } from "../../../tables/operator.ts";
import { makeVerdictRows, type UpgradeRow } from "./component.ts";

/**
 * The rows for what none of `rows` covers: an operator that does not run or is unknown, and the root's own verdict. Without
 * them, a user who accepts the code of one row could hide a fault that has another code.
 */
export function listUnexplainedRows(
  root: RootNode,
  { findings }: ReportWithoutSteps,
  rows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  return [...listUncoveredOperatorRows(root, findings, rows), ...listUncoveredVerdictRows(root, rows)];
}

/** The row of an operator that does not run or is unknown, where no row is about its Deployment. */
function listUncoveredOperatorRows(
  { operator, ref: { namespace } }: RootNode,
  findings: readonly Finding[],
  rows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  const isUnknown = findings.some(
    (finding) =>
      finding.code === "operator-unknown" && finding.isGiven !== true && finding.about.namespace === namespace,
  );
  if (operator?.running !== "no" && !isUnknown) return [];
  const isCovered = ({ code, about }: UpgradeRow): boolean =>
    about.kind === deploymentKind.kind && code !== "WorkloadDown";
  if (rows.some(isCovered)) return [];
  const { group, kind } = deploymentKind;
  const about = { group, kind, ...definedFields({ namespace }), name: operatorDeployments[1] ?? "" };
  return [{ code: "OperatorDown", effect: "unknown", about, ready: "" }];
}

/** The row for the root's own verdict, where no row of the root covers it. */
function listUncoveredVerdictRows(
  { ownVerdict, ref: about }: RootNode,
  rows: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  if (ownVerdict === "healthy") return [];
  const isCovered = rows.some((row) => {
    const { code, effect, component } = row;
    // An upgrade that stands still, and a conversion webhook that fails, make their root degraded.
    const isStalled = code === "UpgradeRunning" && row.stalled === true;
    if (ownVerdict === "degraded" && (isStalled || isOfConversion(row))) return true;
    if (component !== undefined && !summaryCodes.includes(code)) return false;
    return ownVerdict === "unknown" ? effect === "unknown" : coveringCodes[ownVerdict].includes(code);
  });
  return isCovered ? [] : makeVerdictRows(ownVerdict, about, undefined);
}

function isOfConversion({ code, about }: UpgradeRow): boolean {
  return code === "ConversionFailed" || (code === "WorkloadDown" && about.kind === "Webhook");
}

/** Codes by which a row of a component also covers the verdict of the root. */
const summaryCodes: readonly GateCode[] = ["Available", "Degraded", "Progressing"];

/** The codes of rows that cover a verdict of the root. */
const coveringCodes: Readonly<Record<"unavailable" | "degraded" | "progressing", readonly GateCode[]>> = {
  unavailable: ["Available"],
  degraded: ["Degraded", "Available", "ReconcileComplete", "OperatorDown", "OperatorRollout"],
  progressing: ["Progressing", "ReconcileComplete", "UpgradeRunning", "Deleting", "Stale", "OperatorDown"],
};
