import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { keyOf } from "../model/object.ts";
import type { Cause, Report, ReportNode, RootNode } from "../model/report.ts";
import type { UnmetRequirement, UnrecoverableProblem, WaitGoal } from "../model/wait.ts";
import { mainTypes } from "../profiles/condition-senses.ts";
import { findStalled, findStuckObjects } from "./stuck-objects.ts";

/**
 * The obstacles that only a user can remove, so that waiting is useless, in the order of the Report's causes. They are a
 * deletion, a refused deletion, an upgrade that stands still, a CR that its operator refuses, and a pause. A controller
 * that reports that it stalled is one too. A workload, Pod or container also counts, if an obstacle depends on it and its
 * state rarely resolves itself. `obstacles`: what blocks the goal.
 */
export function unrecoverableProblems(
  report: Report,
  goal: WaitGoal,
  obstacles: readonly UnmetRequirement[],
): readonly UnrecoverableProblem[] {
  const { roots, findings } = report;
  if (goal.is === "deleted") return findings.flatMap(undeletable);
  // A user may wait for a condition that is present only while something is unhealthy.
  const concerned = goal.is === "condition" ? roots.filter((root) => isGoodStatus(root, goal)) : roots;
  const own = concerned.flatMap(({ ref, label, deleting }): readonly UnrecoverableProblem[] =>
    deleting ? [{ label: `${ref.kind} ${label}`, reason: "Deleting", message: "", grace: 0 }] : [],
  );
  const refused = findings.flatMap((one): readonly UnrecoverableProblem[] =>
    one.code === "invalid-request" && concerned.some(({ ref }) => keyOf(ref) === keyOf(one.about))
      ? [{ label: one.about.name, reason: "InvalidRequest", message: one.message, grace: 0 }]
      : [],
  );
  const stuck = concerned.flatMap((root) => {
    const own = obstacles.filter((one) => one.root === undefined || keyOf(one.root) === keyOf(root.ref));
    return own.length === 0 ? [] : stuckBelow(root, report, own);
  });
  const paused = obstacles.flatMap((one): readonly UnrecoverableProblem[] =>
    one.code === "operator-rollout" && one.state === "paused"
      ? [{ label: `the operator of ${one.label}`, reason: "Paused", message: "", grace: 0 }]
      : [],
  );
  return [...own, ...refused, ...paused, ...(goal.is === "upgradeable" ? forbidden(report) : []), ...stuck];
}

/**
 * The obstacle of a refused uninstallation. The operator retries it forever (events ErrVirtUninstall and similar ones).
 */
function undeletable(one: Finding): readonly UnrecoverableProblem[] {
  if (one.code !== "deletion-blocked") return [];
  return [{ label: one.component, reason: one.reason, message: one.message, grace: 0 }];
}

/** Whether the user waits for the good status of a type. */
function isGoodStatus(
  { conditions }: RootNode,
  { type, status }: Extract<WaitGoal, { readonly is: "condition" }>,
): boolean {
  const is = (name: string): boolean => name.toLowerCase() === type.toLowerCase();
  const known = conditions.find((each) => is(each.type));
  const isTrue = status.toLowerCase() === "true";
  if (known === undefined) return isTrue && mainTypes.some(is);
  return known.sense === "main" || known.sense === "good" ? isTrue : known.sense === "bad" && !isTrue;
}

/** The obstacles to an upgrade that a user set and only a user can remove. */
function forbidden({ findings }: Report): readonly UnrecoverableProblem[] {
  return findings.flatMap(({ about, component, rows }) =>
    rows.flatMap((row): readonly UnrecoverableProblem[] => {
      if (row.code !== "TaintedConfiguration" || row.effect !== "blocks") return [];
      const message = row.annotation === undefined ? "" : `annotation ${row.annotation}`;
      return [{ label: component ?? about.name, reason: row.code, message, grace: 0 }];
    }),
  );
}

/** The obstacles among the causes of one root, which are those of every other front (report.md, `causes`). */
function stuckBelow(
  root: RootNode,
  { findings }: Report,
  obstacles: readonly UnmetRequirement[],
): readonly UnrecoverableProblem[] {
  const isOfStatus = families[root.profile].verdictFrom === "status";
  // An operator that does not run updates no status. Other workloads beside it do not matter.
  const isOperator = ({ code }: Finding): boolean => code === "operator-down" || code === "operator-rollout";
  const down = new Set(findings.filter(isOperator).map(({ about }) => keyOf(about)));
  const isCounted = (part: ReportNode): boolean =>
    down.has(keyOf(part.ref)) || (part.required && obstacles.some((one) => isAbout(one, part, root)));
  const counted = new Set(root.children.filter(isCounted).map(({ label }) => label));
  const concerns = ({ component, sharedBy = [] }: Cause): boolean =>
    isOfStatus || [component, ...sharedBy].some((name) => counted.has(name));
  return [
    ...findStalled(root, root.label),
    ...standstill(root, obstacles),
    ...root.causes.filter(concerns).flatMap((cause) => findStuckObjects(cause, root, isOfStatus)),
  ];
}

/** The components that block an upgrade without progress, where that is an obstacle (report.md, "Exit status"). */
function standstill(
  { facts, gates, label: root }: RootNode,
  obstacles: readonly UnmetRequirement[],
): readonly UnrecoverableProblem[] {
  const { stalledSince: since } = facts;
  const isObstacle = obstacles.some(
    (one) => one.code === "upgrade" || (one.code === "gate" && one.reason.code === "UpgradeRunning"),
  );
  if (since === undefined || !isObstacle) return [];
  // An upgrade whose reconciles fail waits for no component.
  const { waitingFor } = gates.upgrade;
  const labels = waitingFor.length === 0 ? [root] : waitingFor;
  return labels.map((label) => ({ label, reason: "UpgradeStalled", message: "", since, grace: 0 }));
}

/** Whether the obstacle concerns this part. An obstacle of the root may concern any part that fails. */
function isAbout(one: UnmetRequirement, { ref, label, verdict }: ReportNode, root: RootNode): boolean {
  if (one.code === "upgrade") return one.waitingFor.includes(label);
  if (one.code === "gate") return one.reason.component === label;
  if (!("about" in one)) return false;
  const isFailing = verdict === "unavailable" || verdict === "degraded";
  return keyOf(one.about) === keyOf(ref) || (isFailing && keyOf(one.about) === keyOf(root.ref));
}
