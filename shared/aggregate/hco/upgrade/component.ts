import type { Condition } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Effect } from "../../../model/finding/effect.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import type { RowEvidence } from "../../../model/finding/row-evidence.ts";
import type { Ref } from "../../../model/object.ts";
import type { ReportNode, ReportWithoutSteps } from "../../../model/report.ts";
import type { Verdict } from "../../../model/verdict.ts";

/** A reason against an upgrade that is not assigned to a finding yet. */
export type UpgradeRow = RowEvidence & {
  readonly effect: Effect;
  readonly about: Ref;
  /** The component that the reason comes from. */
  readonly component?: string;
  /** RFC 3339 UTC. */
  readonly since?: string;
};

/** Reasons against an upgrade in one component itself, whatever owns it. */
export function listComponentRows(part: ReportNode, { findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  const { ref: about, label: component, facts } = part;
  if (part.outcome !== "found") return [makeUnfoundRow(part, findings)];
  const rows: UpgradeRow[] = [...listUpgradeableRows(part), ...listVersionRows(part)];
  if (part.deleting) {
    rows.push({
      code: "Deleting",
      effect: "blocks",
      about,
      component,
      ...definedFields({ since: facts["deletedAt"] }),
    });
  }
  if (part.frozen) rows.push({ code: "Paused", effect: "blocks", about, component });
  if (isStatusOutdated(part, findings)) rows.push({ code: "Stale", effect: "unknown", about, component });
  rows.push(...listPhaseRows(part));
  const outdatedMachines = Number(facts["outdatedWorkloads"] ?? 0);
  if (outdatedMachines > 0) {
    rows.push({ code: "OutdatedVMIWorkloads", effect: "blocks", about, component, count: outdatedMachines });
  }
  return rows;
}

/** The condition that a verdict stands for in a row about it. */
const conditionsByVerdict = {
  unavailable: { code: "Available", effect: "blocks", status: "False" },
  degraded: { code: "Degraded", effect: "blocks", status: "True" },
  progressing: { code: "Progressing", effect: "blocks", status: "True" },
  unknown: { code: "Available", effect: "unknown", status: "Unknown" },
} as const;

/** The row for a verdict that no condition reports and no other row explains. None for healthy. */
export function makeVerdictRows(
  verdict: Verdict,
  about: UpgradeRow["about"],
  component: string | undefined,
): readonly UpgradeRow[] {
  if (verdict === "healthy") return [];
  const words = { reason: "", message: "", judged: true as const };
  return [{ ...conditionsByVerdict[verdict], about, ...definedFields({ component }), ...words }];
}

/** A component that reports Upgradeable=False blocks the upgrade, even if its operator does not read that condition. */
function listUpgradeableRows({ conditions, ref: about, label: component }: ReportNode): readonly UpgradeRow[] {
  const condition = findWorstCondition(conditions, "Upgradeable");
  if (condition === undefined || condition.status === "True") return [];
  const { status, reason, message, since } = condition;
  const effect = status === "False" ? "blocks" : "unknown";
  const words = { status, reason, message, ...definedFields({ since }) };
  return [{ code: "Upgradeable", effect, about, component, ...words }];
}

/**
 * The row of a component that runs another version than its operator wants, or that is being upgraded. An upgrade stays
 * open until the versions are equal (kubevirt/hyperconverged-cluster-operator controllers/operands/generic_operand.go,
 * completeEnsureOperands). An empty expected version never matches (generic_operand.go:152-163).
 */
function listVersionRows({ facts, ref: about, label: component }: ReportNode): readonly UpgradeRow[] {
  const { observedVersion, targetVersion } = facts;
  const wantedVersion = facts["expectedVersion"] ?? targetVersion;
  const isBehind = wantedVersion !== undefined && (wantedVersion === "" || wantedVersion !== observedVersion);
  if (!isBehind && targetVersion === undefined) return [];
  const expectedVersion = isBehind ? wantedVersion : (targetVersion ?? "");
  const observed = definedFields({ observedVersion });
  return [{ code: "ComponentBehind", effect: "blocks", about, component, ...observed, expectedVersion }];
}

/**
 * Whether the component's status may be out of date. Its spec is newer than the status or a condition, or it was
 * created again after its owner's last reconcile.
 */
function isStatusOutdated({ stale, conditions, ref, label }: ReportNode, findings: readonly Finding[]): boolean {
  const isRecreated = findings.some(
    ({ code, component, about }) => code === "component-new" && component === label && about.name === ref.name,
  );
  return stale || isRecreated || conditions.some(({ outdated }) => outdated);
}

/** The row of a phase in which the component's operator has not finished (controller-lifecycle-operator-sdk, pkg/sdk/api/types.go). */
function listPhaseRows({ facts, ref: about, label: component }: ReportNode): readonly UpgradeRow[] {
  const code = codesByPhase.get(facts["phase"] ?? "");
  if (code === undefined) return [];
  const words = { status: "True" as const, reason: "", message: "", phase: facts["phase"] ?? "" };
  return [{ code, effect: "blocks", about, component, ...words }];
}

const codesByPhase: ReadonlyMap<string, "Progressing" | "Degraded"> = new Map([
  ["Upgrading", "Progressing"],
  ["Deleting", "Progressing"],
  ["Error", "Degraded"],
]);

/** The row of a component that does not exist, or that could not be read. */
function makeUnfoundRow(
  { outcome, ref: about, label: component }: ReportNode,
  findings: readonly Finding[],
): UpgradeRow {
  if (outcome === "forbidden" || outcome === "unread") {
    const gap = findings.find((one) => one.code === "not-read" && one.component === component);
    const cause = gap?.code === "not-read" ? gap.cause : "";
    return { code: "IncompleteReading", effect: "unknown", about, component, outcome, verb: "get", cause };
  }
  const words = { status: "False" as const, reason: "", message: "", absent: true as const };
  return { code: "Available", effect: "blocks", about, component, ...words };
}

/**
 * The worst of the conditions of one type, because a client that reads the list may use any of them. The bad status is worst,
 * then Unknown, then the good status.
 */
export function findWorstCondition<C extends Pick<Condition, "type" | "status">>(
  conditions: readonly C[],
  type: string,
  goodStatus: Condition["status"] = "True",
): C | undefined {
  const rankOf = ({ status }: C): number => {
    if (status === goodStatus) return 2;
    return status === "Unknown" ? 1 : 0;
  };
  const [worst] = conditions.filter((condition) => condition.type === type).toSorted((a, b) => rankOf(a) - rankOf(b));
  return worst;
}
