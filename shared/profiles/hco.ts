import type { Kind, Profile } from "../model/profile.ts";
import { components } from "./hco-components.ts";

const hyperConverged: Kind = {
  group: "hco.kubevirt.io",
  kind: "HyperConverged",
  plural: "hyperconvergeds",
  // v1 is served since 1.18 and stored since 1.19, before there is only v1beta1 (facts hco 12); v1alpha1 is of 2019 and 2020.
  versions: ["v1", "v1beta1", "v1alpha1"],
  namespaced: true,
};

/** KubeVirt's HyperConverged Cluster Operator. */
export const hco: Profile & { readonly root: Kind } = {
  name: "hco",
  root: hyperConverged,
  roots: [hyperConverged],
  components,
  senses: [
    {
      group: "hco.kubevirt.io",
      kind: "HyperConverged",
      type: "Available",
      sense: "main",
      source: "HCO api/v1/hyperconverged_types.go:985-1015",
    },
    {
      group: "hco.kubevirt.io",
      kind: "HyperConverged",
      type: "VirtNetworkResourcesInjectorReady",
      // Without effect on Available or health (controllers/handlers/netresinjector/deployment.go:50-112).
      sense: "advice",
      source: "HCO api/v1/hyperconverged_types.go:1012-1014",
    },
    ...components.map((row) => ({
      group: row.group,
      kind: row.kind,
      type: "Available",
      sense: "main" as const,
      source: "seeds/hco-conditions.md, ApplicationAvailable",
    })),
    {
      group: "kubevirt.io",
      kind: "KubeVirt",
      type: "Synchronized",
      sense: "good",
      source: "KubeVirt pkg/virt-operator/util/client.go:44-112",
    },
  ],
  ruleSets: ["conditions-doc", "status-doc", "operator"],
};

/** The four namespaces HyperConverged is known to live in, asked where listing all is forbidden (facts hco 7). */
export const knownNamespaces: readonly string[] = ["kubevirt-hyperconverged", "openshift-cnv", "kubevirt", "operators"];

/** The Deployments that are the operator: with OLM, and without (facts hco 7). */
export const operatorDeployments: readonly string[] = ["hco-operator", "hyperconverged-cluster-operator"];

/** The Deployments of its webhook, in the same order. */
export const webhookDeployments: readonly string[] = ["hco-webhook", "hyperconverged-cluster-webhook"];

/** The operator's variable that holds its own version. */
export const operatorVersionVariable = "HCO_KV_IO_VERSION";

/** Annotations whose JSON patch taints the configuration, with the component they patch (hyperconverged_controller.go:981-1021). */
export const taintAnnotations: readonly { readonly annotation: string; readonly component: string }[] = [
  { annotation: "kubevirt.kubevirt.io/jsonpatch", component: "KubeVirt" },
  { annotation: "containerizeddataimporter.kubevirt.io/jsonpatch", component: "CDI" },
  { annotation: "networkaddonsconfigs.kubevirt.io/jsonpatch", component: "NetworkAddonsConfig" },
  { annotation: "ssp.kubevirt.io/jsonpatch", component: "SSP" },
];

/** Events by which a component refuses to be deleted (facts hco 2.7). */
export const uninstallRefusals: ReadonlyMap<string, string> = new Map([
  ["ErrVirtUninstall", "KubeVirt"],
  ["ErrCDIUninstall", "CDI"],
  ["ErrHCOUninstall", "HyperConverged"],
]);

/** Kinds the reading plan asks for beside the components. */
export const deployments: Kind = {
  group: "apps",
  kind: "Deployment",
  plural: "deployments",
  versions: ["v1"],
  namespaced: true,
};
export const events: Kind = { group: "", kind: "Event", plural: "events", versions: ["v1"], namespaced: true };
export const operatorConditions: Kind = {
  group: "operators.coreos.com",
  kind: "OperatorCondition",
  plural: "operatorconditions",
  versions: ["v2"],
  namespaced: true,
};
export const clusterServiceVersions: Kind = {
  group: "operators.coreos.com",
  kind: "ClusterServiceVersion",
  plural: "clusterserviceversions",
  versions: ["v1alpha1"],
  namespaced: true,
};
