import { type Condition, conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { because, type Health, saidBy, unwell, well } from "./verdicts.ts";

/**
 * A VirtualMachine by status.printableStatus (kubevirt.io/api/core/v1 types.go): stopped and paused are as somebody wants
 * it, and Ready False says no more of them.
 */
export function virtualMachine(object: KubeObject): Health {
  const { conditions } = conditionsAt(object);
  const printable = text(at(object.status, ["printableStatus"]));
  const facts = printable === "" ? {} : { status: printable };
  const failure = conditions.find(({ type, status }) => type === "Failure" && status === "True");
  if (failure !== undefined) return unwell("degraded", saidBy(failure), facts);
  if (resting.has(printable)) return well(facts);
  const ready = conditionOf(conditions, "Ready");
  if (failed.test(printable)) return unwell("degraded", troubleOf(printable, ready), facts);
  if (moving.has(printable)) return unwell("progressing", troubleOf(printable, ready), facts);
  if (ready === undefined) return unwell("progressing", because("NotObserved", coreWords.nothingKnown("ready")), facts);
  if (ready.status === "True") return well(facts);
  return unwell(ready.status === "Unknown" ? "unknown" : "degraded", saidBy(ready), facts);
}

const resting: ReadonlySet<string> = new Set(["Stopped", "Paused"]);
const moving: ReadonlySet<string> = new Set([
  "Provisioning",
  "Starting",
  "Stopping",
  "Terminating",
  "Migrating",
  "WaitingForVolumeBinding",
  "WaitingForReceiver",
]);
const failed = /^(CrashLoopBackOff|Err.*|.*Error|ImagePullBackOff)$/;

function troubleOf(word: string, ready: Condition | undefined): ReturnType<typeof because> {
  return because(word, ready?.message || coreWords.phase(word), ready?.since);
}

/** A VirtualMachineInstance by its phase and condition Ready (kubevirt.io/api/core/v1 types.go). */
export function virtualMachineInstance(object: KubeObject): Health {
  const { conditions } = conditionsAt(object);
  const phase = text(at(object.status, ["phase"]));
  const facts = phase === "" ? {} : { phase };
  const ready = conditionOf(conditions, "Ready");
  switch (phase) {
    case "Succeeded":
      return well(facts);
    case "Failed":
      return unwell("degraded", troubleOf(phase, ready), facts);
    case "Running":
      if (ready === undefined) return unwell("unknown", because("NotObserved", coreWords.nothingKnown("ready")), facts);
      return ready.status === "True" ? well(facts) : unwell("degraded", saidBy(ready), facts);
    case "Unknown":
      return unwell("unknown", troubleOf(phase, ready), facts);
    default:
      return unwell("progressing", troubleOf(phase || "Pending", ready), facts);
  }
}

/** A DataVolume by its phase, and by what condition Running says has gone wrong (cdi.kubevirt.io v1beta1 types.go). */
export function dataVolume(object: KubeObject): Health {
  const { conditions } = conditionsAt(object);
  const phase = text(at(object.status, ["phase"]));
  const progress = text(at(object.status, ["progress"]));
  const facts = { ...(phase === "" ? {} : { phase }), ...(progress === "" ? {} : { progress }) };
  const run = conditionOf(conditions, "Running");
  if (phase === "Succeeded") return well(facts);
  if (phase === "Failed" || phase === "Unknown") {
    return unwell(phase === "Failed" ? "degraded" : "unknown", troubleOf(phase, run), facts);
  }
  if (run?.status === "False" && run.reason === "Error") return unwell("degraded", saidBy(run), facts);
  if (phase === "Paused") return well(facts);
  return unwell("progressing", troubleOf(phase || "Pending", run), facts);
}
