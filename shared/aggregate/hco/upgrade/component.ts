import { type Condition, findWorstStatus } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Effect } from "../../../model/finding/effect.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import type { RowEvidence } from "../../../model/finding/row-evidence.ts";
import type { Ref } from "../../../model/object.ts";
import type { ReportNode, ReportWithoutSteps } from "../../../model/report.ts";
import type { Verdict } from "../../../model/verdict.ts";

/**
 * A reason against an upgrade, with the evidence for it: `{ code: "Paused", effect: "blocks", about, component: "CDI" }`. It
 * is not assigned to a finding yet.
 */
export type UpgradeRow = RowEvidence & {
  readonly effect: Effect;
  readonly about: Ref;
  /** The component that the reason comes from. */
  readonly component?: string;
  /** RFC 3339 UTC. */
  readonly since?: string;
};

/**
 * Lists the reasons against an upgrade in one component itself. A component that was not found has one; any other has in
 * this order those that apply:
 *
 * 1. `Upgradeable`: the component reports this condition, and not as True.
 * 2. `ComponentBehind`: the component has not reached its version.
 * 3. `Deleting`: the component is being deleted.
 * 4. `Paused`: the component's reconcile is paused.
 * 5. `Stale`: the status may be out of date.
 * 6. `Progressing` or `Degraded`: the component's phase.
 * 7. `OutdatedVMIWorkloads`: virtual machines run in pods of the previous version.
 */
export function listComponentRows(part: ReportNode, { findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  if (part.outcome !== "found") return [makeUnfoundRow(part, findings)];
  const { ref: about, label: component, facts } = part;
  const rows: UpgradeRow[] = [...listUpgradeableRows(part), ...listVersionRows(part)];
  if (part.deleting) {
    const since = facts["deletedAt"];
    rows.push({ code: "Deleting", effect: "blocks", about, component, ...definedFields({ since }) });
  }
  if (part.frozen) rows.push({ code: "Paused", effect: "blocks", about, component });
  if (isStatusOutdated(part, findings)) rows.push({ code: "Stale", effect: "unknown", about, component });
  rows.push(...listPhaseRows(part));
  const count = Number(facts["outdatedWorkloads"] ?? 0);
  if (count > 0) rows.push({ code: "OutdatedVMIWorkloads", effect: "blocks", about, component, count });
  return rows;
}

/** The condition that a row for a verdict names: `degraded` is reported as `Degraded: "True"`. */
const conditionsByVerdict = {
  unavailable: { code: "Available", effect: "blocks", status: "False" },
  degraded: { code: "Degraded", effect: "blocks", status: "True" },
  progressing: { code: "Progressing", effect: "blocks", status: "True" },
  unknown: { code: "Available", effect: "unknown", status: "Unknown" },
} as const;

/**
 * Makes the row for a verdict that no condition reports and no other row explains; none for healthy. The row is marked as
 * computed from everything that was read.
 */
export function makeVerdictRows(
  verdict: Verdict,
  about: UpgradeRow["about"],
  component: string | undefined,
): readonly UpgradeRow[] {
  if (verdict === "healthy") return [];
  const { code, effect, status } = conditionsByVerdict[verdict];
  return [{ code, effect, status, about, ...definedFields({ component }), reason: "", message: "", judged: true }];
}

/** A component that reports Upgradeable=False blocks the upgrade, even if its operator does not read that condition. */
function listUpgradeableRows({ conditions, ref: about, label: component }: ReportNode): readonly UpgradeRow[] {
  const condition = findWorstCondition(conditions, "Upgradeable");
  if (condition === undefined || condition.status === "True") return [];
  const { status, reason, message, since } = condition;
  const effect = status === "False" ? "blocks" : "unknown";
  return [{ code: "Upgradeable", effect, about, component, status, reason, message, ...definedFields({ since }) }];
}

/**
 * The row of a component that has not reached its version:
 *
 * 1. It does not report the version that HCO expects. HCO's upgrade stays open until both are equal, and an empty expected
 *    version never is (kubevirt/hyperconverged-cluster-operator controllers/operands/generic_operand.go,
 *    completeEnsureOperands and lines 152-163).
 * 2. It reports a target version: its own operator is upgrading it.
 */
function listVersionRows({ facts, ref: about, label: component }: ReportNode): readonly UpgradeRow[] {
  const { observedVersion, expectedVersion, targetVersion } = facts;
  const isExpectedReached =
    expectedVersion === undefined || (expectedVersion !== "" && expectedVersion === observedVersion);
  const nextVersion = isExpectedReached ? targetVersion : expectedVersion;
  if (nextVersion === undefined) return [];
  return [
    {
      code: "ComponentBehind",
      effect: "blocks",
      about,
      component,
      ...definedFields({ observedVersion }),
      expectedVersion: nextVersion,
    },
  ];
}

/**
 * Whether the component's status may be out of date: its spec is newer than the status or than a condition, or it was
 * created again after its owner's last reconcile (the finding `component-new`).
 */
function isStatusOutdated({ stale, conditions, ref, label }: ReportNode, findings: readonly Finding[]): boolean {
  const isRecreated = findings.some(
    ({ code, component, about }) => code === "component-new" && component === label && about.name === ref.name,
  );
  return stale || isRecreated || conditions.some(({ outdated }) => outdated);
}

/** The phases in which a component's operator has not finished (controller-lifecycle-operator-sdk, pkg/sdk/api/types.go). */
const codesByPhase: ReadonlyMap<string, "Progressing" | "Degraded"> = new Map([
  ["Upgrading", "Progressing"],
  ["Deleting", "Progressing"],
  ["Error", "Degraded"],
]);

function listPhaseRows({ facts, ref: about, label: component }: ReportNode): readonly UpgradeRow[] {
  const { phase = "" } = facts;
  const code = codesByPhase.get(phase);
  if (code === undefined) return [];
  return [{ code, effect: "blocks", about, component, status: "True", reason: "", message: "", phase }];
}

/** Makes the row of a component that could not be read (`IncompleteReading`), or that does not exist (`absent`). */
function makeUnfoundRow(
  { outcome, ref: about, label: component }: ReportNode,
  findings: readonly Finding[],
): UpgradeRow {
  if (outcome === "forbidden" || outcome === "unread") {
    const unreadFindings = findings.filter((finding) => finding.code === "not-read");
    const cause = unreadFindings.find((finding) => finding.component === component)?.cause ?? "";
    return { code: "IncompleteReading", effect: "unknown", about, component, outcome, verb: "get", cause };
  }
  return {
    code: "Available",
    effect: "blocks",
    about,
    component,
    status: "False",
    reason: "",
    message: "",
    absent: true,
  };
}

/**
 * The worst of the conditions of one type, because a client that reads the list may use any of them. Undefined where there is
 * none of the type.
 */
export function findWorstCondition<C extends Pick<Condition, "type" | "status">>(
  conditions: readonly C[],
  type: string,
  goodStatus: Condition["status"] = "True",
): C | undefined {
  const conditionsOfType = conditions.filter((condition) => condition.type === type);
  return findWorstStatus(conditionsOfType, goodStatus);
}
