import { conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { utc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, record, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { type Container, containersOf, hasItsTurn, restartsOf } from "./containers.ts";
import { creationHealth, failingToStart, runsAndFails } from "./creation.ts";
import { type Exit, exitOf, historyOf, lastExitOf } from "./exits.ts";
import { patienceOf, probeWords } from "./probes.ts";
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
  const [reason, message] = [text(at(state, ["reason"])), text(at(state, ["message"]))];
  const last = lastExitOf(container);
  const shown = { ...facts, ...(reason === "" ? {} : { waiting: reason }) };
  const since = unreadySince(container, pod) ?? turnOf(container, pod);
  if (runsAndFails(reason)) {
    const words = [message, last === undefined ? "" : coreWords.last(last.words)].filter((word) => word !== "");
    return unwell("degraded", because(reason, words.join("; "), since), { ...shown, ...last?.facts });
  }
  // How it ended before says nothing about an image or a Secret that is not there now.
  if (failingToStart(reason)) return unwell("degraded", because(reason, message, since), shown);
  if (!hasItsTurn(container, containersOf(pod))) {
    return unwell("progressing", because(reason || "PodInitializing", coreWords.waitsForItsTurn), shown);
  }
  // Between two runs of a container that fails the kubelet may say nothing but that it creates it.
  if (last !== undefined && last.code !== 0) {
    const trouble = because(last.reason || "Error", coreWords.last(last.words), since);
    return unwell("degraded", trouble, { ...shown, ...last.facts });
  }
  return creationHealth(reason, message, turnOf(container, pod), pod, shown, takenAt);
}

function ended(container: Container, pod: KubeObject, facts: Facts): Health {
  const { role, status } = container;
  const exit = exitOf(at(status, ["state", "terminated"]));
  if (exit === undefined) return malformed("exit code", facts);
  const shown = { ...facts, ...exit.facts };
  const phase = text(at(pod.status, ["phase"]));
  if (phase === "Succeeded") return well(shown);
  if (exit.code !== 0) {
    // Of a pod that has failed nothing comes after it.
    const since = phase === "Failed" ? undefined : unreadySince(container, pod);
    const trouble = because(exit.reason || "Error", coreWords.exit(exit), since ?? exit.finishedAt);
    return unwell(pod.deletedAt === undefined ? "degraded" : "progressing", trouble, shown);
  }
  const isRestarted = role === "sidecar" || (role === "main" && restartsAlways(pod));
  if (!isRestarted || phase === "Failed") return well(shown);
  return unwell("progressing", because("Completed", coreWords.endedAndStartsAgain, exit.finishedAt), shown);
}

/** Left out, a pod's restartPolicy is Always. */
export function restartsAlways({ spec }: KubeObject): boolean {
  return ["", "Always"].includes(text(at(spec, ["restartPolicy"])));
}

function running(container: Container, pod: KubeObject, facts: Facts, takenAt: string): Health {
  const { role, spec, status } = container;
  const startedAt = utc(at(status, ["state", "running", "startedAt"]));
  const last = lastExitOf(container);
  const unready = unreadySince(container, pod);
  if (role === "init") return initializing(startedAt, unready, last, facts, takenAt);
  // Restarts of a container that runs and is ready are a fact and no fault.
  if (at(status, ["ready"]) === true) return well({ ...facts, ...historyOf(container, takenAt) });
  if (pod.deletedAt !== undefined) return unwell("progressing", because("Terminating", coreWords.deleting), facts);
  const crashed = last !== undefined && last.code !== 0 && !hasLasted(last.finishedAt, takenAt, patience.rollout);
  if (crashed || (last !== undefined && last.code !== 0 && last.finishedAt === undefined)) {
    const trouble = because(last.reason || "Error", coreWords.restartedAndNotReady(last.words), unready ?? startedAt);
    return unwell("degraded", trouble, { ...facts, ...last.facts });
  }
  const isStarting = at(status, ["started"]) === false;
  const [startup, readiness] = [at(spec, ["startupProbe"]), at(spec, ["readinessProbe"])];
  const probe = isStarting ? startup : readiness;
  const since = unready ?? startedAt;
  // The readiness probe begins when the startup probe has succeeded, and nobody writes down when that was (kubelet, prober).
  const startable = record(startup) === undefined ? 0 : patienceOf(startup);
  if (!hasLasted(startedAt, takenAt, isStarting ? patienceOf(startup) : startable + patienceOf(readiness))) {
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
function initializing(
  startedAt: string | undefined,
  unready: string | undefined,
  last: Exit | undefined,
  facts: Facts,
  takenAt: string,
): Health {
  if (last !== undefined && last.code !== 0) {
    const trouble = because(last.reason || "Error", coreWords.last(last.words), unready ?? startedAt);
    return unwell("degraded", trouble, { ...facts, ...last.facts });
  }
  const isStuck = hasLasted(startedAt, takenAt, patience.rollout);
  return unwell(
    isStuck ? "degraded" : "progressing",
    because("Initializing", coreWords.initializing, startedAt),
    facts,
  );
}

/**
 * Since when it keeps its pod from being ready, by the pod's own condition: the last restart is a moment, the trouble is
 * older. Of two containers that are not ready it is the first one's time.
 */
function unreadySince({ role, status }: Container, pod: KubeObject): string | undefined {
  if (at(status, ["ready"]) === true) return undefined;
  const { conditions } = conditionsAt(pod);
  const types = [...(role === "init" ? ["Initialized"] : []), "ContainersReady", "Ready"];
  return types.map((type) => conditionOf(conditions, type)).find((each) => each?.status === "False")?.since;
}

/** Since when it could have been created: a main container when the init containers were done, others when scheduled. */
function turnOf({ role }: Container, pod: KubeObject): string | undefined {
  const { conditions } = conditionsAt(pod);
  const types = role === "main" ? ["Initialized", "PodScheduled"] : ["PodScheduled"];
  const since = types.map((type) => conditionOf(conditions, type)).find((each) => each?.status === "True")?.since;
  return since ?? utc(at(pod.status, ["startTime"])) ?? pod.createdAt;
}
