import { definedFields } from "../../../model/defined-fields.ts";
import { families } from "../../../model/families.ts";
import { worstEffect } from "../../../model/finding/effect.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import { type FindingRow, findingsByGateCode } from "../../../model/finding/row.ts";
import { severityOfVerdict } from "../../../model/finding/severity.ts";
import { keepFirstOfEachKey } from "../../../model/items-by-key.ts";
import { isSameObject, keyOf, type Ref } from "../../../model/object.ts";
import type { ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { componentOf, isUpgradeable } from "../../../profiles/hco/upgradeable.ts";
import { verdictOf } from "../../evaluation/shared-findings.ts";
import { isComponentOperator } from "../workloads/find-workloads.ts";
import { listComponentRows, makeVerdictRows, type UpgradeRow } from "./component.ts";
import { listHyperConvergedRows } from "./hyperconverged.ts";
import { listApiRows } from "./served-apis.ts";
import { listReadingRows } from "./unread-objects.ts";
import { evaluateUpgradeGate } from "./upgrade-answer.ts";
import { isVerdictFromBelow, listWorkloadRows } from "./workloads.ts";

/**
 * The Report with what blocks an upgrade of its roots, or leaves it unknown, as rows of its findings. A row joins the
 * finding about the same fault of the same object. Where there is none, the conditions of one object make one finding
 * `state`, and each list that was not read a finding `not-read`.
 *
 * @param platformRows what an upgrade of every root stands on
 */
export function addUpgradeEffects<R extends ReportWithoutSteps>(
  report: R,
  platformRows: readonly UpgradeRow[] = [],
): R {
  const rootRows = report.roots.flatMap((root) =>
    listRowsOfRoot(root, report).map((row): RootedRow => ({ ...row, root: root.ref })),
  );
  const isOfRoot = ({ code, about }: UpgradeRow): boolean =>
    rootRows.some((row) => row.code === code && isSameObject(row.about, about));
  // A row that a root has concerns that root alone.
  const sharedRows = dropRepeatedRows([...listReadingRows(report), ...platformRows]).filter((row) => !isOfRoot(row));
  const rows = [...rootRows, ...sharedRows].map((row) => addLackingSource(row, report));
  const findings = assignRows(report, rows);
  const roots = report.roots.map((root) => {
    if (!isUpgradeable(root)) return root;
    return { ...root, gates: { ...root.gates, upgradeable: evaluateUpgradeGate(root, findings) } };
  });
  return { ...report, findings, roots };
}

/** The roots that can be upgraded. */
export function listUpgradeableRoots({ roots }: Pick<ReportWithoutSteps, "roots">): readonly RootNode[] {
  return roots.filter(isUpgradeable);
}

function listRowsOfRoot(root: RootNode, report: ReportWithoutSteps): readonly UpgradeRow[] {
  if (families[root.profile].hasUpgradeGate) return dropRepeatedRows(listHyperConvergedRows(root, report));
  const component = componentOf(root.ref);
  return component === undefined ? [] : dropRepeatedRows(listStandaloneComponentRows(root, component, report));
}

/**
 * The rows against upgrading a component whose HyperConverged was not read. One of them leaves the upgrade unknown at best,
 * whatever the component reports.
 */
function listStandaloneComponentRows(
  root: RootNode,
  component: string,
  report: ReportWithoutSteps,
): readonly UpgradeRow[] {
  const { ref: about, verdict } = root;
  const part = { ...root, label: component };
  const rowsBelow = [...listWorkloadRows([part], about.namespace ?? "", report, "unknown"), ...listApiRows(part)];
  const rows = [...listComponentRows(part, report), ...rowsBelow];
  if (!isVerdictFromBelow(part, rowsBelow)) rows.push(...makeVerdictRows(verdict, about, component));
  rows.push({ code: "NoHyperConverged", effect: "unknown", about });
  return rows;
}

/** The rows without those that have the same code, effect, object, component and words as an earlier one. */
function dropRepeatedRows(rows: readonly UpgradeRow[]): readonly UpgradeRow[] {
  return keepFirstOfEachKey(rows, (row) => {
    const words = "message" in row ? `${row.reason} ${row.message}` : "";
    return `${row.code} ${row.effect} ${keyOf(row.about)} ${row.component ?? ""} ${words}`;
  });
}

/**
 * A row about an object that a file or a must-gather does not hold, with that source as `notIn`. Such a row has no cause,
 * because no request failed. Other rows stay as they are.
 */
function addLackingSource(row: RootedRow, { source: { kind } }: ReportWithoutSteps): RootedRow {
  if (kind === "cluster" || row.code !== "IncompleteReading") return row;
  const isLacking = row.outcome === "unread" && row.cause === "" && row.verb !== "read";
  return isLacking ? { ...row, notIn: kind } : row;
}

/** A row with the root that it is about. Without one it concerns every root. */
type RootedRow = UpgradeRow & { readonly root?: Ref };

/** The findings of the Report, each with the rows about its fault, then new findings for the rows that none of them takes. */
function assignRows(report: ReportWithoutSteps, rows: readonly RootedRow[]): readonly Finding[] {
  const rowsByFinding = Map.groupBy(rows, (row) => report.findings.find((finding) => isFindingOfRow(finding, row)));
  const findings = report.findings.map((finding) => addRows(finding, rowsByFinding.get(finding) ?? []));
  const rowsByNewFinding = Map.groupBy(rowsByFinding.get(undefined) ?? [], makeFindingKey);
  const newFindings = [...rowsByNewFinding.values()].flatMap((rowsOfFinding) => {
    const [first] = rowsOfFinding;
    return first === undefined ? [] : [addRows(makeFindingForRow(first, report), rowsOfFinding)];
  });
  return [...findings, ...newFindings];
}

/** The finding with these rows and their effect on an upgrade. Unchanged without any row. */
function addRows(finding: Finding, rows: readonly RootedRow[]): Finding {
  if (rows.length === 0) return finding;
  const findingRows = rows.map(({ about, component: _component, root: _root, ...evidence }) => {
    const isAboutOther = !isSameObject(about, finding.about);
    return { ...evidence, ...definedFields({ about: isAboutOther ? about : undefined }) } as FindingRow;
  });
  return { ...finding, rows: findingRows, effects: { ...finding.effects, upgrade: worstEffect(findingRows) } };
}

/** Whether a finding is about the fault that the row shows. */
function isFindingOfRow(finding: Finding, row: RootedRow): boolean {
  if (!findingsByGateCode[row.code].includes(finding.code)) return false;
  if (row.root !== undefined && finding.root !== undefined && !isSameObject(row.root, finding.root)) return false;
  const isAboutSame = isSameObject(finding.about, row.about);
  switch (finding.code) {
    // Without a Deployment the finding is about the HyperConverged, and the row about the missing Deployment.
    case "operator-down":
      return finding.about.namespace === row.about.namespace;
    case "operator-unknown":
      return row.about.kind === "Deployment" && row.component === undefined && finding.root !== undefined;
    case "conversion-webhook":
      return row.about.kind === "Webhook" && finding.webhook === row.about.name;
    case "missing-condition":
      return isAboutSame && "missing" in row && finding.types.some((type) => type === row.code);
    case "tainted":
      return row.code === "TaintedConfiguration" && isAboutSame && finding.annotation === row.annotation;
    default:
      return isAboutSame;
  }
}

/** The key of the new finding for a row: rows with the same object, component and root share one. */
function makeFindingKey(row: RootedRow): string {
  const code = row.code === "IncompleteReading" ? "not-read" : "state";
  return `${code} ${keyOf(row.about)} ${row.component ?? ""} ${row.root === undefined ? "" : keyOf(row.root)}`;
}

/** A new finding for a row, with the verdict that the row gives its root. */
function makeFindingForRow(row: RootedRow, report: ReportWithoutSteps): Finding {
  const { about, component, root } = row;
  const verdict = evaluateRow(row, report);
  const shared = { ...definedFields({ root, component }), verdict };
  if (row.code === "IncompleteReading") {
    const { outcome, cause } = row;
    return { ...makeGradedFinding("info", about, { code: "not-read", outcome, cause }), ...shared };
  }
  const isMissing = row.code === "WorkloadDown" && row.effect === "blocks" && row.ready === "";
  if (isMissing && component !== undefined && isComponentOperator(about)) {
    return { ...makeFinding(about, { code: "component-operator-absent", component }), ...shared };
  }
  return { ...makeGradedFinding(severityOfVerdict(verdict), about, { code: "state" }), ...shared };
}

/**
 * The verdict that a row gives its root. It is healthy for a row of no root, and for a workload that was not found but may
 * exist where nothing was read: in another namespace, or beside the file.
 */
function evaluateRow({ about, component, root, ...row }: RootedRow, { roots }: ReportWithoutSteps): Verdict {
  const owner = roots.find(({ ref }) => root !== undefined && isSameObject(ref, root));
  if (owner === undefined) return "healthy";
  const nodes = owner.children.flatMap((child) => [child, ...child.children]);
  const isInTree = nodes.some(({ ref, outcome }) => isSameObject(ref, about) && outcome === "found");
  const mayExistElsewhere = row.code === "WorkloadDown" && row.effect === "unknown" && row.ready === "" && !isInTree;
  if (mayExistElsewhere) return "healthy";
  const part = owner.children.find(({ ref }) => isSameObject(ref, about));
  return verdictOf(component, part, owner);
}
