import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
import { families } from "../../../model/families.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { type FindingRow, type GateCode, gateCodesInOrder } from "../../../model/finding/row.ts";
import { findingsOf, upgradeAnswer } from "../../../model/finding/upgrade-answer.ts";
import { isSameObject } from "../../../model/object.ts";
import type { Gate, RootNode } from "../../../model/report.ts";
import { clusterVersions } from "../../../profiles/openshift.ts";
import { webhookDeployments } from "../../../tables/operator.ts";

/**
 * Whether a root may be upgraded, by its findings. `because` names what HyperConverged itself reports, or what is
 * unknown; `blockedBy` everything that blocks, where that is more. Rows whose code the user accepts do not count.
 */
export function evaluateUpgradeGate(
  root: RootNode,
  findings: readonly Finding[],
  accepted: ReadonlySet<GateCode> = new Set(),
): Gate {
  const ownFindings = findingsOf(root, findings);
  const answer = upgradeAnswer(ownFindings, accepted);
  const effect = answer === "no" ? "blocks" : "unknown";
  const rowNames = ownFindings.flatMap((finding) =>
    finding.rows
      .filter((row) => row.effect === effect && !accepted.has(row.code))
      .map((row) => nameRow(row, finding, root)),
  );
  const names = sortNames(rowNames, root);
  if (answer !== "no") return { answer, because: names };
  const refusing = new Set(refusingTypes.flatMap((type) => (root.offenders[type] ?? []).map((row) => row.component)));
  const isReportedByRoot = ({ name, component, isOwn }: RowName): boolean =>
    component === undefined ? isOwn || name === "OperatorCondition" : refusing.has(name);
  const reported = new Set(rowNames.filter(isReportedByRoot).map(({ name }) => name));
  const because = names.filter((name) => reported.has(name));
  return {
    answer,
    because,
    ...definedFields({ blockedBy: because.length < names.length ? names : undefined }),
    ...trueFlags({ refused: isUpgradeRefused(root, rowNames) }),
  };
}

/**
 * Whether OLM or the operator itself refuses an upgrade. The first of these that exists decides:
 * 1. a ClusterServiceVersion that OLM cannot install,
 * 2. an override of OLM's OperatorCondition,
 * 3. OLM's copy of the OperatorCondition, which refuses where it is False or outdated
 *    (https://github.com/operator-framework/operator-lifecycle-manager,
 *    pkg/controller/operators/olm/operatorconditions.go, isOperatorUpgradeable),
 * 4. HyperConverged's own Upgradeable.
 */
function isUpgradeRefused({ olm, conditions, profile }: RootNode, named: readonly RowName[]): boolean {
  if (named.some(({ code }) => code === "ClusterServiceVersion")) return true;
  const condition = olm?.operatorCondition;
  if (condition?.override !== undefined) return condition.override.status !== "True";
  if (condition !== undefined) return condition.status === "False" || condition.outdated === true;
  return families[profile].hasUpgradeGate && lastConditionOfType(conditions, "Upgradeable")?.status === "False";
}

/** The conditions of components by which HyperConverged refuses an upgrade. */
const refusingTypes = ["Upgradeable", "Degraded"] as const;

/** The name of a row: its component, or a code, the operator's own reason, or an object. */
interface RowName {
  readonly name: string;
  readonly code: GateCode;
  readonly component?: string;
  /** It is about the HyperConverged itself. */
  readonly isOwn: boolean;
  /** It is a condition that HyperConverged computes from its components, which are named instead. */
  readonly isSummary: boolean;
}

/** The name of a row of a finding about a root. */
function nameRow(row: FindingRow, finding: Finding, { ref }: RootNode): RowName {
  const { code, about = finding.about } = row;
  // The annotation is at fault, not the component that it patches.
  if (code === "TaintedConfiguration" && row.annotation !== undefined)
    return { name: row.annotation, code, isOwn: false, isSummary: false };
  // A webhook of the HyperConverged itself is its own component.
  const component = finding.component === finding.about.name ? undefined : finding.component;
  const isOwn = component === undefined && isSameObject(about, ref);
  return {
    name: component ?? nameOtherRow(row, finding, isOwn),
    code,
    ...definedFields({ component }),
    isOwn,
    isSummary: isOwn && summaryCodes.has(code),
  };
}

const summaryCodes: ReadonlySet<GateCode> = new Set(["Available", "Degraded", "Progressing", "Upgradeable"] as const);

/** The name of a row that comes from no component. The first case that applies counts. */
function nameOtherRow(row: FindingRow, finding: Finding, isOwn: boolean): string {
  const { code, about = finding.about } = row;
  if (code === "UpgradeRunning" && row.running === true) return runningUpgrade;
  if (code === "IncompleteReading" && row.notIn !== undefined && about.kind === "Deployment" && about.name === "")
    return row.notIn === "must-gather" ? uncollected : missingDeployments;
  if (code === "IncompleteReading") return finding.code === "operator-unknown" ? unknownOperator : about.kind;
  if (about.kind === "Webhook") return "ConversionWebhook";
  // Every ClusterVersion has the same name, so its kind tells more.
  if (about.kind === clusterVersions.kind) return about.kind;
  // The Deployment behind the Service tells more than the Service.
  if (finding.code === "webhook-without-endpoints" && finding.workload !== undefined) return finding.workload.name;
  if (namedByCode.has(code)) return code;
  if (!isOwn) return about.name;
  return "reason" in row && row.reason !== "" ? row.reason : code;
}

/** Codes that concern the HyperConverged itself, whichever object shows it, and are names of their own. */
const namedByCode: ReadonlySet<GateCode> = new Set([
  "OperatorDown",
  "OperatorRollout",
  "OperatorCondition",
  "ConversionFailed",
] as const);

const runningUpgrade = "AlreadyPerformingUpgrade";
const unknownOperator = "OperatorUnknown";
const missingDeployments = "OperatorDeployments";
const uncollected = "UncollectedDeployments";

/** For each name, the names that make it superfluous, because they explain it. */
const explainedBy: Readonly<Record<string, readonly string[]>> = {
  // A running upgrade refuses the next one at OLM too.
  OperatorCondition: [runningUpgrade],
  // A Deployment that is down is why its webhook does not respond.
  ConversionWebhook: webhookDeployments,
  // The version of an operator that was not read is unknown.
  UpgradeRunning: [unknownOperator, missingDeployments, uncollected],
};

/**
 * Each name once, in this order: what the HyperConverged reports of itself, the components in the operator's order, then
 * the others. A summary condition is named only where nothing else is, and a name that another one explains is omitted.
 */
function sortNames(rowNames: readonly RowName[], { children }: RootNode): readonly string[] {
  const specific = rowNames.filter(({ isSummary }) => !isSummary);
  const counted = specific.length > 0 ? specific : rowNames.slice(0, 1);
  const names = counted.map(({ name }) => name);
  const isExplained = ({ name }: RowName): boolean => (explainedBy[name] ?? []).some((other) => names.includes(other));
  const labels = children.map(({ label }) => label);
  const rankOf = ({ component, isOwn }: RowName): number => {
    if (component !== undefined) return 1 + labels.indexOf(component);
    return isOwn ? -1 : labels.length + 1;
  };
  const positionOf = ({ code }: RowName): number => gateCodesInOrder.indexOf(code);
  const sorted = counted
    .filter((rowName) => !isExplained(rowName))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || positionOf(a) - positionOf(b));
  return [...new Set(sorted.map(({ name }) => name))];
}
