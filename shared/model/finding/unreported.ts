import type { ClusterWords, ReportedWords } from "../cause/trouble.ts";
import type { Effect } from "./effect.ts";

/** Whether its pods could not be read, so that it is unknown whether they fail. */
export interface PodsGap {
  readonly arePodsUnread?: true;
}

/** Where else the same bundle stands, and what it is for. */
interface BundleUse {
  /** The other objects with the same bundle: `APIService v1.subresources.kubevirt.io`. */
  readonly others: readonly string[];
}

/** Evidence that no condition of a component reports. */
export type UnreportedEvidence =
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
  /** No certificate of the bundle is valid. */
  | (BundleUse & {
      readonly code: "ca-bundle-invalid";
      readonly state: "expired" | "not-yet-valid" | "unreadable";
      /** How many certificates it holds. */
      readonly certificates: number;
      /** RFC 3339 UTC: when the last of them expired, or when the first will be valid. */
      readonly at?: string;
      /** Writes fail until it is replaced; otherwise they are not checked, or an API is not available. */
      readonly refusesWrites: boolean;
      /** What it does to an upgrade; absent where the upgrade needs none of these calls. */
      readonly upgradeEffect?: Effect;
    })
  /** The API server could not verify the certificate that a webhook serves, about the object that has its bundle. */
  | {
      readonly code: "certificate-refused";
      /** Its name; empty for a conversion webhook. */
      readonly webhook: string;
      /** The host of its Service: `virt-api.kubevirt.svc`. */
      readonly host: string;
      /** What the API server reports: `x509: certificate signed by unknown authority`. */
      readonly error: string;
      /** Whether the bundle has a valid certificate; absent: it was not read, or has none of its own. */
      readonly isBundleValid?: boolean;
      readonly upgradeEffect?: Effect;
    }
  /** The newest certificate should have been replaced by now. RFC 3339 UTC: when, and when it expires. */
  | (BundleUse & { readonly code: "ca-bundle-not-rotated"; readonly due: string; readonly expires: string })
  /** About a Pod: a container that is ready now but keeps restarting; `last` is its last exit, RFC 3339 UTC. */
  | {
      readonly code: "restarting";
      readonly container: string;
      readonly restarts: number;
      readonly reason: string;
      readonly exitCode: string;
      readonly last: string;
    };

/** The severity of each. Of a list the place that sees the finding chooses one. */
export const unreportedSeverities = {
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
  "ca-bundle-invalid": ["error", "warning"],
  "ca-bundle-not-rotated": "warning",
  "certificate-refused": "error",
  restarting: "info",
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
