import { conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { utc } from "../../model/time.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { containerHealth, restartsAlways } from "./container-health.ts";
import { areStatusesLists, containersOf, readyOf, restartsOf } from "./containers.ts";
import { because, type Facts, type Health, hasLasted, malformed, patience, saidBy, unwell, well } from "./verdicts.ts";

/**
 * A Pod by its phase, its containers and its conditions (kstatus core.go, podConditions; Argo CD for what has failed). A
 * container that fails makes it degraded whatever else it says; Succeeded is well, also where condition Ready is False.
 */
export function pod(object: KubeObject, takenAt: string): Health {
  const { conditions } = conditionsAt(object);
  const phase = text(at(object.status, ["phase"]));
  const facts = factsOf(object, phase);
  if (!areStatusesLists(object)) return malformed("container statuses", facts);
  if (phase === "Succeeded") return well(facts);
  const sick = sickest(object, facts, takenAt);
  if (phase === "Failed") return failed(object, sick, facts);
  if (sick?.verdict === "degraded") return sick;
  const scheduled = conditionOf(conditions, "PodScheduled");
  const isAssigned = text(at(object.spec, ["nodeName"])) !== "" || scheduled?.status === "True";
  if (phase === "Pending") {
    if (!isAssigned) return unscheduled(object, facts, takenAt);
    return sick ?? unwell("progressing", because("Pending", coreWords.nothingReported, scheduled?.since), facts);
  }
  if (phase === "Unknown") {
    const reason = text(at(object.status, ["reason"])) || "NodeLost";
    return unwell("unknown", because(reason, text(at(object.status, ["message"])) || coreWords.lost), facts);
  }
  if (phase !== "Running") return malformed("phase", facts);
  if (sick !== undefined) return sick;
  const ready = conditionOf(conditions, "Ready");
  if (ready?.status === "True") return well(facts);
  if (ready === undefined) {
    const isReported = containersOf(object).length > 0;
    return isReported ? well(facts) : unwell("unknown", because("NotObserved", coreWords.nothingReported), facts);
  }
  if (isReadyButForTheDone(object)) return well(facts);
  // Its containers are ready and it is not: readiness gates, or the node does not report.
  const { reason, message, since } = saidBy(ready);
  const isLong = hasLasted(ready.since, takenAt, patience.settling);
  const trouble = because(reason === "Ready" ? "NotReady" : reason, message || coreWords.notReady, since);
  return unwell(isLong ? "degraded" : "progressing", trouble, facts);
}

/**
 * A container that has ended with 0 and is not to run again is not ready for good, and so its pod says that it is not; what
 * counts are the others, which are well (kubelet, status/generate.go: it stands among the unready until all have ended).
 */
function isReadyButForTheDone(object: KubeObject): boolean {
  if (restartsAlways(object)) return false;
  const isUnready = conditionOf(conditionsAt(object).conditions, "ContainersReady")?.status === "False";
  const done = containersOf(object).filter(({ role }) => role === "main");
  return isUnready && done.some(({ status }) => at(status, ["state", "terminated", "exitCode"]) === 0);
}

/** The health of the worst container, the first in their order where several are as bad, as the pod's own. */
function sickest(object: KubeObject, facts: Facts, takenAt: string): Health | undefined {
  const all = containersOf(object).map((each) => ({ ...containerHealth(each, object, takenAt), name: each.name }));
  const [worst] = all.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  if (worst?.trouble === undefined) return undefined;
  const { trouble, verdict, name } = worst;
  return { verdict, trouble, facts: { ...facts, container: name } };
}

/** Evicted, preempted, out of time, or by a container: it does not come back by itself. */
function failed(object: KubeObject, sick: Health | undefined, facts: Facts): Health {
  const [reason, message] = ["reason", "message"].map((name) => text(at(object.status, [name])));
  const disruption = conditionOf(conditionsAt(object).conditions, "DisruptionTarget");
  const since =
    disruption?.since ?? sick?.trouble?.since ?? conditionOf(conditionsAt(object).conditions, "Ready")?.since;
  if (reason !== undefined && reason !== "") {
    return unwell("degraded", because(reason, message || disruption?.message || coreWords.failed, since), facts);
  }
  if (disruption?.status === "True") return unwell("degraded", saidBy(disruption), facts);
  if (sick?.verdict === "degraded") return sick;
  return unwell("degraded", because("Failed", message || coreWords.failed, since), facts);
}

/** kstatus: unschedulable counts once the pod is 15 s old, for the scheduler tries again as nodes come. */
function unscheduled(object: KubeObject, facts: Facts, takenAt: string): Health {
  const scheduled = conditionOf(conditionsAt(object).conditions, "PodScheduled");
  if (scheduled === undefined) {
    const isLong = hasLasted(object.createdAt, takenAt, patience.observing);
    const trouble = because("NotScheduled", coreWords.unscheduled, object.createdAt);
    return unwell(isLong ? "degraded" : "progressing", trouble, facts);
  }
  const { reason, message, since } = saidBy(scheduled);
  if (reason === "SchedulingGated") {
    return unwell("progressing", because(reason, message || coreWords.gated, since), facts);
  }
  const isYoung = !hasLasted(object.createdAt ?? since, takenAt, patience.scheduling);
  return unwell(isYoung ? "progressing" : "degraded", because(reason, message, since), facts);
}

function factsOf(object: KubeObject, phase: string): Facts {
  const containers = containersOf(object);
  const restarts = containers.reduce((sum, each) => sum + restartsOf(each), 0);
  const [node, reason] = [text(at(object.spec, ["nodeName"])), text(at(object.status, ["reason"]))];
  const startedAt = utc(at(object.status, ["startTime"]));
  return {
    ...(phase === "" ? {} : { phase }),
    ready: readyOf(containers),
    restarts: `${restarts}`,
    ...(node === "" ? {} : { node }),
    ...(reason === "" ? {} : { reason }),
    ...(startedAt === undefined ? {} : { startedAt }),
  };
}
