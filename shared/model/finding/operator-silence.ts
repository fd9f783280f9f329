import type { ConditionSense, ConditionStatus } from "../condition.ts";

/** Evidence that no condition reports, and conditions that a user's file evaluates. */
export type SilenceEvidence =
  /** The component reports nothing bad, but this workload of it does not run. */
  | { readonly code: "component-workload-down"; readonly component: string; readonly ready: string }
  /** The place of its workloads is unknown, or none of them is in these namespaces. */
  | { readonly code: "workloads-not-found"; readonly component: string; readonly namespaces: readonly string[] }
  /** The ClusterServiceVersion of the operator by its phase. */
  | { readonly code: "csv-failed"; readonly phase: string; readonly reason: string; readonly message: string }
  /** The phase of a custom resource reports a failure, and no condition does. */
  | { readonly code: "phase-failed"; readonly phase: string }
  /** Conditions that a senses file evaluates: the first of them, and how many there are. */
  | { readonly code: "judged-by-file"; readonly conditions: readonly SilentCondition[]; readonly count: number };

/** One condition, and where a file defines its polarity. */
export interface SilentCondition {
  readonly object: string;
  readonly type: string;
  readonly status: ConditionStatus;
  readonly sense: ConditionSense;
  readonly senseFrom: string;
}
