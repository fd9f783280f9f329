/** Parts of situations: what the operator writes when its reconcile fails, what it reports to OLM, a failing Deployment. */
import { applyOne } from "../cluster/apply.ts";
import { hyperConverged, refusedStatus, servedName } from "../cluster/hyperconverged.ts";
import { type Outcome, refuse, type ConditionWithoutTimes } from "../cluster/last-writer.ts";
import { operatorCondition } from "../cluster/lifecycle-manager.ts";
import type { Fields, Manifest } from "../cluster/manifest.ts";
import type { Release } from "../cluster/versions.ts";
import type { Workload } from "../cluster/workloads.ts";
import { minutesAgo, type Stage } from "./case.ts";

type ConditionFields = Omit<ConditionWithoutTimes, "type">;

const unknown: ConditionFields = { status: "Unknown", reason: "StatusUnknown", message: "Unknown Status" };

/** All five conditions, those that `reported` lacks as Unknown (hyperconverged-cluster-operator, hyperconverged_controller.go, updateConditions). */
export function allFiveConditions(reported: Readonly<Record<string, ConditionFields>>, systemHealthStatus: Outcome["systemHealthStatus"]): Outcome {
  const types = ["ReconcileComplete", "Available", "Progressing", "Degraded", "Upgradeable"];
  return { conditions: types.map((type) => ({ type, ...(reported[type] ?? unknown) })), systemHealthStatus };
}

/** A reconcile that ended with an error; `reported`: the conditions that components had set before it. */
export function failedReconcile(
  error: string,
  systemHealthStatus: Outcome["systemHealthStatus"],
  reported: Readonly<Record<string, ConditionFields>> = {},
): Outcome {
  const message = `Error while reconciling: ${error}`;
  return allFiveConditions(
    { ReconcileComplete: { status: "False", reason: "ReconcileFailed", message }, ...reported },
    systemHealthStatus,
  );
}

/** The API server's error to an operator that wrote an outdated object. The next reconcile reads it again. */
export const conflictMessage: string =
  'Operation cannot be fulfilled on kubevirts.kubevirt.io "kubevirt-kubevirt-hyperconverged": ' +
  "the object has been modified; please apply your changes to the latest version and try again";

/** The condition that reports annotations which patch a component. */
export function taintedCondition(since: string): Fields {
  return {
    type: "TaintedConfiguration",
    status: "True",
    reason: "UnsupportedFeatureAnnotation",
    message: "Unsupported feature was activated via an HCO annotation",
    observedGeneration: 1,
    lastTransitionTime: since,
  };
}

/** Adds a HyperConverged that the operator rejects, for its name or its namespace. */
export async function addRefusedHyperConverged(
  stage: Stage,
  { name = servedName.name, namespace = servedName.namespace }: { readonly name?: string; readonly namespace?: string },
): Promise<void> {
  await applyOne(stage.cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const { metadata, ...manifest } = hyperConverged("v1", namespace);
  const status = refusedStatus(refuse(servedName), minutesAgo(stage, 30));
  await applyOne(stage.cluster, { ...manifest, metadata: { ...metadata, name }, spec: {}, status });
}

/** The condition by which the operator keeps OLM from an upgrade. */
export function notUpgradeable(reason: string, message: string): ConditionFields {
  return { status: "False", reason, message };
}

/** The OperatorCondition of a release with this condition Upgradeable. */
export function operatorConditionReporting(release: Release, upgradeable: ConditionFields, since: string): Manifest {
  const conditions = [{ type: "Upgradeable", ...upgradeable, lastTransitionTime: since }];
  const { spec, ...rest } = operatorCondition(release, since);
  // OLM copies each condition with the generation of the object.
  const copies = conditions.map((condition) => ({ ...condition, observedGeneration: 1 }));
  return { ...rest, spec: { ...spec, conditions }, status: { conditions: copies } };
}

/** A Deployment with so many ready replicas; those that are not ready crash. */
export function deployment(
  name: string,
  component: string,
  { ready, since, replicas = 1 }: { readonly ready: number; readonly since: string; readonly replicas?: number },
): Workload {
  const trouble = { since, ready, waiting: { reason: "CrashLoopBackOff", message: "" } };
  return { name, component, replicas, selector: { name }, ...(ready === replicas ? {} : { trouble }) };
}
