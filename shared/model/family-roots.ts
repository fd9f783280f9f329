import type { Kind } from "./kind.ts";

/** The kind of a root, with the short names of its CRD. */
export interface RootKind extends Kind {
  readonly shortNames: readonly string[];
}

/** The root of family `hco`: KubeVirt's HyperConverged Cluster Operator. */
export const hyperConverged: RootKind = {
  group: "hco.kubevirt.io",
  kind: "HyperConverged",
  plural: "hyperconvergeds",
  shortNames: ["hco", "hcos"],
  // v1 is served since 1.18 and stored since 1.19. Before, only v1beta1 exists. v1alpha1 dates from 2019 and 2020.
  versions: ["v1", "v1beta1", "v1alpha1"],
  namespaced: true,
};

/** The root of family `application` (kubernetes-sigs/application, config/crd). */
export const applicationRoot: RootKind = {
  group: "app.k8s.io",
  kind: "Application",
  plural: "applications",
  shortNames: ["app"],
  versions: ["v1beta1"],
  namespaced: true,
};

export type GreenhouseKind =
  | "Organization"
  | "Cluster"
  | "ClusterKubeconfig"
  | "Plugin"
  | "PluginPreset"
  | "PluginDefinition"
  | "ClusterPluginDefinition"
  | "Catalog"
  | "Team"
  | "TeamRoleBinding"
  | "TeamRole";

/**
 * The differences among the eleven kinds, by name (cloudoperators/greenhouse@7e13274 (v0.16.0), charts/manager/crds).
 */
const greenhouseRows: Readonly<
  Record<GreenhouseKind, Partial<Kind> & { readonly plural: string; shortNames?: readonly string[] }>
> = {
  Organization: { plural: "organizations", namespaced: false, shortNames: ["org"] },
  Cluster: { plural: "clusters" },
  ClusterKubeconfig: { plural: "clusterkubeconfigs", shortNames: ["ckc", "cluster-kubeconfigs"] },
  Plugin: { plural: "plugins" },
  PluginPreset: { plural: "pluginpresets", shortNames: ["pp"] },
  PluginDefinition: { plural: "plugindefinitions", shortNames: ["pd"] },
  ClusterPluginDefinition: { plural: "clusterplugindefinitions", namespaced: false, shortNames: ["cpd"] },
  Catalog: { plural: "catalogs", shortNames: ["cat"] },
  Team: { plural: "teams" },
  TeamRoleBinding: { plural: "teamrolebindings", shortNames: ["trb"], versions: ["v1alpha2", "v1alpha1"] },
  TeamRole: { plural: "teamroles", shortNames: ["tr"] },
};

/** The roots of family `greenhouse`. A bundle that only names families drops this call and its table. */
export const greenhouseKinds: Readonly<Record<GreenhouseKind, RootKind>> = /* @__PURE__ */ asRoots(greenhouseRows);

function asRoots(rows: typeof greenhouseRows): Readonly<Record<GreenhouseKind, RootKind>> {
  const root = (kind: GreenhouseKind): RootKind => ({
    group: "greenhouse.sap",
    kind,
    versions: ["v1alpha1"],
    namespaced: true,
    shortNames: [],
    ...rows[kind],
  });
  return Object.fromEntries((Object.keys(rows) as GreenhouseKind[]).map((kind) => [kind, root(kind)])) as Record<
    GreenhouseKind,
    RootKind
  >;
}
