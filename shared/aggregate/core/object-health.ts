import type { MalformedField, Observation } from "../../model/cause/observation.ts";
import type { Trouble } from "../../model/cause/trouble.ts";
import type { Condition } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Snapshot, Source } from "../../model/snapshot.ts";
import { secondsBetween } from "../../model/time.ts";
import type { Verdict } from "../../model/verdict.ts";
import { wholeNumber } from "../../parse/json-value.ts";

/** The health of one built-in object by itself. */
export interface ObjectHealth {
  readonly verdict: Verdict;
  /**
   * Short strings by name: `ready` (`2/3`), `restarts`, `waiting`, `exitCode`, `signal`, `lastExit`, `lastMessage`,
   * `restarting`, `phase`, `node`, `reason`, ...
   */
  readonly facts: NodeFacts;
  /** The cause; present unless the object is healthy. */
  readonly trouble?: Trouble;
}

export type NodeFacts = Readonly<Record<string, string>>;

/**
 * Computes an object's health by the rule of its kind; never throws, whatever the object holds.
 * @param newestPod when the newest pod that it controls was created, if the pods were read
 */
export type KindRule = (object: KubeObject, takenAt: string, newestPod?: string) => ObjectHealth;

export function healthyObject(facts: NodeFacts = {}): ObjectHealth {
  return { verdict: "healthy", facts };
}

export function unhealthyObject(
  verdict: Exclude<Verdict, "healthy">,
  trouble: Trouble,
  facts: NodeFacts = {},
): ObjectHealth {
  return { verdict, facts, trouble };
}

/** A cause with the cluster's message, or with what the rule observed where the cluster gives no message. */
export function makeTrouble(reason: string, messageOrObservation: string | Observation, since?: string): Trouble {
  if (typeof messageOrObservation === "string") {
    return { reason, message: messageOrObservation, ...definedFields({ since }) };
  }
  return { reason, message: "", observed: messageOrObservation, ...definedFields({ since }) };
}

/** The facts that are not empty: `{ phase: "Bound", reason: "", node: undefined }` -> `{ phase: "Bound" }`. */
export function filledFacts(facts: Readonly<Record<string, string | undefined>>): NodeFacts {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined && value !== "") filled[name] = value;
  }
  return filled;
}

/** A condition's reason and message; the type stands in for an empty reason. */
export function troubleFromCondition({ type, reason, message, since }: Condition): Trouble {
  return makeTrouble(reason === "" ? type : reason, message, since);
}

/** The health of an object with a field that no API server would accept: unknown. */
export function malformedField(field: MalformedField, facts: NodeFacts = {}): ObjectHealth {
  return unhealthyObject("unknown", makeTrouble("Malformed", { code: "malformed", field }), facts);
}

/** Whether a state has lasted at least `seconds`; true also if its start is unknown. */
export function hasLasted(since: string | undefined, takenAt: string, seconds: number): boolean {
  const age = secondsBetween(since, takenAt);
  return age === undefined || age >= seconds;
}

/** How long work on an object may take before it is a fault. */
export const maxWorkSeconds = 3600;

/** The verdict on an object whose deletion is not only progressing, and the cause of that verdict. */
export interface DeletionState {
  readonly verdict: "degraded" | "unknown";
  readonly trouble: Trouble;
}

/**
 * The state of the deletion of a custom resource, which may take an hour, by {@link evaluateDeletionAge}. Undefined also
 * for an object that is not being deleted.
 */
export function evaluateLastingDeletion(
  object: KubeObject,
  { takenAt, source }: Pick<Snapshot, "takenAt" | "source">,
): DeletionState | undefined {
  if (object.deletedAt === undefined) return undefined;
  return evaluateDeletionAge(object, hasLasted(object.deletedAt, takenAt, maxWorkSeconds), source);
}

/**
 * The state of a deletion by its age:
 * 1. degraded, where it takes longer than it may,
 * 2. unknown, where the time of the input is only the newest time in it: the deletion may have begun a minute before the
 *    input was read, or a month.
 *
 * Undefined where it is known that it takes no longer than it may: it is progressing.
 *
 * @param isLate whether it takes longer than it may, if the input was read at its newest time
 */
export function evaluateDeletionAge(
  { deletedAt, finalizers }: KubeObject,
  isLate: boolean,
  source: Pick<Source, "takenFrom"> | undefined,
): DeletionState | undefined {
  if (isLate) {
    const observed = { code: "deletion-waits", finalizers } as const;
    return { verdict: "degraded", trouble: makeTrouble("Terminating", observed, deletedAt) };
  }
  if (source?.takenFrom !== "newest") return undefined;
  const observed = { code: "deletion-of-unknown-age", finalizers } as const;
  return { verdict: "unknown", trouble: makeTrouble("Terminating", observed, deletedAt) };
}

/** Seconds until a normal state becomes a fault. */
export const gracePeriodSeconds = {
  /** kstatus core.go: a pod that is not scheduled at once may only be new. */
  scheduling: 15,
  /**
   * kubectl get apiservice and HCO's own operands settle sooner; a longer outage means that the aggregated API is down.
   */
  apiService: 300,
  /** The kubelet gives a mount 2 min 3 s and tries again (kubelet, volume_manager.go podAttachAndMountTimeout). */
  creating: 300,
  /** A Deployment's default progressDeadlineSeconds (apps/v1 defaults.go), for the kinds that have none. */
  rollout: 600,
  /** For volume provisioners and load balancers of clouds. */
  provisioning: 300,
  /** A longer deletion waits for a finalizer or a kubelet. For a pod this counts from the end of its grace period. */
  deleting: 300,
  deletingPod: 60,
  /** The controller manager sees a new object within seconds. */
  observing: 300,
  /**
   * The kubelet resets its count once a container has run for twice its longest back-off (kubelet.go,
   * MaxContainerBackOff).
   */
  backOff: 600,
  /** A job's next pod comes at most ten minutes after the last one failed (job_controller.go, MaxJobPodFailureBackOff). */
  retrying: 900,
  /** The alert KubeVirtVMStuckInStartingState (kubevirt/monitoring, docs/runbooks) fires after five minutes. */
  startingMachine: 300,
  /** The alert KubeVirtVMStuckInMigratingState (kubevirt/monitoring, docs/runbooks) fires after five minutes. */
  migratingMachine: 300,
  /**
   * For a DataVolume that is filled, a virtual machine that waits for its disks, and a migration. No alert has a limit, so
   * this rule is our choice: a day is long for any disk.
   */
  transferring: 86_400,
  /** Pods tolerate a node that is not ready so long (kubernetes/kubernetes plugin/pkg/admission/defaulttolerationseconds). */
  evicting: 300,
  /** For readiness gates, for node controllers, and from a job's end to its CronJob. */
  settling: 60,
} as const;

/**
 * The node of an object, unknown in place of healthy where the text of the object was cut: a fault may stand in the
 * part that is missing.
 */
export function markCutObjectUnknown({ cut }: KubeObject, node: ReportNode): ReportNode {
  if (cut === undefined || node.verdict !== "healthy") return node;
  return { ...node, verdict: "unknown", ownVerdict: "unknown", trouble: makeTrouble("", { code: "cut-object" }) };
}

/** A count from an object. Returns `countIfAbsent` if the field is absent, and undefined if it is no count. */
export function readCount(value: unknown, countIfAbsent: number): number | undefined {
  if (value === undefined || value === null) return countIfAbsent;
  const number = wholeNumber(value);
  return number === undefined || number < 0 ? undefined : number;
}
