import { conditionOf } from "../../model/condition.ts";
import type { GateCode, GateReason } from "../../model/gate.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { Contribution, Report, RootNode } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { componentReasons, verdictReason } from "./component.ts";
import { lifecycleReasons } from "./lifecycle.ts";
import { operatorReasons } from "./operator.ts";
import { stateReasons } from "./state.ts";

/**
 * Everything against upgrading one HyperConverged: what itself says, what OLM says, its operator, and each component's own
 * share, also where the CR shows only the last writer (hyperconverged_controller.go:778).
 */
export function hyperConvergedReasons(root: RootNode, report: Report): readonly GateReason[] {
  const parts = root.children.filter((child) => child.role === "component" && child.required);
  const contributed = contributions(root);
  const isGreen = conditionOf(root.conditions, "Upgradeable")?.status === "True";
  const ofParts = parts.flatMap((part) => {
    const own = contributed.filter(({ component }) => component === part.label);
    const said = [
      ...own,
      ...componentReasons(part, report)
        .filter((reason) => !isSaid(reason, own))
        // Older operators do not read it.
        .map((reason) => (reason.code === "Upgradeable" && isGreen ? { ...reason, hidden: true as const } : reason)),
    ];
    return isExplained(part.verdict, said) ? said : [...said, ...verdictReason(part.verdict, part.ref, part.label)];
  });
  const strangers = contributed.filter(({ component }) => !parts.some((part) => part.label === component));
  const reasons = [
    ...stateReasons(root, report, [...ofParts, ...strangers]),
    ...lifecycleReasons(root),
    ...operatorReasons(root, report),
    ...ofParts,
    ...strangers,
  ];
  return [...reasons, ...unexplained(root, reasons)];
}

/** What components contribute by the operator's rules, and what they leave open. */
function contributions({ offenders, uncertain, children, ref }: RootNode): readonly GateReason[] {
  const about = (component: string): Ref => children.find(({ label }) => label === component)?.ref ?? ref;
  return types.flatMap((code) => [
    ...(offenders[code] ?? []).map(
      (row): GateReason => ({ code, state: "blocks", about: about(row.component), ...wordsOf(row, true) }),
    ),
    ...[...(uncertain[code] ?? []), ...stalled(offenders["UpgradeStall"], code)].map(
      (row): GateReason => ({ code, state: "unknown", about: about(row.component), ...wordsOf(row, false) }),
    ),
  ]);
}

const types = ["Upgradeable", "Available", "Degraded", "Progressing"] as const;

/** Conditions that the operator waits for and that are not there. */
function stalled(rows: readonly Contribution[] = [], code: (typeof types)[number]): readonly Contribution[] {
  return rows.filter(({ missing = [] }) => missing.includes(code)).map((row) => ({ ...row, missing: [code] }));
}

function wordsOf(row: Contribution, isNegative: boolean) {
  const { component, status, reason, message, since, shown, missing } = row;
  return {
    component,
    status,
    reason,
    message,
    ...(since === undefined ? {} : { since }),
    ...(missing === undefined ? {} : { missing: true as const }),
    ...(isNegative && !shown ? { hidden: true as const } : {}),
  };
}

/** Accepting what else is said of a component must not let pass how it is. */
function isExplained(verdict: Verdict, said: readonly GateReason[]): boolean {
  if (verdict === "healthy") return true;
  if (verdict === "unknown") return said.some(({ state }) => state === "unknown");
  return said.some(({ code, state }) => explaining[verdict].includes(code) && state === "blocks");
}

const explaining: Readonly<Record<"unavailable" | "degraded" | "progressing", readonly GateCode[]>> = {
  unavailable: ["Available"],
  degraded: ["Degraded"],
  progressing: ["Progressing", "Deleting", "Paused"],
};

function isSaid(reason: GateReason, others: readonly GateReason[]): boolean {
  return others.some(({ code, state, about }) => {
    return code === reason.code && state === reason.state && keyOf(about) === keyOf(reason.about);
  });
}

/** The Report says that it is not well, or may not be upgraded, and nothing above says why. */
function unexplained(root: RootNode, reasons: readonly GateReason[]): readonly GateReason[] {
  const { verdict, ref: about, gates } = root;
  const { answer, because } = gates.upgradeable;
  const blocks = reasons.some(({ state }) => state === "blocks");
  const words = { reason: because.join(", "), message: "" };
  if (answer === "no" && !blocks) return [{ code: "Upgradeable", state: "blocks", about, status: "False", ...words }];
  if (reasons.length > 0) return [];
  if (answer === "unknown") return [{ code: "Upgradeable", state: "unknown", about, status: "Unknown", ...words }];
  return verdictReason(verdict, about, undefined);
}
