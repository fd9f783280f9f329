import { greenhouseKinds as kinds } from "../../shared/model/family-roots.ts";
import { fluxKinds } from "../../shared/tables/flux-kinds.ts";
import { applyOne } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import { call } from "./http.ts";
import type { Kind } from "./kinds.ts";
import type { Fields, Manifest, Metadata, Stored } from "./manifest.ts";
import type { Cluster } from "./server.ts";

/** What Greenhouse and Flux install, for `define`. */
export const greenhouseKinds: readonly Kind[] = [
  ...Object.values(kinds),
  ...Object.values(fluxKinds).map((kind) => ({ ...kind, shortNames: [] })),
].map((kind) => ({ ...kind, statusSubresource: true }));

/** The organisation's name, which is its namespace's too. */
export const acme = "acme";

/** A condition in short: `["Ready", "False", 15, "Reason", "message"]`, changed so many minutes ago. */
export type Short = readonly [
  type: string,
  status: "True" | "False" | "Unknown",
  minutes: number,
  reason?: string,
  message?: string,
];

interface Wanted {
  readonly kind: keyof typeof kinds | keyof typeof fluxKinds;
  readonly metadata: Metadata;
  readonly spec?: Fields;
  readonly status?: Fields;
  readonly conditions?: readonly Short[];
}

/** Makes one object, conditions where its kind keeps them, and answers it as stored. */
export async function makeOne(cluster: Cluster, now: Date, wanted: Wanted): Promise<Stored> {
  const { kind, metadata, spec, status = {}, conditions } = wanted;
  const found = greenhouseKinds.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`${kind} is no kind of Greenhouse`);
  const { group, versions, plural, namespaced } = found;
  const place = namespaced ? { namespace: acme, ...metadata } : metadata;
  const list = `/apis/${group}/${versions[0]}${namespaced ? `/namespaces/${place.namespace}` : ""}/${plural}`;
  const manifest: Manifest = { apiVersion: `${group}/${versions[0]}`, kind, metadata: place, ...(spec && { spec }) };
  const stored = await call<Stored>(cluster, "POST", list, manifest);
  const isOfFlux = Object.hasOwn(fluxKinds, kind);
  const entries = (conditions ?? []).map((short) => conditionOf(short, now, isOfFlux));
  const kept = isOfFlux
    ? { observedGeneration: 1, conditions: entries }
    : conditions === undefined
      ? {}
      : { statusConditions: { conditions: entries } };
  return await call<Stored>(cluster, "PUT", `${list}/${metadata.name}/status`, {
    ...stored,
    status: { ...status, ...kept },
  });
}

function conditionOf([type, status, minutes, reason = "", message = ""]: Short, now: Date, isOfFlux: boolean): Fields {
  const lastTransitionTime = minutesBefore(now, minutes);
  const words = { ...(reason === "" ? {} : { reason }), ...(message === "" ? {} : { message }) };
  return { type, status, ...words, lastTransitionTime, ...(isOfFlux ? { observedGeneration: 1 } : {}) };
}

const timeout = 'Get "https://10.11.0.1/version": dial tcp 10.11.0.1:443: i/o timeout';
const installed = "Helm install succeeded for release monitoring/prometheus.v1";

/**
 * An organisation with two clusters. `prod-eu` cannot be reached for a quarter of an hour, so its Plugin is not ready, and
 * with it the PluginPreset and the TeamRoleBinding; on `dev` all is well but for a node.
 */
export async function createOrganization(cluster: Cluster, now: Date): Promise<void> {
  const make = (
    kind: Wanted["kind"],
    name: string,
    rest: Omit<Wanted, "kind" | "metadata"> & { metadata?: Partial<Metadata> },
  ) => makeOne(cluster, now, { ...rest, kind, metadata: { name, ...rest.metadata } });
  for (const name of [acme, "greenhouse"]) {
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }
  await Promise.all([
    make("Organization", acme, {
      conditions: [
        ["Ready", "True", 9000],
        ["SCIMAPIAvailable", "Unknown", 9000, "SCIMConfigErrorReason", "SCIM Config not provided"],
        ["NamespaceCreated", "True", 9000],
      ],
    }),
    make("Cluster", "prod-eu", {
      status: { kubernetesVersion: "unknown" },
      conditions: [
        ["Ready", "False", 15, "", timeout],
        ["AllNodesReady", "Unknown", 15, "", "kubeconfig not valid - cannot know node status"],
        ["KubeConfigValid", "False", 15, "", timeout],
        ["OwnerLabelSet", "True", 9000],
        ["PermissionsVerified", "Unknown", 15, "", "kubeconfig not valid - cannot validate cluster access"],
        ["ManagedResourcesDeployed", "Unknown", 15, "", "kubeconfig not valid - cannot validate managed resources"],
      ],
    }),
    make("Cluster", "dev", {
      status: { kubernetesVersion: "v1.33.4", nodes: { total: 3, ready: 2 } },
      conditions: [
        ["Ready", "True", 9000],
        ["AllNodesReady", "False", 40, "", "dev-worker-3 not ready"],
        ["KubeConfigValid", "True", 9000],
        ["OwnerLabelSet", "True", 9000],
        ["PermissionsVerified", "True", 9000, "", "ServiceAccount has cluster admin permissions"],
        ["ManagedResourcesDeployed", "True", 9000],
      ],
    }),
    ...["prod-eu", "dev"].map((name) =>
      make("ClusterKubeconfig", name, {
        spec: {
          kubeconfig: { clusters: [{ name }], users: [{ name }], contexts: [{ name }], "current-context": name },
        },
        conditions: [
          ["Created", "False", 9000, "ReadyState"],
          ["ReconcileFailed", "False", 9000, "ReadyState"],
          ["Ready", "True", 9000, "Complete"],
        ],
      }),
    ),
    make("ClusterPluginDefinition", "prometheus", {
      spec: {
        version: "1.1.0",
        helmChart: { name: "prometheus", repository: "oci://ghcr.io/acme/charts", version: "1.2.3" },
      },
      conditions: [
        ["HelmChartReady", "True", 9000, "ChartPullSucceeded", "pulled 'prometheus' chart with version '1.2.3'"],
        ["Ready", "True", 9000, "", "PluginDefinition is ready"],
      ],
    }),
    ...(["prod-eu", "dev"] as const).map((name) => make("Plugin", `prometheus-${name}`, plugin(name))),
    make("HelmRepository", "ghcr-io-acme-charts", {
      metadata: { namespace: "greenhouse" },
      conditions: [["Ready", "True", 9000, "Succeeded", "Helm repository is Ready"]],
    }),
    make("HelmChart", "prometheus-1.2.3", {
      metadata: { namespace: "greenhouse" },
      conditions: [["Ready", "True", 9000, "ChartPullSucceeded", "pulled 'prometheus' chart with version '1.2.3'"]],
    }),
    make("HelmRelease", "prometheus-prod-eu", { conditions: [["Ready", "True", 9000, "InstallSucceeded", installed]] }),
    make("HelmRelease", "prometheus-dev", { conditions: [["Ready", "True", 9000, "InstallSucceeded", installed]] }),
    make("PluginPreset", "prometheus", {
      spec: { plugin: { pluginDefinitionRef: { kind: "ClusterPluginDefinition", name: "prometheus" } } },
      status: { totalPlugins: 2, readyPlugins: 1, failedPlugins: 1 },
      conditions: [
        ["Ready", "False", 14, "", "1 of 2 plugins are ready"],
        ["PluginSkipped", "False", 9000],
        ["PluginFailed", "False", 9000],
        ["AllPluginsReady", "False", 14, "", "1 of 2 plugins are ready"],
        ["ClusterListEmpty", "False", 9000],
        ["OwnerLabelSet", "True", 9000],
      ],
    }),
    make("Team", "sre", {
      conditions: [
        ["Ready", "True", 9000, "", "ready"],
        ["SCIMAccessReady", "Unknown", 9000],
        ["SCIMAllMembersValid", "Unknown", 9000],
      ],
    }),
    make("TeamRole", "cluster-admin", {}),
    make("TeamRoleBinding", "sre-cluster-admin", {
      spec: { teamRoleRef: "cluster-admin", teamRefs: ["sre"] },
      status: { clusters: [rbac("dev", "True", 9000, now), rbac("prod-eu", "False", 15, now)] },
      conditions: [
        ["Ready", "False", 15, "", "Team RBAC reconciliation failed"],
        ["RBACReady", "False", 15, "RBACReconcileFailed", "Error reconciling TeamRoleBinding for clusters: prod-eu"],
        ["OwnerLabelSet", "True", 9000],
      ],
    }),
  ]);
}

function plugin(name: "prod-eu" | "dev"): Omit<Wanted, "kind" | "metadata"> & { metadata: Partial<Metadata> } {
  const isDown = name === "prod-eu";
  return {
    metadata: { labels: { "greenhouse.sap/pluginpreset": "prometheus" } },
    spec: { clusterName: name, pluginDefinitionRef: { kind: "ClusterPluginDefinition", name: "prometheus" } },
    status: { helmReleaseStatus: { status: "deployed" }, version: "1.1.0" },
    conditions: [
      isDown ? ["Ready", "False", 14, "", "cluster access not ready"] : ["Ready", "True", 9000, "", "ready"],
      isDown
        ? ["HelmReleaseCreated", "False", 14, "ClusterAccessFailed", "cluster prod-eu is not ready"]
        : ["HelmReleaseCreated", "True", 9000],
      ["HelmReleaseDeployed", "True", 9000, "InstallSucceeded", installed],
      ["ExposedServicesSynced", "True", 9000],
      ["OwnerLabelSet", "True", 9000],
    ],
  };
}

function rbac(clusterName: string, status: "True" | "False", minutes: number, now: Date): Fields {
  const reason = status === "True" ? "RBACReconciled" : "ClusterConnectionFailed";
  return {
    clusterName,
    condition: { type: "RBACReady", status, reason, lastTransitionTime: minutesBefore(now, minutes) },
  };
}
