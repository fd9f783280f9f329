import { lastConditionOfType } from "../model/condition.ts";
import { fallbackProfile } from "../model/families.ts";
import type { RootNode } from "../model/report.ts";

/**
 * Whether the matrix's sentence about the CR's conditions is shown. It is not where the CR is wrong, out of date or
 * reports no abnormal condition.
 */
export function isMeaningShown(root: RootNode): boolean {
  const isWorse =
    root.verdict === "progressing" && lastConditionOfType(root.conditions, "Available")?.status === "False";
  const isNews = root.verdict !== "healthy" && !isWorse && !isHistory(root);
  return isNews && hasOwnMatrix(root) && root.conditions.some((one) => one.abnormal);
}

/** Whether the matrix was written for the kind: for HyperConverged, its components and Applications. */
function hasOwnMatrix({ profile, ref }: Pick<RootNode, "profile" | "ref">): boolean {
  return profile !== fallbackProfile || /(^|\.)kubevirt\.io$/.test(ref.group);
}

/** Whether the CR's status is out of date: its operator is down, or the CR is being deleted. */
function isHistory(root: RootNode): boolean {
  return root.driftHeld === "operator-down" || root.deleting;
}
