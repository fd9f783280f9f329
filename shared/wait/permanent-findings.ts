import { gracePeriodSeconds } from "../aggregate/core/object-health.ts";
import { isFailedRunReason, isFailedStartReason } from "../aggregate/core/pod-creation.ts";
import { findBestTrail } from "../aggregate/root-cause/cause-trails.ts";
import { reportedWordsIn } from "../model/cause/cause-evidence.ts";
import { nodesOnPath } from "../model/cause/cause-path.ts";
import { reportedWords, type Trouble } from "../model/cause/trouble.ts";
import { definedFields, trueFlags } from "../model/defined-fields.ts";
import { fallbackProfile, families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { type BlockingFinding, makeGoalFinding, type PermanentFinding } from "../model/finding/goal.ts";
import { isReplaced } from "../model/finding/pod-causes.ts";
import { isSameObject, keyOf } from "../model/object.ts";
import type { Cause, EvaluatedCondition, Report, ReportNode, RootNode } from "../model/report.ts";
import { isSerious } from "../model/verdict.ts";
import type { WaitGoal } from "../model/wait.ts";
import { permanentImageReasons, permanentJobReasons } from "../tables/kubernetes-words.ts";
import { mainTypes } from "../tables/type-names.ts";
import { findDeletion } from "./blocking-findings.ts";

/** The restarts from which on a container that crashes counts as stuck. */
const minRestarts = 3;

/** How many seconds a fault may last before it counts as permanent. */
const graceSecondsByTrouble = {
  crashing: 60,
  /**
   * An image may still be uploading to the registry, or a ConfigMap may be created soon. The kubelet has retried four
   * times by then.
   */
  starting: 120,
  /** A controller may write a failure for a moment and try once more. */
  ended: 120,
};

/** Grace periods in seconds for reasons of Deployments and ReplicaSets. */
const graceSecondsByReason: ReadonlyMap<string, number> = new Map([
  // The Deployment's own deadline is exceeded (deployment/util/deployment_util.go).
  ["ProgressDeadlineExceeded", 0],
  // Quota or admission (replica_set_utils.go). A user may just be deleting the objects that exhaust the quota.
  ["FailedCreate", 120],
]);

/** The findings about an operator, which concern its whole root. */
const operatorCodes: ReadonlySet<BlockingFinding["code"]> = new Set([
  "operator-down",
  "operator-unknown",
  "operator-rollout",
]);

const workloadRoles: ReadonlySet<ReportNode["role"]> = new Set(["workload", "replicaset", "pod", "container"]);

/** The reasons and condition types with which a controller reports that work failed at its end. */
const finalFailures: ReadonlySet<string> = new Set(
  [
    "Failed",
    "Failure",
    "Denied",
    "Rejected",
    "Aborted",
    "Canceled",
    "Cancelled",
    "Expired",
    "TimedOut",
    "Invalid",
    "InvalidRequest",
    "InvalidSpec",
    "InvalidConfiguration",
    "BackoffExceeded",
    "BackoffLimitExceeded",
    "DeadlineExceeded",
    "DeadlineLimitExceeded",
    "RetryExceeded",
    "RetryLimitExceeded",
  ].map((word) => word.toLowerCase()),
);

/**
 * The findings that only a person can remove, so that waiting is useless, in this order:
 * 1. the deletion of a root,
 * 2. a CR that its operator refuses, a paused operator, and a patch that forbids the upgrade,
 * 3. what is stuck below a root: an object whose controller reports that it stalled, an upgrade that stands still, then, in
 *    the order of the Report's causes, a workload, Pod or container whose state rarely resolves itself. These count only if
 *    a finding that blocks the goal depends on them.
 * For the goal `deleted` only refused deletions count.
 */
export function listPermanentFindings(
  report: Report,
  goal: WaitGoal,
  blocking: readonly BlockingFinding[],
): readonly PermanentFinding[] {
  const { roots, findings } = report;
  if (goal.is === "deleted") {
    return findings.filter(({ effects }) => effects.deletion === "blocks").map(makePermanent);
  }
  // A user may wait for a condition that is present only while something is unhealthy.
  const concerned = goal.is === "condition" ? roots.filter((root) => isGoodStatusRequested(root, goal)) : roots;
  const deleting = concerned
    .filter(({ deleting }) => deleting)
    .map((root) => makePermanent(findDeletion(root, findings)));
  const refused = findings.filter(
    ({ code, about }) => code === "invalid-request" && concerned.some(({ ref }) => isSameObject(ref, about)),
  );
  const paused = blocking.filter(isPausedOperator);
  const patched = goal.is === "upgradeable" ? findings.filter(isPatchedByUser) : [];
  const stuck = concerned.flatMap((root) => {
    const blockingRoot = blocking.filter(
      (finding) => finding.root === undefined || isSameObject(finding.root, root.ref),
    );
    return blockingRoot.length === 0 ? [] : listStuckBelow(root, report, blockingRoot, goal);
  });
  return [...deleting, ...[...refused, ...paused, ...patched].map(makePermanent), ...stuck];
}

function makePermanent(finding: BlockingFinding): PermanentFinding {
  return { ...finding, graceSeconds: 0 };
}

/** A key that stays the same while the finding lasts. */
export function keyOfPermanent(finding: PermanentFinding): string {
  const { code, about, component = "" } = finding;
  if (code !== "stuck") return `${code} ${keyOf(about)} ${component}`;
  return `${finding.part} ${keyOf(about)} ${finding.container ?? ""} ${finding.reason}`;
}

/** Whether the user waits for the good status of a condition type. Of an unknown type only main types have one: True. */
function isGoodStatusRequested(
  { conditions }: RootNode,
  { type, status }: Extract<WaitGoal, { readonly is: "condition" }>,
): boolean {
  const isRequestedType = (name: string): boolean => name.toLowerCase() === type.toLowerCase();
  const condition = conditions.find((candidate) => isRequestedType(candidate.type));
  const isTrue = status.toLowerCase() === "true";
  if (condition === undefined) return isTrue && mainTypes.some(isRequestedType);
  if (condition.polarity === "bad") return !isTrue;
  return isTrue && (condition.polarity === "main" || condition.polarity === "good");
}

function isPausedOperator(finding: BlockingFinding): boolean {
  if (finding.code === "operator-replaced") return finding.rollout?.state === "paused";
  return finding.code === "operator-rollout" && finding.state === "paused" && finding.effects.upgraded !== undefined;
}

/** Whether a user forbids an upgrade by a patch that only a user can remove. */
function isPatchedByUser({ rows }: Finding): boolean {
  return rows.some(({ code, effect }) => code === "TaintedConfiguration" && effect === "blocks");
}

/** The findings about what is stuck below one root, by the causes of the Report. `blocking`: those of this root. */
function listStuckBelow(
  root: RootNode,
  { findings }: Report,
  blocking: readonly BlockingFinding[],
  goal: WaitGoal,
): readonly PermanentFinding[] {
  const isVerdictFromStatus = families[root.profile].verdictFrom === "status";
  // The operator counts although it is not required, because nothing else updates the status. Other workloads do not.
  const operatorFindings = findings.filter(({ code }) => code === "operator-down" || code === "operator-rollout");
  const operatorKeys = new Set(operatorFindings.map(({ about }) => keyOf(about)));
  const countedParts = root.children.filter((part) => {
    if (operatorKeys.has(keyOf(part.ref))) return true;
    return part.required && blocking.some((finding) => concernsPart(finding, part, root, goal));
  });
  const countedLabels = new Set(countedParts.map(({ label }) => label));
  const countedCauses = root.causes.filter(
    ({ component, sharedBy = [] }) =>
      isVerdictFromStatus || [component, ...sharedBy].some((name) => countedLabels.has(name)),
  );
  return [
    ...listStalled(root, root.label),
    ...listStalledUpgrade(root, blocking, goal),
    ...countedCauses.flatMap((cause) => listStuckObjects(cause, root, { mayBeRoot: isVerdictFromStatus })),
    ...listStuckRollout(root, blocking),
  ];
}

/**
 * The findings about what keeps the operator's new Pods from running, where no cause names the operator, because its old Pods
 * keep the root healthy.
 */
function listStuckRollout(root: RootNode, blocking: readonly BlockingFinding[]): readonly PermanentFinding[] {
  const isBlocking = blocking.some(({ code }) => code === "operator-rollout");
  const deployment = root.operator?.rollout?.deployment;
  const node = root.children.find(({ label, role }) => role === "workload" && label === deployment);
  const isCause = root.causes.some(({ component }) => component === deployment);
  if (!isBlocking || isCause || node === undefined || !isSerious(node.verdict)) return [];
  const path = [root.label, ...findBestTrail(node).map(({ label }) => label)];
  const evidence = root.operator?.rollout?.evidence;
  const cause = { path, evidence: evidence === undefined ? [] : [evidence] };
  return listStuckObjects(cause, root, { mayBeRoot: false });
}

/** Whether the finding concerns this part. A finding about the root or its operator may concern any part that fails. */
function concernsPart(
  finding: BlockingFinding,
  { ref, label, verdict }: ReportNode,
  root: RootNode,
  goal: WaitGoal,
): boolean {
  const { code, about, component } = finding;
  if (code === "not-upgraded") return finding.waitingFor.includes(label);
  if (code === "missing-object" || (code === "not-read" && component === undefined)) return false;
  if (goal.is === "upgradeable" && code !== "no-versions") return component === label;
  const isFailingPart = isSerious(verdict);
  if (operatorCodes.has(code)) return isFailingPart;
  return isSameObject(about, ref) || (isFailingPart && isSameObject(about, root.ref));
}

/** The findings about an upgrade that stands still, where that blocks the goal: one for each component that it waits for. */
function listStalledUpgrade(
  { ref, facts, gates, label }: RootNode,
  blocking: readonly BlockingFinding[],
  goal: WaitGoal,
): readonly PermanentFinding[] {
  const { stalledSince } = facts;
  const isBlocked = blocking.some(
    ({ code, rows }) =>
      code === "not-upgraded" || (goal.is === "upgradeable" && rows.some((row) => row.code === "UpgradeRunning")),
  );
  if (stalledSince === undefined || !isBlocked) return [];
  // An upgrade whose reconciles fail waits for no component.
  const { waitingFor } = gates.upgrade;
  const parts = waitingFor.length === 0 ? [label] : waitingFor;
  return parts.map((part) => ({
    ...makeGoalFinding(ref, { code: "stuck", part, reason: "UpgradeStalled", message: "" }),
    since: stalledSince,
    graceSeconds: 0,
  }));
}

// The objects below a cause

/** The findings about what is stuck by one cause: about the deepest object of its path that rarely recovers. */
function listStuckObjects(
  cause: Pick<Cause, "path" | "evidence">,
  root: RootNode,
  { mayBeRoot }: { readonly mayBeRoot: boolean },
): readonly PermanentFinding[] {
  const path = nodesOnPath(root, cause);
  const failing = listFailingNodes(mayBeRoot ? [root, ...path] : path);
  const [first] = failing;
  if (first === undefined) return [];
  // A rollout may replace old failing Pods, which only a later Report shows. The time of a fault below may then belong
  // to another Pod.
  const rollingIndex = failing.findIndex(isRollingOut);
  const findingsByNode = failing.map((node, index) => {
    const isSinceKnown = rollingIndex < 0 || index <= rollingIndex;
    const lasting = listLastingTrouble(node, first.label, { isSinceKnown });
    const isCustom = root.profile === fallbackProfile && !workloadRoles.has(node.role);
    const ended = isCustom && lasting.length === 0 ? listEndedWork(node, first.label) : [];
    return [...listStalled(node, first.label), ...lasting, ...ended];
  });
  const deepest = findingsByNode.findLast((findings) => findings.length > 0) ?? [];
  return deepest.map((finding) => addClause(finding, cause));
}

/** The first node of a path, and those below it as far as each is failing. */
function listFailingNodes(path: readonly ReportNode[]): readonly ReportNode[] {
  const failing: ReportNode[] = [];
  for (const node of path) {
    const parent = failing.at(-1);
    if (parent !== undefined && !isFailingNow(node, parent)) break;
    failing.push(node);
  }
  return failing;
}

/**
 * The finding with the clause of the cause that has the same reason, for its exit code and the last line of the log.
 */
function addClause(finding: PermanentFinding, { evidence }: Pick<Cause, "evidence">): PermanentFinding {
  if (finding.code !== "stuck") return finding;
  const clause = evidence.find((candidate) => reportedWordsIn(candidate).reason === finding.reason);
  return clause === undefined ? finding : { ...finding, clause };
}

function isRollingOut({ ownVerdict, ref }: ReportNode): boolean {
  return ownVerdict === "progressing" && (ref.kind === "DaemonSet" || ref.kind === "StatefulSet");
}

/**
 * Whether a node is a failing one that its parent still wants. Of several ReplicaSets only the newest counts, because
 * the others will be deleted.
 */
function isFailingNow(node: ReportNode, { children }: ReportNode): boolean {
  const newest = children.find(({ role }) => role === "replicaset");
  const isOld = node.role === "replicaset" && node !== newest;
  return workloadRoles.has(node.role) && isSerious(node.verdict) && !isOld && !isReplaced(node);
}

/** The findings that an object is paused, or that its controller reports that it stalled (kstatus, README, "Stalled"). */
function listStalled(node: ReportNode, part: string): readonly PermanentFinding[] {
  if (node.frozen && !node.deleting) return [makeStuck(node, part, { reason: "Paused", message: "" }, 0)];
  return node.conditions
    .filter(({ type, status, outdated }) => type === "Stalled" && status === "True" && !outdated && !node.stale)
    .map(({ reason, message }) => makeStuck(node, part, { reason: reason || "Stalled", message }, 0));
}

/** The finding about a trouble that lasts. Its time is omitted where it may be that of another Pod. */
function listLastingTrouble(
  node: ReportNode,
  part: string,
  { isSinceKnown }: { readonly isSinceKnown: boolean },
): readonly PermanentFinding[] {
  const { trouble } = node;
  const graceSeconds = readGraceSeconds(node);
  if (graceSeconds === undefined || trouble === undefined) return [];
  const { since: _, ...troubleWithoutTime } = trouble;
  return [makeStuck(node, part, isSinceKnown ? trouble : troubleWithoutTime, graceSeconds)];
}

/**
 * The finding that the status of a custom resource reports that its work ended with a failure: a Certificate with Issuing=False
 * (Failed), a task in phase Failed. A controller that retries does so after an hour at the earliest (cert-manager,
 * pkg/controller/certificates/trigger: 1 h to 32 h), or only after a change of the spec.
 */
function listEndedWork(node: ReportNode, part: string): readonly PermanentFinding[] {
  if (!isSerious(node.verdict)) return [];
  const condition = node.conditions.find((candidate) => !candidate.outdated && isFinalFailure(candidate));
  if (condition !== undefined) {
    const reason = condition.reason || condition.type;
    return [makeStuck(node, part, { ...condition, reason }, graceSecondsByTrouble.ended)];
  }
  const { trouble } = node;
  if (trouble === undefined || !isFinalFailureWord(trouble.reason)) return [];
  return [makeStuck(node, part, trouble, graceSecondsByTrouble.ended)];
}

/** Whether the condition reports a failure at the end: work that is over, a result that is not reached. */
function isFinalFailure({ type, status, polarity, reason }: EvaluatedCondition): boolean {
  if (polarity === "bad") return status === "True" && isFinalFailureWord(type);
  return polarity !== "info" && polarity !== "advice" && status === "False" && isFinalFailureWord(reason);
}

function isFinalFailureWord(word: string): boolean {
  return finalFailures.has(word.toLowerCase());
}

/** The finding that a node is stuck. `part`: the label of the part below which it is. */
function makeStuck(
  { role, label, ref }: ReportNode,
  part: string,
  trouble: Trouble,
  graceSeconds: number,
): PermanentFinding {
  const isContainer = role === "container";
  const position = {
    ...trueFlags({ isBelow: isContainer || label !== part }),
    ...definedFields({ container: isContainer ? label : undefined }),
  };
  const finding = makeGoalFinding(ref, { code: "stuck", part, ...position, ...reportedWords(trouble) });
  return { ...finding, ...definedFields({ since: trouble.since }), graceSeconds };
}

/** How many seconds the fault of a node may last before it counts. Undefined: it may resolve at any time. */
function readGraceSeconds(node: ReportNode): number | undefined {
  const { role, ref, trouble } = node;
  if (trouble === undefined) return undefined;
  const { reason } = trouble;
  if (role === "container") return readContainerGraceSeconds(node, reason);
  if (ref.kind === "Pod") return reason === "Unschedulable" ? gracePeriodSeconds.provisioning : undefined;
  if (ref.kind === "Job") return permanentJobReasons.has(reason) ? 0 : undefined;
  return graceSecondsByReason.get(reason);
}

function readContainerGraceSeconds({ facts }: ReportNode, reason: string): number | undefined {
  // The reason why a container ended before a restart is not the reason for which it waits.
  if (facts["waiting"] !== reason) return undefined;
  if (permanentImageReasons.has(reason)) return 0;
  if (isFailedRunReason(reason)) {
    // The kubelet restarts it after 10 s, 20 s, 40 s, … (kubelet.go, backOffPeriod). The image may have been pulled in part
    // of the time since the Pod was last ready, so the restarts are counted too.
    return Number(facts["restarts"] ?? 0) >= minRestarts ? graceSecondsByTrouble.crashing : undefined;
  }
  return isFailedStartReason(reason) ? graceSecondsByTrouble.starting : undefined;
}
