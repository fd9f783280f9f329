import { definedLists } from "./crds.ts";
import { ApiError, call } from "./http.ts";
import type { Manifest, Stored } from "./manifest.ts";
import { listPath, pathOf, resourceOf } from "./resources.ts";
import type { Cluster } from "./server.ts";

/** The label of every object that HCO creates. {@link wipe} finds cluster-scoped objects of built-in kinds by it. */
const ownLabel = "app=kubevirt-hyperconverged";

/**
 * Creates or replaces objects and returns them as stored, in the same order. They are sent at the same time, so objects
 * that need each other (a namespace and an object in it) belong in two calls. `status` is written through the status
 * subresource where the kind has one. `metadata.deletionTimestamp` becomes a DELETE. It follows the status, except for a
 * Namespace, whose phase is Terminating only while it is being deleted (kubernetes/kubernetes
 * pkg/apis/core/validation/validation.go, ValidateNamespaceStatusUpdate).
 */
export async function apply(cluster: Cluster, objects: readonly Manifest[]): Promise<Stored[]> {
  return await Promise.all(objects.map((object) => applyOne(cluster, object)));
}

/** The same for a single object. */
export async function applyOne(cluster: Cluster, object: Manifest): Promise<Stored> {
  const { deletionTimestamp, ...metadata } = object.metadata;
  const path = pathOf(object);
  const created = await createOrReplace(cluster, { ...object, metadata });
  if (deletionTimestamp === undefined) return await writeStatus(cluster, object, created);
  if (object.kind === "Namespace") return await writeStatus(cluster, object, await requestDeletion(cluster, path));
  await writeStatus(cluster, object, created);
  return await requestDeletion(cluster, path);
}

/** Writes the status of a manifest, if its kind has the subresource, and returns the object as stored. */
async function writeStatus(cluster: Cluster, object: Manifest, stored: Stored): Promise<Stored> {
  if (object.status === undefined || !resourceOf(object).statusSubresource) return stored;
  return await call<Stored>(cluster, "PUT", `${pathOf(object)}/status`, { ...stored, status: object.status });
}

async function requestDeletion(cluster: Cluster, path: string): Promise<Stored> {
  await call(cluster, "DELETE", path);
  return await call<Stored>(cluster, "GET", path);
}

async function createOrReplace(cluster: Cluster, object: Manifest): Promise<Stored> {
  try {
    return await call<Stored>(cluster, "POST", listPath(resourceOf(object), object.metadata.namespace), object);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 409)) throw error;
  }
  const { metadata } = await call<Stored>(cluster, "GET", pathOf(object));
  const { resourceVersion } = metadata;
  return await call<Stored>(cluster, "PUT", pathOf(object), {
    ...object,
    metadata: { ...object.metadata, resourceVersion },
  });
}

/** Namespaced built-in kinds that scenarios create. Roles and their bindings are not wiped, since users.ts needs them. */
const namespacedLists: readonly string[] = (
  [
    ["v1", "Pod"],
    ["v1", "Service"],
    ["v1", "ServiceAccount"],
    ["v1", "Event"],
    ["apps/v1", "Deployment"],
    ["apps/v1", "DaemonSet"],
    ["apps/v1", "ReplicaSet"],
    ["apps/v1", "StatefulSet"],
    ["batch/v1", "Job"],
    ["v1", "PersistentVolumeClaim"],
    ["v1", "ConfigMap"],
    ["v1", "Secret"],
    ["policy/v1", "PodDisruptionBudget"],
    ["coordination.k8s.io/v1", "Lease"],
    ["discovery.k8s.io/v1", "EndpointSlice"],
  ] as const
).map(([apiVersion, kind]) => listPath(resourceOf({ apiVersion, kind })));

/** Only tests create Nodes and StorageClasses on this server. */
const ownLists: readonly string[] = [
  listPath(resourceOf({ apiVersion: "v1", kind: "Node" })),
  listPath(resourceOf({ apiVersion: "storage.k8s.io/v1", kind: "StorageClass" })),
];

const clusterLists: readonly string[] = (
  [
    ["scheduling.k8s.io/v1", "PriorityClass"],
    ["rbac.authorization.k8s.io/v1", "ClusterRole"],
    ["rbac.authorization.k8s.io/v1", "ClusterRoleBinding"],
    ["admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration"],
    ["admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration"],
    ["apiregistration.k8s.io/v1", "APIService"],
  ] as const
).map(([apiVersion, kind]) => `${listPath(resourceOf({ apiVersion, kind }))}?labelSelector=${ownLabel}`);

/**
 * Deletes every object that a scenario can have created, whatever its finalizers. CRDs, the roles of the users and the
 * server's own objects stay, and so do namespaces: without a controller no deletion of a namespace ends.
 */
export async function wipe(cluster: Cluster): Promise<void> {
  // Webhooks come first, since a webhook that does not respond refuses every deletion.
  await wipeLists(cluster, clusterLists);
  await wipeLists(cluster, [...(await definedLists(cluster)), ...namespacedLists, ...ownLists]);
}

async function wipeLists(cluster: Cluster, lists: readonly string[]): Promise<void> {
  await Promise.all(
    lists.map(async (list) => {
      const { items } = await call<{ items: Stored[] }>(cluster, "GET", list);
      await Promise.all(items.filter(isOurs).map((item) => discard(cluster, pathWithin(list, item), item)));
    }),
  );
}

/**
 * Whether a scenario created the object. The server itself has a Service in `default` and Leases in `kube-system`. The
 * namespace `hco-status` holds the service account of `serve`, which runs beside a scenario: a token would outlive its
 * account by 10 s only.
 */
function isOurs({ metadata: { namespace, name } }: Stored): boolean {
  return (
    !namespace?.startsWith("kube-") && !(namespace === "default" && name === "kubernetes") && namespace !== "hco-status"
  );
}

/** The path of an item of a list, made from the path of the list, since items of a list have no kind. */
function pathWithin(list: string, { metadata: { namespace, name } }: Stored): string {
  const [path = ""] = list.split("?");
  const slash = path.lastIndexOf("/");
  const scope = namespace === undefined ? "" : `/namespaces/${namespace}`;
  return `${path.slice(0, slash)}${scope}${path.slice(slash)}/${name}`;
}

/** Deletes one object for good, whatever finalizers hold it. */
export async function erase(cluster: Cluster, object: Stored): Promise<void> {
  await discard(cluster, pathOf(object), object);
}

async function discard(cluster: Cluster, path: string, { metadata }: Stored): Promise<void> {
  try {
    if (metadata.finalizers !== undefined) await call(cluster, "PATCH", path, { metadata: { finalizers: null } });
    // No kubelet ends a Pod here, so a grace period would never end. No garbage collector runs, so a Job that orphans its
    // Pods, which is the default, would never be deleted.
    await call(cluster, "DELETE", `${path}?gracePeriodSeconds=0&propagationPolicy=Background`);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 404)) throw error;
  }
}
