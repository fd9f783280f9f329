import type { KeptBy, RolloutProgress } from "../cause/cause-evidence.ts";
import type { ReportedWords } from "../cause/trouble.ts";
import type { ConditionStatus, OlmCopyAge } from "../condition.ts";
import type { Drift } from "../drift.ts";
import type { Ref } from "../object.ts";
import type { Outcome } from "../snapshot.ts";
import type { Verdict } from "../verdict.ts";
import type { ShortWorkload } from "./unreported.ts";

/** Why it is unknown whether an operator runs: the outcome of reading its Deployment. `found`: it has no status. */
export interface OperatorGap {
  readonly outcome: Outcome;
  readonly cause: string;
  /** A plain file without any workload: the verdict depends on the custom resources. */
  readonly isGiven?: true;
  /** A plain file holds other workloads, but not the operator's Deployment. */
  readonly isLacking?: true;
}

/**
 * Evidence about a HyperConverged or another root, and about the operator that writes its status. Messages are the
 * cluster's own.
 */
export type OperatorEvidence =
  | {
      readonly code: "operator-down";
      readonly deployment: string;
      readonly ready: number;
      readonly wanted: number;
      readonly found: boolean;
      /** The numbers are those of its Pods, because its Deployment could not be read. */
      readonly byPods?: true;
      /** The CR has no status yet that could be out of date. */
      readonly hasNoStatus?: true;
      /** Its new Pod is starting normally. */
      readonly restarting?: true;
    }
  | (OperatorGap & { readonly code: "operator-unknown" })
  /** `reason`, `message` and `observed`: of what holds it. */
  | (RolloutProgress &
      ReportedWords & {
        readonly code: "operator-rollout";
        readonly state: "paused" | "stuck" | "unknown";
        /** RFC 3339 UTC. */
        readonly since?: string;
      })
  | {
      readonly code: "drift";
      readonly type: string;
      readonly what: Drift["what"];
      readonly reportedReason?: string;
      readonly expectedReason?: string;
      readonly reportedStatus?: ConditionStatus;
      readonly expectedStatus?: ConditionStatus;
    }
  | {
      readonly code: "health-disagrees";
      readonly reported: string;
      readonly evaluated: Verdict;
      readonly expected?: string;
      /**
       * The operator has not updated the CR; its own rule allows no fault during an upgrade or a roll-out; no component
       * reports the fault; or components report conditions as Unknown, which the operator does not count.
       */
      readonly why: "not-updated" | "by-rule" | "not-reported" | "unknown-ignored";
      /** The components that report conditions as Unknown. */
      readonly components?: readonly string[];
      /** Its conditions report the same as its systemHealthStatus: healthy. */
      readonly areConditionsHealthy?: true;
      /** RFC 3339 UTC: since when the components are so. */
      readonly since?: string;
    }
  | {
      readonly code: "conditions-disagree";
      readonly type: string;
      readonly reason: string;
      readonly evaluated: Verdict;
      /** The components that report Degraded=True because they are being upgraded or rolled out. */
      readonly components?: readonly string[];
      /** Those of them of whose workloads none was read, so that nothing shows whether their rollout goes on. */
      readonly unread?: readonly string[];
      /** The component that the reason names, the status of its own condition of that type, and the message of the CR. */
      readonly named?: { readonly component: string; readonly status: ConditionStatus; readonly message: string };
      /** RFC 3339 UTC: since when the CR reports it. */
      readonly since?: string;
    }
  | { readonly code: "invalid-request"; readonly message: string }
  | {
      readonly code: "reconcile-failed";
      readonly message: string;
      readonly seconds?: number;
      readonly transient: boolean;
    }
  | { readonly code: "status-unknown"; readonly seconds?: number; readonly transient: boolean }
  | { readonly code: "installing" }
  | { readonly code: "not-yet-seen" }
  | { readonly code: "stale"; readonly generation: number; readonly observedGeneration: number }
  | {
      readonly code: "deleting";
      readonly since: string;
      readonly finalizers: readonly string[];
      readonly remaining: readonly string[];
    }
  | {
      readonly code: "deletion-blocked";
      readonly component: string;
      readonly reason: string;
      readonly message: string;
      /** The objects that keep it, where they were read. */
      readonly kept?: KeptBy;
    }
  | {
      readonly code: "upgrade-stall";
      readonly component: string;
      readonly observedVersion?: string;
      readonly expectedVersion?: string;
      readonly missing?: readonly string[];
    }
  | {
      readonly code: "upgrade-stuck";
      readonly from: string;
      readonly to: string;
      readonly message: string;
      /** How often the reconcile failed, and when for the first and the last time. */
      readonly count?: number;
      readonly since?: string;
      readonly last?: string;
    }
  | (OlmCopyAge & {
      readonly code: "operator-condition";
      readonly status: ConditionStatus;
      readonly reason: string;
      readonly message: string;
      readonly expected: ConditionStatus;
      /** The status that spec.overrides sets: OLM follows it alone. */
      readonly override?: ConditionStatus;
    })
  | {
      readonly code: "conversion-webhook";
      readonly webhook: string;
      readonly cause: string;
      /** The versions in which the object cannot be read, and the one in which it can: the one that is stored. */
      readonly unreadable?: readonly string[];
      readonly readable?: string;
      /** The workload behind it that lacks replicas. */
      readonly workload?: ShortWorkload;
    }
  /** The conversion webhook responds, with an error: `message`, its own. */
  | {
      readonly code: "conversion-failed";
      readonly message: string;
      /** As of `conversion-webhook`. */
      readonly unreadable?: readonly string[];
      readonly readable?: string;
    }
  | { readonly code: "tainted"; readonly annotation: string; readonly component: string; readonly operations: number }
  | { readonly code: "injector-not-ready"; readonly reason: string; readonly message: string }
  | { readonly code: "overwritten"; readonly object: string; readonly count: number; readonly last?: string }
  | { readonly code: "boot-image"; readonly name: string; readonly reason: string; readonly message: string }
  | {
      readonly code: "related-object";
      readonly state: "gone" | "replaced";
      /** More than a few in one finding: `count` counts them all, `others` names the first. */
      readonly others?: readonly Ref[];
      readonly count?: number;
    }
  | {
      readonly code: "several-roots";
      readonly names: readonly string[];
      /** Those of them that the operator rejects, by its own message. */
      readonly rejected: readonly string[];
    }
  /** Its operator, which would remove these finalizers, does not exist or is scaled to zero. */
  | {
      readonly code: "deletion-abandoned";
      readonly finalizers: readonly string[];
      /** The Deployment of the operator, and the namespace that lacks it or has it without replicas. */
      readonly operator: string;
      readonly operatorNamespace: string;
      /** The Deployment exists and wants no replica. */
      readonly isScaledToZero?: true;
    };

/** The severity of each. Of a list the place that sees the finding chooses one. */
export const operatorSeverities = {
  "operator-down": ["error", "info"],
  "operator-unknown": ["warning", "info"],
  "operator-rollout": ["error", "warning"],
  drift: ["warning", "info"],
  "health-disagrees": ["warning", "info"],
  "conditions-disagree": "info",
  "invalid-request": "error",
  "reconcile-failed": ["error", "info"],
  "status-unknown": ["error", "info"],
  installing: "info",
  "not-yet-seen": "warning",
  stale: "warning",
  deleting: ["warning", "info"],
  "deletion-blocked": "error",
  "upgrade-stall": "warning",
  "upgrade-stuck": "error",
  "operator-condition": "warning",
  "conversion-webhook": ["error", "warning"],
  "conversion-failed": "error",
  tainted: "warning",
  "injector-not-ready": "info",
  overwritten: "warning",
  "boot-image": "warning",
  "related-object": "warning",
  "several-roots": "warning",
  "deletion-abandoned": "error",
} as const;
