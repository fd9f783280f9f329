import type { Resource } from "../model/resource.ts";

// The built-in kinds as the discovery of a 1.36.3 API server returns them, with all names that kubectl accepts. Only
// kinds that support list, the core group first, then in the server's order.

function namespaced(group: string, kind: string, plural: string, shortNames = "", versions = ["v1"]): Resource {
  const names = { singular: kind.toLowerCase(), shortNames: shortNames === "" ? [] : shortNames.split(" ") };
  return { group, kind, plural, versions, namespaced: true, ...names };
}

function clusterScoped(...names: Parameters<typeof namespaced>): Resource {
  return { ...namespaced(...names), namespaced: false };
}

export const podKind: Resource = namespaced("", "Pod", "pods", "po");
export const nodeKind: Resource = clusterScoped("", "Node", "nodes", "no");
export const persistentVolumeClaims: Resource = namespaced(
  "",
  "PersistentVolumeClaim",
  "persistentvolumeclaims",
  "pvc",
);
export const replicaSets: Resource = namespaced("apps", "ReplicaSet", "replicasets", "rs");
export const customResourceDefinitions: Resource = clusterScoped(
  "apiextensions.k8s.io",
  "CustomResourceDefinition",
  "customresourcedefinitions",
  "crd crds",
);
export const jobKind: Resource = namespaced("batch", "Job", "jobs");

/** Every kind that can be listed. */
export const coreKinds: readonly Resource[] = [
  clusterScoped("", "ComponentStatus", "componentstatuses", "cs"),
  namespaced("", "ConfigMap", "configmaps", "cm"),
  namespaced("", "Endpoints", "endpoints", "ep"),
  namespaced("", "Event", "events", "ev"),
  namespaced("", "LimitRange", "limitranges", "limits"),
  clusterScoped("", "Namespace", "namespaces", "ns"),
  nodeKind,
  persistentVolumeClaims,
  clusterScoped("", "PersistentVolume", "persistentvolumes", "pv"),
  podKind,
  namespaced("", "PodTemplate", "podtemplates"),
  namespaced("", "ReplicationController", "replicationcontrollers", "rc"),
  namespaced("", "ResourceQuota", "resourcequotas", "quota"),
  namespaced("", "Secret", "secrets"),
  namespaced("", "ServiceAccount", "serviceaccounts", "sa"),
  namespaced("", "Service", "services", "svc"),
  clusterScoped("apiregistration.k8s.io", "APIService", "apiservices"),
  namespaced("apps", "ControllerRevision", "controllerrevisions"),
  namespaced("apps", "DaemonSet", "daemonsets", "ds"),
  namespaced("apps", "Deployment", "deployments", "deploy"),
  replicaSets,
  namespaced("apps", "StatefulSet", "statefulsets", "sts"),
  namespaced("events.k8s.io", "Event", "events", "ev"),
  namespaced("autoscaling", "HorizontalPodAutoscaler", "horizontalpodautoscalers", "hpa", ["v2", "v1"]),
  namespaced("batch", "CronJob", "cronjobs", "cj"),
  jobKind,
  clusterScoped("certificates.k8s.io", "CertificateSigningRequest", "certificatesigningrequests", "csr"),
  clusterScoped("networking.k8s.io", "IngressClass", "ingressclasses"),
  namespaced("networking.k8s.io", "Ingress", "ingresses", "ing"),
  clusterScoped("networking.k8s.io", "IPAddress", "ipaddresses", "ip"),
  namespaced("networking.k8s.io", "NetworkPolicy", "networkpolicies", "netpol"),
  clusterScoped("networking.k8s.io", "ServiceCIDR", "servicecidrs"),
  namespaced("policy", "PodDisruptionBudget", "poddisruptionbudgets", "pdb"),
  clusterScoped("rbac.authorization.k8s.io", "ClusterRoleBinding", "clusterrolebindings"),
  clusterScoped("rbac.authorization.k8s.io", "ClusterRole", "clusterroles"),
  namespaced("rbac.authorization.k8s.io", "RoleBinding", "rolebindings"),
  namespaced("rbac.authorization.k8s.io", "Role", "roles"),
  clusterScoped("storage.k8s.io", "CSIDriver", "csidrivers"),
  clusterScoped("storage.k8s.io", "CSINode", "csinodes"),
  namespaced("storage.k8s.io", "CSIStorageCapacity", "csistoragecapacities"),
  clusterScoped("storage.k8s.io", "StorageClass", "storageclasses", "sc"),
  clusterScoped("storage.k8s.io", "VolumeAttachment", "volumeattachments"),
  clusterScoped("storage.k8s.io", "VolumeAttributesClass", "volumeattributesclasses", "vac"),
  clusterScoped("admissionregistration.k8s.io", "MutatingAdmissionPolicy", "mutatingadmissionpolicies"),
  clusterScoped("admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings"),
  clusterScoped("admissionregistration.k8s.io", "MutatingWebhookConfiguration", "mutatingwebhookconfigurations"),
  clusterScoped("admissionregistration.k8s.io", "ValidatingAdmissionPolicy", "validatingadmissionpolicies"),
  clusterScoped(
    "admissionregistration.k8s.io",
    "ValidatingAdmissionPolicyBinding",
    "validatingadmissionpolicybindings",
  ),
  clusterScoped("admissionregistration.k8s.io", "ValidatingWebhookConfiguration", "validatingwebhookconfigurations"),
  customResourceDefinitions,
  clusterScoped("scheduling.k8s.io", "PriorityClass", "priorityclasses", "pc"),
  namespaced("coordination.k8s.io", "Lease", "leases"),
  clusterScoped("node.k8s.io", "RuntimeClass", "runtimeclasses"),
  namespaced("discovery.k8s.io", "EndpointSlice", "endpointslices"),
  clusterScoped("resource.k8s.io", "DeviceClass", "deviceclasses"),
  namespaced("resource.k8s.io", "ResourceClaim", "resourceclaims"),
  namespaced("resource.k8s.io", "ResourceClaimTemplate", "resourceclaimtemplates"),
  clusterScoped("resource.k8s.io", "ResourceSlice", "resourceslices"),
  clusterScoped("flowcontrol.apiserver.k8s.io", "FlowSchema", "flowschemas"),
  clusterScoped("flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration", "prioritylevelconfigurations"),
];
