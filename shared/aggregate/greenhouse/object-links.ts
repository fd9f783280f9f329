import { greenhouseKinds } from "../../model/family-roots.ts";
import type { Kind } from "../../model/kind.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { listAt, recordAt, textAt, toText, valueAt } from "../../parse/json-value.ts";
import { chartNamespace } from "../../profiles/greenhouse/profile.ts";
import { fluxKinds } from "../../tables/flux-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import {
  clusterShares,
  inventoryRef,
  pluginRef,
  presetPlugins,
  readInventory,
  reportedPluginStatuses,
  reportedStatus,
} from "./aggregated-parts.ts";
import { findLink, findLinkIfRead, type ObjectLink, refInNamespace, toFoundLink } from "./object-link.ts";
import { readSubject, subjectText } from "./subject.ts";

/** The parts of one object, in the order in which they are shown. */
export function objectLinks(object: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  return links[object.ref.kind]?.(object, index) ?? [];
}

const links: Readonly<Record<string, ((object: KubeObject, index: ObjectIndex) => readonly ObjectLink[]) | undefined>> =
  {
    Organization: organization,
    Cluster: (cluster, index) =>
      findLinkIfRead(index, refInNamespace(greenhouseKinds.ClusterKubeconfig, cluster, cluster.ref.name)),
    Plugin: plugin,
    PluginPreset: pluginPreset,
    PluginDefinition: charts,
    ClusterPluginDefinition: charts,
    Catalog: (catalog, index) =>
      readInventory(catalog)
        .filter(({ kind, name }) => name !== "" && Object.hasOwn(fluxKinds, kind))
        .map((item) => ({
          ...findLink(index, inventoryRef(catalog, item.kind, item.name), "verdict"),
          share: reportedStatus(item),
        })),
    Team: (team, index) =>
      findLinkIfRead(index, refInNamespace(greenhouseKinds.Organization, team, team.ref.namespace ?? "")),
    TeamRoleBinding: teamRoleBinding,
  };

/**
 * The kinds in an Organization's namespace; its own Ready does not depend on them (organization_controller.go:351-357).
 */
export const ofOrganization: readonly Kind[] = [
  greenhouseKinds.Cluster,
  greenhouseKinds.Plugin,
  greenhouseKinds.PluginPreset,
  greenhouseKinds.Team,
  greenhouseKinds.TeamRoleBinding,
  greenhouseKinds.ClusterKubeconfig,
  greenhouseKinds.PluginDefinition,
  greenhouseKinds.Catalog,
];

function organization({ ref }: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  return ofOrganization.flatMap((kind) => index.all(kind, ref.name)).map((object) => toFoundLink(object, "shown"));
}

function plugin(object: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const cluster = pluginCluster(object, index);
  const definition = pluginDefinition(object, index);
  // The older Helm controller created releases without an object for them.
  const release = readSubject(object).isLegacy ? undefined : releaseOf(object, index);
  return [
    ...(cluster === undefined ? [] : [{ lookup: cluster, counts: "ready" as const }]),
    ...(release === undefined ? [] : [{ lookup: release, counts: "verdict" as const }]),
    ...(definition === undefined ? [] : [{ lookup: definition, counts: "existence" as const }]),
  ];
}

/**
 * The parts of a PluginPreset: AllPluginsReady depends on its Plugins. Plugins in its status that were not read are
 * shown too.
 */
function pluginPreset(preset: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const plugins = presetPlugins(preset, index);
  const names = new Set(plugins.map(({ ref }) => ref.name));
  const reported = reportedPluginStatuses(preset).filter(({ component }) => !names.has(component));
  const definition = pluginDefinition(preset, index);
  return [
    ...plugins.map((each) => toFoundLink(each, "verdict")),
    ...reported
      .map((share) => ({ ...findLink(index, pluginRef(preset, share.component), "verdict"), share }))
      // An object that exists without the label is no Plugin of this preset.
      .filter(({ lookup }) => lookup.outcome !== "found"),
    ...(definition === undefined ? [] : [{ lookup: definition, counts: "existence" as const }]),
  ];
}

/**
 * The parts of a definition: HelmChartReady depends on the HelmChart (plugindefinition/utils.go). If it can have two
 * names, the existing one counts.
 */
function charts(definition: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const chart = recordAt(definition.spec, "helmChart");
  if (chart === undefined) return [];
  const [name, version, url] = ["name", "version", "repository"].map((key) => textAt(chart, key));
  const namespace = definition.ref.namespace ?? chartNamespace;
  const place = (kind: Kind, called: string): Ref => ({ group: kind.group, kind: kind.kind, namespace, name: called });
  const names = [`${definition.ref.name}-${version ?? ""}`, `${name ?? ""}-${version ?? ""}`];
  const lookups = names.map((each) => index.find(place(fluxKinds.HelmChart, each)));
  const [first] = lookups;
  const lookup = lookups.find(({ outcome }) => outcome === "found") ?? first;
  return [
    ...(url === undefined || url === ""
      ? []
      : [findLink(index, place(fluxKinds.HelmRepository, repositoryName(url)), "verdict")]),
    ...(lookup === undefined ? [] : [{ lookup, counts: "verdict" as const }]),
  ];
}

/** internal/flux, ChartURLToName: without the scheme, dots and slashes as dashes. */
function repositoryName(url: string): string {
  return url.replace(/^(oci|https?):\/\//, "").replaceAll(/[./]/g, "-");
}

/**
 * The parts of a TeamRoleBinding. A Cluster counts if the binding failed there; the TeamRole and the Teams must exist.
 */
function teamRoleBinding(binding: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const clusters = clusterShares(binding).filter(({ component }) => component !== "");
  const role = subjectText(binding, ["spec", "teamRoleRef"]) || subjectText(binding, ["spec", "teamRoleRef", "name"]);
  return [
    ...clusters.map((share) => ({
      ...findLink(
        index,
        refInNamespace(greenhouseKinds.Cluster, binding, share.component),
        share.condition?.status === "True" ? "shown" : "ready",
      ),
      share,
    })),
    ...(role === "" ? [] : [findLink(index, refInNamespace(greenhouseKinds.TeamRole, binding, role), "existence")]),
    ...teamNames(binding.spec).map((name) =>
      findLink(index, refInNamespace(greenhouseKinds.Team, binding, name), "existence"),
    ),
  ];
}

/** The names in spec.teamRefs, or else the one of spec.teamRef. */
function teamNames(spec: unknown): readonly string[] {
  const several = listAt(spec, "teamRefs").map((entry) => toText(entry) || textAt(entry, "name"));
  const names = several.length > 0 ? several : [textAt(spec, "teamRef")];
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The Cluster on which a Plugin is installed; without a name it is Greenhouse's own. */
export function pluginCluster(plugin: KubeObject, index: ObjectIndex): Lookup | undefined {
  const name = subjectText(plugin, ["spec", "clusterName"]);
  return name === "" ? undefined : index.find(refInNamespace(greenhouseKinds.Cluster, plugin, name));
}

/** The definition that a Plugin or PluginPreset installs; older releases name it in spec.pluginDefinition. */
export function pluginDefinition(object: KubeObject, index: ObjectIndex): Lookup | undefined {
  const spec = object.ref.kind === "PluginPreset" ? valueAt(object.spec, "plugin") : object.spec;
  const name = textAt(spec, "pluginDefinitionRef", "name") || textAt(spec, "pluginDefinition");
  if (name === "") return undefined;
  const isOwn = textAt(spec, "pluginDefinitionRef", "kind") === greenhouseKinds.PluginDefinition.kind;
  return index.find(
    refInNamespace(isOwn ? greenhouseKinds.PluginDefinition : greenhouseKinds.ClusterPluginDefinition, object, name),
  );
}

/** The Flux HelmRelease of a Plugin: same name, same namespace. */
function releaseOf(plugin: KubeObject, index: ObjectIndex): Lookup {
  return index.find(refInNamespace(fluxKinds.HelmRelease, plugin, plugin.ref.name));
}
