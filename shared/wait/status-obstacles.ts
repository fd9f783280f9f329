import { families } from "../model/families.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { UnmetRequirement } from "../model/wait.ts";

/** The obstacle that the object is being deleted or its status is out of date. Its state is then no evidence. */
export function findUnsettledStatus(root: RootNode): readonly UnmetRequirement[] {
  const { ref: about, label } = root;
  if (root.deleting) return [{ code: "deleting", about, label }];
  return root.stale ? [{ code: "stale", about, label }] : [];
}

/**
 * The obstacles. Where there is none, the operator may still be about to write the CR after its components. Until then the
 * CR shows what was before (report.md, "Verdict of a root").
 */
export function addSettlingStatus(
  { ref: about, label, driftHeld }: RootNode,
  obstacles: readonly UnmetRequirement[],
): readonly UnmetRequirement[] {
  return obstacles.length === 0 && driftHeld === "settling" ? [{ code: "settling", about, label }] : obstacles;
}

/**
 * The obstacles, with one added if the operator does not run or its state is unknown. Its reports may then be out of
 * date.
 */
export function addOperatorState(
  obstacles: readonly UnmetRequirement[],
  root: RootNode,
  report: Report,
): readonly UnmetRequirement[] {
  const { ref: about, label, gates } = root;
  if (gates.ready.because.includes("OperatorDown")) return [...obstacles, { code: "operator-down", about, label }];
  const isAdded = obstacles.some((one) => one.code === "verdict" && one.reason === "OperatorUnknown");
  return isAdded ? obstacles : [...obstacles, ...findUnseenOperator(root, report)];
}

/**
 * The obstacle that it is not known whether the operator runs. A condition that it wrote is then no evidence (report.md,
 * "No evidence is not good evidence").
 */
export function findUnseenOperator(
  { ref: about, label, profile }: RootNode,
  { findings }: Report,
): readonly UnmetRequirement[] {
  const isUnknown = findings.some(
    (one) => one.code === "operator-unknown" && !one.isGiven && one.about.namespace === about.namespace,
  );
  return families[profile].operatorPods !== undefined && isUnknown ? [{ code: "operator-unknown", about, label }] : [];
}
