import type { Finding } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import { isReplaced } from "../model/pod-causes.ts";
import type { Node, Report, RootNode } from "../model/report.ts";
import type { Goal, Hopeless, Obstacle } from "../model/waiting.ts";
import { mainTypes } from "../profiles/senses.ts";
import { failingToStart, runsAndFails } from "./core/creation.ts";
import { patience } from "./core/verdicts.ts";
import { upgradeGate } from "./gate.ts";

/**
 * What only a person can change, so that waiting is in vain: its deletion, or that this is refused; a CR that its operator
 * refuses; a pause; a controller that says that it has given up; a workload, Pod or container of what is in the way, in a
 * state that does not pass for long by itself. In the order of the Report. `obstacles`: what is in the way.
 */
export function hopelessIn(report: Report, goal: Goal, obstacles: readonly Obstacle[]): readonly Hopeless[] {
  const { roots, findings } = report;
  if (goal.is === "deleted") return findings.flatMap(undeletable);
  // A condition may be waited for that is there because all is not well.
  const concerned = goal.is === "condition" ? roots.filter((root) => isGood(root, goal)) : roots;
  const own = concerned.flatMap(({ ref, label, deleting }): readonly Hopeless[] =>
    deleting ? [{ label: `${ref.kind} ${label}`, reason: "Deleting", message: "", grace: 0 }] : [],
  );
  const refused = findings.flatMap((one): readonly Hopeless[] =>
    one.code === "invalid-request" && concerned.some(({ ref }) => keyOf(ref) === keyOf(one.about))
      ? [{ label: one.about.name, reason: "InvalidRequest", message: one.message, grace: 0 }]
      : [],
  );
  const stuck = concerned.flatMap((root) => {
    const own = obstacles.filter((one) => one.root === undefined || keyOf(one.root) === keyOf(root.ref));
    return own.length === 0 ? [] : stuckBelow(root, report, own);
  });
  return [...own, ...refused, ...(goal.is === "upgradeable" ? forbidden(report) : []), ...stuck];
}

/** An operator that refuses an uninstallation asks again for ever (events ErrVirtUninstall and its kin). */
function undeletable(one: Finding): readonly Hopeless[] {
  if (one.code !== "deletion-blocked") return [];
  return [{ label: one.component, reason: one.reason, message: one.message, grace: 0 }];
}

/** The status waited for is what the type should have. */
function isGood({ conditions }: RootNode, { type, status }: Extract<Goal, { readonly is: "condition" }>): boolean {
  const is = (name: string): boolean => name.toLowerCase() === type.toLowerCase();
  const known = conditions.find((each) => is(each.type));
  const isTrue = status.toLowerCase() === "true";
  if (known === undefined) return isTrue && mainTypes.some(is);
  return known.sense === "main" || known.sense === "good" ? isTrue : known.sense === "bad" && !isTrue;
}

/** What somebody wrote against an upgrade stays until somebody takes it back. */
function forbidden(report: Report): readonly Hopeless[] {
  return upgradeGate(report).reasons.flatMap((reason): readonly Hopeless[] =>
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

function stuckBelow(root: RootNode, { findings }: Report, obstacles: readonly Obstacle[]): readonly Hopeless[] {
  if (root.profile === "generic") return stuckIn(root, root.label, true);
  // An operator that does not run writes nothing that is waited for; what else runs beside it does not matter.
  const down = new Set(findings.flatMap((one) => (one.code === "operator-down" ? [keyOf(one.about)] : [])));
  const counted = root.children.filter(
    (part) =>
      part.verdict !== "healthy" &&
      (down.has(keyOf(part.ref)) || (part.required && obstacles.some((one) => isAbout(one, part, root)))),
  );
  return [...given(root, root.label), ...counted.flatMap((part) => stuckIn(part, part.label, true))];
}

/** It is for this part that it is not as it is waited for; what is said of the root may be for any that fails. */
function isAbout(one: Obstacle, { ref, label, verdict }: Node, root: RootNode): boolean {
  if (one.code === "upgrade") return one.waitingFor.includes(label);
  if (one.code === "gate") return one.reason.component === label;
  if (!("about" in one)) return false;
  const isFailing = verdict === "unavailable" || verdict === "degraded";
  return keyOf(one.about) === keyOf(ref) || (isFailing && keyOf(one.about) === keyOf(root.ref));
}

/** One object and what of it runs; `isSeen`: its times can be trusted to be those of this trouble. */
function stuckIn(node: Node, label: string, isSeen: boolean): readonly Hopeless[] {
  const own = [...given(node, label), ...trouble(node, label, isSeen)];
  // A rollout replaces old Pods that fail; whether it does, only who looks on sees.
  const isRolling =
    node.ownVerdict === "progressing" && (node.ref.kind === "DaemonSet" || node.ref.kind === "StatefulSet");
  const below = running(node).flatMap((child) => stuckIn(child, label, isSeen && !isRolling));
  // The deepest says most.
  return below.length > 0 ? below : own;
}

/** What runs below it and fails: of several ReplicaSets the newest one, for the others are to go. */
function running({ children }: Node): readonly Node[] {
  const runs = children.filter(({ role }) => roles.has(role));
  const [first] = runs;
  const counted = first?.role === "replicaset" ? [first] : runs;
  return counted.filter((node) => (node.verdict === "unavailable" || node.verdict === "degraded") && !isReplaced(node));
}

const roles: ReadonlySet<Node["role"]> = new Set(["workload", "replicaset", "pod", "container"]);

/** It is paused, or its controller says that it does not go on (kstatus, README, "Stalled"). */
function given(node: Node, label: string): readonly Hopeless[] {
  const name = nameIn(node, label);
  if (node.frozen && !node.deleting) return [{ label: name, reason: "Paused", message: "", grace: 0 }];
  return node.conditions
    .filter(({ type, status, outdated }) => type === "Stalled" && status === "True" && !outdated && !node.stale)
    .map(({ reason, message }) => ({ label: name, reason: reason || "Stalled", message, grace: 0 }));
}

function trouble(node: Node, label: string, isSeen: boolean): readonly Hopeless[] {
  const grace = graceOf(node);
  if (grace === undefined || node.trouble === undefined) return [];
  const { since, ...words } = node.trouble;
  return [{ label: nameIn(node, label), ...words, ...(isSeen && since !== undefined && { since }), grace }];
}

function nameIn({ role, label: own, ref }: Node, label: string): string {
  if (role === "container") return `${label}, container ${own} of Pod ${ref.name}`;
  return own === label ? label : `${label}, ${ref.kind} ${ref.name}`;
}

/** Seconds that its trouble may last before it counts; undefined: it may pass whenever it likes. */
function graceOf({ role, ref, trouble, facts }: Node): number | undefined {
  if (trouble === undefined) return undefined;
  const { reason } = trouble;
  if (role === "container") {
    // How it ended between two tries is not what it waits for.
    if (facts["waiting"] !== reason) return undefined;
    if (hopelessImages.has(reason)) return 0;
    // The kubelet starts it again after 10 s, 20 s, 40 s, … (kubelet.go, backOffPeriod); since when its Pod is not ready
    // may also have been spent on its image.
    if (runsAndFails(reason)) return Number(facts["restarts"] ?? 0) >= 3 ? graces.crashing : undefined;
    return failingToStart(reason) ? graces.starting : undefined;
  }
  if (ref.kind === "Pod") return reason === "Unschedulable" ? patience.provisioning : undefined;
  if (ref.kind === "Job") return endsOfJobs.has(reason) ? 0 : undefined;
  return workloads.get(reason);
}

const graces = {
  crashing: 60,
  /** An image may be on its way to the registry, or a ConfigMap to the cluster: the kubelet has asked four times by then. */
  starting: 120,
};

/** Of Deployments and ReplicaSets. */
const workloads: ReadonlyMap<string, number> = new Map([
  // Its own patience is over (deployment/util/deployment_util.go).
  ["ProgressDeadlineExceeded", 0],
  // Quota or admission (replica_set_utils.go); somebody may just be deleting what takes up the quota.
  ["FailedCreate", 120],
]);

/** A name that no registry can have, and an image that is not to be pulled (kubelet, images/types.go). */
const hopelessImages: ReadonlySet<string> = new Set(["InvalidImageName", "ErrImageNeverPull"]);

/** A Job that has failed does not begin again (batch/v1, types.go, JobReason*). */
const endsOfJobs: ReadonlySet<string> = new Set([
  ...["BackoffLimitExceeded", "DeadlineExceeded", "PodFailurePolicy"],
  ...["FailedIndexes", "MaxFailedIndexesExceeded"],
]);
