import type { NodeFacts } from "./object-health.ts";

/** Replicas as a workload's status counts them. */
export interface ReplicaCounts {
  readonly wanted: number;
  readonly total: number;
  /** Ready for at least spec.minReadySeconds. */
  readonly available: number;
  readonly updated: number;
  readonly facts: NodeFacts;
}
