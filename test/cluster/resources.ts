import { applicationKind } from "./application-kind.ts";
import {
  certManagerKinds,
  componentKinds,
  hyperConvergedKind,
  type Kind,
  lifecycleManagerKinds,
  machineKinds,
  openShiftKinds,
} from "./kinds.ts";
import type { Manifest } from "./manifest.ts";

/** Where the API server keeps objects of one kind. */
export interface Resource {
  /** `/apis/apps/v1` */
  readonly root: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly statusSubresource: boolean;
}

type Entry = readonly [apiVersion: string, kind: string, plural: string, ...traits: ("namespaced" | "status")[]];

const builtIn: readonly Entry[] = [
  ["v1", "Namespace", "namespaces", "status"],
  ["v1", "Pod", "pods", "namespaced", "status"],
  ["v1", "Service", "services", "namespaced", "status"],
  ["v1", "ConfigMap", "configmaps", "namespaced"],
  ["v1", "Secret", "secrets", "namespaced"],
  ["v1", "ServiceAccount", "serviceaccounts", "namespaced"],
  ["v1", "Event", "events", "namespaced"],
  ["v1", "Node", "nodes", "status"],
  ["v1", "PersistentVolumeClaim", "persistentvolumeclaims", "namespaced", "status"],
  ["v1", "PersistentVolume", "persistentvolumes", "status"],
  ["storage.k8s.io/v1", "StorageClass", "storageclasses"],
  ["storage.k8s.io/v1", "CSINode", "csinodes"],
  ["storage.k8s.io/v1", "VolumeAttachment", "volumeattachments", "status"],
  ["apps/v1", "Deployment", "deployments", "namespaced", "status"],
  ["apps/v1", "DaemonSet", "daemonsets", "namespaced", "status"],
  ["apps/v1", "ReplicaSet", "replicasets", "namespaced", "status"],
  ["apps/v1", "StatefulSet", "statefulsets", "namespaced", "status"],
  ["batch/v1", "Job", "jobs", "namespaced", "status"],
  ["policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", "namespaced", "status"],
  ["coordination.k8s.io/v1", "Lease", "leases", "namespaced"],
  ["rbac.authorization.k8s.io/v1", "Role", "roles", "namespaced"],
  ["rbac.authorization.k8s.io/v1", "RoleBinding", "rolebindings", "namespaced"],
  ["rbac.authorization.k8s.io/v1", "ClusterRole", "clusterroles"],
  ["rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "clusterrolebindings"],
  ["scheduling.k8s.io/v1", "PriorityClass", "priorityclasses"],
  ["admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "mutatingwebhookconfigurations"],
  ["admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "validatingwebhookconfigurations"],
  ["admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "validatingadmissionpolicies"],
  ["admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings"],
  ["discovery.k8s.io/v1", "EndpointSlice", "endpointslices", "namespaced"],
  ["apiregistration.k8s.io/v1", "APIService", "apiservices", "status"],
  ["apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions"],
];

const known = new Map<string, Resource>([
  ...builtIn.map(([apiVersion, kind, plural, ...traits]): [string, Resource] => [
    `${apiVersion} ${kind}`,
    {
      root: rootOf(apiVersion),
      plural,
      namespaced: traits.includes("namespaced"),
      statusSubresource: traits.includes("status"),
    },
  ]),
  ...[
    applicationKind,
    hyperConvergedKind,
    ...componentKinds,
    ...machineKinds,
    ...openShiftKinds,
    ...lifecycleManagerKinds,
    ...certManagerKinds,
  ].flatMap(versionsOf),
]);

/** The resource of an object's kind. @throws for a kind that no test has needed yet */
export function resourceOf(object: Pick<Manifest, "apiVersion" | "kind">): Resource {
  const resource = known.get(`${object.apiVersion} ${object.kind}`);
  if (resource === undefined) throw new Error(`add ${object.apiVersion} ${object.kind} to test/cluster/resources.ts`);
  return resource;
}

/** The path of the list of a resource, in one namespace or, without one, in all. */
export function listPath(resource: Resource, namespace?: string): string {
  const scope = resource.namespaced && namespace !== undefined ? `/namespaces/${namespace}` : "";
  return `${resource.root}${scope}/${resource.plural}`;
}

/** The path of one object. */
export function pathOf(object: Pick<Manifest, "apiVersion" | "kind" | "metadata">): string {
  return `${listPath(resourceOf(object), object.metadata.namespace)}/${object.metadata.name}`;
}

/** `/api/v1` for the core group, else `/apis/<group>/<version>`. */
export function rootOf(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function versionsOf(kind: Kind): [string, Resource][] {
  return kind.versions.map((version) => {
    const apiVersion = `${kind.group}/${version}`;
    const { plural, namespaced, statusSubresource } = kind;
    return [`${apiVersion} ${kind.kind}`, { root: rootOf(apiVersion), plural, namespaced, statusSubresource }];
  });
}
