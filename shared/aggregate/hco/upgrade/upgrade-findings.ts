import { definedFields } from "../../../model/defined-fields.ts";
import { families } from "../../../model/families.ts";
import { worstEffect } from "../../../model/finding/effect.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import { type FindingRow, findingsByGateCode } from "../../../model/finding/row.ts";
import { severityOfVerdict } from "../../../model/finding/severity.ts";
import { isSameKind } from "../../../model/kind.ts";
import { isSameObject, keyOf, type Ref } from "../../../model/object.ts";
import type { ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { isUpgradeable } from "../../../profiles/hco/upgradeable.ts";
import { hcoComponents } from "../../../tables/components.ts";
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
 * `state`, and each list that was not read a finding `not-read`. `platform`: the rows about what an upgrade of every root
 * stands on.
 */
export function addUpgradeEffects<R extends ReportWithoutSteps>(report: R, platform: readonly UpgradeRow[] = []): R {
  const ofRoots = report.roots.flatMap((root) =>
    listRowsOfRoot(root, report).map((row) => ({ ...row, root: root.ref })),
  );
  const isOfRoot = ({ code, about }: UpgradeRow): boolean =>
    ofRoots.some((one) => one.code === code && isSameObject(one.about, about));
  // A list that a root lacks concerns that root alone.
  const shared = dropRepeatedRows([...listReadingRows(report), ...platform]).filter((row) => !isOfRoot(row));
  const findings = assignRows(
    report,
    [...ofRoots, ...shared].map((row) => addLackingSource(row, report)),
  );
  return {
    ...report,
    findings,
    roots: report.roots.map((root) =>
      isUpgradeable(root)
        ? { ...root, gates: { ...root.gates, upgradeable: evaluateUpgradeGate(root, findings) } }
        : root,
    ),
  };
}

/** The roots that can be upgraded. */
export function listUpgradeableRoots({ roots }: Pick<ReportWithoutSteps, "roots">): readonly RootNode[] {
  return roots.filter(isUpgradeable);
}

function listRowsOfRoot(root: RootNode, report: ReportWithoutSteps): readonly UpgradeRow[] {
  if (families[root.profile].hasUpgradeGate) return dropRepeatedRows(listHyperConvergedRows(root, report));
  return isUpgradeable(root) ? dropRepeatedRows(listStandaloneComponentRows(root, report)) : [];
}

/** The rows without duplicates: the same code, object, effect and message is one row. */
function dropRepeatedRows(rows: readonly UpgradeRow[]): readonly UpgradeRow[] {
  const byWords = new Map<string, UpgradeRow>();
  for (const row of rows) {
    const texts = "message" in row ? `${row.reason} ${row.message}` : "";
    const key = `${row.code} ${row.effect} ${keyOf(row.about)} ${row.component ?? ""} ${texts}`;
    if (!byWords.has(key)) byWords.set(key, row);
  }
  return [...byWords.values()];
}

/** A row about an object that a file or a must-gather does not hold, with that source: no failure to read has a cause. */
function addLackingSource(row: RootedRow, { source: { kind } }: ReportWithoutSteps): RootedRow {
  if (row.code !== "IncompleteReading" || row.outcome !== "unread" || row.cause !== "" || row.verb === "read")
    return row;
  return kind === "cluster" ? row : { ...row, notIn: kind };
}

type RootedRow = UpgradeRow & { readonly root?: Ref };

/** The findings of the Report with these rows, and one more for each object whose rows no finding takes. */
function assignRows(report: ReportWithoutSteps, rows: readonly RootedRow[]): readonly Finding[] {
  if (rows.length === 0) return report.findings;
  const made = new Map<string, Finding>();
  const taken = new Map<Finding, FindingRow[]>();
  for (const row of rows) {
    const finding = report.findings.find((one) => isFindingOfRow(one, row)) ?? makeFindingOnce(row, made, report);
    const { about, component: _, root: __, ...own } = row;
    const isElsewhere = !isSameObject(about, finding.about);
    const known = taken.get(finding) ?? [];
    taken.set(finding, [...known, { ...own, ...(isElsewhere && { about }) } as FindingRow]);
  }
  return [...report.findings, ...made.values()].map((finding) => {
    const own = taken.get(finding);
    if (own === undefined) return finding;
    return { ...finding, rows: own, effects: { ...finding.effects, upgrade: worstEffect(own) } };
  });
}

/** Whether a finding is about the fault that the row shows. */
function isFindingOfRow(finding: Finding, row: RootedRow): boolean {
  if (!findingsByGateCode[row.code].includes(finding.code)) return false;
  if (row.root !== undefined && finding.root !== undefined && !isSameObject(row.root, finding.root)) return false;
  const isAboutSame = isSameObject(finding.about, row.about);
  switch (finding.code) {
    // Its Deployment may not have been found, so the finding is about the HyperConverged.
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

function makeFindingOnce(row: RootedRow, made: Map<string, Finding>, report: ReportWithoutSteps): Finding {
  const { about, component, root } = row;
  const code = row.code === "IncompleteReading" ? "not-read" : "state";
  const key = `${code} ${keyOf(about)} ${component ?? ""} ${root === undefined ? "" : keyOf(root)}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const owner = report.roots.find(({ ref }) => root !== undefined && isSameObject(ref, root));
  const part = owner?.children.find(({ ref }) => isSameObject(ref, about));
  // That a workload was not found says nothing about it where it may exist: in another namespace, beside the file.
  const isInTree = owner?.children.some((child) =>
    [child, ...child.children].some(({ ref, outcome }) => isSameObject(ref, about) && outcome === "found"),
  );
  const isUnseen = row.code === "WorkloadDown" && row.effect === "unknown" && row.ready === "" && isInTree !== true;
  const verdict = owner === undefined || isUnseen ? "healthy" : verdictOf(component, part, owner);
  const finding: Finding = {
    ...makeRowFinding(row, verdict),
    ...definedFields({ root, component }),
    verdict,
  };
  made.set(key, finding);
  return finding;
}

function makeRowFinding(row: RootedRow, verdict: Verdict): Finding {
  const { about, component } = row;
  if (row.code === "IncompleteReading")
    return makeGradedFinding("info", about, { code: "not-read", outcome: row.outcome, cause: row.cause });
  const isMissing = row.code === "WorkloadDown" && row.effect === "blocks" && row.ready === "";
  if (isMissing && component !== undefined && isComponentOperator(about))
    return makeFinding(about, { code: "component-operator-absent", component });
  return makeGradedFinding(severityOfVerdict(verdict), about, { code: "state" });
}

/**
 * Reasons against upgrading a component whose owner, such as a HyperConverged, was not read; so an upgrade is never
 * allowed.
 */
export function listStandaloneComponentRows(root: RootNode, report: ReportWithoutSteps): readonly UpgradeRow[] {
  const { ref: about, verdict } = root;
  const row = hcoComponents.find((each) => isSameKind(each, about));
  const part = { ...root, label: row?.component ?? about.kind };
  const ofBelow = [...listWorkloadRows([part], about.namespace ?? "", report, "unknown"), ...listApiRows(part)];
  return [
    ...listComponentRows(part, report),
    ...ofBelow,
    ...(isVerdictFromBelow(part, ofBelow) ? [] : makeVerdictRows(verdict, about, part.label)),
    { code: "NoHyperConverged", effect: "unknown", about },
  ];
}
