import { type Condition, conditionOf } from "../../model/condition.ts";
import type { Contribution } from "../../model/report.ts";
import { namesInReasons } from "../../profiles/hco-components.ts";
import type { Component } from "./components.ts";

// Where the components may not be looked at, the CR's own reasons still name one culprit per type (facts hco 12).

const suffixes = ["Conditions", "NotAvailable", "NotUpgradeable", "Progressing", "Degraded"];

/** The component a reason of HyperConverged names, or undefined: `CDINotAvailable` is CDI's. */
function componentNamedBy(reason: string): string | undefined {
  const suffix = suffixes.find((each) => reason.endsWith(each));
  return suffix === undefined ? undefined : namesInReasons.get(reason.slice(0, -suffix.length));
}

/**
 * Offenders read from the reported reasons, for components that `isUnread`: one per type, `HCODegraded` standing for
 * whoever Degraded names and `HCOUpgrading` for whoever Upgradeable names.
 */
export function blameFromReasons(
  reported: readonly Condition[],
  isUnread: (component: string) => boolean,
): Readonly<Record<string, readonly Contribution[]>> {
  const blamed: Record<string, Contribution[]> = {};
  for (const [type, negative] of negatives) {
    const condition = conditionOf(reported, type);
    if (condition?.status !== negative) continue;
    const component = componentNamedBy(sourceOf(condition, reported)?.reason ?? "");
    if (component === undefined || !isUnread(component)) continue;
    const { status, reason, message, since } = condition;
    const row = { component, status, reason, message, rule: "reported-reason" as const, shown: true };
    blamed[type] = [since === undefined ? row : { ...row, since }];
  }
  return blamed;
}

/** A component the CR may name although nobody here could look at it. */
export function isUnread(components: readonly Component[]): (name: string) => boolean {
  const found = new Set(components.filter((each) => each.lookup.outcome === "found").map((each) => each.row.component));
  const gone = new Set(
    components
      .filter(({ lookup }) => lookup.outcome === "absent" || lookup.outcome === "noSuchKind")
      .map((each) => each.row.component),
  );
  return (name) => !found.has(name) && !gone.has(name);
}

const negatives: readonly (readonly [type: string, status: Condition["status"]])[] = [
  ["Available", "False"],
  ["Progressing", "True"],
  ["Degraded", "True"],
  ["Upgradeable", "False"],
];

/** The condition whose reason names the component: the operator's own words stand for somebody else's. */
function sourceOf(condition: Condition, reported: readonly Condition[]): Condition | undefined {
  if (condition.reason === "HCODegraded") return conditionOf(reported, "Degraded");
  if (condition.reason !== "HCOUpgrading") return condition;
  // Only what progresses is lent: a component may refuse upgrades without progressing.
  const lender = conditionOf(reported, "Upgradeable");
  return lender?.reason.endsWith("Progressing") ? lender : undefined;
}
