import { gracePeriodSeconds } from "../aggregate/core/object-health.ts";
import { failingToStart, runsAndFails } from "../aggregate/core/pod-creation.ts";
import { nodesOnPath } from "../model/cause-path.ts";
import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { isReplaced } from "../model/finding/pod-causes.ts";
import { keyOf } from "../model/object.ts";
import type { Cause, Report, ReportNode, RootNode } from "../model/report.ts";
import type { UnmetRequirement, UnrecoverableProblem, WaitGoal } from "../model/wait.ts";
import { mainTypes } from "../profiles/condition-senses.ts";
import { upgradeGate } from "../upgrade-gate/upgrade-gate.ts";

/**
 * The obstacles that only a user can remove, so that waiting is useless, in the order of the Report's causes. They are a
 * deletion, a refused deletion, an upgrade that stands still, a CR that its operator refuses, and a pause. A controller that reports that it stalled
 * is one too. A workload, Pod or container also counts, if an obstacle depends on it and its state rarely resolves
 * itself. `obstacles`: what blocks the goal.
 */
export function unrecoverableProblems(
  report: Report,
  goal: WaitGoal,
  obstacles: readonly UnmetRequirement[],
): readonly UnrecoverableProblem[] {
  const { roots, findings } = report;
  if (goal.is === "deleted") return findings.flatMap(undeletable);
  // A user may wait for a condition that is present only while something is unhealthy.
  const concerned = goal.is === "condition" ? roots.filter((root) => isGood(root, goal)) : roots;
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
function isGood({ conditions }: RootNode, { type, status }: Extract<WaitGoal, { readonly is: "condition" }>): boolean {
  const is = (name: string): boolean => name.toLowerCase() === type.toLowerCase();
  const known = conditions.find((each) => is(each.type));
  const isTrue = status.toLowerCase() === "true";
  if (known === undefined) return isTrue && mainTypes.some(is);
  return known.sense === "main" || known.sense === "good" ? isTrue : known.sense === "bad" && !isTrue;
}

/** The obstacles to an upgrade that a user set and only a user can remove. */
function forbidden(report: Report): readonly UnrecoverableProblem[] {
  return upgradeGate(report).reasons.flatMap((reason): readonly UnrecoverableProblem[] =>
    reason.code === "TaintedConfiguration" && reason.state === "blocks"
      ? [
          {
            label: reason.component ?? reason.about.name,
            reason: reason.code,
            message: reason.annotation === undefined ? "" : `annotation ${reason.annotation}`,
            grace: 0,
          },
        ]
      : [],
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
    ...given(root, root.label),
    ...standstill(root, obstacles),
    ...root.causes.filter(concerns).flatMap((cause) => stuckBy(cause, root, isOfStatus)),
  ];
}

/** The components for which an upgrade waits in vain, where it is an obstacle (report.md, "Exit status"). */
function standstill(
  { facts, gates }: RootNode,
  obstacles: readonly UnmetRequirement[],
): readonly UnrecoverableProblem[] {
  const { stalledSince: since } = facts;
  const isObstacle = obstacles.some(
    (one) => one.code === "upgrade" || (one.code === "gate" && one.reason.code === "UpgradeRunning"),
  );
  if (since === undefined || !isObstacle) return [];
  return gates.upgrade.waitingFor.map((label) => ({ label, reason: "UpgradeStalled", message: "", since, grace: 0 }));
}

/** Whether the obstacle concerns this part. An obstacle of the root may concern any part that fails. */
function isAbout(one: UnmetRequirement, { ref, label, verdict }: ReportNode, root: RootNode): boolean {
  if (one.code === "upgrade") return one.waitingFor.includes(label);
  if (one.code === "gate") return one.reason.component === label;
  if (!("about" in one)) return false;
  const isFailing = verdict === "unavailable" || verdict === "degraded";
  return keyOf(one.about) === keyOf(ref) || (isFailing && keyOf(one.about) === keyOf(root.ref));
}

/**
 * The obstacle of one cause: the deepest object of its path that rarely recovers. `isOfStatus`: the root itself may be
 * that object.
 */
function stuckBy(cause: Cause, root: RootNode, isOfStatus: boolean): readonly UnrecoverableProblem[] {
  const below = nodesOnPath(root, cause);
  const [first, ...others] = isOfStatus ? [root, ...below] : below;
  if (first === undefined) return [];
  const end = others.findIndex((node, place) => !isRunning(node, others[place - 1] ?? first));
  const line = [first, ...(end < 0 ? others : others.slice(0, end))];
  // A rollout may replace old failing Pods, which only a later Report shows: their times may be those of others.
  const rolling = line.findIndex(isRolling);
  const problems = line.map((node, place) => {
    const isSeen = rolling < 0 || place <= rolling;
    return [...given(node, first.label), ...trouble(node, first.label, isSeen)];
  });
  return problems.findLast((some) => some.length > 0) ?? [];
}

function isRolling({ ownVerdict, ref }: ReportNode): boolean {
  return ownVerdict === "progressing" && (ref.kind === "DaemonSet" || ref.kind === "StatefulSet");
}

/**
 * Whether a node is a failing one that its parent still wants. Of several ReplicaSets only the newest counts, because
 * the others will be deleted.
 */
function isRunning(node: ReportNode, { children }: ReportNode): boolean {
  const newest = children.find(({ role }) => role === "replicaset");
  const isOld = node.role === "replicaset" && node !== newest;
  const isFailing = node.verdict === "unavailable" || node.verdict === "degraded";
  return roles.has(node.role) && isFailing && !isOld && !isReplaced(node);
}

const roles: ReadonlySet<ReportNode["role"]> = new Set(["workload", "replicaset", "pod", "container"]);

/**
 * The obstacle of an object that is paused, or whose controller reports that it stalled (kstatus, README, "Stalled").
 */
function given(node: ReportNode, label: string): readonly UnrecoverableProblem[] {
  const name = nameIn(node, label);
  if (node.frozen && !node.deleting) return [{ label: name, reason: "Paused", message: "", grace: 0 }];
  return node.conditions
    .filter(({ type, status, outdated }) => type === "Stalled" && status === "True" && !outdated && !node.stale)
    .map(({ reason, message }) => ({ label: name, reason: reason || "Stalled", message, grace: 0 }));
}

function trouble(node: ReportNode, label: string, isSeen: boolean): readonly UnrecoverableProblem[] {
  const grace = graceOf(node);
  if (grace === undefined || node.trouble === undefined) return [];
  const { since, ...words } = node.trouble;
  return [{ label: nameIn(node, label), ...words, ...(isSeen && since !== undefined && { since }), grace }];
}

function nameIn({ role, label: own, ref }: ReportNode, label: string): string {
  if (role === "container") return `${label}, container ${own} of Pod ${ref.name}`;
  return own === label ? label : `${label}, ${ref.kind} ${ref.name}`;
}

/** How many seconds the trouble of a node may last before it counts. Undefined: it may resolve at any time. */
function graceOf({ role, ref, trouble, facts }: ReportNode): number | undefined {
  if (trouble === undefined) return undefined;
  const { reason } = trouble;
  if (role === "container") {
    // How a container ended between two restarts is not its current waiting reason.
    if (facts["waiting"] !== reason) return undefined;
    if (hopelessImages.has(reason)) return 0;
    // The kubelet restarts it after 10 s, 20 s, 40 s, … (kubelet.go, backOffPeriod). Pulling its image may have taken
    // part of the time since its Pod was last ready.
    if (runsAndFails(reason)) return Number(facts["restarts"] ?? 0) >= 3 ? graces.crashing : undefined;
    return failingToStart(reason) ? graces.starting : undefined;
  }
  if (ref.kind === "Pod") return reason === "Unschedulable" ? gracePeriodSeconds.provisioning : undefined;
  if (ref.kind === "Job") return endsOfJobs.has(reason) ? 0 : undefined;
  return workloads.get(reason);
}

const graces = {
  crashing: 60,
  /**
   * An image may still be uploading to the registry, or a ConfigMap may be created soon. The kubelet has retried four
   * times by then.
   */
  starting: 120,
};

/** Grace periods in seconds for reasons of Deployments and ReplicaSets. */
const workloads: ReadonlyMap<string, number> = new Map([
  // The Deployment's own deadline is exceeded (deployment/util/deployment_util.go).
  ["ProgressDeadlineExceeded", 0],
  // Quota or admission (replica_set_utils.go). A user may just be deleting the objects that exhaust the quota.
  ["FailedCreate", 120],
]);

/** An image name that no registry can have, and an image that must not be pulled (kubelet, images/types.go). */
const hopelessImages: ReadonlySet<string> = new Set(["InvalidImageName", "ErrImageNeverPull"]);

/** A failed Job does not restart (batch/v1, types.go, JobReason*). */
const endsOfJobs: ReadonlySet<string> = new Set([
  ...["BackoffLimitExceeded", "DeadlineExceeded", "PodFailurePolicy"],
  ...["FailedIndexes", "MaxFailedIndexesExceeded"],
]);
