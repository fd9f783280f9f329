import { conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { utc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, record, text, wholeNumber } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { type Container, containersOf, hasItsTurn, restartsOf } from "./containers.ts";
import { creationHealth, failingToStart } from "./creation.ts";
import { patienceOf, probeWords } from "./probes.ts";
import { signalOf } from "./signals.ts";
import { because, type Facts, type Health, hasLasted, malformed, patience, unwell, well } from "./verdicts.ts";

/**
 * How one container of a pod is. Sources: kubelet, kuberuntime_container.go and container/sync_result.go (waiting reasons),
 * Argo CD's pod health for which of them are failures, API reference ContainerState.
 */
export function containerHealth(container: Container, pod: KubeObject, takenAt: string): Health {
  const { status } = container;
  if (status === undefined) return unreported(pod);
  const state = at(status, ["state"]);
  if (record(status) === undefined || (state !== undefined && state !== null && record(state) === undefined)) {
    return malformed("container status");
  }
  const facts = { restarts: `${restartsOf(container)}` };
  if (record(at(state, ["terminated"])) !== undefined) return ended(container, pod, facts);
  if (record(at(state, ["running"])) !== undefined) return running(container, pod, facts, takenAt);
  return waiting(container, pod, facts, takenAt);
}

function unreported(pod: KubeObject): Health {
  const isEarly = text(at(pod.status, ["phase"])) === "Pending";
  return unwell(isEarly ? "progressing" : "unknown", because("NotObserved", coreWords.containerUnreported));
}

function waiting(container: Container, pod: KubeObject, facts: Facts, takenAt: string): Health {
  const state = at(container.status, ["state", "waiting"]);
  const reason = text(at(state, ["reason"]));
  const last = exitOf(at(container.status, ["lastState", "terminated"]));
  const shown = { ...facts, ...(reason === "" ? {} : { waiting: reason }) };
  if (failingToStart(reason)) {
    const words = [text(at(state, ["message"])), last === undefined ? "" : coreWords.last(last.words)];
    const since = last?.finishedAt ?? turnOf(container, pod);
    const message = words.filter((word) => word !== "").join("; ");
    return unwell("degraded", because(reason, message, since), { ...shown, ...last?.facts });
  }
  if (!hasItsTurn(container, containersOf(pod))) {
    return unwell("progressing", because(reason || "PodInitializing", coreWords.waitsForItsTurn), shown);
  }
  // Between two runs of a container that fails the kubelet may say nothing but that it creates it.
  if (last !== undefined && last.code !== 0) {
    return unwell("degraded", because(last.reason || "Error", coreWords.last(last.words), last.finishedAt), {
      ...shown,
      ...last.facts,
    });
  }
  return creationHealth(reason, text(at(state, ["message"])), turnOf(container, pod), pod, shown, takenAt);
}

function ended({ role, status }: Container, pod: KubeObject, facts: Facts): Health {
  const exit = exitOf(at(status, ["state", "terminated"]));
  if (exit === undefined) return malformed("exit code", facts);
  const shown = { ...facts, ...exit.facts };
  const phase = text(at(pod.status, ["phase"]));
  if (phase === "Succeeded") return well(shown);
  if (exit.code !== 0) {
    const trouble = because(exit.reason || "Error", coreWords.exit(exit), exit.finishedAt);
    return unwell(pod.deletedAt === undefined ? "degraded" : "progressing", trouble, shown);
  }
  const isRestarted = role === "sidecar" || (role === "main" && restartsAlways(pod));
  if (!isRestarted || phase === "Failed") return well(shown);
  return unwell("progressing", because("Completed", coreWords.endedAndStartsAgain, exit.finishedAt), shown);
}

/** Left out, a pod's restartPolicy is Always. */
function restartsAlways({ spec }: KubeObject): boolean {
  return ["", "Always"].includes(text(at(spec, ["restartPolicy"])));
}

function running(container: Container, pod: KubeObject, facts: Facts, takenAt: string): Health {
  const { role, spec, status } = container;
  const startedAt = utc(at(status, ["state", "running", "startedAt"]));
  const last = exitOf(at(status, ["lastState", "terminated"]));
  if (role === "init") return initializing(startedAt, last, facts, takenAt);
  // Restarts of a container that runs and is ready are a fact and no fault.
  if (at(status, ["ready"]) === true) return well(last === undefined ? facts : { ...facts, lastReason: last.reason });
  if (pod.deletedAt !== undefined) return unwell("progressing", because("Terminating", coreWords.deleting), facts);
  const crashed = last !== undefined && last.code !== 0 && !hasLasted(last.finishedAt, takenAt, patience.rollout);
  if (crashed || (last !== undefined && last.code !== 0 && last.finishedAt === undefined)) {
    const trouble = because(last.reason || "Error", coreWords.restartedAndNotReady(last.words), last.finishedAt);
    return unwell("degraded", trouble, { ...facts, ...last.facts });
  }
  const isStarting = at(status, ["started"]) === false;
  const probe = at(spec, [isStarting ? "startupProbe" : "readinessProbe"]);
  const since = conditionOf(conditionsAt(pod).conditions, "ContainersReady")?.since ?? startedAt;
  if (!hasLasted(startedAt, takenAt, patienceOf(probe))) {
    return unwell("progressing", because("Starting", coreWords.starting, startedAt), facts);
  }
  if (isStarting) {
    return unwell("degraded", because("StartupProbeFailing", coreWords.startupProbe(probeWords(probe)), since), facts);
  }
  if (record(probe) === undefined && Object.keys(spec).length > 0) {
    return unwell("degraded", because("NotReady", coreWords.notReadyNoProbe, since), facts);
  }
  const words = coreWords.readinessProbe(probeWords(probe));
  return unwell("degraded", because("ReadinessProbeFailing", words, since), facts);
}

/** An init container may work for long; one that was started again for its exit code, or works for very long, is stuck. */
function initializing(startedAt: string | undefined, last: Exit | undefined, facts: Facts, takenAt: string): Health {
  if (last !== undefined && last.code !== 0) {
    const trouble = because(last.reason || "Error", coreWords.last(last.words), last.finishedAt);
    return unwell("degraded", trouble, { ...facts, ...last.facts });
  }
  const isStuck = hasLasted(startedAt, takenAt, patience.rollout);
  return unwell(
    isStuck ? "degraded" : "progressing",
    because("Initializing", coreWords.initializing, startedAt),
    facts,
  );
}

/** Since when it could have been created: a main container when the init containers were done, others when scheduled. */
function turnOf({ role }: Container, pod: KubeObject): string | undefined {
  const { conditions } = conditionsAt(pod);
  const types = role === "main" ? ["Initialized", "PodScheduled"] : ["PodScheduled"];
  const since = types.map((type) => conditionOf(conditions, type)).find((each) => each?.status === "True")?.since;
  return since ?? utc(at(pod.status, ["startTime"])) ?? pod.createdAt;
}

/** How a container ended. */
interface Exit {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly signal: string | undefined;
  readonly finishedAt: string | undefined;
  readonly words: string;
  readonly facts: Facts;
}

/** Undefined where it has not ended, or with no exit code. */
function exitOf(terminated: unknown): Exit | undefined {
  const code = wholeNumber(at(terminated, ["exitCode"]));
  if (code === undefined) return undefined;
  const [reason, message] = [text(at(terminated, ["reason"])), text(at(terminated, ["message"]))];
  const signal = signalOf(code);
  const facts = {
    exitCode: `${code}`,
    ...(signal === undefined ? {} : { signal }),
    ...(reason === "" ? {} : { reason }),
  };
  const finishedAt = utc(at(terminated, ["finishedAt"]));
  return { code, reason, message, signal, finishedAt, words: coreWords.exit({ code, signal, reason, message }), facts };
}
