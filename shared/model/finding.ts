import type { ConditionStatus } from "./condition.ts";
import type { ApplicationEvidence } from "./finding-application.ts";
import type { GenericEvidence } from "./finding-generic.ts";
import type { GreenhouseEvidence } from "./finding-greenhouse.ts";
import type { SilenceEvidence } from "./finding-silence.ts";
import type { Oddity, Ref } from "./object.ts";
import type { Drift } from "./report.ts";
import type { Outcome } from "./snapshot.ts";
import type { Verdict } from "./verdict.ts";

export const severities = ["error", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/** One thing worth saying about one object, with its evidence; the sentence for each code is in render/words.ts. */
export type Finding = Evidence & { readonly severity: Severity; readonly about: Ref };

export type FindingCode = Evidence["code"];

/** One variant per thing worth saying. `component` is the operator's name of it; messages are the cluster's own words. */
type Evidence =
  | {
      readonly code: "operator-down";
      readonly deployment: string;
      readonly ready: number;
      readonly wanted: number;
      readonly found: boolean;
    }
  | { readonly code: "component-absent"; readonly component: string; readonly outcome: "absent" | "noSuchKind" }
  | {
      readonly code: "not-read";
      readonly component?: string;
      readonly outcome: "forbidden" | "unread";
      readonly cause: string;
    }
  | { readonly code: "no-conditions"; readonly component: string }
  | { readonly code: "component-operator-down"; readonly component: string; readonly ready: string }
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
      /** Of its workloads that were read, in sum: all are ready; absent where none was read. */
      readonly workloadsReady?: true;
    }
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
      readonly verdict: Verdict;
      readonly expected?: string;
    }
  | { readonly code: "conditions-disagree"; readonly type: string; readonly reason: string; readonly verdict: Verdict }
  | { readonly code: "blame-from-reasons"; readonly components: readonly string[] }
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
  | { readonly code: "deletion-blocked"; readonly component: string; readonly reason: string; readonly message: string }
  | {
      readonly code: "upgrade-stall";
      readonly component: string;
      readonly observedVersion?: string;
      readonly expectedVersion?: string;
      readonly missing?: readonly string[];
    }
  | { readonly code: "upgrade-stuck"; readonly from: string; readonly to: string; readonly message: string }
  | {
      readonly code: "operator-condition";
      readonly status: ConditionStatus;
      readonly reason: string;
      readonly message: string;
      readonly expected: ConditionStatus;
    }
  | { readonly code: "conversion-webhook"; readonly webhook: string; readonly cause: string }
  | { readonly code: "tainted"; readonly annotation: string; readonly component: string; readonly operations: number }
  | { readonly code: "injector-not-ready"; readonly reason: string; readonly message: string }
  | { readonly code: "overwritten"; readonly object: string; readonly count: number; readonly last?: string }
  | { readonly code: "not-counted"; readonly component: string; readonly verdict: Verdict }
  | { readonly code: "uncounted-workload"; readonly ready: number; readonly wanted: number }
  | { readonly code: "outdated-workloads"; readonly count: number }
  | { readonly code: "boot-image"; readonly name: string; readonly reason: string; readonly message: string }
  | {
      readonly code: "related-object";
      readonly state: "gone" | "replaced";
      /** More than a few in one: `count` of them all, the first of the others by name. */
      readonly others?: readonly Ref[];
      readonly count?: number;
    }
  | { readonly code: "several-roots"; readonly names: readonly string[] }
  | { readonly code: "orphan" }
  /** Of a Pod: a container that is ready now and ends again and again; `last`: when it did, RFC 3339 UTC. */
  | {
      readonly code: "restarting";
      readonly container: string;
      readonly restarts: number;
      readonly reason: string;
      readonly exitCode: string;
      readonly last: string;
    }
  | { readonly code: "guessed-sense"; readonly type: string }
  | { readonly code: "clock-ahead"; readonly type: string; readonly since: string }
  | { readonly code: "damaged-input"; readonly where: string; readonly cause: string }
  | {
      readonly code: "reading-refused";
      readonly verb: "get" | "list";
      readonly outcome: Exclude<Outcome, "found" | "absent">;
      readonly cause: string;
    }
  | SilenceEvidence
  | GenericEvidence
  | ApplicationEvidence
  | GreenhouseEvidence
  | Oddity;
