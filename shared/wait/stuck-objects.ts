import { gracePeriodSeconds } from "../aggregate/core/object-health.ts";
import { failingToStart, runsAndFails } from "../aggregate/core/pod-creation.ts";
import { nodesOnPath } from "../model/cause/cause-path.ts";
import { fallbackProfile } from "../model/families.ts";
import { isReplaced } from "../model/finding/pod-causes.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import type { UnrecoverableProblem } from "../model/wait.ts";
import { findEndedWork } from "./ended-work.ts";

/**
 * The obstacles of one cause: the deepest object of its path that rarely recovers. `isOfStatus`: the root itself may be
 * that object.
 */
export function findStuckObjects(cause: Cause, root: RootNode, isOfStatus: boolean): readonly UnrecoverableProblem[] {
  const below = nodesOnPath(root, cause);
  const [first, ...others] = isOfStatus ? [root, ...below] : below;
  if (first === undefined) return [];
  const end = others.findIndex((node, place) => !isFailingNow(node, others[place - 1] ?? first));
  const line = [first, ...(end < 0 ? others : others.slice(0, end))];
  // A rollout may replace old failing Pods, which only a later Report shows: their times may be those of others.
  const rolling = line.findIndex(isRolling);
  const problems = line.map((node, place) => {
    const isSeen = rolling < 0 || place <= rolling;
    const lasting = findLastingTrouble(node, first.label, isSeen);
    const isCustom = root.profile === fallbackProfile && !roles.has(node.role) && lasting.length === 0;
    const ended = isCustom ? findEndedWork(node, nameIn(node, first.label)) : [];
    return [...findStalled(node, first.label), ...lasting, ...ended];
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
function isFailingNow(node: ReportNode, { children }: ReportNode): boolean {
  const newest = children.find(({ role }) => role === "replicaset");
  const isOld = node.role === "replicaset" && node !== newest;
  const isFailing = node.verdict === "unavailable" || node.verdict === "degraded";
  return roles.has(node.role) && isFailing && !isOld && !isReplaced(node);
}

const roles: ReadonlySet<ReportNode["role"]> = new Set(["workload", "replicaset", "pod", "container"]);

/**
 * The obstacle of an object that is paused, or whose controller reports that it stalled (kstatus, README, "Stalled").
 */
export function findStalled(node: ReportNode, label: string): readonly UnrecoverableProblem[] {
  const name = nameIn(node, label);
  if (node.frozen && !node.deleting) return [{ label: name, reason: "Paused", message: "", grace: 0 }];
  return node.conditions
    .filter(({ type, status, outdated }) => type === "Stalled" && status === "True" && !outdated && !node.stale)
    .map(({ reason, message }) => ({ label: name, reason: reason || "Stalled", message, grace: 0 }));
}

function findLastingTrouble(node: ReportNode, label: string, isSeen: boolean): readonly UnrecoverableProblem[] {
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
