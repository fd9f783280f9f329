import type { ConditionStatus } from "./condition.ts";

/** What is worth saying about Greenhouse objects only; texts are the cluster's own. */
export type GreenhouseEvidence =
  /** Bad, and Ready does not count it. */
  | {
      readonly code: "not-gating";
      readonly type: string;
      readonly status: ConditionStatus;
      readonly reason: string;
      readonly message: string;
    }
  | { readonly code: "suspended"; readonly annotation: string }
  /** Written by a release of before 2026-03-12 and judged by its rules. */
  | { readonly code: "legacy-conditions"; readonly types: readonly string[] }
  /** Left over beside those of today. */
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
  /** Unwell objects in the namespace of an Organization by kind, which its Ready is not about. */
  | {
      readonly code: "unwell-members";
      readonly members: readonly { readonly kind: string; readonly unwell: number; readonly all: number }[];
    };
