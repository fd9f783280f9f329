/** Which programs an installation runs, and which objects HCO makes besides the component CRs. */
import type { Manifest } from "./manifest.ts";
import { type ComponentName, componentNames, type Release, versions, versionVariables } from "./versions.ts";
import type { Workload } from "./workloads.ts";

export type Platform = "kubernetes" | "openshift";

/** The operator's Deployment and its webhook go by other names where the Operator Lifecycle Manager installs them. */
export const operatorNames: Readonly<Record<Platform, { readonly operator: string; readonly webhook: string }>> = {
  kubernetes: { operator: "hyperconverged-cluster-operator", webhook: "hyperconverged-cluster-webhook" },
  openshift: { operator: "hco-operator", webhook: "hco-webhook" },
};

/** HCO itself and the operators of the components, as they are before there is any HyperConverged. */
export function operatorWorkloads(platform: Platform, release: Release): Workload[] {
  const { operator, webhook } = operatorNames[platform];
  const own = { component: "deployment", replicas: 1 };
  return [
    {
      ...own,
      name: operator,
      selector: { name: "hyperconverged-cluster-operator" },
      environment: operatorEnvironment(release),
    },
    { ...own, name: webhook, selector: { name: "hyperconverged-cluster-webhook" } },
    { name: "virt-operator", component: "compute", replicas: 2, selector: { "kubevirt.io": "virt-operator" } },
    { name: "cdi-operator", component: "storage", replicas: 1, selector: { name: "cdi-operator" } },
    plainWorkload("cluster-network-addons-operator", "network"),
    plainWorkload("aaq-operator", "quota-management"),
    plainWorkload("kubevirt-migration-operator", "migration"),
    plainWorkload("vm-file-restore-operator-controller-manager", "vm-file-restore"),
    ...(platform === "openshift"
      ? [{ name: "ssp-operator", component: "schedule", replicas: 1, selector: { "control-plane": "ssp-operator" } }]
      : []),
  ];
}

/** What the operators make once there is a HyperConverged. */
export function operandWorkloads(platform: Platform): Workload[] {
  return [
    { ...plainWorkload("virt-network-resources-injector", "virt-network-resources-injector"), replicas: 2 },
    ...["virt-api", "virt-controller", "virt-exportproxy"].map((name) => ({
      name,
      component: "compute",
      replicas: 2,
      selector: { "kubevirt.io": name },
    })),
    {
      name: "virt-handler",
      component: "compute",
      replicas: 3,
      selector: { "kubevirt.io": "virt-handler" },
      kind: "DaemonSet",
    },
    ...["cdi-apiserver", "cdi-deployment", "cdi-uploadproxy"].map((name) => ({
      name,
      component: "storage",
      replicas: 1,
      selector: { "cdi.kubevirt.io": name },
    })),
    plainWorkload("kubemacpool-mac-controller-manager", "network"),
    ...["bridge-marker", "multus"].map(
      (name): Workload => ({ ...plainWorkload(name, "network"), replicas: 3, kind: "DaemonSet" }),
    ),
    ...["aaq-controller", "aaq-server"].map((name) => ({
      name,
      component: "quota-management",
      replicas: 2,
      selector: { "aaq.kubevirt.io": name },
    })),
    plainWorkload("kubevirt-migration-controller", "migration"),
    ...(platform === "openshift"
      ? [
          {
            name: "virt-template-validator",
            component: "schedule",
            replicas: 2,
            selector: { "kubevirt.io": "virt-template-validator" },
          },
          plainWorkload("vm-console-proxy", "schedule"),
        ]
      : []),
  ];
}

/** The components of a platform, in the operator's order; SSP needs OpenShift. */
export function componentsOf(platform: Platform): ComponentName[] {
  return componentNames.filter((name) => name !== "SSP" || platform === "openshift");
}

/** What HCO makes before it turns to the components; the first entry of relatedObjects. */
export const priorityClass: Manifest = {
  apiVersion: "scheduling.k8s.io/v1",
  kind: "PriorityClass",
  metadata: { name: "kubevirt-cluster-critical", labels: ownLabels("priority-class") },
  value: 1_000_000_000,
  description: "This priority class should be used for KubeVirt core components only.",
};

/** The network resources injector around its Deployment, in the order of relatedObjects. */
export function injectorObjects(
  platform: Platform,
  namespace: string,
): { readonly before: Manifest[]; readonly after: Manifest[] } {
  const name = "virt-network-resources-injector";
  const labels = ownLabels(name);
  const nameInNamespace = (suffix: string) => ({ name: `${name}-${suffix}`, namespace, labels });
  const rbac = "rbac.authorization.k8s.io";
  const before: Manifest[] = [
    { apiVersion: `${rbac}/v1`, kind: "ClusterRole", metadata: { name, labels }, rules: [] },
    {
      apiVersion: `${rbac}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name: `${name}-role-binding`, labels },
      roleRef: { apiGroup: rbac, kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", name: `${name}-sa`, namespace }],
    },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: nameInNamespace("sa") },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: nameInNamespace("service"),
      spec: { ports: [{ port: 443, targetPort: 6443 }], selector: { "app.kubernetes.io/component": name } },
    },
  ];
  const after: Manifest[] = [
    {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: nameInNamespace("pdb"),
      spec: { minAvailable: 1, selector: { matchLabels: { "app.kubernetes.io/component": name } } },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingWebhookConfiguration",
      metadata: { name: `${name}-config`, labels },
      // With the real entry here, every Pod of these tests would wait for an injector that does not run.
      webhooks: [],
    },
    ...(platform === "openshift"
      ? []
      : [
          { apiVersion: "cert-manager.io/v1", kind: "Issuer", metadata: { name: "selfsigned", namespace, labels } },
          { apiVersion: "cert-manager.io/v1", kind: "Certificate", metadata: nameInNamespace("cert") },
        ]),
  ];
  return { before, after };
}

function ownLabels(component: string): Readonly<Record<string, string>> {
  return {
    app: "kubevirt-hyperconverged",
    "app.kubernetes.io/component": component,
    "app.kubernetes.io/managed-by": "hco-operator",
    "app.kubernetes.io/part-of": "hyperconverged-cluster",
  };
}

function plainWorkload(name: string, component: string): Workload {
  return { name, component, replicas: 1, selector: { name } };
}

/** The variables by which the operator knows its own version and the ones it expects of the components. */
export function operatorEnvironment(release: Release): { name: string; value: string }[] {
  return [
    { name: "WEBHOOK_MODE", value: "false" },
    { name: "OPERATOR_NAMESPACE", value: "kubevirt-hyperconverged" },
    { name: "HCO_KV_IO_VERSION", value: release },
    ...componentNames.map((name) => ({ name: versionVariables[name], value: versions[release][name] })),
  ];
}
