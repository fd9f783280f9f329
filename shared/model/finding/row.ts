import type { RolloutProgress } from "../cause/cause-evidence.ts";
import type { ReportedWords } from "../cause/trouble.ts";
import type { ConditionStatus, ConditionWords, OlmCopyAge } from "../condition.ts";
import type { Ref } from "../object.ts";
import type { Outcome, Source } from "../snapshot.ts";
import type { Effect } from "./effect.ts";
import type { FindingCode } from "./evidence.ts";
import type { HeldInstance } from "./evidence-parts.ts";

/**
 * The codes of what blocks an upgrade, or leaves it unknown; spelt like condition types. If a condition is the reason,
 * its type is the code. `--accept` takes them. The findings of a code are about the same fault: its row joins the one that
 * is about its object. Where there is none, it is a row of the finding `state` of that object.
 */
const gateCodeTable = {
  Upgradeable: [],
  OperatorCondition: ["operator-condition"],
  ClusterServiceVersion: ["csv-failed", "csv-unsettled"],
  UpgradeRunning: ["upgrade-stuck"],
  ComponentBehind: ["upgrade-stall"],
  Available: ["component-absent", "no-conditions", "missing-condition"],
  Degraded: ["missing-condition"],
  Progressing: ["missing-condition"],
  ReconcileComplete: ["invalid-request", "reconcile-failed", "status-unknown", "installing", "not-yet-seen"],
  OperatorDown: ["operator-down"],
  OperatorRollout: ["operator-rollout"],
  WorkloadDown: [
    "component-operator-down",
    "component-workload-down",
    "workload-absent",
    "conversion-webhook",
    "webhook-without-endpoints",
  ],
  WorkloadNotReady: ["workload-not-ready"],
  ApiNotAvailable: ["api-not-available"],
  ConversionFailed: ["conversion-failed"],
  InvalidCertificate: ["ca-bundle-invalid", "certificate-refused"],
  Deleting: ["deleting"],
  Paused: [],
  Stale: ["stale", "component-new"],
  TaintedConfiguration: ["tainted"],
  OutdatedVMIWorkloads: ["outdated-workloads"],
  ClusterVersionFailing: [],
  ClusterVersionProgressing: [],
  ClusterVersionUpgradeable: [],
  MaxOpenShiftVersion: ["csv-failed", "csv-unsettled"],
  OtherServiceVersion: [],
  MachineConfigPoolDegraded: [],
  MachineConfigPoolUpdating: [],
  MachineConfigPoolPaused: [],
  NodeNotReady: ["drain-held"],
  NodeCordoned: ["drain-held"],
  DrainHeld: ["drain-held"],
  WorkloadUpdateMethods: ["outdated-workloads"],
  IncompleteReading: ["not-read", "operator-unknown"],
  NoHyperConverged: [],
} as const;

export type GateCode = keyof typeof gateCodeTable;

/** The findings that take a row of each code. */
export const findingsByGateCode: Readonly<Record<GateCode, readonly FindingCode[]>> = gateCodeTable;

export const gateCodes = Object.keys(gateCodeTable) as readonly GateCode[];

const mainCodes: readonly GateCode[] = [
  "Deleting",
  "ReconcileComplete",
  "UpgradeRunning",
  "Upgradeable",
  "Available",
  "Degraded",
  "Progressing",
];

/** What stops the operator stands before what its conditions report, and these before single objects. */
export const gateCodesInOrder: readonly GateCode[] = [
  ...mainCodes,
  ...gateCodes.filter((code) => !mainCodes.includes(code)),
];

/** The codes that the user can accept: without anything to upgrade there is no risk to accept. */
export const acceptableCodes: readonly GateCode[] = gateCodes.filter((code) => code !== "NoHyperConverged");

/**
 * One condition, or another single fact, through which a finding shows. `--accept` takes its code and removes this row
 * alone: a finding blocks as long as a row is left.
 */
export type FindingRow = RowEvidence & {
  readonly effect: Effect;
  /** The object that shows it, where the finding is about another. */
  readonly about?: Ref;
  /** RFC 3339 UTC. */
  readonly since?: string;
};

/** The rule by which HyperConverged derives its conditions from a component. */
export type ContributionRule =
  | "no-conditions"
  | "not-available"
  | "missing-available"
  | "progressing"
  | "degraded"
  | "not-upgradeable"
  | "version"
  | "missing-condition"
  | "unknown"
  | "not-ready"
  | "reported-reason"
  /** A part whose own condition is merged into another. */
  | "part";

/** One variant per kind of evidence; reasons and messages are the cluster's own words. */
export type RowEvidence =
  | (ConditionWords & {
      readonly code: "Upgradeable" | "Available" | "Degraded" | "Progressing" | "ReconcileComplete";
      /** The condition does not exist. */
      readonly missing?: true;
      /** The HyperConverged's own conditions do not show it. */
      readonly hidden?: true;
      /** The version of the operator, where that does not read this condition of its component. */
      readonly notReadBy?: string;
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
  | (ConditionWords &
      OlmCopyAge & {
        readonly code: "OperatorCondition";
        /** The status that spec.overrides sets instead. */
        readonly override?: ConditionStatus;
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
      /** Every reconcile of it fails. */
      readonly failing?: true;
      /** A second operator of version `from`. */
      readonly other?: Ref;
      readonly from?: string;
      readonly to?: string;
      readonly waitingFor: readonly string[];
    }
  | { readonly code: "ComponentBehind"; readonly observedVersion?: string; readonly expectedVersion?: string }
  /**
   * `2/3`. Empty if unknown, and for a workload that does not exist, a webhook that does not respond (kind Webhook) or
   * its Service.
   */
  | { readonly code: "WorkloadNotReady"; readonly ready: string }
  /** `hasNoStatus`: the CR has none that could be out of date. */
  | { readonly code: "OperatorDown"; readonly ready: string; readonly hasNoStatus?: true }
  | {
      readonly code: "WorkloadDown";
      readonly ready: string;
      /** The kind of source that lacks it, where the user can add it. */
      readonly notIn?: Source["kind"];
    }
  /** The reason and message of its condition Available. */
  | (ReportedWords & { readonly code: "ApiNotAvailable" })
  /** The object cannot be read in each of its versions: the error of its conversion webhook. */
  | (ReportedWords & {
      readonly code: "ConversionFailed";
      /** The version in which it can be read. */
      readonly readable?: string;
    })
  /** The Deployment of the operator does not have its newest template everywhere. */
  | {
      readonly code: "OperatorRollout";
      readonly rollout: RolloutProgress;
    }
  | { readonly code: "TaintedConfiguration"; readonly annotation?: string; readonly operations?: number }
  | { readonly code: "OutdatedVMIWorkloads"; readonly count: number }
  /** A condition of the ClusterVersion, of a MachineConfigPool or of a Node: its type is the end of the code. */
  | (ConditionWords &
      MachineCounts & {
        readonly code: PlatformCondition;
        /** The condition does not exist. */
        readonly missing?: true;
      })
  /** What the ClusterServiceVersion supports, and what the cluster is updated to: `4.17`. Absent: no version. */
  | { readonly code: "MaxOpenShiftVersion"; readonly maximum?: string; readonly target?: string }
  /** A ClusterServiceVersion of another operator in the namespace. */
  | {
      readonly code: "OtherServiceVersion";
      readonly phase: string;
      readonly reason: string;
      readonly message: string;
      readonly unmet: readonly string[];
    }
  | (MachineCounts & {
      readonly code: "MachineConfigPoolPaused";
      /** Nodes of the pool wait for an update. Otherwise it is a pool without which no update of the cluster ends. */
      readonly pending?: true;
    })
  /** As the finding `drain-held`. */
  | {
      readonly code: "DrainHeld";
      readonly instances: readonly HeldInstance[];
      readonly held: number;
      readonly total: number;
    }
  | { readonly code: "NodeCordoned" }
  /** `WorkloadUpdateMethods`: how many virtual machines KubeVirt does not move to its present pods. */
  | { readonly code: "WorkloadUpdateMethods"; readonly count: number }
  | {
      readonly code: "IncompleteReading";
      readonly outcome: Exclude<Outcome, "found">;
      readonly verb: "get" | "list" | "read";
      readonly cause: string;
      /** The kind of source that lacks it, where the user can add it. */
      readonly notIn?: Source["kind"];
    }
  /** The generation that the status is of, and the one of the object, where both are known. */
  | { readonly code: "Stale"; readonly observedGeneration?: number; readonly generation?: number }
  /** `InvalidCertificate`: the API server accepts no certificate of a webhook or API. */
  | { readonly code: "Deleting" | "Paused" | "InvalidCertificate" | "NoHyperConverged" };

/** The codes that are conditions of the ClusterVersion, of a MachineConfigPool and of a Node. */
export type PlatformCondition =
  | "ClusterVersionFailing"
  | "ClusterVersionProgressing"
  | "ClusterVersionUpgradeable"
  | "MachineConfigPoolDegraded"
  | "MachineConfigPoolUpdating"
  | "NodeNotReady";

/** Of a MachineConfigPool: how many machines it has, and how many of them have its newest configuration. */
interface MachineCounts {
  readonly updated?: number;
  readonly machines?: number;
}
