import type { ApplicationStatus } from "../application-status.ts";
import type { ConditionStatus } from "../condition.ts";
import type { Verdict } from "../verdict.ts";

/** Evidence about an Application and its parts; kinds are `Kind` or `Kind.group`, names are complete. */
export type ApplicationEvidence =
  /**
   * It has no components: 0/0, which the controller calls ready. `unread`: the files hold no object of its kinds, so
   * its components are not among them.
   */
  | { readonly code: "nothing-selected"; readonly why: "no-selector" | "no-kinds" | "no-match" | "unread" }
  /** Every object of its kinds in the namespace is a component. */
  | { readonly code: "selects-everything"; readonly hasExpressions: boolean }
  | { readonly code: "expressions-ignored" }
  | { readonly code: "component-kind-missing"; readonly kind: string; readonly group: string }
  | { readonly code: "group-taken-for-version"; readonly kind: string; readonly group: string }
  | {
      readonly code: "component-kind-unread";
      readonly kind: string;
      readonly group: string;
      readonly outcome: "forbidden" | "unread";
      readonly cause: string;
    }
  /** Components that are Secrets: they count as the status reports them. */
  | { readonly code: "secrets-not-read"; readonly count: number }
  | { readonly code: "component-kind-twice"; readonly kind: string; readonly times: number }
  /** Components without a namespace are selected in the whole cluster. */
  | { readonly code: "selected-cluster-wide"; readonly kind: string; readonly count: number }
  | { readonly code: "selects-itself" }
  | { readonly code: "selects-in-a-circle"; readonly through: string }
  | { readonly code: "nested-too-many"; readonly count: number }
  | { readonly code: "assembly-phase"; readonly phase: "Pending" | "Failed" }
  | { readonly code: "components-ready-differs"; readonly reported: string; readonly expected: string }
  /** All its components are healthy, and it reports otherwise. */
  | {
      readonly code: "ready-disagrees";
      readonly status: ConditionStatus;
      readonly reason: string;
      readonly message: string;
      readonly since?: string;
      /** It is one of its own components, and so waits for itself. */
      readonly selectsItself?: true;
    }
  /** At most a few of the names; `count` counts them all. */
  | { readonly code: "component-gone"; readonly names: readonly string[]; readonly count: number }
  | { readonly code: "component-unlisted"; readonly names: readonly string[]; readonly count: number }
  /** `since`: the newest change of the component, where the controller has had its turn after it. */
  | {
      readonly code: "component-differs";
      readonly reported: string;
      readonly expected: ApplicationStatus;
      readonly since?: string;
    }
  | { readonly code: "component-unreadable"; readonly cause: string }
  | { readonly code: "failed-job-ready"; readonly reason: string; readonly message: string }
  | { readonly code: "hostname-only"; readonly hosts: readonly string[] }
  | { readonly code: "deadline-exceeded"; readonly message: string }
  | { readonly code: "unknown-counted-ready"; readonly reason: string; readonly message: string }
  | { readonly code: "error-counted-ready"; readonly reason: string; readonly message: string }
  | { readonly code: "unhealthy-counted-ready"; readonly evaluated: Verdict; readonly elsewhere: boolean }
  | { readonly code: "owner-reference-missing"; readonly names: readonly string[]; readonly count: number };

/** The severity of each. Of a list the place that sees the finding chooses one. */
export const applicationSeverities = {
  "nothing-selected": "warning",
  "selects-everything": "warning",
  "expressions-ignored": "warning",
  "component-kind-missing": "warning",
  "group-taken-for-version": "warning",
  "component-kind-unread": "warning",
  "secrets-not-read": "info",
  "component-kind-twice": "warning",
  "selected-cluster-wide": "info",
  "selects-itself": "warning",
  "selects-in-a-circle": "warning",
  "nested-too-many": "info",
  "assembly-phase": "warning",
  "components-ready-differs": ["warning", "info"],
  "ready-disagrees": "warning",
  "component-gone": ["warning", "info"],
  "component-unlisted": ["warning", "info"],
  "component-differs": ["warning", "info"],
  "component-unreadable": "warning",
  "failed-job-ready": "warning",
  "hostname-only": "warning",
  "deadline-exceeded": "warning",
  "unknown-counted-ready": "warning",
  "error-counted-ready": "warning",
  "unhealthy-counted-ready": "warning",
  "owner-reference-missing": "warning",
} as const;
