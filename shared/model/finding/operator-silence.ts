import type { ClusterWords, ReportedWords } from "../cause/trouble.ts";
import type { ConditionStatus, Polarity } from "../condition.ts";
import type { Effect } from "./effect.ts";

/** Whether its pods could not be read, so that it is unknown whether they fail. */
export interface PodsGap {
  readonly arePodsUnread?: true;
}

/** Evidence that no condition reports, and conditions that a user's file evaluates. */
export type SilenceEvidence =
  /** The component reports nothing bad, but this workload of it does not run. */
  | (PodsGap & { readonly code: "component-workload-down"; readonly component: string; readonly ready: string })
  /**
   * The component reports itself healthy, but this workload of it lacks ready pods. It has words where the counts do not
   * say what is wrong.
   */
  | (PodsGap &
      Partial<ReportedWords> & {
        readonly code: "workload-not-ready";
        readonly component: string;
        readonly ready: number;
        readonly wanted: number;
      })
  /** The component reports itself healthy, but this workload, which it always has, does not exist. */
  | { readonly code: "workload-absent"; readonly component: string }
  /** The place of its workloads is unknown, or none of them is in these namespaces. */
  | { readonly code: "workloads-not-found"; readonly component: string; readonly namespaces: readonly string[] }
  /** A ClusterServiceVersion of the operator by its phase. `unmet`: what it requires and the cluster lacks. */
  | {
      readonly code: "csv-failed" | "csv-unsettled";
      readonly phase: string;
      /** RFC 3339 UTC: since when it is in this phase. */
      readonly since?: string;
      readonly reason: string;
      readonly message: string;
      readonly unmet: readonly string[];
    }
  | (ReportedWords & { readonly code: "subscription-failed" })
  | (ReportedWords & { readonly code: "install-plan-unsettled"; readonly phase: string })
  /** An API that a component's workloads serve. */
  | (ClusterWords & { readonly code: "api-not-available"; readonly component: string; readonly since?: string })
  /** About a Service. `refusesWrites`: writes fail until it answers; otherwise they are not checked. */
  | {
      readonly code: "webhook-without-endpoints";
      readonly configurations: readonly string[];
      readonly refusesWrites: boolean;
      /** What it does to an upgrade that these writes fail; absent where the upgrade needs none of them. */
      readonly upgradeEffect?: Effect;
      /** The workload behind it that lacks replicas. */
      readonly workload?: ShortWorkload;
    }
  /** Conditions that a polarity file evaluates: the first of them, and how many there are. */
  | { readonly code: "polarity-from-file"; readonly conditions: readonly SilentCondition[]; readonly count: number };

/** The severity of each. Of a list the place that sees the finding chooses one. */
export const silenceSeverities = {
  "component-workload-down": "warning",
  "workload-not-ready": "warning",
  "workload-absent": "warning",
  "workloads-not-found": "info",
  "csv-failed": "warning",
  "csv-unsettled": "warning",
  "subscription-failed": "warning",
  "install-plan-unsettled": ["warning", "info"],
  "api-not-available": ["error", "warning"],
  "webhook-without-endpoints": ["error", "warning"],
  "polarity-from-file": "info",
} as const;

/** A workload that lacks replicas, or all of them. */
export interface ShortWorkload {
  readonly kind: string;
  readonly name: string;
  /** `0/1`. */
  readonly ready: string;
  /** RFC 3339 UTC: since when it is not available. */
  readonly since?: string;
}

/** One condition, and where a file defines its polarity. */
export interface SilentCondition {
  readonly object: string;
  readonly type: string;
  readonly status: ConditionStatus;
  readonly polarity: Polarity;
  readonly polarityFrom: string;
}
