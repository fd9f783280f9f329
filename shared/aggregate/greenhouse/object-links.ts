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
  type ConditionShare,
  listPresetPlugins,
  makeInventoryRef,
  makePluginRef,
  readClusterShares,
  readInventory,
  readInventoryShare,
  readReportedPlugins,
} from "./aggregated-parts.ts";
import { readSubject, readSubjectText } from "./subject.ts";

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
  return organizationKinds.flatMap((kind) => index.all(kind, ref.name)).map((object) => makeFoundLink(object, "shown"));
}

function listClusterLinks(cluster: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  return findLinkIfRead(index, makeRefBeside(greenhouseKinds.ClusterKubeconfig, cluster, cluster.ref.name));
}

function listTeamLinks(team: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  return findLinkIfRead(index, makeRefBeside(greenhouseKinds.Organization, team, team.ref.namespace ?? ""));
}

/** The Flux objects of a Catalog's inventory, each with what the inventory reports of it. */
function listCatalogLinks(catalog: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const items = readInventory(catalog).filter(({ kind, name }) => name !== "" && Object.hasOwn(fluxKinds, kind));
  return items.map((item) => {
    const link = findLink(index, makeInventoryRef(catalog, item.kind, item.name), "verdict");
    return { ...link, share: readInventoryShare(item) };
  });
}

function listPluginLinks(plugin: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const links: ObjectLink[] = [];
  const cluster = findPluginCluster(plugin, index);
  if (cluster !== undefined) links.push({ lookup: cluster, counts: "ready" });
  // The older Helm controller installed releases without an object for them.
  if (!readSubject(plugin).isLegacy) links.push({ lookup: findRelease(plugin, index), counts: "verdict" });
  const definition = findPluginDefinition(plugin, index);
  if (definition !== undefined) links.push({ lookup: definition, counts: "existence" });
  return links;
}

/**
 * The parts of a PluginPreset: AllPluginsReady depends on its Plugins. Plugins in its status that were not read are
 * shown too.
 */
function listPresetLinks(preset: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const plugins = listPresetPlugins(preset, index);
  const names = new Set(plugins.map(({ ref }) => ref.name));
  const reportedLinks = readReportedPlugins(preset)
    .filter(({ component }) => !names.has(component))
    .map((share) => ({ ...findLink(index, makePluginRef(preset, share.component), "verdict"), share }));
  // An object that exists without the preset's label is no Plugin of it.
  const unfoundLinks = reportedLinks.filter(({ lookup }) => lookup.outcome !== "found");
  const links: ObjectLink[] = [...plugins.map((plugin) => makeFoundLink(plugin, "verdict")), ...unfoundLinks];
  const definition = findPluginDefinition(preset, index);
  if (definition !== undefined) links.push({ lookup: definition, counts: "existence" });
  return links;
}

/**
 * The parts of a definition: its HelmRepository, and its HelmChart, on which HelmChartReady depends
 * (plugindefinition/utils.go). The HelmChart has one of two names, of which the existing one counts.
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
  if (url !== "") links.push(findInNamespace(fluxKinds.HelmRepository, nameRepository(url)));
  const byDefinition = findInNamespace(fluxKinds.HelmChart, `${definition.ref.name}-${version}`);
  const byChart = findInNamespace(fluxKinds.HelmChart, `${textAt(chart, "name")}-${version}`);
  const isOnlyByChart = byDefinition.lookup.outcome !== "found" && byChart.lookup.outcome === "found";
  links.push(isOnlyByChart ? byChart : byDefinition);
  return links;
}

/**
 * The name of the HelmRepository of a URL: `oci://ghcr.io/a` -> `ghcr-io-a` (cloudoperators/greenhouse internal/flux,
 * ChartURLToName).
 */
function nameRepository(url: string): string {
  return url.replace(/^(oci|https?):\/\//, "").replaceAll(/[./]/g, "-");
}

/**
 * The parts of a TeamRoleBinding. A Cluster counts if the binding failed there. The TeamRole and the Teams must exist.
 */
function listBindingLinks(binding: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const clusterLinks = readClusterShares(binding)
    .filter(({ component }) => component !== "")
    .map((share): ObjectLink => {
      const counts = share.condition?.status === "True" ? "shown" : "ready";
      return { ...findLink(index, makeRefBeside(greenhouseKinds.Cluster, binding, share.component), counts), share };
    });
  const role =
    readSubjectText(binding, ["spec", "teamRoleRef"]) || readSubjectText(binding, ["spec", "teamRoleRef", "name"]);
  const requiredRefs = readTeamNames(binding.spec).map((name) => makeRefBeside(greenhouseKinds.Team, binding, name));
  if (role !== "") requiredRefs.unshift(makeRefBeside(greenhouseKinds.TeamRole, binding, role));
  return [...clusterLinks, ...requiredRefs.map((ref) => findLink(index, ref, "existence"))];
}

/** The names in spec.teamRefs, or else the one of spec.teamRef. */
function readTeamNames(spec: unknown): readonly string[] {
  const several = listAt(spec, "teamRefs").map((entry) => toText(entry) || textAt(entry, "name"));
  const names = several.length > 0 ? several : [textAt(spec, "teamRef")];
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
  if (name === "") return undefined;
  const isNamespaced = textAt(spec, "pluginDefinitionRef", "kind") === greenhouseKinds.PluginDefinition.kind;
  const kind = isNamespaced ? greenhouseKinds.PluginDefinition : greenhouseKinds.ClusterPluginDefinition;
  return index.find(makeRefBeside(kind, object, name));
}

/** The Flux HelmRelease of a Plugin: same name, same namespace. */
function findRelease(plugin: KubeObject, index: ObjectIndex): Lookup {
  return index.find(makeRefBeside(fluxKinds.HelmRelease, plugin, plugin.ref.name));
}

/**
 * How much a part counts for the object above it: as much as the rule of that object's controller reads of it. A part that
 * was not read never counts, because the object's own conditions report what its controller saw there.
 */
type Counts = keyof typeof countsBy;

/**
 * The verdict of a part that was found, as far as it explains the object above it.
 * - `ready`: the part exists and is Ready. Unhealthy nodes of a Cluster are no fault of a Plugin on it.
 * - `existence`: the part exists.
 * - `verdict`: the part's own verdict.
 * - `shown`: nothing. The part is only shown.
 */
const countsBy = {
  ready: ({ verdict, conditions }: Pick<ReportNode, "verdict" | "conditions">): Verdict =>
    firstConditionOfType(conditions, "Ready")?.status === "True" ? "healthy" : verdict,
  existence: (): Verdict => "healthy",
  verdict: ({ verdict }: Pick<ReportNode, "verdict">): Verdict => verdict,
  shown: (): Verdict => "healthy",
};

/** One part of an object: its lookup, how much it counts, and what the object's own status reports of it. */
export interface ObjectLink {
  readonly lookup: Lookup;
  readonly counts: Counts;
  readonly share?: ConditionShare;
}

/**
 * Whether a part is required. A part that exists is required if its whole verdict counts, and an absent one if it must exist.
 * A Cluster that exists and is not Ready is not, because the controller reports that on the Plugin
 * (ready-by-controller.ts).
 */
export function isRequired({ lookup: { outcome }, counts }: ObjectLink): boolean {
  if (outcome === "found") return counts === "verdict";
  return outcome === "absent" && (counts === "ready" || counts === "existence");
}

/** The verdict of a part as far as it explains the object above it. */
export function readCountedVerdict(link: ObjectLink, part: Pick<ReportNode, "verdict" | "conditions">): Verdict {
  if (link.lookup.outcome === "found") return countsBy[link.counts](part);
  return isRequired(link) ? part.verdict : "healthy";
}

/** The ref of a kind by its name, in the namespace of an object. */
function makeRefBeside({ group, kind, namespaced }: Kind, { ref }: KubeObject, name: string): Ref {
  const place = namespaced && ref.namespace !== undefined ? { namespace: ref.namespace } : {};
  return { group, kind, ...place, name };
}

/** The link to a part by its ref. */
function findLink(index: ObjectIndex, ref: Ref, counts: Counts): ObjectLink {
  return { lookup: index.find(ref), counts };
}

/** The link to a part that is shown if it was read, and omitted if it was not. */
function findLinkIfRead(index: ObjectIndex, ref: Ref): readonly ObjectLink[] {
  return [findLink(index, ref, "shown")].filter(({ lookup }) => lookup.outcome !== "unread");
}

/** The link to a part that was found otherwise. */
function makeFoundLink(object: KubeObject, counts: Counts): ObjectLink {
  return { lookup: { ref: object.ref, outcome: "found", object }, counts };
}
