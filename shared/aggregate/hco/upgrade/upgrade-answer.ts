import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
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
  const own = findingsOf(root, findings);
  const answer = upgradeAnswer(own, accepted);
  const effect = answer === "no" ? "blocks" : "unknown";
  const named = own.flatMap((finding) =>
    finding.rows
      .filter((row) => row.effect === effect && !accepted.has(row.code))
      .map((row) => nameRow(row, finding, root)),
  );
  const names = sortNames(named, root);
  if (answer !== "no") return { answer, because: names };
  const refusing = new Set(contributing.flatMap((type) => (root.offenders[type] ?? []).map((row) => row.component)));
  const because = names.filter((name) =>
    named.some(
      (one) =>
        one.name === name &&
        (one.component === undefined ? one.isOwn || name === "OperatorCondition" : refusing.has(name)),
    ),
  );
  return {
    answer,
    because,
    ...(because.length < names.length && { blockedBy: names }),
    ...(isUpgradeRefused(root, named) && { refused: true as const }),
  };
}

/**
 * Whether OLM or the operator itself refuses an upgrade: OLM by its OperatorCondition, of which it follows spec.overrides,
 * else a current copy that is not False (https://github.com/operator-framework/operator-lifecycle-manager,
 * pkg/controller/operators/olm/operatorconditions.go, isOperatorUpgradeable), or by a ClusterServiceVersion that it cannot
 * install. Where no OperatorCondition was read, HyperConverged's own Upgradeable says it.
 */
function isUpgradeRefused({ olm, conditions, profile }: RootNode, named: readonly RowName[]): boolean {
  if (named.some(({ code }) => code === "ClusterServiceVersion")) return true;
  const condition = olm?.operatorCondition;
  if (condition?.override !== undefined) return condition.override.status !== "True";
  if (condition !== undefined) return condition.status === "False" || condition.outdated === true;
  return families[profile].hasUpgradeGate && lastConditionOfType(conditions, "Upgradeable")?.status === "False";
}

/** The conditions of components by which HyperConverged refuses an upgrade. */
const contributing = ["Upgradeable", "Degraded"] as const;

/** The name of a row: its component, or a code, the operator's own reason, or an object. */
interface RowName {
  readonly name: string;
  readonly code: GateCode;
  readonly component?: string;
  /** It is about the HyperConverged itself. */
  readonly isOwn: boolean;
  /** A condition that HyperConverged makes from its components: they are named instead. */
  readonly isSummary: boolean;
}

function nameRow(row: FindingRow, finding: Finding, { ref }: RootNode): RowName {
  const { code, about = finding.about } = row;
  // The component that an annotation patches may be as healthy as it reports.
  if (code === "TaintedConfiguration" && row.annotation !== undefined)
    return { name: row.annotation, code, isOwn: false, isSummary: false };
  const isOwn = finding.component === undefined && isSameObject(about, ref);
  return {
    name: finding.component ?? nameOtherRow(row, finding, isOwn),
    code,
    ...definedFields({ component: finding.component }),
    isOwn,
    isSummary: isOwn && summaries.has(code),
  };
}

const summaries: ReadonlySet<GateCode> = new Set(["Available", "Degraded", "Progressing", "Upgradeable"] as const);

function nameOtherRow(row: FindingRow, finding: Finding, isOwn: boolean): string {
  const { code, about = finding.about } = row;
  if (code === "UpgradeRunning" && row.running === true) return runningUpgrade;
  if (code === "IncompleteReading" && row.notIn !== undefined && about.kind === "Deployment" && about.name === "")
    return row.notIn === "must-gather" ? uncollected : missingDeployments;
  if (code === "IncompleteReading") return finding.code === "operator-unknown" ? unknownOperator : about.kind;
  if (about.kind === "Webhook") return "ConversionWebhook";
  // Its name is the same in every cluster.
  if (about.kind === clusterVersions.kind) return about.kind;
  // The Deployment behind the Service says more.
  if (finding.code === "webhook-without-endpoints" && finding.workload !== undefined) return finding.workload.name;
  if (namedByCode.has(code)) return code;
  if (!isOwn) return about.name;
  return "reason" in row && row.reason !== "" ? row.reason : code;
}

/** What concerns the HyperConverged itself, whichever object shows it. */
const namedByCode: ReadonlySet<GateCode> = new Set([
  ...(["OperatorDown", "OperatorRollout", "OperatorCondition", "ConversionFailed"] as const),
]);

const runningUpgrade = "AlreadyPerformingUpgrade";
const unknownOperator = "OperatorUnknown";
const missingDeployments = "OperatorDeployments";
const uncollected = "UncollectedDeployments";

/** The names that another name explains: of each, the names with which it says no more. */
const implied: Readonly<Record<string, readonly string[]>> = {
  // A running upgrade refuses the next one at OLM too.
  OperatorCondition: [runningUpgrade],
  // A Deployment that is down is why its webhook does not respond.
  ConversionWebhook: webhookDeployments,
  // The version of an operator that was not read is unknown.
  UpgradeRunning: [unknownOperator, missingDeployments, uncollected],
};

/**
 * Each name once: what the HyperConverged reports of itself, the components in the operator's order, then the others. Of
 * its summary conditions one is named only where nothing else is.
 */
function sortNames(named: readonly RowName[], { children }: RootNode): readonly string[] {
  const specific = named.filter(({ isSummary }) => !isSummary);
  const counted = specific.length > 0 ? specific : named.slice(0, 1);
  const names = counted.map(({ name }) => name);
  const order = children.map(({ label }) => label);
  const rank = ({ component, isOwn }: RowName): number => {
    if (component !== undefined) return 1 + order.indexOf(component);
    return isOwn ? -1 : order.length + 1;
  };
  const place = ({ code }: RowName): number => gateCodesInOrder.indexOf(code);
  const all = new Set(
    counted
      .filter(({ name }) => !(implied[name] ?? []).some((other) => names.includes(other)))
      .toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b))
      .map(({ name }) => name),
  );
  return [...all];
}
