import type { ObservedExit, ObservedProbe } from "../../model/cause/observation.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionOf, conditionsAt } from "../../parse/conditions.ts";
import { isTraceLine, messageInJson } from "../../parse/error-lines.ts";
import { recordAt, textAt, toRecord, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { hasItsTurn, listContainers, type PodContainer, restartCount } from "./containers.ts";
import {
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  malformedField,
  type NodeFacts,
  type ObjectHealth,
  readCount,
  unhealthyObject,
  withCause,
} from "./object-health.ts";
import { creationHealth, failingToStart, runsAndFails } from "./pod-creation.ts";

/**
 * The health of one container of a pod. The waiting reasons come from the kubelet, kuberuntime_container.go and
 * container/sync_result.go. Which of them are failures comes from Argo CD's pod health; the states come from API
 * reference ContainerState.
 */
export function containerHealth(container: PodContainer, pod: KubeObject, takenAt: string): ObjectHealth {
  const { status } = container;
  if (status === undefined) return unreported(pod);
  const state = valueAt(status, "state");
  if (toRecord(status) === undefined || (state !== undefined && state !== null && toRecord(state) === undefined)) {
    return malformedField("container");
  }
  const facts = { restarts: `${restartCount(container)}` };
  if (recordAt(state, "terminated") !== undefined) return ended(container, pod, facts);
  if (recordAt(state, "running") !== undefined) return running(container, pod, facts, takenAt);
  return waiting(container, pod, facts, takenAt);
}

function unreported(pod: KubeObject): ObjectHealth {
  const isEarly = textAt(pod.status, "phase") === "Pending";
  return unhealthyObject(
    isEarly ? "progressing" : "unknown",
    withCause("NotObserved", { code: "container-not-reported" }),
  );
}

function waiting(container: PodContainer, pod: KubeObject, facts: NodeFacts, takenAt: string): ObjectHealth {
  const state = valueAt(container.status, "state", "waiting");
  const reason = textAt(state, "reason");
  const message = textAt(state, "message");
  const last = readLastExit(container);
  const shown = { ...facts, ...(reason !== "" && { waiting: reason }) };
  // A container that was restarted has not failed since its first turn.
  const hasNoAge = restartCount(container) > 0 && isUnreadyUntimed(pod);
  const since = unreadySince(container, pod) ?? (hasNoAge ? undefined : turnOf(container, pod));
  if (runsAndFails(reason)) {
    const trouble = withCause(reason, message, since);
    if (last === undefined) return unhealthyObject("degraded", trouble, shown);
    const observed = { code: "last-exit", ...observedExit(last) } as const;
    return unhealthyObject("degraded", { ...trouble, observed }, { ...shown, ...last.facts });
  }
  // The previous exit says nothing about an image or a Secret that is missing now.
  if (failingToStart(reason)) return unhealthyObject("degraded", withCause(reason, message, since), shown);
  if (!hasItsTurn(container, listContainers(pod))) {
    return unhealthyObject(
      "progressing",
      withCause(reason || "PodInitializing", { code: "earlier-init-containers" }),
      shown,
    );
  }
  // Between two runs of a failing container the kubelet may report only that it creates the container.
  if (last !== undefined && last.code !== 0) {
    const trouble = withCause(last.reason || "Error", { code: "last-exit", ...observedExit(last) }, since);
    return unhealthyObject("degraded", trouble, { ...shown, ...last.facts });
  }
  return creationHealth(reason, message, turnOf(container, pod), pod, shown, takenAt);
}

function ended(container: PodContainer, pod: KubeObject, facts: NodeFacts): ObjectHealth {
  const { role, status } = container;
  const exit = readExit(valueAt(status, "state", "terminated"));
  if (exit === undefined) return malformedField("exitCode", facts);
  const shown = { ...facts, ...exit.facts };
  const phase = textAt(pod.status, "phase");
  if (phase === "Succeeded") return healthyObject(shown);
  if (exit.code !== 0) {
    // In a failed pod no container runs after this one.
    const since = phase === "Failed" ? undefined : unreadySince(container, pod);
    const trouble = withCause(
      exit.reason || "Error",
      { code: "exit", ...observedExit(exit) },
      since ?? exit.finishedAt,
    );
    return unhealthyObject(pod.deletedAt === undefined ? "degraded" : "progressing", trouble, shown);
  }
  const isRestarted = role === "sidecar" || (role === "main" && restartsAlways(pod));
  if (!isRestarted || phase === "Failed") return healthyObject(shown);
  return unhealthyObject(
    "progressing",
    withCause("Completed", { code: "restarts-after-success" }, exit.finishedAt),
    shown,
  );
}

/** Whether the pod restarts its containers always; this is the default of restartPolicy. */
export function restartsAlways({ spec }: KubeObject): boolean {
  return ["", "Always"].includes(textAt(spec, "restartPolicy"));
}

function running(container: PodContainer, pod: KubeObject, facts: NodeFacts, takenAt: string): ObjectHealth {
  const { role, spec, status } = container;
  const startedAt = normalizeUtc(valueAt(status, "state", "running", "startedAt"));
  const last = readLastExit(container);
  const unready = unreadySince(container, pod);
  if (role === "init") return initializing(startedAt, unready, last, facts, takenAt);
  // Restarts of a container that runs and is ready are a fact and not a fault.
  if (valueAt(status, "ready") === true) return healthyObject({ ...facts, ...exitHistoryFacts(container, takenAt) });
  if (pod.deletedAt !== undefined)
    return unhealthyObject("progressing", withCause("Terminating", { code: "being-deleted" }), facts);
  const crashed =
    last !== undefined && last.code !== 0 && !hasLasted(last.finishedAt, takenAt, gracePeriodSeconds.rollout);
  if (crashed || (last !== undefined && last.code !== 0 && last.finishedAt === undefined)) {
    const trouble = withCause(
      last.reason || "Error",
      { code: "unready-since-exit", ...observedExit(last) },
      unready ?? startedAt,
    );
    return unhealthyObject("degraded", trouble, { ...facts, ...last.facts });
  }
  const isStarting = valueAt(status, "started") === false;
  const startup = valueAt(spec, "startupProbe");
  const readiness = valueAt(spec, "readinessProbe");
  const probe = isStarting ? startup : readiness;
  // The readiness probe begins when the startup probe has succeeded; the status does not report that time (kubelet,
  // prober).
  const startable = toRecord(startup) === undefined ? 0 : probePatienceSeconds(startup);
  if (
    !hasLasted(
      startedAt,
      takenAt,
      isStarting ? probePatienceSeconds(startup) : startable + probePatienceSeconds(readiness),
    )
  ) {
    return unhealthyObject("progressing", withCause("Starting", { code: "starting" }, startedAt), facts);
  }
  if (isStarting) {
    return unhealthyObject(
      "degraded",
      withCause("StartupProbeFailing", { code: "startup-probe", ...readProbe(probe) }, unready ?? startedAt),
      facts,
    );
  }
  // It may have been ready before.
  const unreadyFrom = unready ?? (isUnreadyUntimed(pod) ? undefined : startedAt);
  if (toRecord(probe) === undefined && Object.keys(spec).length > 0) {
    return unhealthyObject("degraded", withCause("NotReady", { code: "container-not-ready" }, unreadyFrom), facts);
  }
  const trouble = withCause("ReadinessProbeFailing", { code: "readiness-probe", ...readProbe(probe) }, unreadyFrom);
  return unhealthyObject("degraded", trouble, facts);
}

/**
 * Seconds until a probe can have failed for the first time. This is its delay, plus its period times its threshold
 * (defaults 0, 10 and 3, core/v1 defaults.go). The minimum is half a minute, for the kubelet's own delay.
 */
function probePatienceSeconds(probe: unknown): number {
  const seconds = (name: string, absent: number): number => readCount(valueAt(probe, name), absent) ?? absent;
  const allowed = seconds("initialDelaySeconds", 0) + seconds("periodSeconds", 10) * seconds("failureThreshold", 3);
  return Math.max(allowed, 30);
}

/** What a probe requests; nothing where it does not say. */
function readProbe(probe: unknown): { readonly probe?: ObservedProbe } {
  const portOf = (kind: string): string => textAt(probe, kind, "port");
  const http = portOf("httpGet");
  if (http !== "") return { probe: { by: "http", port: http, path: textAt(probe, "httpGet", "path") || "/" } };
  for (const [by, kind] of [
    ["tcp", "tcpSocket"],
    ["grpc", "grpc"],
  ] as const) {
    const port = portOf(kind);
    if (port !== "") return { probe: { by, port } };
  }
  return valueAt(probe, "exec") === undefined ? {} : { probe: { by: "command" } };
}

/**
 * The health of a running init container, which may take long. One that restarted after an error, or runs for very
 * long, is stuck.
 */
function initializing(
  startedAt: string | undefined,
  unready: string | undefined,
  last: ContainerExit | undefined,
  facts: NodeFacts,
  takenAt: string,
): ObjectHealth {
  if (last !== undefined && last.code !== 0) {
    const trouble = withCause(
      last.reason || "Error",
      { code: "last-exit", ...observedExit(last) },
      unready ?? startedAt,
    );
    return unhealthyObject("degraded", trouble, { ...facts, ...last.facts });
  }
  const isStuck = hasLasted(startedAt, takenAt, gracePeriodSeconds.rollout);
  return unhealthyObject(
    isStuck ? "degraded" : "progressing",
    withCause("Initializing", { code: "initializing" }, startedAt),
    facts,
  );
}

/**
 * Since when the container has kept its pod from being ready, by the pod's own condition. The time of the last restart
 * is newer than the problem. If two containers are not ready, this is the time of the first.
 */
function unreadySince({ role, status }: PodContainer, pod: KubeObject): string | undefined {
  if (valueAt(status, "ready") === true) return undefined;
  const { conditions } = conditionsAt(pod);
  const types = [...(role === "init" ? ["Initialized"] : []), "ContainersReady", "Ready"];
  return types.map((type) => lastConditionOfType(conditions, type)).find((each) => each?.status === "False")?.since;
}

/** Whether a pod is not ready since an unknown time: kubectl describe prints its conditions without times. */
function isUnreadyUntimed(pod: KubeObject): boolean {
  const ready = conditionOf(pod, "Ready");
  return ready?.status === "False" && ready.since === undefined;
}

/**
 * Since when the container could have been created. For a main container it is when the init containers finished, for
 * others when the pod was scheduled.
 */
function turnOf({ role }: PodContainer, pod: KubeObject): string | undefined {
  const { conditions } = conditionsAt(pod);
  const types = role === "main" ? ["Initialized", "PodScheduled"] : ["PodScheduled"];
  const since = types
    .map((type) => lastConditionOfType(conditions, type))
    .find((each) => each?.status === "True")?.since;
  return since ?? normalizeUtc(valueAt(pod.status, "startTime")) ?? pod.createdAt;
}

/** The exit of a container, as its status reports it. */
interface ContainerExit {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly signal: string | undefined;
  readonly finishedAt: string | undefined;
  /**
   * `exitCode`, `signal`, `reason`, `lastExit` (when) and `lastMessage` (the line of its termination message with the
   * error).
   */
  readonly facts: NodeFacts;
}

/** The exit in a `state.terminated`; undefined if the container has not ended, or has no exit code. */
function readExit(terminated: unknown): ContainerExit | undefined {
  const code = wholeNumberAt(terminated, "exitCode");
  if (code === undefined) return undefined;
  const reason = textAt(terminated, "reason");
  const message = textAt(terminated, "message");
  const signal = signalOfExitCode(code);
  const finishedAt = normalizeUtc(valueAt(terminated, "finishedAt"));
  const line = lastError(message);
  const facts = {
    exitCode: `${code}`,
    ...definedFields({ signal }),
    ...(reason !== "" && { reason }),
    ...definedFields({ lastExit: finishedAt }),
    ...(line !== "" && { lastMessage: line }),
  };
  return { code, reason, message, signal, finishedAt, facts };
}

/** The exit as an observation. */
function observedExit({ code: exitCode, signal, reason, message }: ContainerExit): ObservedExit {
  return { exitCode, ...definedFields({ signal }), reason, message };
}

/** The exit of the container's previous run. */
function readLastExit({ status }: PodContainer): ContainerExit | undefined {
  return readExit(valueAt(status, "lastState", "terminated"));
}

/**
 * Facts about the previous exit of a container that runs and is ready: `lastReason`, `lastExitCode`, `lastExit`.
 * `restarting` is set after several restarts, while the kubelet still remembers the crash.
 */
function exitHistoryFacts(container: PodContainer, takenAt: string): NodeFacts {
  const last = readLastExit(container);
  if (last === undefined) return {};
  const { code, reason, finishedAt } = last;
  const isRecent = finishedAt !== undefined && !hasLasted(finishedAt, takenAt, gracePeriodSeconds.backOff);
  return {
    lastReason: reason,
    lastExitCode: `${code}`,
    ...definedFields({ lastExit: finishedAt }),
    ...(isRecent && code !== 0 && restartCount(container) >= several && { restarting: "true" }),
  };
}

/** One or two restarts may be accidental. */
const several = 3;

/**
 * The line of a termination message that names the error: that of a panic, otherwise the last one that is no part of a
 * stack trace. With FallbackToLogsOnError the message is the end of the log, whose first line may be cut.
 */
function lastError(message: string): string {
  const lines = message.split(/[\r\n\u2028\u2029]+/).filter((line) => line.trim() !== "");
  const panic = lines.findLast((line) => /^(panic|fatal error):/.test(line));
  const line = panic ?? lines.findLast((each) => !isTraceLine(each)) ?? lines.at(-1) ?? "";
  return (messageInJson(line) ?? line).trim().slice(0, 300);
}

/** The signal behind an exit code: shells and container runtimes report 128 and its number. */
function signalOfExitCode(exitCode: number): string | undefined {
  return signalNames.get(exitCode - 128);
}

/** The signals that end containers, by number (Linux, asm-generic/signal.h). */
const signalNames: ReadonlyMap<number, string> = new Map([
  [1, "SIGHUP"],
  [2, "SIGINT"],
  [3, "SIGQUIT"],
  [4, "SIGILL"],
  [5, "SIGTRAP"],
  [6, "SIGABRT"],
  [7, "SIGBUS"],
  [8, "SIGFPE"],
  [9, "SIGKILL"],
  [10, "SIGUSR1"],
  [11, "SIGSEGV"],
  [12, "SIGUSR2"],
  [13, "SIGPIPE"],
  [14, "SIGALRM"],
  [15, "SIGTERM"],
  [24, "SIGXCPU"],
  [25, "SIGXFSZ"],
  [31, "SIGSYS"],
]);
