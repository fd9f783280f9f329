import type { ConditionStatus } from "../condition.ts";

/** Evidence about Greenhouse objects only; texts are the cluster's own. */
export type GreenhouseEvidence =
  /** A bad condition that Ready does not count. */
  | {
      readonly code: "not-gating";
      readonly type: string;
      readonly status: ConditionStatus;
      readonly reason: string;
      readonly message: string;
    }
  | { readonly code: "suspended"; readonly annotation: string }
  /** A release before 2026-03-12 wrote them, and its rules apply. */
  | { readonly code: "legacy-conditions"; readonly types: readonly string[] }
  /** Conditions of an older release beside the current ones. */
  | { readonly code: "leftover-conditions"; readonly types: readonly string[] }
  | { readonly code: "kubeconfig-incomplete"; readonly missing: readonly string[] }
  | { readonly code: "cluster-not-ready"; readonly cluster: string; readonly message: string }
  | { readonly code: "release-missing"; readonly release: string }
  | { readonly code: "plugins-skipped"; readonly message: string }
  | { readonly code: "no-clusters" }
  /** Plugins without Ready, which AllPluginsReady leaves out. */
  | { readonly code: "uncounted-plugins"; readonly plugins: readonly string[] }
  | {
      readonly code: "binding-contradicts";
      readonly ready: ConditionStatus;
      readonly rbacReady: ConditionStatus;
      readonly reason: string;
    }
  /** Unhealthy objects in an Organization's namespace, by kind; its Ready does not depend on them. */
  | {
      readonly code: "unhealthy-members";
      readonly members: readonly { readonly kind: string; readonly unhealthy: number; readonly all: number }[];
    };

/** The severity of each. Of a list the place that sees the finding chooses one. */
export const greenhouseSeverities = {
  "not-gating": "warning",
  suspended: "warning",
  "legacy-conditions": "info",
  "leftover-conditions": "warning",
  "kubeconfig-incomplete": "warning",
  "cluster-not-ready": "warning",
  "release-missing": "warning",
  "plugins-skipped": "warning",
  "no-clusters": "warning",
  "uncounted-plugins": "warning",
  "binding-contradicts": "warning",
  "unhealthy-members": "warning",
} as const;
