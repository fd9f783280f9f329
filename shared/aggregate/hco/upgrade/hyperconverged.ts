import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
import type { GateCode } from "../../../model/finding/row.ts";
import { isSameObject, type Ref } from "../../../model/object.ts";
import type { Contribution, ReportNode, ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { hcoComponents } from "../../../tables/components.ts";
import { listComponentRows, makeVerdictRows, type UpgradeRow } from "./component.ts";
import { listLifecycleRows } from "./lifecycle.ts";
import { isOperatorNode, listOperatorRows } from "./operator.ts";
import { listStateRows } from "./own-state.ts";
import { listApiRows, listUnreadApiRows } from "./served-apis.ts";
import { listUnexplainedRows } from "./unexplained.ts";
import { isVerdictFromBelow, listWorkloadRows } from "./workloads.ts";

/**
 * All rows against upgrading one HyperConverged: from its CR, from OLM, from its operator and from each component. A
 * component counts even if the CR shows only the last one that the operator evaluated (hyperconverged_controller.go:778).
 */
export function listHyperConvergedRows(root: RootNode, report: ReportWithoutSteps): readonly UpgradeRow[] {
  const parts = root.children.filter((child) => child.role === "component" && child.required);
  const contributions = listContributionRows(root);
  const workloadRows = listWorkloadRows(parts, root.ref.namespace ?? "", report, "blocks");
  const apiRows = parts.flatMap(listApiRows);
  const partRows = parts.flatMap((part) => {
    const rows = listPartRows(part, root, report, contributions);
    // A webhook that an upgrade does not need has no row, but it makes its component degraded.
    const isFromBelow = !part.children.some(isWebhook) && isVerdictFromBelow(part, [...workloadRows, ...apiRows]);
    const isCovered = isVerdictExplained(part.verdict, rows) || isFromBelow;
    return isCovered ? rows : [...rows, ...makeVerdictRows(part.verdict, part.ref, part.label)];
  });
  const otherContributions = contributions.filter(({ component }) => !parts.some(({ label }) => label === component));
  const operatorRows = listOperatorRows(root, report);
  // One row is enough where the list of Deployments lacks the operator and the components' workloads.
  const isOperatorUnread = operatorRows.some(({ code }) => code === "IncompleteReading");
  const rows = [
    ...listStateRows(root, report, [...partRows, ...otherContributions]),
    ...listLifecycleRows(root, report.source),
    ...operatorRows,
    ...partRows,
    ...workloadRows.filter(({ code }) => !isOperatorUnread || code !== "IncompleteReading"),
    ...apiRows,
    ...listUnreadApiRows(report),
    ...otherContributions,
    ...listOwnWebhookRows(root, operatorRows),
  ];
  return dropRepetitions(root, [...rows, ...listUnexplainedRows(root, report, rows)]);
}

/** A row for each webhook of HyperConverged itself that cannot be called, where no other row is about it. */
function listOwnWebhookRows({ children }: RootNode, rows: readonly UpgradeRow[]): readonly UpgradeRow[] {
  const webhooks = children.filter(isWebhook);
  const uncovered = webhooks.filter(({ ref }) => !rows.some(({ about }) => isSameObject(about, ref)));
  return uncovered.flatMap(({ verdict, ref }) => makeVerdictRows(verdict, ref, undefined));
}

/** Whether a node is a webhook that cannot be called. */
function isWebhook({ trouble }: ReportNode): boolean {
  const code = trouble?.observed?.code;
  return code === "no-endpoints" || code === "no-valid-certificate";
}

/** The rows of one component: its contributions, then those of its own state that no contribution repeats. */
function listPartRows(
  part: ReportNode,
  root: RootNode,
  report: ReportWithoutSteps,
  contributions: readonly UpgradeRow[],
): readonly UpgradeRow[] {
  const contributionsOfPart = contributions.filter(({ component }) => component === part.label);
  const stateRows = [...listComponentRows(part, report), ...listUnversionedRows(part, root)];
  const newRows = stateRows.filter((row) => !isRowRepeated(row, contributionsOfPart));
  const isRootUpgradeable = lastConditionOfType(root.conditions, "Upgradeable")?.status === "True";
  const markedRows = isRootUpgradeable ? newRows.map((row) => markAsNotRead(row, root)) : newRows;
  return [...contributionsOfPart, ...markedRows];
}

/**
 * The row of a component's own Upgradeable, marked as not shown by the CR. A False was not read by the operator, which then
 * is older than 1.7: the component contributes nothing to the HyperConverged. Other rows stay as they are.
 */
function markAsNotRead(row: UpgradeRow, { operator, facts }: RootNode): UpgradeRow {
  if (row.code !== "Upgradeable") return row;
  const version = operator?.version ?? facts["observedVersion"];
  const isIgnored = row.status === "False" && version !== undefined;
  return isIgnored ? { ...row, hidden: true, notReadBy: version } : { ...row, hidden: true };
}

/**
 * The rows without repetitions of one cause:
 * - During an installation all five conditions of the root have the reason Init. The first such row stays.
 * - A component without conditions lacks each of them and reports no version. Of its rows about that, the one of Available
 *   stays, otherwise the first.
 */
function dropRepetitions(root: RootNode, rows: readonly UpgradeRow[]): readonly UpgradeRow[] {
  const isInit = (row: UpgradeRow): boolean => row.component === undefined && "reason" in row && row.reason === "Init";
  const firstInit = rows.find(isInit);
  const repeatedInits = rows.filter((row) => isInit(row) && row !== firstInit);
  const silentParts = root.children.filter((part) => part.outcome === "found" && part.conditions.length === 0);
  const repeatedSilence = silentParts.flatMap(({ label }) => listRepeatedSilence(label, rows));
  const repetitions = new Set([...repeatedInits, ...repeatedSilence]);
  return rows.filter((row) => !repetitions.has(row));
}

/** The rows about the silence of one component, without the one that stays. */
function listRepeatedSilence(component: string, rows: readonly UpgradeRow[]): readonly UpgradeRow[] {
  const silentRows = rows.filter((row) => row.component === component && isAboutSilence(row));
  const kept = silentRows.find(({ code }) => code === "Available") ?? silentRows[0];
  return silentRows.filter((row) => row !== kept);
}

/** Whether a row of a component is about a condition or the version, which a component without conditions does not report. */
function isAboutSilence(row: UpgradeRow): boolean {
  const isAboutVersion = row.code === "ComponentBehind" && row.observedVersion === undefined;
  return isAboutVersion || contributingCodes.some((code) => code === row.code);
}

/** The row of a component whose expected version is not known, although the operator was found and has one for it. */
function listUnversionedRows(part: ReportNode, root: RootNode): readonly UpgradeRow[] {
  const { ref: about, label: component, facts } = part;
  const row = hcoComponents.find((each) => each.component === component);
  const isVersionKnown = facts["expectedVersion"] !== undefined || part.outcome !== "found";
  if (isVersionKnown || (row?.versionVariable ?? "") === "" || !root.children.some(isOperatorNode)) return [];
  const observed = definedFields({ observedVersion: facts["observedVersion"] });
  return [{ code: "ComponentBehind", effect: "unknown", about, component, ...observed }];
}

/** The rows of the components' contributions by the operator's rules, then those that are unknown, for each type. */
function listContributionRows({ offenders, uncertain, children, ref }: RootNode): readonly UpgradeRow[] {
  const findRef = (component: string): Ref => children.find(({ label }) => label === component)?.ref ?? ref;
  return contributingCodes.flatMap((code) => {
    const blocking = (offenders[code] ?? []).map((contribution): UpgradeRow => {
      const about = findRef(contribution.component);
      const rule = isOwnContribution(code, contribution, children) ? undefined : contribution.rule;
      // A contribution that the CR does not show blocks all the same.
      const hidden = trueFlags({ hidden: !contribution.shown });
      const evidence = { ...readContribution(contribution), ...hidden, ...definedFields({ rule }) };
      return { code, effect: "blocks", about, ...evidence };
    });
    const unclear = [...(uncertain[code] ?? []), ...selectStalled(offenders["UpgradeStall"] ?? [], code)];
    const unknown = unclear.map((contribution): UpgradeRow => {
      const about = findRef(contribution.component);
      return { code, effect: "unknown", about, ...readContribution(contribution) };
    });
    return [...blocking, ...unknown];
  });
}

/** Whether the component itself has this condition, or was not found. */
function isOwnContribution(
  code: ContributingCode,
  { component, status }: Contribution,
  parts: readonly ReportNode[],
): boolean {
  const part = parts.find(({ label }) => label === component);
  if (part?.outcome !== "found") return true;
  return part.conditions.some((each) => each.type === code && each.status === status);
}

const contributingCodes = ["Upgradeable", "Available", "Degraded", "Progressing"] as const;

type ContributingCode = (typeof contributingCodes)[number];

/** Of the contributions that stall an upgrade, those of components that lack the condition `code`. */
function selectStalled(contributions: readonly Contribution[], code: ContributingCode): readonly Contribution[] {
  const lacking = contributions.filter(({ missing = [] }) => missing.includes(code));
  return lacking.map((contribution) => ({ ...contribution, missing: [code] }));
}

function readContribution({ component, status, reason, message, since, missing }: Contribution) {
  const isMissing = trueFlags({ missing: missing !== undefined });
  return { component, status, reason, message, ...definedFields({ since }), ...isMissing };
}

/** Whether the rows of a component explain its verdict. A user who accepts other rows must not hide the verdict. */
function isVerdictExplained(verdict: Verdict, rows: readonly UpgradeRow[]): boolean {
  if (verdict === "healthy") return true;
  if (verdict === "unknown") return rows.some(({ effect }) => effect === "unknown");
  return rows.some(({ code, effect }) => explainingCodes[verdict].includes(code) && effect === "blocks");
}

const explainingCodes: Readonly<Record<"unavailable" | "degraded" | "progressing", readonly GateCode[]>> = {
  unavailable: ["Available"],
  degraded: ["Degraded"],
  progressing: ["Progressing", "Deleting", "Paused"],
};

function isRowRepeated(row: UpgradeRow, others: readonly UpgradeRow[]): boolean {
  return others.some(
    ({ code, effect, about }) => code === row.code && effect === row.effect && isSameObject(about, row.about),
  );
}
