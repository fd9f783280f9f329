import type { Outcome } from "../snapshot.ts";
import type { Verdict } from "../verdict.ts";
import type { PodsGap } from "./unreported.ts";

/**
 * Evidence about one component and its workloads. `component` is the operator's name for it. Messages are the cluster's
 * own.
 */
export type ComponentEvidence =
  | { readonly code: "component-absent"; readonly component: string; readonly outcome: "absent" | "noSuchKind" }
  /** An object, or the list of a kind, that matters and was not read. */
  | {
      readonly code: "not-read";
      readonly component?: string;
      readonly outcome: Exclude<Outcome, "found">;
      readonly cause: string;
    }
  | { readonly code: "no-conditions"; readonly component: string }
  | (PodsGap & { readonly code: "component-operator-down"; readonly component: string; readonly ready: string })
  /** About the Deployment of its operator, which a complete list lacks. */
  | { readonly code: "component-operator-absent"; readonly component: string }
  | { readonly code: "component-new"; readonly component: string; readonly seconds?: number }
  | { readonly code: "another-of-kind"; readonly component: string; readonly others: readonly string[] }
  | { readonly code: "missing-condition"; readonly component: string; readonly types: readonly string[] }
  | { readonly code: "unknown-condition"; readonly component: string; readonly type: string; readonly reason: string }
  | {
      readonly code: "hidden-offender";
      readonly component: string;
      readonly types: readonly string[];
      readonly shown: readonly string[];
    }
  | {
      readonly code: "empty-message";
      readonly component: string;
      readonly type: string;
      readonly siblingType?: string;
      readonly siblingMessage?: string;
      /** All of its workloads that were read are ready, in total; absent if none was read. */
      readonly workloadsReady?: true;
    }
  | { readonly code: "blame-from-reasons"; readonly components: readonly string[] }
  | {
      readonly code: "not-counted";
      readonly component: string;
      readonly evaluated: Verdict;
      /** The CR's spec does not enable it, or it is not one of this release or platform. */
      readonly because: "switched-off" | "not-deployed";
    }
  | { readonly code: "uncounted-workload"; readonly ready: number; readonly wanted: number }
  | {
      readonly code: "outdated-workloads";
      readonly count: number;
      /** What moves them into new pods, by KubeVirt's workloadUpdateMethods: KubeVirt, or a person only. */
      readonly movedBy: "migration" | "eviction" | "migration-or-eviction" | "person";
      /** KubeVirt moves none until its own upgrade is done. */
      readonly isAwaitingUpgrade?: true;
    }
  | { readonly code: "orphan" };

/** The severity of each. Of a list the place that sees the finding chooses one. */
export const componentSeverities = {
  "component-absent": ["error", "info"],
  "not-read": ["warning", "info"],
  "no-conditions": ["error", "info"],
  "component-operator-down": "warning",
  "component-operator-absent": "warning",
  "component-new": "info",
  "another-of-kind": "warning",
  "missing-condition": ["error", "warning"],
  "unknown-condition": "warning",
  "hidden-offender": "warning",
  "empty-message": "info",
  "blame-from-reasons": "warning",
  "not-counted": "info",
  "uncounted-workload": "info",
  "outdated-workloads": ["warning", "info"],
  orphan: "warning",
} as const;
