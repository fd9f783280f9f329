import { definedFields } from "../../model/defined-fields.ts";
import { greenhouseKinds } from "../../model/family-roots.ts";
import type { Kind } from "../../model/kind.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import type { Verdict } from "../../model/verdict.ts";
import { listAt, recordAt, textAt, toText, valueAt } from "../../parse/json-value.ts";
import { chartNamespace } from "../../profiles/greenhouse/profile.ts";
import { fluxKinds } from "../../tables/flux-kinds.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import {
  listPresetPlugins,
  makeInventoryRef,
  makePluginRef,
  type PartReadiness,
  readClusterReadiness,
  readInventory,
  readItemReadiness,
  readReportedPlugins,
} from "./aggregated-parts.ts";
import { readSubject, readSubjectText } from "./subject.ts";

/** One part of an object, and what the object has to do with it. */
export interface ObjectLink {
  readonly lookup: Lookup;
  readonly dependsOn: Dependence;
  /** What the object's own status reports of the part. */
  readonly reported?: PartReadiness;
}

/**
 * What the rule of the object's controller reads of the part:
 * - `readiness`: that it exists and is Ready. Unhealthy nodes of a Cluster are no fault of a Plugin on it.
 * - `existence`: that it exists.
 * - `verdict`: all that makes the part's own verdict.
 * - `nothing`: the part is only shown.
 */
type Dependence = "readiness" | "existence" | "verdict" | "nothing";

/** The parts of one object, in the order in which they are shown. */
export function listLinks(object: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  return linksByKind[object.ref.kind]?.(object, index) ?? [];
}

type ListLinks = (object: KubeObject, index: ObjectIndex) => readonly ObjectLink[];

const linksByKind: Readonly<Record<string, ListLinks | undefined>> = {
  Organization: listOrganizationLinks,
  Cluster: listClusterLinks,
  Plugin: listPluginLinks,
  PluginPreset: listPresetLinks,
  PluginDefinition: listChartLinks,
  ClusterPluginDefinition: listChartLinks,
  Catalog: listCatalogLinks,
  Team: listTeamLinks,
  TeamRoleBinding: listBindingLinks,
};

/**
 * The kinds in an Organization's namespace. Its own Ready does not depend on them (organization_controller.go:351-357).
 */
export const organizationKinds: readonly Kind[] = [
  greenhouseKinds.Cluster,
  greenhouseKinds.Plugin,
  greenhouseKinds.PluginPreset,
  greenhouseKinds.Team,
  greenhouseKinds.TeamRoleBinding,
  greenhouseKinds.ClusterKubeconfig,
  greenhouseKinds.PluginDefinition,
  greenhouseKinds.Catalog,
];

function listOrganizationLinks({ ref }: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const members = organizationKinds.flatMap((kind) => index.all(kind, ref.name));
  return members.map((member) => makeFoundLink(member, "nothing"));
}

function listClusterLinks(cluster: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  return findShownLink(index, makeRefBeside(greenhouseKinds.ClusterKubeconfig, cluster, cluster.ref.name));
}

function listTeamLinks(team: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  return findShownLink(index, makeRefBeside(greenhouseKinds.Organization, team, team.ref.namespace ?? ""));
}

/** The Flux objects of a Catalog's inventory, each with what the inventory reports of it. */
function listCatalogLinks(catalog: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const items = readInventory(catalog).filter(({ kind, name }) => name !== "" && Object.hasOwn(fluxKinds, kind));
  return items.map((item) => {
    const link = findLink(index, makeInventoryRef(catalog, item.kind, item.name), "verdict");
    return { ...link, reported: readItemReadiness(item) };
  });
}

/** The parts of a Plugin: its Cluster, its HelmRelease and its definition. */
function listPluginLinks(plugin: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const links: ObjectLink[] = [];
  const cluster = findPluginCluster(plugin, index);
  if (cluster !== undefined) links.push({ lookup: cluster, dependsOn: "readiness" });
  // The older Helm controller installed releases without an object for them.
  if (!readSubject(plugin).isLegacy) links.push({ lookup: findRelease(plugin, index), dependsOn: "verdict" });
  const definition = findPluginDefinition(plugin, index);
  if (definition !== undefined) links.push({ lookup: definition, dependsOn: "existence" });
  return links;
}

/**
 * The parts of a PluginPreset: the Plugins that were read, those that only its status names, and the definition that its
 * Plugins install. Its condition AllPluginsReady depends on the Plugins.
 */
function listPresetLinks(preset: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const plugins = listPresetPlugins(preset, index);
  const pluginNames = new Set(plugins.map(({ ref }) => ref.name));
  const links: ObjectLink[] = plugins.map((plugin) => makeFoundLink(plugin, "verdict"));
  for (const reported of readReportedPlugins(preset)) {
    if (pluginNames.has(reported.component)) continue;
    const link = findLink(index, makePluginRef(preset, reported.component), "verdict");
    // An object that exists without the label of the PluginPreset is no Plugin of it.
    if (link.lookup.outcome !== "found") links.push({ ...link, reported });
  }
  const definition = findPluginDefinition(preset, index);
  if (definition !== undefined) links.push({ lookup: definition, dependsOn: "existence" });
  return links;
}

/**
 * The parts of a definition: its HelmRepository, and its HelmChart, on which HelmChartReady depends
 * (plugindefinition/utils.go). Releases of Greenhouse name the HelmChart either after the definition or after the chart.
 * The link has the name of the definition, unless only the HelmChart with the name of the chart exists.
 */
function listChartLinks(definition: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const chart = recordAt(definition.spec, "helmChart");
  if (chart === undefined) return [];
  const version = textAt(chart, "version");
  const namespace = definition.ref.namespace ?? chartNamespace;
  const findInNamespace = ({ group, kind }: Kind, name: string): ObjectLink =>
    findLink(index, { group, kind, namespace, name }, "verdict");
  const links: ObjectLink[] = [];
  const url = textAt(chart, "repository");
  if (url !== "") links.push(findInNamespace(fluxKinds.HelmRepository, makeRepositoryName(url)));
  const namedAfterDefinition = findInNamespace(fluxKinds.HelmChart, `${definition.ref.name}-${version}`);
  const namedAfterChart = findInNamespace(fluxKinds.HelmChart, `${textAt(chart, "name")}-${version}`);
  const existing = [namedAfterDefinition, namedAfterChart].find(({ lookup }) => lookup.outcome === "found");
  links.push(existing ?? namedAfterDefinition);
  return links;
}

/**
 * The name that Greenhouse gives the HelmRepository of a URL: `oci://ghcr.io/a` -> `ghcr-io-a` (cloudoperators/greenhouse
 * internal/flux, ChartURLToName).
 */
function makeRepositoryName(url: string): string {
  return url.replace(/^(oci|https?):\/\//, "").replaceAll(/[./]/g, "-");
}

/**
 * The parts of a TeamRoleBinding: the Clusters in its status, then its TeamRole and its Teams, which must exist. The binding
 * depends on a Cluster only if its status reports a failure there.
 */
function listBindingLinks(binding: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const links: ObjectLink[] = [];
  for (const reported of readClusterReadiness(binding)) {
    if (reported.component === "") continue;
    const ref = makeRefBeside(greenhouseKinds.Cluster, binding, reported.component);
    const dependsOn = reported.condition?.status === "True" ? "nothing" : "readiness";
    links.push({ ...findLink(index, ref, dependsOn), reported });
  }
  const role =
    readSubjectText(binding, ["spec", "teamRoleRef"]) || readSubjectText(binding, ["spec", "teamRoleRef", "name"]);
  if (role !== "") links.push(findLink(index, makeRefBeside(greenhouseKinds.TeamRole, binding, role), "existence"));
  for (const team of readTeamNames(binding.spec)) {
    links.push(findLink(index, makeRefBeside(greenhouseKinds.Team, binding, team), "existence"));
  }
  return links;
}

/** The names of the Teams in spec.teamRefs, each once. Without that list, the name in spec.teamRef. */
function readTeamNames(spec: unknown): readonly string[] {
  const listedNames = listAt(spec, "teamRefs").map((entry) => toText(entry) || textAt(entry, "name"));
  const names = listedNames.length > 0 ? listedNames : [textAt(spec, "teamRef")];
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The Cluster on which a Plugin is installed. Undefined for Greenhouse's own cluster, which no Plugin names. */
export function findPluginCluster(plugin: KubeObject, index: ObjectIndex): Lookup | undefined {
  const name = readSubjectText(plugin, ["spec", "clusterName"]);
  return name === "" ? undefined : index.find(makeRefBeside(greenhouseKinds.Cluster, plugin, name));
}

/** The definition that a Plugin or PluginPreset installs. Older releases name it in spec.pluginDefinition. */
export function findPluginDefinition(object: KubeObject, index: ObjectIndex): Lookup | undefined {
  const spec = object.ref.kind === "PluginPreset" ? valueAt(object.spec, "plugin") : object.spec;
  const name = textAt(spec, "pluginDefinitionRef", "name") || textAt(spec, "pluginDefinition");
  return name === "" ? undefined : index.find(makeRefBeside(chooseDefinitionKind(spec), object, name));
}

/** The kind of the definition that the spec of a Plugin names. The default is ClusterPluginDefinition. */
export function chooseDefinitionKind(spec: unknown): Kind {
  const isNamespaced = textAt(spec, "pluginDefinitionRef", "kind") === greenhouseKinds.PluginDefinition.kind;
  return isNamespaced ? greenhouseKinds.PluginDefinition : greenhouseKinds.ClusterPluginDefinition;
}

/** The Flux HelmRelease of a Plugin: same name, same namespace. */
function findRelease(plugin: KubeObject, index: ObjectIndex): Lookup {
  return index.find(makeRefBeside(fluxKinds.HelmRelease, plugin, plugin.ref.name));
}

/**
 * Whether the verdict of a part is part of the verdict of the object above it:
 * - A part that was found is required if the object depends on its whole verdict. A Cluster that is found and not Ready
 *   is not required, because the controller reports that in the Ready of the Plugin (ready-by-controller.ts).
 * - A part that does not exist is required if the object depends on its readiness or existence.
 * - A part that was not read is never required, because the object's own conditions report what its controller saw there.
 */
export function isRequired({ lookup: { outcome }, dependsOn }: ObjectLink): boolean {
  if (outcome === "found") return dependsOn === "verdict";
  return outcome === "absent" && (dependsOn === "readiness" || dependsOn === "existence");
}

/** The verdict of a part as far as it explains the object above it. Healthy where it explains nothing there. */
export function readCountedVerdict(link: ObjectLink, part: Pick<ReportNode, "verdict" | "conditions">): Verdict {
  if (link.lookup.outcome !== "found") return isRequired(link) ? part.verdict : "healthy";
  switch (link.dependsOn) {
    case "verdict":
      return part.verdict;
    case "readiness":
      return firstConditionOfType(part.conditions, "Ready")?.status === "True" ? "healthy" : part.verdict;
    case "existence":
    case "nothing":
      return "healthy";
  }
}

/** The ref of an object by kind and name: in the namespace of `object`, or in none if the kind is cluster-scoped. */
function makeRefBeside({ group, kind, namespaced }: Kind, object: KubeObject, name: string): Ref {
  const namespace = namespaced ? object.ref.namespace : undefined;
  return { group, kind, ...definedFields({ namespace }), name };
}

/** The link to a part by its ref. */
function findLink(index: ObjectIndex, ref: Ref, dependsOn: Dependence): ObjectLink {
  return { lookup: index.find(ref), dependsOn };
}

/** The link to a part that is only shown. Empty if the part was not read. */
function findShownLink(index: ObjectIndex, ref: Ref): readonly ObjectLink[] {
  const link = findLink(index, ref, "nothing");
  return link.lookup.outcome === "unread" ? [] : [link];
}

/** The link to a part whose object is at hand. */
function makeFoundLink(object: KubeObject, dependsOn: Dependence): ObjectLink {
  return { lookup: { ref: object.ref, outcome: "found", object }, dependsOn };
}
