import { evaluateUpgradeGate } from "../aggregate/hco/upgrade/upgrade-answer.ts";
import { listUpgradeableRoots } from "../aggregate/hco/upgrade/upgrade-findings.ts";
import { definedFields, trueFlags } from "../model/defined-fields.ts";
import type { Finding } from "../model/finding/finding.ts";
import { acceptableCodes, type FindingRow, type GateCode, gateCodesInOrder } from "../model/finding/row.ts";
import { upgradeAnswer } from "../model/finding/upgrade-answer.ts";
import { isSameObject } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { GateAnswer, GateReason, GateReport, GateRoot } from "../model/upgrade-gate.ts";
import { withReportedCauses } from "../outline/gate-causes.ts";
import { reportedUpgradeable } from "../outline/gate-words.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";

const answers: Readonly<Record<ReturnType<typeof upgradeAnswer>, GateAnswer>> = {
  no: "BLOCK",
  unknown: "UNKNOWN",
  yes: "ALLOW",
};

/** The states of reasons in the order in which they are listed. */
const statesInOrder: readonly GateReason["state"][] = ["blocks", "unknown", "accepted"];

const nothingToUpgrade: GateReason = {
  code: "NoHyperConverged",
  state: "unknown",
  about: { group: hcoProfile.root.group, kind: hcoProfile.root.kind, name: "" },
};

/**
 * The upgrade gate of a Report: the rows of its findings that block an upgrade or leave it unknown. Rows whose codes are
 * in `accept` do not count. Unknown is never ALLOW. Without a HyperConverged or a standalone component there is nothing
 * to upgrade, whatever is accepted.
 */
export function upgradeGate(report: Report, accept: readonly GateCode[] = []): GateReport {
  const accepted = new Set(accept.filter((code) => acceptableCodes.includes(code)));
  const roots = listUpgradeableRoots(report);
  const isNothingToUpgrade = roots.length === 0;
  const reasons = listReasons(report).map((reason) => acceptReason(reason, accepted));
  if (isNothingToUpgrade) reasons.unshift(nothingToUpgrade);
  const sorted = reasons.toSorted((a, b) => statesInOrder.indexOf(a.state) - statesInOrder.indexOf(b.state));
  const { takenAt, source, completeness, findings } = report;
  return {
    apiVersion: "hco-status/v1",
    kind: "UpgradeGate",
    takenAt,
    source,
    answer: isNothingToUpgrade ? "UNKNOWN" : answers[upgradeAnswer(findings, accepted)],
    roots: roots.map((root) => describeRoot(root, findings, accepted)),
    reasons: sorted,
    accepted: [...accepted],
    unneeded: [...accepted].filter((code) => !reasons.some((reason) => reason.code === code)),
    completeness,
  };
}

/** The reason, with the state `accepted` if the user accepts its code. */
function acceptReason(reason: GateReason, accepted: ReadonlySet<GateCode>): GateReason {
  if (!accepted.has(reason.code) || reason.state === "accepted") return reason;
  return { ...reason, state: "accepted", was: reason.state };
}

/** The rows of all findings: for each root its own, then those of its components in their order, each by code. */
function listReasons({ roots, findings }: Report): readonly GateReason[] {
  const reasonsOfRoots = roots.flatMap((root) => {
    const labels = root.children.map(({ label }) => label);
    const rankOf = ({ component }: GateReason): number => labels.indexOf(component ?? "");
    const findingsOfRoot = findings.filter(
      (finding) => finding.root !== undefined && isSameObject(finding.root, root.ref),
    );
    const reasons = findingsOfRoot.flatMap(listReasonsOfFinding);
    return withReportedCauses(
      root,
      reasons.toSorted((a, b) => rankOf(a) - rankOf(b) || compareCodes(a, b)),
    );
  });
  const sharedFindings = findings.filter(({ root }) => root === undefined);
  return [...reasonsOfRoots, ...sharedFindings.flatMap(listReasonsOfFinding).toSorted(compareCodes)];
}

function compareCodes(a: GateReason, b: GateReason): number {
  return gateCodesInOrder.indexOf(a.code) - gateCodesInOrder.indexOf(b.code);
}

function listReasonsOfFinding({ about, root, component, rows }: Finding): readonly GateReason[] {
  return rows.map(
    ({ effect, ...row }: FindingRow): GateReason => ({
      state: effect,
      about,
      ...definedFields({ root, component }),
      ...row,
    }),
  );
}

function describeRoot(root: RootNode, findings: readonly Finding[], accepted: ReadonlySet<GateCode>): GateRoot {
  const { ref, verdict, facts } = root;
  const { observedVersion: version, expectedVersion: operatorVersion } = facts;
  const gate = evaluateUpgradeGate(root, findings, accepted);
  return {
    ref,
    verdict,
    ...definedFields({ version, operatorVersion }),
    answer: answers[gate.answer],
    because: gate.blockedBy ?? gate.because,
    ...trueFlags({ refused: gate.refused }),
    upgradeable: reportedUpgradeable(root),
  };
}
