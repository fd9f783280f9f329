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

/** The conditions of components by which HyperConverged refuses an upgrade. */
const refusingTypes = ["Upgradeable", "Degraded"] as const;

/** The codes of the conditions that HyperConverged computes from its components. */
const summaryCodes: ReadonlySet<GateCode> = new Set(["Available", "Degraded", "Progressing", "Upgradeable"] as const);

/** The codes that concern the HyperConverged itself, whichever object shows them. They are names themselves. */
const namedByCode: ReadonlySet<GateCode> = new Set([
  "OperatorDown",
  "OperatorRollout",
  "OperatorCondition",
  "ConversionFailed",
] as const);

const runningUpgrade = "AlreadyPerformingUpgrade";
const unknownOperator = "OperatorUnknown";
const missingDeployments = "OperatorDeployments";
const uncollectedDeployments = "UncollectedDeployments";

/** For each name, the names that explain it and so make it superfluous. */
const explainingNames: Readonly<Record<string, readonly string[]>> = {
  // A running upgrade refuses the next one at OLM too.
  OperatorCondition: [runningUpgrade],
  // A Deployment that is down is why its webhook does not respond.
  ConversionWebhook: webhookDeployments,
  // The version of an operator that was not read is unknown.
  UpgradeRunning: [unknownOperator, missingDeployments, uncollectedDeployments],
};

/**
 * Whether a root may be upgraded, by its findings. `because` has the names of the rows that decide: a component, a code, the
 * operator's own reason, or an object. If the answer is no, `because` has only what HyperConverged itself reports, and
 * `blockedBy` has everything that blocks, where that is more.
 *
 * @param accepted the codes of rows that do not count, because the user accepts them
 */
export function evaluateUpgradeGate(
  root: RootNode,
  findings: readonly Finding[],
  accepted: ReadonlySet<GateCode> = new Set(),
): Gate {
  const rootFindings = findingsOf(root, findings);
  const answer = upgradeAnswer(rootFindings, accepted);
  const decidingEffect = answer === "no" ? "blocks" : "unknown";
  const rowNames = rootFindings.flatMap((finding) => {
    const rows = finding.rows.filter(({ effect, code }) => effect === decidingEffect && !accepted.has(code));
    return rows.map((row) => nameRow(row, finding, root));
  });
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

/** The name of a row. */
interface RowName {
  readonly name: string;
  readonly code: GateCode;
  readonly component?: string;
  /** Whether the row is about the HyperConverged itself. */
  readonly isOwn: boolean;
}

/** The name of a row of a finding about a root. */
function nameRow(row: FindingRow, finding: Finding, { ref }: RootNode): RowName {
  const { code, about = finding.about } = row;
  // The annotation is at fault, not the component that it patches.
  if (code === "TaintedConfiguration" && row.annotation !== undefined) {
    return { name: row.annotation, code, isOwn: false };
  }
  // The component of a webhook of the HyperConverged itself is that webhook.
  const component = finding.component === finding.about.name ? undefined : finding.component;
  const isOwn = component === undefined && isSameObject(about, ref);
  const name = component ?? nameOtherRow(row, finding, isOwn);
  return { name, code, ...definedFields({ component }), isOwn };
}

/** The name of a row that comes from no component. The first case that applies counts. */
function nameOtherRow(row: FindingRow, finding: Finding, isOwn: boolean): string {
  const { code, about = finding.about } = row;
  if (code === "UpgradeRunning" && row.running === true) return runningUpgrade;
  if (code === "IncompleteReading") {
    const areDeploymentsLacking = row.notIn !== undefined && about.kind === "Deployment" && about.name === "";
    if (areDeploymentsLacking) return row.notIn === "must-gather" ? uncollectedDeployments : missingDeployments;
    return finding.code === "operator-unknown" ? unknownOperator : about.kind;
  }
  if (about.kind === "Webhook") return "ConversionWebhook";
  // Every ClusterVersion has the same name, so its kind is more useful.
  if (about.kind === clusterVersions.kind) return about.kind;
  // The Deployment behind the Service is more useful than the Service.
  if (finding.code === "webhook-without-endpoints" && finding.workload !== undefined) return finding.workload.name;
  if (namedByCode.has(code)) return code;
  if (!isOwn) return about.name;
  return "reason" in row && row.reason !== "" ? row.reason : code;
}

/**
 * Each name once, in this order: what the HyperConverged reports of itself, the components in the operator's order, then
 * the others, each by the order of the codes. Omitted are
 * - a summary condition of the HyperConverged, unless nothing else is named: its components are named instead,
 * - a name that another one explains.
 */
function sortNames(rowNames: readonly RowName[], { children }: RootNode): readonly string[] {
  const specific = rowNames.filter(({ isOwn, code }) => !isOwn || !summaryCodes.has(code));
  const counted = specific.length > 0 ? specific : rowNames.slice(0, 1);
  const names = new Set(counted.map(({ name }) => name));
  const isExplained = ({ name }: RowName): boolean => (explainingNames[name] ?? []).some((other) => names.has(other));
  const labels = children.map(({ label }) => label);
  const rankOf = ({ component, isOwn }: RowName): number => {
    if (isOwn) return 0;
    return component === undefined ? labels.length + 2 : labels.indexOf(component) + 2;
  };
  const positionOf = ({ code }: RowName): number => gateCodesInOrder.indexOf(code);
  const sorted = counted
    .filter((rowName) => !isExplained(rowName))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || positionOf(a) - positionOf(b));
  return [...new Set(sorted.map(({ name }) => name))];
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
function isUpgradeRefused({ olm, conditions, profile }: RootNode, rowNames: readonly RowName[]): boolean {
  if (rowNames.some(({ code }) => code === "ClusterServiceVersion")) return true;
  const condition = olm?.operatorCondition;
  if (condition?.override !== undefined) return condition.override.status !== "True";
  if (condition !== undefined) return condition.status === "False" || condition.outdated === true;
  return families[profile].hasUpgradeGate && lastConditionOfType(conditions, "Upgradeable")?.status === "False";
}
