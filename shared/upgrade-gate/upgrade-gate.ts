import { evaluateUpgradeGate } from "../aggregate/hco/upgrade/upgrade-answer.ts";
import { listUpgradeableRoots } from "../aggregate/hco/upgrade/upgrade-findings.ts";
import { definedFields } from "../model/defined-fields.ts";
import type { Finding } from "../model/finding/finding.ts";
import { acceptableCodes, type FindingRow, type GateCode, gateCodesInOrder } from "../model/finding/row.ts";
import { upgradeAnswer } from "../model/finding/upgrade-answer.ts";
import { keyOf } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { GateAnswer, GateReason, GateReport, GateRoot } from "../model/upgrade-gate.ts";
import { withReportedCauses } from "../outline/gate-causes.ts";
import { reportedUpgradeable } from "../outline/gate-words.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";

/**
 * The upgrade gate of a Report: the rows of its findings that block an upgrade or leave it unknown. Rows whose codes are
 * in `accept` do not count. Unknown is never ALLOW. Without a HyperConverged or a standalone component there is nothing
 * to upgrade, whatever is accepted.
 */
export function upgradeGate(report: Report, accept: readonly GateCode[] = []): GateReport {
  const accepted = new Set(accept.filter((code) => acceptableCodes.includes(code)));
  const roots = listUpgradeableRoots(report);
  const found = reasonsOf(report).map((reason): GateReason => {
    const { code, state } = reason;
    return accepted.has(code) && state !== "accepted" ? { ...reason, state: "accepted", was: state } : reason;
  });
  const reasons = (roots.length === 0 ? [nothingToUpgrade, ...found] : found).toSorted(
    (a, b) => states.indexOf(a.state) - states.indexOf(b.state),
  );
  const { takenAt, source, completeness } = report;
  return {
    apiVersion: "hco-status/v1",
    kind: "UpgradeGate",
    takenAt,
    source,
    answer: roots.length === 0 ? "UNKNOWN" : answers[upgradeAnswer(report.findings, accepted)],
    roots: roots.map((root) => rootOf(root, report.findings, accepted)),
    reasons,
    accepted: [...accepted],
    unneeded: [...accepted].filter((code) => !reasons.some((reason) => reason.code === code)),
    completeness,
  };
}

const states: readonly GateReason["state"][] = ["blocks", "unknown", "accepted"];

const answers: Readonly<Record<ReturnType<typeof upgradeAnswer>, GateAnswer>> = {
  no: "BLOCK",
  unknown: "UNKNOWN",
  yes: "ALLOW",
};

const nothingToUpgrade: GateReason = {
  code: "NoHyperConverged",
  state: "unknown",
  about: { group: hcoProfile.root.group, kind: hcoProfile.root.kind, name: "" },
};

/** The rows of all findings: of each root what is its own, then its components in their order, each by code. */
function reasonsOf({ roots, findings }: Report): readonly GateReason[] {
  const ofRoots = roots.flatMap((root) => {
    const labels = root.children.map(({ label }) => label);
    const place = ({ component }: GateReason): number => labels.indexOf(component ?? "");
    const key = keyOf(root.ref);
    const own = findings.filter((finding) => finding.root !== undefined && keyOf(finding.root) === key);
    const reasons = own
      .flatMap(reasonsIn)
      .toSorted((a, b) => place(a) - place(b) || gateCodesInOrder.indexOf(a.code) - gateCodesInOrder.indexOf(b.code));
    return withReportedCauses(root, reasons);
  });
  const ofAll = findings
    .filter(({ root }) => root === undefined)
    .flatMap(reasonsIn)
    .toSorted((a, b) => gateCodesInOrder.indexOf(a.code) - gateCodesInOrder.indexOf(b.code));
  return [...ofRoots, ...ofAll];
}

function reasonsIn(finding: Finding): readonly GateReason[] {
  const { about, root, component } = finding;
  return finding.rows.map(
    ({ effect, ...row }: FindingRow): GateReason => ({
      state: effect,
      about,
      ...definedFields({ root, component }),
      ...row,
    }),
  );
}

function rootOf(root: RootNode, findings: readonly Finding[], accepted: ReadonlySet<GateCode>): GateRoot {
  const { ref, verdict, facts } = root;
  const { observedVersion: version, expectedVersion: operatorVersion } = facts;
  const gate = evaluateUpgradeGate(root, findings, accepted);
  return {
    ref,
    verdict,
    ...definedFields({ version, operatorVersion }),
    answer: answers[gate.answer],
    because: gate.blockedBy ?? gate.because,
    ...(gate.refused === true && { refused: true as const }),
    upgradeable: reportedUpgradeable(root),
  };
}
