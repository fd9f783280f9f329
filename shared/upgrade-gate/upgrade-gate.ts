import { families } from "../model/families.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import {
  acceptableCodes,
  type GateAnswer,
  type GateCode,
  type GateReason,
  type GateReport,
  type GateRoot,
} from "../model/upgrade-gate.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { hyperConvergedReasons } from "./hyperconverged.ts";
import { withReportedCauses } from "./reason-causes.ts";
import { componentAloneReasons } from "./single-component.ts";
import { readingReasons } from "./unread-objects.ts";

/**
 * The upgrade gate of a Report, with every reason against an upgrade. Reasons in `accept` do not count. Unknown is
 * never ALLOW. Without a HyperConverged or a standalone component there is nothing to upgrade, whatever is accepted.
 */
export function upgradeGate(report: Report, accept: readonly GateCode[] = []): GateReport {
  const accepted = new Set(accept.filter((code) => acceptableCodes.includes(code)));
  const roots = upgradeableRoots(report);
  const own = roots.flatMap((root) => reasonsOf(root, report));
  const isOwnReason = ({ code, about }: GateReason): boolean =>
    own.some((one) => one.code === code && keyOf(one.about) === keyOf(about));
  // A list that a root lacks is a reason for that root alone.
  const found = [...own, ...readingReasons(report).filter((reason) => !isOwnReason(reason))];
  const reasons = (roots.length === 0 ? [noHyperConverged, ...found] : found)
    .map((reason): GateReason => {
      const { code, state } = reason;
      return accepted.has(code) && state !== "accepted" ? { ...reason, state: "accepted", was: state } : reason;
    })
    .toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state));
  const { takenAt, source, completeness } = report;
  return {
    apiVersion: "hco-status/v1",
    kind: "UpgradeGate",
    takenAt,
    source,
    answer: answerOf(reasons),
    roots: roots.map((root) => rootOf(root, reasons)),
    reasons,
    accepted: [...accepted],
    unneeded: [...accepted].filter((code) => !reasons.some((reason) => reason.code === code)),
    completeness,
  };
}

/** The roots that can be upgraded: HyperConvergeds and standalone components. */
export function upgradeableRoots({ roots }: Report): readonly RootNode[] {
  return roots.filter((root) => families[root.profile].hasUpgradeGate || isComponent(root.ref));
}

const states: readonly GateReason["state"][] = ["blocks", "unknown", "accepted"];

const noHyperConverged: GateReason = {
  code: "NoHyperConverged",
  state: "unknown",
  about: { group: hcoProfile.root.group, kind: hcoProfile.root.kind, name: "" },
};

function reasonsOf(root: RootNode, report: Report): readonly GateReason[] {
  const isWhole = families[root.profile].hasUpgradeGate;
  const reasons = isWhole
    ? withReportedCauses(root, hyperConvergedReasons(root, report))
    : componentAloneReasons(root, report);
  return distinct(reasons).map((reason) => ({ ...reason, root: root.ref }));
}

/** The reasons without duplicates: the same code, object, state and message is one reason. */
function distinct(reasons: readonly GateReason[]): readonly GateReason[] {
  const byWords = new Map<string, GateReason>();
  for (const reason of reasons) {
    const texts = "message" in reason ? `${reason.reason} ${reason.message}` : "";
    const key = `${reason.code} ${reason.state} ${keyOf(reason.about)} ${reason.component ?? ""} ${texts}`;
    if (!byWords.has(key)) byWords.set(key, reason);
  }
  return [...byWords.values()];
}

function answerOf(reasons: readonly GateReason[]): GateAnswer {
  if (reasons.some(({ state }) => state === "blocks")) return "BLOCK";
  return reasons.some(({ state }) => state === "unknown") ? "UNKNOWN" : "ALLOW";
}

function rootOf({ ref, verdict, facts }: RootNode, reasons: readonly GateReason[]): GateRoot {
  const { observedVersion: version, expectedVersion: operatorVersion } = facts;
  return {
    ref,
    verdict,
    ...(version === undefined ? {} : { version }),
    ...(operatorVersion === undefined ? {} : { operatorVersion }),
    answer: answerOf(reasons.filter(({ root }) => root === undefined || keyOf(root) === keyOf(ref))),
  };
}

function isComponent({ group, kind }: Ref): boolean {
  return hcoProfile.components.some((row) => row.group === group && row.kind === kind);
}
