import type { ObservedProbe } from "../../model/cause/observation.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { recordAt, textAt, toRecord, valueAt } from "../../parse/json-value.ts";
import {
  type ContainerExit,
  exitFacts,
  observeExit,
  previousExitFacts,
  readExit,
  readLastExit,
} from "./container-exit.ts";
import { listContainers, mayStart, type PodContainer, restartCount } from "./containers.ts";
import {
  filledFacts,
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  makeTrouble,
  malformedField,
  type NodeFacts,
  type ObjectHealth,
  readCount,
  unhealthyObject,
} from "./object-health.ts";
import { evaluateCreation, isFailedRunReason, isFailedStartReason } from "./pod-creation.ts";

/** Defaults of a probe (core/v1 defaults.go). */
const defaultProbePeriodSeconds = 10;
const defaultProbeFailures = 3;
/** The kubelet itself needs some time before it runs the first probe. */
const minProbePatienceSeconds = 30;

/**
 * The health of one container of a pod, by the state that the kubelet reports: terminated, running or waiting (API
 * reference, ContainerState). `CrashLoopBackOff` -> degraded, `ContainerCreating` -> progressing. The kubelet has the
 * waiting reasons in kuberuntime_container.go and container/sync_result.go. Argo CD's pod health says which of them are
 * failures.
 */
export function evaluateContainer(container: PodContainer, pod: KubeObject, takenAt: string): ObjectHealth {
  const { status } = container;
  if (status === undefined) return evaluateUnreported(pod);
  const state = valueAt(status, "state");
  const isStateMalformed = state !== undefined && state !== null && toRecord(state) === undefined;
  if (toRecord(status) === undefined || isStateMalformed) return malformedField("container");

  const facts = { restarts: `${restartCount(container)}` };
  if (recordAt(state, "terminated") !== undefined) return evaluateTerminated(container, pod, facts);
  if (recordAt(state, "running") === undefined) return evaluateWaiting(container, pod, facts, takenAt);
  if (container.role === "init") return evaluateRunningInit(container, pod, facts, takenAt);
  return evaluateRunning(container, pod, facts, takenAt);
}

/** The health of a container on which the kubelet has not reported. */
function evaluateUnreported(pod: KubeObject): ObjectHealth {
  const isPending = textAt(pod.status, "phase") === "Pending";
  const trouble = makeTrouble("NotObserved", { code: "container-not-reported" });
  return unhealthyObject(isPending ? "progressing" : "unknown", trouble);
}

/**
 * The health of a waiting container. The first rule that fits decides:
 * 1. The reason is a run that failed (CrashLoopBackOff): degraded, with the last exit as the cause.
 * 2. The reason is a start that failed (ImagePullBackOff): degraded. The last exit says nothing about an image or a
 *    Secret that is missing now.
 * 3. Init containers before it have not ended: progressing.
 * 4. Its previous run failed: degraded. Between two runs the kubelet may report only that it creates the container.
 * 5. Otherwise it is being created.
 */
function evaluateWaiting(container: PodContainer, pod: KubeObject, facts: NodeFacts, takenAt: string): ObjectHealth {
  const state = valueAt(container.status, "state", "waiting");
  const reason = textAt(state, "reason");
  const message = textAt(state, "message");
  const lastExit = readLastExit(container);
  const waitingFacts = { ...facts, ...filledFacts({ waiting: reason }) };
  const since = readWaitingSince(container, pod);

  if (isFailedRunReason(reason)) {
    const trouble = makeTrouble(reason, message, since);
    if (lastExit === undefined) return unhealthyObject("degraded", trouble, waitingFacts);
    const observed = { code: "last-exit", ...observeExit(lastExit) } as const;
    return unhealthyObject("degraded", { ...trouble, observed }, { ...waitingFacts, ...exitFacts(lastExit) });
  }
  if (isFailedStartReason(reason)) {
    return unhealthyObject("degraded", makeTrouble(reason, message, since), waitingFacts);
  }
  if (!mayStart(container, listContainers(pod))) {
    const trouble = makeTrouble(reason || "PodInitializing", { code: "earlier-init-containers" });
    return unhealthyObject("progressing", trouble, waitingFacts);
  }
  if (isFailure(lastExit)) return makeFailedExitHealth("last-exit", lastExit, since, waitingFacts);
  return evaluateCreation(reason, message, readCreatableSince(container, pod), pod, waitingFacts, takenAt);
}

/**
 * The health of a container that has ended. The first rule that fits decides:
 * 1. Its pod succeeded: healthy.
 * 2. Its exit code is not 0: degraded, or progressing while its pod is being deleted.
 * 3. The kubelet does not start it again: healthy.
 * 4. Otherwise the kubelet is about to start it again: progressing.
 */
function evaluateTerminated(container: PodContainer, pod: KubeObject, facts: NodeFacts): ObjectHealth {
  const exit = readExit(valueAt(container.status, "state", "terminated"));
  if (exit === undefined) return malformedField("exitCode", facts);
  const terminatedFacts = { ...facts, ...exitFacts(exit) };
  const phase = textAt(pod.status, "phase");
  if (phase === "Succeeded") return healthyObject(terminatedFacts);

  if (exit.code !== 0) {
    // In a failed pod no container runs after this one, so the pod's conditions say nothing about it.
    const unreadySince = phase === "Failed" ? undefined : readUnreadySince(container, pod);
    const observed = { code: "exit", ...observeExit(exit) } as const;
    const trouble = makeTrouble(exit.reason || "Error", observed, unreadySince ?? exit.finishedAt);
    return unhealthyObject(pod.deletedAt === undefined ? "degraded" : "progressing", trouble, terminatedFacts);
  }

  const { role } = container;
  const isRestarted = role === "sidecar" || (role === "main" && restartsAlways(pod));
  if (!isRestarted || phase === "Failed") return healthyObject(terminatedFacts);
  const trouble = makeTrouble("Completed", { code: "restarts-after-success" }, exit.finishedAt);
  return unhealthyObject("progressing", trouble, terminatedFacts);
}

/** Whether the pod restarts its containers always, which is the default of restartPolicy. */
export function restartsAlways({ spec }: KubeObject): boolean {
  return ["", "Always"].includes(textAt(spec, "restartPolicy"));
}

/**
 * The health of a main container or sidecar that runs. The first rule that fits decides:
 * 1. It is ready: healthy. Its restarts are a fact and not a fault.
 * 2. The pod is being deleted: progressing.
 * 3. Its previous run failed within the last ten minutes, or at an unknown time: degraded.
 * 4. Its probes may still succeed for the first time: progressing.
 * 5. Its startup probe fails: degraded.
 * 6. It has no readiness probe, and something else keeps it from being ready: degraded.
 * 7. Its readiness probe fails: degraded.
 */
function evaluateRunning(container: PodContainer, pod: KubeObject, facts: NodeFacts, takenAt: string): ObjectHealth {
  const { spec, status } = container;
  if (valueAt(status, "ready") === true) return healthyObject({ ...facts, ...previousExitFacts(container, takenAt) });
  if (pod.deletedAt !== undefined) {
    return unhealthyObject("progressing", makeTrouble("Terminating", { code: "being-deleted" }), facts);
  }

  const startedAt = readStartedAt(container);
  const unreadySince = readUnreadySince(container, pod);
  const lastExit = readLastExit(container);
  if (isFailure(lastExit) && isRecentExit(lastExit, takenAt)) {
    return makeFailedExitHealth("unready-since-exit", lastExit, unreadySince ?? startedAt, facts);
  }

  const isStarting = valueAt(status, "started") === false;
  if (!hasLasted(startedAt, takenAt, probePatienceSeconds(spec, isStarting))) {
    return unhealthyObject("progressing", makeTrouble("Starting", { code: "starting" }, startedAt), facts);
  }
  if (isStarting) {
    const observed = { code: "startup-probe", ...describeProbe(valueAt(spec, "startupProbe")) } as const;
    return unhealthyObject("degraded", makeTrouble("StartupProbeFailing", observed, unreadySince ?? startedAt), facts);
  }

  // The container may have been ready between its start and a failure of unknown time.
  const sinceStart = isUnreadyUntimed(pod) ? undefined : startedAt;
  const since = unreadySince ?? sinceStart;
  const readinessProbe = valueAt(spec, "readinessProbe");
  // An empty spec was not read. It says nothing about probes.
  const isSpecRead = Object.keys(spec).length > 0;
  if (isSpecRead && toRecord(readinessProbe) === undefined) {
    return unhealthyObject("degraded", makeTrouble("NotReady", { code: "container-not-ready" }, since), facts);
  }
  const observed = { code: "readiness-probe", ...describeProbe(readinessProbe) } as const;
  return unhealthyObject("degraded", makeTrouble("ReadinessProbeFailing", observed, since), facts);
}

/** The health of a running init container: degraded after a run that failed or after ten minutes, else progressing. */
function evaluateRunningInit(
  container: PodContainer,
  pod: KubeObject,
  facts: NodeFacts,
  takenAt: string,
): ObjectHealth {
  const startedAt = readStartedAt(container);
  const lastExit = readLastExit(container);
  if (isFailure(lastExit)) {
    return makeFailedExitHealth("last-exit", lastExit, readUnreadySince(container, pod) ?? startedAt, facts);
  }
  const isLate = hasLasted(startedAt, takenAt, gracePeriodSeconds.rollout);
  const trouble = makeTrouble("Initializing", { code: "initializing" }, startedAt);
  return unhealthyObject(isLate ? "degraded" : "progressing", trouble, facts);
}

function isFailure(exit: ContainerExit | undefined): exit is ContainerExit {
  return exit !== undefined && exit.code !== 0;
}

/** Whether an exit is newer than ten minutes, or of unknown time. */
function isRecentExit({ finishedAt }: ContainerExit, takenAt: string): boolean {
  return finishedAt === undefined || !hasLasted(finishedAt, takenAt, gracePeriodSeconds.rollout);
}

/** The health of a container whose previous run failed. */
function makeFailedExitHealth(
  code: "last-exit" | "unready-since-exit",
  exit: ContainerExit,
  since: string | undefined,
  facts: NodeFacts,
): ObjectHealth {
  const trouble = makeTrouble(exit.reason || "Error", { code, ...observeExit(exit) }, since);
  return unhealthyObject("degraded", trouble, { ...facts, ...exitFacts(exit) });
}

/**
 * Seconds after the start of a container until its probes can have failed. The readiness probe begins only when the
 * startup probe has succeeded, and the status does not report that time (kubelet, prober).
 */
function probePatienceSeconds(spec: unknown, isStarting: boolean): number {
  const startupProbe = valueAt(spec, "startupProbe");
  const readinessProbe = valueAt(spec, "readinessProbe");
  if (isStarting) return secondsUntilFailure(startupProbe);
  const startupSeconds = toRecord(startupProbe) === undefined ? 0 : secondsUntilFailure(startupProbe);
  return startupSeconds + secondsUntilFailure(readinessProbe);
}

/** Seconds until one probe can have failed for the first time: its delay, plus its period times its threshold. */
function secondsUntilFailure(probe: unknown): number {
  const readSetting = (name: string, byDefault: number): number =>
    readCount(valueAt(probe, name), byDefault) ?? byDefault;
  const delaySeconds = readSetting("initialDelaySeconds", 0);
  const periodSeconds = readSetting("periodSeconds", defaultProbePeriodSeconds);
  const failures = readSetting("failureThreshold", defaultProbeFailures);
  return Math.max(delaySeconds + periodSeconds * failures, minProbePatienceSeconds);
}

/** What a probe requests: `{ httpGet: { port: 8443 } }` -> `{ by: "http", port: "8443", path: "/" }`. */
function describeProbe(probe: unknown): { readonly probe?: ObservedProbe } {
  const httpPort = textAt(probe, "httpGet", "port");
  if (httpPort !== "") {
    return { probe: { by: "http", port: httpPort, path: textAt(probe, "httpGet", "path") || "/" } };
  }
  const tcpPort = textAt(probe, "tcpSocket", "port");
  if (tcpPort !== "") return { probe: { by: "tcp", port: tcpPort } };
  const grpcPort = textAt(probe, "grpc", "port");
  if (grpcPort !== "") return { probe: { by: "grpc", port: grpcPort } };
  return valueAt(probe, "exec") === undefined ? {} : { probe: { by: "command" } };
}

function readStartedAt({ status }: PodContainer): string | undefined {
  return normalizeUtc(valueAt(status, "state", "running", "startedAt"));
}

/**
 * Since when a container has kept its pod from being ready. The pod's conditions say that, because the container's own
 * start may be a restart during the problem. If two containers are not ready, it is the time of the first. Undefined for a
 * ready container, and where no condition is False or has a time.
 */
function readUnreadySince({ role, status }: PodContainer, pod: KubeObject): string | undefined {
  if (valueAt(status, "ready") === true) return undefined;
  const types = role === "init" ? ["Initialized", "ContainersReady", "Ready"] : ["ContainersReady", "Ready"];
  return findTimeOfStatus(types, "False", pod);
}

/**
 * Since when a container has waited: since it kept the pod from being ready, otherwise since it could have been created.
 * Undefined for a restarted container in a pod whose conditions have no times, because it has run in between.
 */
function readWaitingSince(container: PodContainer, pod: KubeObject): string | undefined {
  const unreadySince = readUnreadySince(container, pod);
  if (unreadySince !== undefined) return unreadySince;
  if (restartCount(container) > 0 && isUnreadyUntimed(pod)) return undefined;
  return readCreatableSince(container, pod);
}

/** Whether a pod is not ready since an unknown time, as in the output of kubectl describe, which prints no times. */
function isUnreadyUntimed(pod: KubeObject): boolean {
  const ready = conditionOf(pod, "Ready");
  return ready?.status === "False" && ready.since === undefined;
}

/**
 * Since when the container could have been created: since the init containers finished for a main container, otherwise
 * since the pod was scheduled. Where no condition says that, it is the start or the creation of the pod.
 */
function readCreatableSince({ role }: PodContainer, pod: KubeObject): string | undefined {
  const types = role === "main" ? ["Initialized", "PodScheduled"] : ["PodScheduled"];
  const since = findTimeOfStatus(types, "True", pod);
  return since ?? normalizeUtc(valueAt(pod.status, "startTime")) ?? pod.createdAt;
}

/** Since when the first of these types whose condition has the status has had it. */
function findTimeOfStatus(types: readonly string[], status: "True" | "False", pod: KubeObject): string | undefined {
  const conditions = types.map((type) => conditionOf(pod, type));
  return conditions.find((condition) => condition?.status === status)?.since;
}
