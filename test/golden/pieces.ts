/** Pieces of situations: what the operator writes when its loop stops early, what OLM is told, a Deployment in trouble. */
import type { Outcome, Words } from "../cluster/last-writer.ts";
import { operatorCondition } from "../cluster/lifecycle-manager.ts";
import type { Manifest } from "../cluster/manifest.ts";
import type { Release } from "../cluster/versions.ts";
import type { Workload } from "../cluster/workloads.ts";

type Said = Omit<Words, "type">;

const unknown: Said = { status: "Unknown", reason: "StatusUnknown", message: "Unknown Status" };

/** All five conditions, Unknown where `said` has nothing (hyperconverged_controller.go:935-951). */
export function five(said: Readonly<Record<string, Said>>, systemHealthStatus: Outcome["systemHealthStatus"]): Outcome {
  const types = ["ReconcileComplete", "Available", "Progressing", "Degraded", "Upgradeable"];
  return { conditions: types.map((type) => ({ type, ...(said[type] ?? unknown) })), systemHealthStatus };
}

/** A loop that ended with an error after hearing only those components that had something to say before. */
export function stopped(
  error: string,
  systemHealthStatus: Outcome["systemHealthStatus"],
  heard: Readonly<Record<string, Said>> = {},
): Outcome {
  const message = `Error while reconciling: ${error}`;
  return five({ ReconcileComplete: { status: "False", reason: "ReconcileFailed", message }, ...heard }, systemHealthStatus);
}

/** A word to OLM that the operator may not be upgraded. */
export function refusing(reason: string, message: string): Said {
  return { status: "False", reason, message };
}

/** The OperatorCondition of a release that says this. */
export function upgradeable(release: Release, said: Said, since: string): Manifest {
  const conditions = [{ type: "Upgradeable", ...said, lastTransitionTime: since }];
  const { spec, ...rest } = operatorCondition(release, since);
  return { ...rest, spec: { ...spec, conditions }, status: { conditions } };
}

/** A Deployment of one replica, or of several, not all of them ready. */
export function deployment(
  name: string,
  component: string,
  { ready, since, replicas = 1 }: { readonly ready: number; readonly since: string; readonly replicas?: number },
): Workload {
  const trouble = { since, ready, waiting: { reason: "CrashLoopBackOff", message: "" } };
  return { name, component, replicas, selector: { name }, ...(ready === replicas ? {} : { trouble }) };
}
