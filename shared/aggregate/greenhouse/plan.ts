import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { at, text } from "../../parse/value.ts";
import { type GreenhouseKind, kinds } from "../../profiles/greenhouse.ts";
import { chartNamespace, fluxKinds } from "../../profiles/greenhouse-flux.ts";
import type { Index } from "../lookup.ts";
import { isRefused, listOf, type Scope } from "../queries.ts";
import { ofOrganization } from "./links.ts";
import { inventoryOf } from "./shares.ts";

/**
 * What to read around one Greenhouse object: one list per kind, of its namespace, or of all where all of a kind are roots;
 * the same list for every root there. No Secret is ever asked for, though a Cluster has one of its name.
 */
export function around(root: KubeObject, _index: Index, snapshot: Snapshot, scope: Scope): readonly Query[] {
  const kind = root.ref.kind as GreenhouseKind;
  const isEverywhere = scope.namespace === undefined && (scope.wanted ?? []).every(({ name }) => name === undefined);
  return kindsAround(root).flatMap((each): readonly Query[] => {
    const list = listOf(each, namespaceOf(kind, root));
    if (!isEverywhere || !each.namespaced) return [list];
    const all = listOf(each);
    return isRefused(snapshot, all) ? [all, list] : [all];
  });
}

/** An Organization has a namespace of its name; what a ClusterPluginDefinition needs lies in Greenhouse's own. */
function namespaceOf(kind: GreenhouseKind, { ref }: KubeObject): string {
  if (kind === "Organization") return ref.name;
  return ref.namespace ?? chartNamespace;
}

/** The kinds of all parts, and of the parts of those, so that one wave has them all (links.ts). */
function kindsAround(root: KubeObject): readonly Kind[] {
  const below = [kinds.Cluster, fluxKinds.HelmRelease];
  switch (root.ref.kind as GreenhouseKind) {
    case "Organization":
      return [...ofOrganization, fluxKinds.HelmRelease, kinds.ClusterPluginDefinition, kinds.TeamRole];
    case "Cluster":
      return [kinds.ClusterKubeconfig];
    case "Plugin":
      return [...below, definitionKind(root.spec)];
    case "PluginPreset":
      return [kinds.Plugin, ...below, definitionKind(at(root.spec, ["plugin"]))];
    case "PluginDefinition":
    case "ClusterPluginDefinition":
      return at(root.spec, ["helmChart"]) === undefined ? [] : [fluxKinds.HelmRepository, fluxKinds.HelmChart];
    case "Catalog": {
      const named = new Set(inventoryOf(root).map((item) => item.kind));
      return Object.values(fluxKinds).filter((each) => named.has(each.kind));
    }
    case "Team":
      return [kinds.Organization];
    case "TeamRoleBinding":
      return [kinds.Cluster, kinds.TeamRole, kinds.Team];
    default:
      return [];
  }
}

function definitionKind(spec: unknown): Kind {
  const isOwn = text(at(spec, ["pluginDefinitionRef", "kind"])) === kinds.PluginDefinition.kind;
  return isOwn ? kinds.PluginDefinition : kinds.ClusterPluginDefinition;
}
