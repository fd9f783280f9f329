/** Manifests of an installation of HyperConverged as a cluster holds them, and the Report over them. */
import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { hcoComponents } from "../../shared/tables/components.ts";
import type { PrintedReport } from "../printed.ts";
import { aggregateAndPrint } from "../printed.ts";

/** A Kubernetes object, or a part of one, as JSON. */
export type Manifest = Readonly<Record<string, unknown>>;

export const namespace = "kubevirt-hyperconverged";
export const takenAt = "2026-11-21T12:00:00Z";

/** An object whose uid is its name, in the namespace of the operator unless `metadata` has another. */
export function object(
  apiVersion: string,
  kind: string,
  name: string,
  rest: Manifest = {},
  metadata: Manifest = {},
): Manifest {
  return { apiVersion, kind, metadata: { name, namespace, uid: name, ...metadata }, ...rest };
}

export function condition(
  type: string,
  status: string,
  reason = "",
  message = "",
  since = "2026-11-21T11:00:00Z",
): Manifest {
  return { type, status, reason, message, lastTransitionTime: since };
}

/** What a healthy component reports. */
export function goodConditions(since?: string): readonly Manifest[] {
  const [available, progressing, degraded] = ["Available", "Progressing", "Degraded"].map((type) =>
    condition(type, type === "Available" ? "True" : "False", "", "", since),
  );
  return [available, progressing, degraded] as Manifest[];
}

/** The custom resource that the operator creates for a component of this name. */
export function component(
  name: string,
  conditions: readonly Manifest[] = goodConditions(),
  metadata: Manifest = {},
  status: Manifest = {},
): Manifest {
  const row = hcoComponents.find((each) => each.component === name);
  if (row === undefined) throw new Error(`no component ${name}`);
  const place = row.namespaced ? {} : { namespace: undefined };
  const body = { status: { ...status, conditions } };
  return object(`${row.group}/${row.versions[0]}`, row.kind, row.objectName, body, { ...place, ...metadata });
}

/** The entries of `status.relatedObjects` for these objects. */
export function relatedObjectEntries(objects: readonly Manifest[]): readonly Manifest[] {
  return objects.map(({ apiVersion, kind, metadata }) => ({ apiVersion, kind, ...(metadata as Manifest) }));
}

export function hyperConverged(status: Manifest = {}, metadata: Manifest = {}): Manifest {
  return object("hco.kubevirt.io/v1", "HyperConverged", namespace, { status }, metadata);
}

/** A Deployment of which so many of the desired Pods are ready. */
export function deployment(name: string, ready: number, desired = 1, metadata: Manifest = {}): Manifest {
  const status = {
    replicas: desired,
    updatedReplicas: desired,
    ...(ready > 0 && { readyReplicas: ready, availableReplicas: ready }),
  };
  return object("apps/v1", "Deployment", name, { spec: { replicas: desired }, status }, metadata);
}

/** A ValidatingWebhookConfiguration with these webhooks. */
export function webhookConfiguration(name: string, webhooks: readonly Manifest[], metadata: Manifest = {}): Manifest {
  const metadataOfCluster = { namespace: undefined, ...metadata };
  return object(
    "admissionregistration.k8s.io/v1",
    "ValidatingWebhookConfiguration",
    name,
    { webhooks },
    metadataOfCluster,
  );
}

/** The metadata of what a controller of this kind and name created. */
export function ownedMetadata(kind: string, name: string): Manifest {
  return { ownerReferences: [{ apiVersion: "apps/v1", kind, name, uid: name, controller: true }] };
}

/** A Report over these objects as a file holds them. */
export function reportOf(objects: readonly unknown[], options: AggregateOptions = {}): PrintedReport {
  return aggregateAndPrint(snapshotOf(objects, { takenAt, source: "x" }), options);
}
