import {
  acceptableCodes,
  type GateAnswer,
  type GateCode,
  type GateReason,
  type GateReport,
  type GateRoot,
} from "../model/gate.ts";
import { keyOf, type Ref } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import { hco } from "../profiles/hco.ts";
import { componentAloneReasons } from "./gate/component-alone.ts";
import { hyperConvergedReasons } from "./gate/hyperconverged.ts";
import { readingReasons } from "./gate/reading.ts";

/**
 * May it be upgraded: every reason against it that the Report holds, those of `accept` put aside. What nobody knows is never
 * ALLOW, and without a HyperConverged or a component on its own there is nothing to upgrade, whatever is accepted.
 */
export function upgradeGate(report: Report, accept: readonly GateCode[] = []): GateReport {
  const accepted = new Set(accept.filter((code) => acceptableCodes.includes(code)));
  const roots = upgradeable(report);
  const found = [...roots.flatMap((root) => reasonsOf(root, report)), ...readingReasons(report)];
  const reasons = (roots.length === 0 ? [nobody, ...found] : found)
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

/** The roots of which it can be asked: HyperConvergeds, and components that stand on their own. */
export function upgradeable({ roots }: Report): readonly RootNode[] {
  return roots.filter((root) => root.profile === "hco" || isComponent(root.ref));
}

const states: readonly GateReason["state"][] = ["blocks", "unknown", "accepted"];

const nobody: GateReason = {
  code: "NoHyperConverged",
  state: "unknown",
  about: { group: hco.root.group, kind: hco.root.kind, name: "" },
};

function reasonsOf(root: RootNode, report: Report): readonly GateReason[] {
  const reasons = root.profile === "hco" ? hyperConvergedReasons(root, report) : componentAloneReasons(root, report);
  return distinct(reasons).map((reason) => ({ ...reason, root: root.ref }));
}

/** The same code of the same object in the same words is one reason. */
function distinct(reasons: readonly GateReason[]): readonly GateReason[] {
  const byWords = new Map<string, GateReason>();
  for (const reason of reasons) {
    const words = "message" in reason ? `${reason.reason} ${reason.message}` : "";
    const key = `${reason.code} ${reason.state} ${keyOf(reason.about)} ${reason.component ?? ""} ${words}`;
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
  return hco.components.some((row) => row.group === group && row.kind === kind);
}
