import type { ConditionStatus, Sense } from "./condition.ts";

/** What no condition says although it matters, and what was judged by somebody else's word. */
export type SilenceEvidence =
  /** The component says nothing bad, and this workload of it does not run. */
  | { readonly code: "component-workload-down"; readonly component: string; readonly ready: string }
  /** Nobody knows where its workloads lie, or none of them lies in these namespaces. */
  | { readonly code: "workloads-not-found"; readonly component: string; readonly namespaces: readonly string[] }
  /** The ClusterServiceVersion of the operator by its phase. */
  | { readonly code: "csv-failed"; readonly phase: string; readonly reason: string; readonly message: string }
  /** The phase of a custom resource says so, and no condition does. */
  | { readonly code: "phase-failed"; readonly phase: string }
  /** Conditions that a senses file judges: the first of them, and how many there are. */
  | { readonly code: "judged-by-file"; readonly conditions: readonly SaidCondition[]; readonly count: number };

/** One condition, and where a file says what it means. */
export interface SaidCondition {
  readonly object: string;
  readonly type: string;
  readonly status: ConditionStatus;
  readonly sense: Sense;
  readonly senseFrom: string;
}
