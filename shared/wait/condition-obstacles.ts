import { families } from "../model/families.ts";
import type { JudgedCondition, ReportNode, RootNode } from "../model/report.ts";
import type { UnmetRequirement } from "../model/wait.ts";
import { findUnsettledStatus } from "./status-obstacles.ts";
import { findUnhealthyParts, isDown, isUnhealthy, toVerdictRequirement } from "./verdict-obstacles.ts";

/**
 * The obstacles to availability. No required object may be down, unknown or stale. An object with a condition for
 * availability, as HyperConverged has, must report it. One without it, as a StatefulSet or a new object, is available
 * when it is healthy.
 */
export function findUnavailability(root: RootNode): readonly UnmetRequirement[] {
  const { conditions, children, profile } = root;
  const parts = children.filter((part) => part.required && !isDown(part.verdict));
  const stale = parts
    .filter((part) => part.stale)
    .map(({ ref: about, label }): UnmetRequirement => ({ code: "stale", about, label }));
  // A component that is degraded, by itself or by a workload, may not know whether it is available.
  const unknown = parts
    .filter((part) => findMainCondition(part)?.status === "Unknown")
    .map((part) => toVerdictRequirement(part, root, "unknown"));
  const down = [...findUnhealthyParts(root, isDown), ...unknown, ...stale];
  if (down.length > 0 || findUnsettledStatus(root).length > 0) return down;
  const reported = conditions.find(({ type }) => type === "Available") ?? findMainCondition(root);
  if (reported === undefined && !families[profile].hasAvailableCondition) return findUnhealthyParts(root, isUnhealthy);
  return findUnmetCondition(root, reported?.type ?? "Available", "True");
}

function findMainCondition({ conditions }: ReportNode): JudgedCondition | undefined {
  return conditions.find(({ sense }) => sense === "main");
}

/**
 * Whether a condition is met, compared as kubectl does: type and status in any case. It is not met if the condition is
 * of an older generation (kubectl, pkg/cmd/wait/condition.go). A condition without a generation uses the status's. Of
 * several of one type all must match, while kubectl takes the first.
 */
export function findUnmetCondition(
  { ref: about, conditions, stale }: RootNode,
  type: string,
  wanted: string,
): readonly UnmetRequirement[] {
  const reported = conditions.filter((each) => each.type.toLowerCase() === type.toLowerCase());
  const isOld = (each: JudgedCondition): boolean => each.outdated || (each.observedGeneration === undefined && stale);
  const isMet = (each: JudgedCondition): boolean => each.status.toLowerCase() === wanted.toLowerCase() && !isOld(each);
  if (reported.length === 0)
    return [{ code: "condition", about, type, wanted, status: null, reason: "", outdated: false }];
  const unmet = reported.find((each) => !isMet(each));
  if (unmet === undefined) return [];
  const { status, reason } = unmet;
  return [{ code: "condition", about, type: unmet.type, wanted, status, reason, outdated: isOld(unmet) }];
}
