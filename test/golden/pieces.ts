/** Pieces of situations: what the operator writes when its loop stops early, what OLM is told, a Deployment in trouble. */
import { applyOne } from "../cluster/apply.ts";
import { hyperConverged, refusedStatus, servedName } from "../cluster/hyperconverged.ts";
import { type Outcome, refuse, type Words } from "../cluster/last-writer.ts";
import { operatorCondition } from "../cluster/lifecycle-manager.ts";
import type { Fields, Manifest } from "../cluster/manifest.ts";
import type { Release } from "../cluster/versions.ts";
import type { Workload } from "../cluster/workloads.ts";
import { ago, type Stage } from "./case.ts";

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
  return five(
    { ReconcileComplete: { status: "False", reason: "ReconcileFailed", message }, ...heard },
    systemHealthStatus,
  );
}

/** The API server's words to an operator that wrote on an old reading; its next loop reads anew. */
export const changedMeanwhile: string =
  'Operation cannot be fulfilled on kubevirts.kubevirt.io "kubevirt-kubevirt-hyperconverged": ' +
  "the object has been modified; please apply your changes to the latest version and try again";

/** The condition that says that annotations patch a component behind the operator's back. */
export function tainted(since: string): Fields {
  return {
    type: "TaintedConfiguration",
    status: "True",
    reason: "UnsupportedFeatureAnnotation",
    message: "Unsupported feature was activated via an HCO annotation",
    observedGeneration: 1,
    lastTransitionTime: since,
  };
}

/** A second HyperConverged, of another name or in another namespace than the one the operator serves. */
export async function refuseBeside(
  stage: Stage,
  { name = servedName.name, namespace = servedName.namespace }: { readonly name?: string; readonly namespace?: string },
): Promise<void> {
  await applyOne(stage.cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const { metadata, ...manifest } = hyperConverged("v1", namespace);
  const status = refusedStatus(refuse(servedName), ago(stage, 30));
  await applyOne(stage.cluster, { ...manifest, metadata: { ...metadata, name }, spec: {}, status });
}

/** A word to OLM that the operator may not be upgraded. */
export function refusing(reason: string, message: string): Said {
  return { status: "False", reason, message };
}

/** The OperatorCondition of a release that says this. */
export function upgradeable(release: Release, said: Said, since: string): Manifest {
  const conditions = [{ type: "Upgradeable", ...said, lastTransitionTime: since }];
  const { spec, ...rest } = operatorCondition(release, since);
  // OLM copies each condition with the generation of the object.
  const copies = conditions.map((condition) => ({ ...condition, observedGeneration: 1 }));
  return { ...rest, spec: { ...spec, conditions }, status: { conditions: copies } };
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
