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

const linksByKind: Readonly<
  Record<string, ((object: KubeObject, index: ObjectIndex) => readonly ObjectLink[]) | undefined>
> = {
  Organization: listOrganizationLinks,
  Cluster: (cluster, index) =>
    findLinkIfRead(index, makeRefBeside(greenhouseKinds.ClusterKubeconfig, cluster, cluster.ref.name)),
  Plugin: listPluginLinks,
  PluginPreset: listPresetLinks,
  PluginDefinition: listChartLinks,
  ClusterPluginDefinition: listChartLinks,
  Catalog: (catalog, index) =>
    readInventory(catalog)
      .filter(({ kind, name }) => name !== "" && Object.hasOwn(fluxKinds, kind))
      .map((item) => ({
        ...findLink(index, makeInventoryRef(catalog, item.kind, item.name), "verdict"),
        share: readInventoryShare(item),
      })),
  Team: (team, index) =>
    findLinkIfRead(index, makeRefBeside(greenhouseKinds.Organization, team, team.ref.namespace ?? "")),
  TeamRoleBinding: listBindingLinks,
};

/**
 * The kinds in an Organization's namespace; its own Ready does not depend on them (organization_controller.go:351-357).
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

function listPluginLinks(object: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const cluster = findPluginCluster(object, index);
  const definition = findPluginDefinition(object, index);
  // The older Helm controller created releases without an object for them.
  const release = readSubject(object).isLegacy ? undefined : findRelease(object, index);
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
function listPresetLinks(preset: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const plugins = listPresetPlugins(preset, index);
  const names = new Set(plugins.map(({ ref }) => ref.name));
  const reported = readReportedPlugins(preset).filter(({ component }) => !names.has(component));
  const definition = findPluginDefinition(preset, index);
  return [
    ...plugins.map((each) => makeFoundLink(each, "verdict")),
    ...reported
      .map((share) => ({ ...findLink(index, makePluginRef(preset, share.component), "verdict"), share }))
      // An object that exists without the label is no Plugin of this preset.
      .filter(({ lookup }) => lookup.outcome !== "found"),
    ...(definition === undefined ? [] : [{ lookup: definition, counts: "existence" as const }]),
  ];
}

/**
 * The parts of a definition: HelmChartReady depends on the HelmChart (plugindefinition/utils.go). If it can have two
 * names, the existing one counts.
 */
function listChartLinks(definition: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
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
      : [findLink(index, place(fluxKinds.HelmRepository, nameRepository(url)), "verdict")]),
    ...(lookup === undefined ? [] : [{ lookup, counts: "verdict" as const }]),
  ];
}

/** internal/flux, ChartURLToName: without the scheme, dots and slashes as dashes. */
function nameRepository(url: string): string {
  return url.replace(/^(oci|https?):\/\//, "").replaceAll(/[./]/g, "-");
}

/**
 * The parts of a TeamRoleBinding. A Cluster counts if the binding failed there; the TeamRole and the Teams must exist.
 */
function listBindingLinks(binding: KubeObject, index: ObjectIndex): readonly ObjectLink[] {
  const clusters = readClusterShares(binding).filter(({ component }) => component !== "");
  const role =
    readSubjectText(binding, ["spec", "teamRoleRef"]) || readSubjectText(binding, ["spec", "teamRoleRef", "name"]);
  return [
    ...clusters.map((share) => ({
      ...findLink(
        index,
        makeRefBeside(greenhouseKinds.Cluster, binding, share.component),
        share.condition?.status === "True" ? "shown" : "ready",
      ),
      share,
    })),
    ...(role === "" ? [] : [findLink(index, makeRefBeside(greenhouseKinds.TeamRole, binding, role), "existence")]),
    ...readTeamNames(binding.spec).map((name) =>
      findLink(index, makeRefBeside(greenhouseKinds.Team, binding, name), "existence"),
    ),
  ];
}

/** The names in spec.teamRefs, or else the one of spec.teamRef. */
function readTeamNames(spec: unknown): readonly string[] {
  const several = listAt(spec, "teamRefs").map((entry) => toText(entry) || textAt(entry, "name"));
  const names = several.length > 0 ? several : [textAt(spec, "teamRef")];
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The Cluster on which a Plugin is installed; without a name it is Greenhouse's own. */
export function findPluginCluster(plugin: KubeObject, index: ObjectIndex): Lookup | undefined {
  const name = readSubjectText(plugin, ["spec", "clusterName"]);
  return name === "" ? undefined : index.find(makeRefBeside(greenhouseKinds.Cluster, plugin, name));
}

/** The definition that a Plugin or PluginPreset installs; older releases name it in spec.pluginDefinition. */
export function findPluginDefinition(object: KubeObject, index: ObjectIndex): Lookup | undefined {
  const spec = object.ref.kind === "PluginPreset" ? valueAt(object.spec, "plugin") : object.spec;
  const name = textAt(spec, "pluginDefinitionRef", "name") || textAt(spec, "pluginDefinition");
  if (name === "") return undefined;
  const isOwn = textAt(spec, "pluginDefinitionRef", "kind") === greenhouseKinds.PluginDefinition.kind;
  return index.find(
    makeRefBeside(isOwn ? greenhouseKinds.PluginDefinition : greenhouseKinds.ClusterPluginDefinition, object, name),
  );
}

/** The Flux HelmRelease of a Plugin: same name, same namespace. */
function findRelease(plugin: KubeObject, index: ObjectIndex): Lookup {
  return index.find(makeRefBeside(fluxKinds.HelmRelease, plugin, plugin.ref.name));
}

/**
 * How much a part counts for the object above it: as much as the controller's own rule reads it. A part that was not
 * read never counts. The object's own conditions report what its controller saw there.
 */
type Counts = keyof typeof countsBy;

/**
 * The verdict of a part that was found, as far as it explains the object above it.
 * - `ready`: the part exists and is Ready. Unhealthy nodes of a Cluster are no fault of a Plugin on it.
 * - `existence`: the part exists.
 * - `verdict`: the part's own verdict.
 * - `shown`: nothing; the part is only shown.
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
 * Whether a part counts, by the link to it and its existence. A part that exists counts as a whole or not at all; an
 * absent part counts if it must exist. If a Cluster exists but is not Ready, the controller itself reports it on the
 * Plugin (ready-by-controller.ts).
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
