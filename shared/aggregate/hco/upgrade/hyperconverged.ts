import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { GateCode } from "../../../model/finding/row.ts";
import { isSameObject, type Ref } from "../../../model/object.ts";
import type { Contribution, ReportNode, ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { hcoComponents } from "../../../tables/components.ts";
import { listComponentRows, makeVerdictRows, type UpgradeRow } from "./component.ts";
import { isOperatorNode, listOperatorRows } from "./operator.ts";
import { listApiRows, listUnreadApiRows } from "./served-apis.ts";
import { listStateRows } from "./status-freshness.ts";
import { listUnexplainedRows } from "./unexplained.ts";
import { listLifecycleRows } from "./upgrade.ts";
import { isVerdictFromBelow, listWorkloadRows } from "./workloads.ts";

/**
 * All reasons against upgrading one HyperConverged, without their causes: from its CR, from OLM, from its operator and from each component. A
 * component counts even if the CR shows only the last writer (hyperconverged_controller.go:778).
 */
export function listHyperConvergedRows(root: RootNode, report: ReportWithoutSteps): readonly UpgradeRow[] {
  const parts = root.children.filter((child) => child.role === "component" && child.required);
  const contributed = listContributionRows(root);
  const isGreen = lastConditionOfType(root.conditions, "Upgradeable")?.status === "True";
  const ofWorkloads = listWorkloadRows(parts, root.ref.namespace ?? "", report, "blocks");
  const ofApis = parts.flatMap(listApiRows);
  const ofParts = parts.flatMap((part) => {
    const own = contributed.filter(({ component }) => component === part.label);
    const ofPart = [
      ...own,
      ...[...listComponentRows(part, report), ...listUnversionedRows(part, root)]
        .filter((reason) => !isRowRepeated(reason, own))
        .map((reason) => (isGreen ? markAsNotRead(root, reason) : reason)),
    ];
    const isCovered = isVerdictExplained(part.verdict, ofPart) || isVerdictFromBelow(part, [...ofWorkloads, ...ofApis]);
    return isCovered ? ofPart : [...ofPart, ...makeVerdictRows(part.verdict, part.ref, part.label)];
  });
  const ofOtherParts = contributed.filter(({ component }) => !parts.some((part) => part.label === component));
  const operator = listOperatorRows(root, report);
  const isUnread = operator.some(({ code }) => code === "IncompleteReading");
  const reasons = [
    ...listStateRows(root, report, [...ofParts, ...ofOtherParts]),
    ...listLifecycleRows(root, report.source),
    ...operator,
    ...ofParts,
    // If the operator's Deployment was not read either, one reason is enough.
    ...ofWorkloads.filter(({ code }) => !isUnread || code !== "IncompleteReading"),
    ...ofApis,
    ...listUnreadApiRows(report),
    ...ofOtherParts,
  ];
  return dropRepetitions(root, [...reasons, ...listUnexplainedRows(root, report, reasons)]);
}

/**
 * The reason of a component's own Upgradeable that its operator, older than 1.7, does not read: it contributes nothing to
 * the HyperConverged.
 */
function markAsNotRead({ operator, facts }: RootNode, reason: UpgradeRow): UpgradeRow {
  if (reason.code !== "Upgradeable") return reason;
  const version = operator?.version ?? facts["observedVersion"];
  const isIgnored = reason.status === "False" && version !== undefined;
  return { ...reason, hidden: true, ...(isIgnored && { notReadBy: version }) };
}

/**
 * The reasons without repetitions. During installation all five conditions have the reason Init, and a component
 * without conditions lacks each of them. One reason for each is enough.
 */
function dropRepetitions(root: RootNode, reasons: readonly UpgradeRow[]): readonly UpgradeRow[] {
  const bare = new Set(
    root.children.filter((part) => part.outcome === "found" && part.conditions.length === 0).map(({ label }) => label),
  );
  const isSilent = (reason: UpgradeRow): boolean =>
    bare.has(reason.component ?? "") &&
    (isSummary(reason.code) || (reason.code === "ComponentBehind" && reason.observedVersion === undefined));
  const isInit = (reason: UpgradeRow): boolean =>
    reason.component === undefined && "reason" in reason && reason.reason === "Init";
  const kept = new Map<string, UpgradeRow>();
  for (const reason of reasons.filter(isSilent)) {
    const { component = "", code } = reason;
    if (!kept.has(component) || (code === "Available" && kept.get(component)?.code !== code))
      kept.set(component, reason);
  }
  const first = reasons.find(isInit);
  return reasons.filter((reason) =>
    isSilent(reason) ? kept.get(reason.component ?? "") === reason : !isInit(reason) || reason === first,
  );
}

function isSummary(code: GateCode): boolean {
  return types.some((each) => each === code);
}

/** The operator was found but does not report which version it wants of a component that it manages. */
function listUnversionedRows(part: ReportNode, root: RootNode): readonly UpgradeRow[] {
  const { ref: about, label: component, facts } = part;
  const row = hcoComponents.find((each) => each.component === component);
  const isVersionKnown = facts["expectedVersion"] !== undefined || part.outcome !== "found";
  if (isVersionKnown || (row?.versionVariable ?? "") === "" || !root.children.some(isOperatorNode)) return [];
  const observed = definedFields({ observedVersion: facts["observedVersion"] });
  return [{ code: "ComponentBehind", effect: "unknown", about, component, ...observed }];
}

/** The components' contributions by the operator's rules, and the unknown ones. */
function listContributionRows({ offenders, uncertain, children, ref }: RootNode): readonly UpgradeRow[] {
  const about = (component: string): Ref => children.find(({ label }) => label === component)?.ref ?? ref;
  return types.flatMap((code) => [
    ...(offenders[code] ?? []).map(
      (row): UpgradeRow => ({
        code,
        effect: "blocks",
        about: about(row.component),
        ...readContribution(row, true),
        ...(!isOwnContribution(code, row, children) && { rule: row.rule }),
      }),
    ),
    ...[...(uncertain[code] ?? []), ...selectStalled(offenders["UpgradeStall"], code)].map(
      (row): UpgradeRow => ({ code, effect: "unknown", about: about(row.component), ...readContribution(row, false) }),
    ),
  ]);
}

/** Whether the component itself has this condition, or was not found. */
function isOwnContribution(
  code: (typeof types)[number],
  { component, status }: Contribution,
  parts: readonly ReportNode[],
): boolean {
  const part = parts.find(({ label }) => label === component);
  if (part?.outcome !== "found") return true;
  return part.conditions.some((each) => each.type === code && each.status === status);
}

const types = ["Upgradeable", "Available", "Degraded", "Progressing"] as const;

/** Conditions that the operator waits for and that are absent. */
function selectStalled(rows: readonly Contribution[] = [], code: (typeof types)[number]): readonly Contribution[] {
  return rows.filter(({ missing = [] }) => missing.includes(code)).map((row) => ({ ...row, missing: [code] }));
}

function readContribution(row: Contribution, isNegative: boolean) {
  const { component, status, reason, message, since, shown, missing } = row;
  return {
    component,
    status,
    reason,
    message,
    ...definedFields({ since }),
    ...(missing !== undefined && { missing: true as const }),
    ...(isNegative && !shown && { hidden: true as const }),
  };
}

/** Whether a component's reasons cover its verdict. Accepting its other reasons must not hide its verdict. */
function isVerdictExplained(verdict: Verdict, reasons: readonly UpgradeRow[]): boolean {
  if (verdict === "healthy") return true;
  if (verdict === "unknown") return reasons.some(({ effect }) => effect === "unknown");
  return reasons.some(({ code, effect }) => explaining[verdict].includes(code) && effect === "blocks");
}

const explaining: Readonly<Record<"unavailable" | "degraded" | "progressing", readonly GateCode[]>> = {
  unavailable: ["Available"],
  degraded: ["Degraded"],
  progressing: ["Progressing", "Deleting", "Paused"],
};

function isRowRepeated(reason: UpgradeRow, others: readonly UpgradeRow[]): boolean {
  return others.some(({ code, effect, about }) => {
    return code === reason.code && effect === reason.effect && isSameObject(about, reason.about);
  });
}
