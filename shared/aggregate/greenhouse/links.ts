import type { KubeObject, Ref } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Node } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import type { Verdict } from "../../model/verdict.ts";
import { at, list, record, text } from "../../parse/value.ts";
import { kinds } from "../../profiles/greenhouse.ts";
import { chartNamespace, fluxKinds } from "../../profiles/greenhouse-flux.ts";
import type { Index } from "../lookup.ts";
import { conditionOf } from "../verbs.ts";
import type { Share } from "./merge.ts";
import { clusterShares, inventoryOf, inventoryRef, pluginRef, pluginsOf, toldOf, toldPlugins } from "./shares.ts";
import { subjectOf, textAt } from "./subject.ts";

/**
 * How far a part counts against the object above it, which is as far as the controller's own rule asks about it. What was
 * not read never counts: the object's own conditions are first-hand, they say what its controller saw there.
 */
type Counts = keyof typeof countsBy;

/**
 * What of a part that was found explains how the object above it is.
 * - `ready`: that it exists and is Ready; a Cluster with an ailing node is no fault of a Plugin on it.
 * - `existence`: that it exists.
 * - `verdict`: how it is, where it is there.
 * - `shown`: not at all.
 */
const countsBy = {
  ready: ({ verdict, conditions }: Pick<Node, "verdict" | "conditions">): Verdict =>
    conditionOf(conditions, "Ready")?.status === "True" ? "healthy" : verdict,
  existence: (): Verdict => "healthy",
  verdict: ({ verdict }: Pick<Node, "verdict">): Verdict => verdict,
  shown: (): Verdict => "healthy",
};

/** One part of an object: how it was read, how far it counts, and what the object's own status says of it. */
export interface Link {
  readonly lookup: Lookup;
  readonly counts: Counts;
  readonly share?: Share;
}

/**
 * By the way that leads to it, and whether it is there: what is there counts as a whole or not at all, what is not where it
 * must be. That a Cluster which is there is not Ready is the controller's own word on a Plugin (ready.ts).
 */
export function isRequired({ lookup: { outcome }, counts }: Link): boolean {
  if (outcome === "found") return counts === "verdict";
  return outcome === "absent" && (counts === "ready" || counts === "existence");
}

/** What a part explains of the object above it. */
export function countedVerdict(link: Link, part: Pick<Node, "verdict" | "conditions">): Verdict {
  if (link.lookup.outcome === "found") return countsBy[link.counts](part);
  return isRequired(link) ? part.verdict : "healthy";
}

/** The parts to follow from one object (facts seed-systems 2.1), in the order to be looked at. */
export function linksOf(object: KubeObject, index: Index): readonly Link[] {
  return links[object.ref.kind]?.(object, index) ?? [];
}

const links: Readonly<Record<string, ((object: KubeObject, index: Index) => readonly Link[]) | undefined>> = {
  Organization: organization,
  Cluster: (cluster, index) => beside(index, refTo(kinds.ClusterKubeconfig, cluster, cluster.ref.name)),
  Plugin: plugin,
  PluginPreset: pluginPreset,
  PluginDefinition: charts,
  ClusterPluginDefinition: charts,
  Catalog: (catalog, index) =>
    inventoryOf(catalog)
      .filter(({ kind, name }) => name !== "" && Object.hasOwn(fluxKinds, kind))
      .map((item) => ({ ...link(index, inventoryRef(catalog, item.kind, item.name), "verdict"), share: toldOf(item) })),
  Team: (team, index) => beside(index, refTo(kinds.Organization, team, team.ref.namespace ?? "")),
  TeamRoleBinding: teamRoleBinding,
};

/** All that its namespace holds, none of which its own Ready is about (organization_controller.go:351-357). */
export const ofOrganization: readonly Kind[] = [
  kinds.Cluster,
  kinds.Plugin,
  kinds.PluginPreset,
  kinds.Team,
  kinds.TeamRoleBinding,
  kinds.ClusterKubeconfig,
  kinds.PluginDefinition,
  kinds.Catalog,
];

function organization({ ref }: KubeObject, index: Index): readonly Link[] {
  return ofOrganization.flatMap((kind) => index.all(kind, ref.name)).map((object) => found(object, "shown"));
}

function plugin(object: KubeObject, index: Index): readonly Link[] {
  const [cluster, definition] = [clusterOf(object, index), definitionOf(object, index)];
  // The Helm controller of before made releases without an object for them.
  const release = subjectOf(object).isLegacy ? undefined : releaseOf(object, index);
  return [
    ...(cluster === undefined ? [] : [{ lookup: cluster, counts: "ready" as const }]),
    ...(release === undefined ? [] : [{ lookup: release, counts: "verdict" as const }]),
    ...(definition === undefined ? [] : [{ lookup: definition, counts: "existence" as const }]),
  ];
}

/** AllPluginsReady is about its Plugins; those named in its status and not read are shown. */
function pluginPreset(preset: KubeObject, index: Index): readonly Link[] {
  const plugins = pluginsOf(preset, index);
  const names = new Set(plugins.map(({ ref }) => ref.name));
  const told = toldPlugins(preset).filter(({ component }) => !names.has(component));
  const definition = definitionOf(preset, index);
  return [
    ...plugins.map((each) => found(each, "verdict")),
    ...told
      .map((share) => ({ ...link(index, pluginRef(preset, share.component), "verdict"), share }))
      // One that is there without the label is no Plugin of this preset.
      .filter(({ lookup }) => lookup.outcome !== "found"),
    ...(definition === undefined ? [] : [{ lookup: definition, counts: "existence" as const }]),
  ];
}

/** HelmChartReady is made of the HelmChart (plugindefinition/utils.go); of two ways to name it the one that is there. */
function charts(definition: KubeObject, index: Index): readonly Link[] {
  const chart = record(at(definition.spec, ["helmChart"]));
  if (chart === undefined) return [];
  const [name, version, url] = ["name", "version", "repository"].map((key) => text(at(chart, [key])));
  const namespace = definition.ref.namespace ?? chartNamespace;
  const place = (kind: Kind, called: string): Ref => ({ group: kind.group, kind: kind.kind, namespace, name: called });
  const names = [`${definition.ref.name}-${version ?? ""}`, `${name ?? ""}-${version ?? ""}`];
  const lookups = names.map((each) => index.find(place(fluxKinds.HelmChart, each)));
  const [first] = lookups;
  const lookup = lookups.find(({ outcome }) => outcome === "found") ?? first;
  return [
    ...(url === undefined || url === ""
      ? []
      : [link(index, place(fluxKinds.HelmRepository, repositoryName(url)), "verdict")]),
    ...(lookup === undefined ? [] : [{ lookup, counts: "verdict" as const }]),
  ];
}

/** internal/flux, ChartURLToName: without the scheme, dots and slashes as dashes. */
function repositoryName(url: string): string {
  return url.replace(/^(oci|https?):\/\//, "").replaceAll(/[./]/g, "-");
}

/** A Cluster counts where the binding could not be made on it; its TeamRole and Teams must be there. */
function teamRoleBinding(binding: KubeObject, index: Index): readonly Link[] {
  const clusters = clusterShares(binding).filter(({ component }) => component !== "");
  const role = textAt(binding, ["spec", "teamRoleRef"]) || textAt(binding, ["spec", "teamRoleRef", "name"]);
  return [
    ...clusters.map((share) => ({
      ...link(
        index,
        refTo(kinds.Cluster, binding, share.component),
        share.condition?.status === "True" ? "shown" : "ready",
      ),
      share,
    })),
    ...(role === "" ? [] : [link(index, refTo(kinds.TeamRole, binding, role), "existence")]),
    ...teamNames(binding.spec).map((name) => link(index, refTo(kinds.Team, binding, name), "existence")),
  ];
}

/** Names in spec.teamRefs, else the one of spec.teamRef. */
function teamNames(spec: unknown): readonly string[] {
  const several = list(at(spec, ["teamRefs"])).map((entry) => text(entry) || text(at(entry, ["name"])));
  const names = several.length > 0 ? several : [text(at(spec, ["teamRef"]))];
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The Cluster a Plugin is installed on; without a name it is Greenhouse's own. */
export function clusterOf(plugin: KubeObject, index: Index): Lookup | undefined {
  const name = textAt(plugin, ["spec", "clusterName"]);
  return name === "" ? undefined : index.find(refTo(kinds.Cluster, plugin, name));
}

/** What a Plugin or PluginPreset installs; older releases name it in spec.pluginDefinition. */
export function definitionOf(object: KubeObject, index: Index): Lookup | undefined {
  const spec = object.ref.kind === "PluginPreset" ? at(object.spec, ["plugin"]) : object.spec;
  const name = text(at(spec, ["pluginDefinitionRef", "name"])) || text(at(spec, ["pluginDefinition"]));
  if (name === "") return undefined;
  const isOwn = text(at(spec, ["pluginDefinitionRef", "kind"])) === kinds.PluginDefinition.kind;
  return index.find(refTo(isOwn ? kinds.PluginDefinition : kinds.ClusterPluginDefinition, object, name));
}

/** Flux's object for what a Plugin installs: same name, same namespace. */
function releaseOf(plugin: KubeObject, index: Index): Lookup {
  return index.find(refTo(fluxKinds.HelmRelease, plugin, plugin.ref.name));
}

function refTo({ group, kind, namespaced }: Kind, { ref }: KubeObject, name: string): Ref {
  const place = namespaced && ref.namespace !== undefined ? { namespace: ref.namespace } : {};
  return { group, kind, ...place, name };
}

function link(index: Index, ref: Ref, counts: Counts): Link {
  return { lookup: index.find(ref), counts };
}

/** What is worth a look where it was read, and not worth a word where it was not. */
function beside(index: Index, ref: Ref): readonly Link[] {
  return [link(index, ref, "shown")].filter(({ lookup }) => lookup.outcome !== "unread");
}

function found(object: KubeObject, counts: Counts): Link {
  return { lookup: { ref: object.ref, outcome: "found", object }, counts };
}
