import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Trouble } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import type { Verdict } from "../../model/verdict.ts";
import { coreWords } from "../../render/words-core.ts";

/** How one object of Kubernetes' own kinds is, by itself. */
export interface Health {
  readonly verdict: Verdict;
  /**
   * Short strings by name: `ready` (`2/3`), `restarts`, `waiting`, `exitCode`, `signal`, `lastExit`, `lastMessage`,
   * `restarting`, `phase`, `node`, `reason`, ...
   */
  readonly facts: Facts;
  /** What makes it so; there wherever it is not healthy. */
  readonly trouble?: Trouble;
}

export type Facts = Readonly<Record<string, string>>;

/**
 * How an object is by the rule of its kind; total, whatever the object holds. `newestPod`: when the newest of the pods that
 * it controls was made, where they were read.
 */
export type Rule = (object: KubeObject, takenAt: string, newestPod?: string) => Health;

export function well(facts: Facts = {}): Health {
  return { verdict: "healthy", facts };
}

export function unwell(verdict: Exclude<Verdict, "healthy">, trouble: Trouble, facts: Facts = {}): Health {
  return { verdict, facts, trouble };
}

export function because(reason: string, message: string, since?: string): Trouble {
  return { reason, message, ...(since === undefined ? {} : { since }) };
}

/** A condition's own words; where it has no reason its type stands for one. */
export function saidBy({ type, reason, message, since }: Condition): Trouble {
  return because(reason === "" ? type : reason, message, since);
}

/** A field holds what no API server would have let in: nothing is known, and nothing is healthy. */
export function malformed(field: string, facts: Facts = {}): Health {
  return unwell("unknown", because("Malformed", coreWords.malformed(field)), facts);
}

/** It has lasted at least so many seconds, or nobody knows since when. */
export function hasLasted(since: string | undefined, takenAt: string, seconds: number): boolean {
  const age = secondsBetween(since, takenAt);
  return age === undefined || age >= seconds;
}

/** Seconds until what is normal becomes a fault. */
export const patience = {
  /** kstatus core.go: a pod that is not scheduled at once may only be new. */
  scheduling: 15,
  /** kubectl get apiservice and HCO's own operands settle sooner; an aggregated API that is away longer is down. */
  apiService: 300,
  /** The kubelet gives a mount 2 min 3 s and tries again (kubelet, volume_manager.go podAttachAndMountTimeout). */
  creating: 300,
  /** A Deployment's default progressDeadlineSeconds (apps/v1 defaults.go), for the kinds that have none. */
  rollout: 600,
  /** Provisioners and load balancers of clouds. */
  provisioning: 300,
  /** An object whose deletion has taken longer waits for somebody; of a pod this counts from the end of its grace. */
  deleting: 300,
  deletingPod: 60,
  /** The controller manager sees a new object within seconds. */
  observing: 300,
  /** The kubelet starts to count anew once a container has run for twice its longest back-off (kubelet.go, MaxContainerBackOff). */
  backOff: 600,
  /** A job's next pod comes at most ten minutes after the last one failed (job_controller.go, MaxJobPodFailureBackOff). */
  retrying: 900,
  /** Readiness gates and node controllers, and a job's end to its CronJob. */
  settling: 60,
} as const;
