import type { RolloutProgress } from "./cause/cause-evidence.ts";
import type { ConditionStatus } from "./condition.ts";
import type { Ref } from "./object.ts";
import type { Completeness, ContributionRule, ReadGap } from "./report.ts";
import type { Source } from "./snapshot.ts";
import type { Verdict } from "./verdict.ts";

/**
 * The codes of reasons against an upgrade, or for an unknown result; spelt like condition types. If a condition is the
 * reason, its type is the code. `--accept` takes them.
 */
export const gateCodes = [
  "Upgradeable",
  "OperatorCondition",
  "ClusterServiceVersion",
  "UpgradeRunning",
  "ComponentBehind",
  "Available",
  "Degraded",
  "Progressing",
  "ReconcileComplete",
  "OperatorDown",
  "OperatorRollout",
  "WorkloadDown",
  "WorkloadNotReady",
  "ApiNotAvailable",
  "Deleting",
  "Paused",
  "Stale",
  "TaintedConfiguration",
  "OutdatedVMIWorkloads",
  "IncompleteReading",
  "NoHyperConverged",
] as const;

export type GateCode = (typeof gateCodes)[number];

/** The codes that the user can accept: without anything to upgrade there is no risk to accept. */
export const acceptableCodes: readonly GateCode[] = gateCodes.filter((code) => code !== "NoHyperConverged");

/** The answers of the gate, worst first. */
export const gateAnswers = ["BLOCK", "UNKNOWN", "ALLOW"] as const;

export type GateAnswer = (typeof gateAnswers)[number];

/** The worst of several answers. Without any, nothing is known. */
export function worstAnswer(answers: readonly GateAnswer[]): GateAnswer {
  return gateAnswers.find((answer) => answers.includes(answer)) ?? "UNKNOWN";
}

/** The output of `gate upgrade -o json`: whether an upgrade is safe, and every reason against it. */
export interface GateReport {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "UpgradeGate";
  readonly takenAt: string;
  readonly source: Source;
  /** The worst of the roots: BLOCK, then UNKNOWN, then ALLOW. */
  readonly answer: GateAnswer;
  readonly roots: readonly GateRoot[];
  /** Blocking reasons first, then unknown, then accepted ones. */
  readonly reasons: readonly GateReason[];
  /** The codes that the user accepted, and those of them that no reason has. */
  readonly accepted: readonly GateCode[];
  readonly unneeded: readonly GateCode[];
  readonly completeness: Completeness;
}

/** One object that the gate checks. */
export interface GateRoot {
  readonly ref: Ref;
  readonly verdict: Verdict;
  readonly version?: string;
  readonly operatorVersion?: string;
  readonly answer: GateAnswer;
}

/** One reason; the sentence for each code is in commands/gate-reasons.ts. */
export type GateReason = GateEvidence & {
  readonly state: "blocks" | "unknown" | "accepted";
  /** For an accepted reason: its state before. */
  readonly was?: "blocks" | "unknown";
  readonly about: Ref;
  /** The root that it concerns; absent if it concerns all. */
  readonly root?: Ref;
  /** The component that it comes from, by the operator's name. */
  readonly component?: string;
  /** The Report's first cause of it, on the first reason of each component. Absent where it says no more. */
  readonly rootCause?: string;
  /** RFC 3339 UTC. */
  readonly since?: string;
};

interface Said {
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
}

/** One variant per kind of evidence; reasons and messages are the cluster's own words. */
type GateEvidence =
  | (Said & {
      readonly code: "Upgradeable" | "Available" | "Degraded" | "Progressing" | "ReconcileComplete";
      /** The condition does not exist. */
      readonly missing?: true;
      /** The HyperConverged's own conditions do not show it. */
      readonly hidden?: true;
      /** The object does not exist. */
      readonly absent?: true;
      /** The value of status.phase that stands in for a condition. */
      readonly phase?: string;
      /** The value of status.systemHealthStatus. */
      readonly health?: string;
      /** The rule by which HyperConverged derives this from a component that does not report it. */
      readonly rule?: ContributionRule;
      /** No condition of this type reports it: it is computed from everything that was read. */
      readonly judged?: true;
    })
  | (Said & {
      readonly code: "OperatorCondition";
      /** The status that spec.overrides sets instead. */
      readonly override?: ConditionStatus;
      /** OLM's copy is older than the object. */
      readonly outdated?: true;
    })
  | {
      readonly code: "ClusterServiceVersion";
      readonly phase: string;
      readonly reason: string;
      readonly message: string;
      /** What it requires and the cluster lacks. */
      readonly unmet: readonly string[];
    }
  | {
      readonly code: "UpgradeRunning";
      /**
       * Absent if it is unknown whether an upgrade runs. `from` and `to` are then the known versions of the CR and of
       * the operator.
       */
      readonly running?: true;
      /** It stands still. */
      readonly stalled?: true;
      /** A second operator of version `from`. */
      readonly other?: Ref;
      readonly from?: string;
      readonly to?: string;
      readonly waitingFor: readonly string[];
    }
  | { readonly code: "ComponentBehind"; readonly observedVersion?: string; readonly expectedVersion?: string }
  /** `2/3`; empty if unknown, for a workload that does not exist, and for a webhook that does not respond (kind Webhook). */
  | { readonly code: "OperatorDown" | "WorkloadDown" | "WorkloadNotReady"; readonly ready: string }
  /** The reason and message of its condition Available. */
  | { readonly code: "ApiNotAvailable"; readonly reason: string; readonly message: string }
  /** The Deployment of the operator does not have its newest template everywhere. */
  | {
      readonly code: "OperatorRollout";
      readonly rollout: RolloutProgress;
    }
  | { readonly code: "TaintedConfiguration"; readonly annotation?: string; readonly operations?: number }
  | { readonly code: "OutdatedVMIWorkloads"; readonly count: number }
  | {
      readonly code: "IncompleteReading";
      readonly outcome: ReadGap["outcome"];
      readonly verb: ReadGap["verb"];
      readonly cause: string;
    }
  | { readonly code: "Deleting" | "Paused" | "Stale" | "NoHyperConverged" };
