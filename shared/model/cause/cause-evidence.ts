import type { Outcome, Source } from "../snapshot.ts";
import type { Verdict } from "../verdict.ts";
import type { Observation } from "./observation.ts";
import type { ClusterWords, ReportedWords, Trouble } from "./trouble.ts";

/**
 * One clause of what explains a cause: data and the cluster's own words. Its sentence is written by
 * outline/cause-clauses.ts. A cause has several where an object above the deepest one reports something too.
 */
export type CauseClause =
  /** Reason and message as a controller, an event or the API server wrote them, and what the rule of a kind observed. */
  | ({ readonly is: "quote" } & ReportedWords)
  /** A condition of the root itself: without a message its reason alone would read as a state of the object. */
  | ({
      readonly is: "condition";
      readonly type: string;
      readonly status: string;
      readonly observed?: Observation;
    } & ClusterWords)
  /** The replicas of a workload, and what its controller failed to do. Without `name` it is the part itself. */
  | {
      readonly is: "workload";
      readonly kind?: string;
      readonly name?: string;
      /** `2/3`. Absent where the workload reports no status. */
      readonly ready?: string;
      readonly isScaledToZero?: true;
      readonly trouble?: ReportedWords;
    }
  /** Another object at the end of the path: `Pod x Unschedulable: …`. */
  | {
      readonly is: "object";
      readonly kind: string;
      readonly name: string;
      readonly verdict: Verdict;
      readonly trouble?: ReportedWords;
    }
  | ({ readonly is: "container"; readonly name: string; readonly verdict: Verdict } & ContainerState)
  /** A container that is ready now but was restarted again and again. */
  | ({ readonly is: "restarting" } & RestartingContainer)
  /** An object that was not found. Without `name` the sentence around it names it already. */
  | {
      readonly is: "not-found";
      readonly outcome: Exclude<Outcome, "found">;
      readonly kind: string;
      readonly name?: string;
      readonly namespace?: string;
      /** The file or the must-gather that lacks it. */
      readonly notIn?: Exclude<Source["kind"], "cluster">;
      /** It existed: the root has recorded it. */
      readonly isDeleted?: true;
    }
  /** The object reports no condition of this type; without `type`, none at all. */
  | { readonly is: "no-condition"; readonly type?: string }
  /** The component was deleted and created again since the root recorded it, and reports no conditions yet. */
  | { readonly is: "recreated" }
  | {
      readonly is: "state";
      readonly state: "being-deleted" | "paused" | "outdated" | "silent" | "not-restored" | "truncated";
      /** Of one that is outdated, where both are known. */
      readonly observedGeneration?: number;
      readonly generation?: number;
    }
  /** An Application without components, so that nothing shows whether it is healthy. `unread`: the files lack them. */
  | { readonly is: "nothing-selected"; readonly why: "no-selector" | "no-kinds" | "no-match" | "unread" }
  /** The operator has computed none of the root's conditions; `reason` is the placeholder that it wrote. */
  | { readonly is: "not-evaluated"; readonly reason: string; readonly isUpgrading?: true }
  /** The operator accepts only another name or namespace, which these are. */
  | ({ readonly is: "rejected"; readonly name?: string; readonly namespace?: string } & ClusterWords)
  /** Two clients wrote an object at once. `isLasting`: retries have not resolved it. */
  | ({ readonly is: "conflict"; readonly isLasting?: true } & ClusterWords)
  /** Other objects of a kind of which one may be active. */
  | { readonly is: "others"; readonly kind: string; readonly names: readonly string[] }
  /** A part reports only that its roll-out has begun, and the versions that it names. */
  | ({ readonly is: "progress"; readonly from?: string; readonly to?: string } & ClusterWords)
  /** What an upgrade waits for in a component. */
  | {
      readonly is: "awaited";
      readonly observedVersion?: string;
      readonly expectedVersion?: string;
      /** The condition types that the operator waits for. */
      readonly missing?: readonly string[];
    }
  /** A component that refuses to be deleted. */
  | ({ readonly is: "refusal"; readonly kept?: KeptBy } & ClusterWords)
  /** A deletion that waits for an operator which does not exist or is scaled to zero. */
  | {
      readonly is: "abandoned";
      readonly finalizers: readonly string[];
      readonly operator: string;
      readonly operatorNamespace: string;
      readonly isScaledToZero?: true;
    }
  /** Every reconcile of an upgrade fails, `count` times. `last`: RFC 3339 UTC. */
  | { readonly is: "failing-upgrade"; readonly count: number; readonly message: string; readonly last?: string }
  /** What OLM reports about an object of the operator's installation, and what that requires and lacks. */
  | ({
      readonly is: "olm";
      readonly kind: string;
      readonly name: string;
      readonly phase: string;
      readonly unmet: readonly string[];
    } & ReportedWords)
  /** Where all failing pods of a workload run, and none of its healthy ones. */
  | { readonly is: "common-ground"; readonly pods: number; readonly trait: SharedTrait; readonly value: string }
  /** A Service without ready endpoints whose webhook the API server calls. */
  | { readonly is: "webhook"; readonly service: string; readonly configurations: readonly string[] };

/** Objects that keep a component from being deleted: how many, and the first of them as `VirtualMachine x/y`. */
export interface KeptBy {
  readonly count: number;
  readonly names: readonly string[];
}

/** Reason, message and observation of a clause or of its object; no field where the clause quotes nothing. */
export function reportedWordsIn(clause: CauseClause): Partial<ReportedWords> {
  if ("trouble" in clause) return clause.trouble ?? {};
  return {
    ...("reason" in clause && { reason: clause.reason }),
    ...("message" in clause && { message: clause.message }),
    ...("observed" in clause && { observed: clause.observed }),
  };
}

/** What pods have in common: their node, or a fact that the kubelet or the labels of their nodes report. */
export type SharedTrait = "node" | "zone" | "architecture" | "os-image" | "kernel";

/** What the kubelet reports about a container. `facts` are those of its node: waiting, exitCode, signal, restarts … */
export interface ContainerState {
  readonly facts: Readonly<Record<string, string>>;
  readonly trouble?: Trouble;
}

/** A container that is ready but restarts repeatedly; `reason` and `exitCode` are those of its last end, or empty. */
export interface RestartingContainer {
  readonly pod: string;
  readonly container: string;
  readonly restarts: number;
  readonly reason: string;
  readonly exitCode: string;
}

/** How far the operator's Deployment is with its newest template. The sentence is in outline/operator-rollout.ts. */
export interface RolloutProgress {
  readonly state: "complete" | "underway" | "paused" | "stuck" | "unknown";
  readonly deployment: string;
  /** The version that leads, and the one that is to replace it. Empty where not known. */
  readonly from: string;
  readonly to: string;
  /** `1/1`; only of a complete one. */
  readonly ready?: string;
  /** A new Pod that is ready and waits for the Lease that the previous Pod holds. */
  readonly waitingPod?: string;
  /** The Pod that holds the Lease for which `waitingPod` waits. */
  readonly leadingPod?: string;
  /** When the deletion of that Pod was requested; its deletionTimestamp is that time plus the grace period. */
  readonly leadingPodDeletedAt?: string;
  /** The node that has not confirmed that the deleted Pod has stopped; absent where a finalizer keeps it. */
  readonly leadingPodNode?: string;
  /** How the Pods could not be read, where the state is unknown. */
  readonly unreadPods?: { readonly outcome: "forbidden" | "unread"; readonly namespace: string };
  /** What holds it, where it is stuck. */
  readonly evidence?: CauseClause;
}
