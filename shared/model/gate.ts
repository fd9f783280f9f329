import type { ConditionStatus } from "./condition.ts";
import type { Ref } from "./object.ts";
import type { Completeness, ContributionRule, Gap } from "./report.ts";
import type { Source } from "./snapshot.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Why somebody should not upgrade, or cannot know: one word each, as a condition's type is spelt; where a condition says
 * it, its type is the code. `--accept` takes them.
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
  "WorkloadDown",
  "Deleting",
  "Paused",
  "Stale",
  "TaintedConfiguration",
  "OutdatedVMIWorkloads",
  "IncompleteReading",
  "NoHyperConverged",
] as const;

export type GateCode = (typeof gateCodes)[number];

/** What may be accepted: without anything to upgrade there is no risk to take. */
export const acceptableCodes: readonly GateCode[] = gateCodes.filter((code) => code !== "NoHyperConverged");

export type GateAnswer = "ALLOW" | "BLOCK" | "UNKNOWN";

/** What `gate upgrade -o json` prints: may it be upgraded, and every reason why not. */
export interface GateReport {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "UpgradeGate";
  readonly takenAt: string;
  readonly source: Source;
  /** The worst of the roots: BLOCK, then UNKNOWN, then ALLOW. */
  readonly answer: GateAnswer;
  readonly roots: readonly GateRoot[];
  /** What blocks first, then what is not known, then what is accepted. */
  readonly reasons: readonly GateReason[];
  /** The codes that were accepted, and those of them that no reason has. */
  readonly accepted: readonly GateCode[];
  readonly unneeded: readonly GateCode[];
  readonly completeness: Completeness;
}

/** One object that was asked about. */
export interface GateRoot {
  readonly ref: Ref;
  readonly verdict: Verdict;
  readonly version?: string;
  readonly operatorVersion?: string;
  readonly answer: GateAnswer;
}

/** One reason; the sentence for each code is in render/words-gate-reasons.ts. */
export type GateReason = GateEvidence & {
  readonly state: "blocks" | "unknown" | "accepted";
  /** Of an accepted one: what it would be. */
  readonly was?: "blocks" | "unknown";
  readonly about: Ref;
  /** The root that it stands against; absent where it stands against all. */
  readonly root?: Ref;
  /** The component that it comes from, by the operator's name for it. */
  readonly component?: string;
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
      /** There is no such condition. */
      readonly missing?: true;
      /** The HyperConverged does not show it. */
      readonly hidden?: true;
      /** There is no such object. */
      readonly absent?: true;
      /** What status.phase says instead of a condition. */
      readonly phase?: string;
      /** What status.systemHealthStatus says. */
      readonly health?: string;
      /** By which rule HyperConverged makes this of a component that does not say it. */
      readonly rule?: ContributionRule;
      /** No condition of this type says so: it is so by the whole of what was read. */
      readonly judged?: true;
    })
  | (Said & {
      readonly code: "OperatorCondition";
      /** What somebody wrote over it in spec.overrides. */
      readonly override?: ConditionStatus;
      /** OLM's copy is older than the object. */
      readonly outdated?: true;
    })
  | {
      readonly code: "ClusterServiceVersion";
      readonly phase: string;
      readonly reason: string;
      readonly message: string;
    }
  | {
      readonly code: "UpgradeRunning";
      /** Absent: it is not known whether one runs; `from` and `to` are then what is known of the CR's and the operator's. */
      readonly running?: true;
      /** A second operator of the version `from`. */
      readonly other?: Ref;
      readonly from?: string;
      readonly to?: string;
      readonly waitingFor: readonly string[];
    }
  | { readonly code: "ComponentBehind"; readonly observedVersion?: string; readonly expectedVersion?: string }
  /** `2/3`; empty where nobody knows, and of a webhook that does not answer (kind Webhook). */
  | { readonly code: "OperatorDown" | "WorkloadDown"; readonly ready: string }
  | { readonly code: "TaintedConfiguration"; readonly annotation?: string; readonly operations?: number }
  | { readonly code: "OutdatedVMIWorkloads"; readonly count: number }
  | {
      readonly code: "IncompleteReading";
      readonly outcome: Gap["outcome"];
      readonly verb: Gap["verb"];
      readonly cause: string;
    }
  | { readonly code: "Deleting" | "Paused" | "Stale" | "NoHyperConverged" };
