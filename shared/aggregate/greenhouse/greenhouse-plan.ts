import { type GreenhouseKind, greenhouseKinds } from "../../model/family-roots.ts";
import type { Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { chartNamespace } from "../../profiles/greenhouse/profile.ts";
import { fluxKinds } from "../../tables/flux-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { isListForbidden, listQuery, type ReadScope } from "../snapshot/queries.ts";
import { readInventory } from "./aggregated-parts.ts";
import { organizationKinds } from "./object-links.ts";

/**
 * The queries around one Greenhouse object: one list per kind in its namespace. Where all objects of a kind are roots, it is
 * one list over all namespaces, which roots share. A Secret is never requested, although a Cluster has one of its name.
 */
export function planGreenhouseReads(
  root: KubeObject,
  _index: ObjectIndex,
  snapshot: Snapshot,
  scope: ReadScope,
): readonly Query[] {
  const kind = root.ref.kind as GreenhouseKind;
  const isEverywhere = scope.namespace === undefined && (scope.wanted ?? []).every(({ name }) => name === undefined);
  return listKindsAround(root).flatMap((partKind): readonly Query[] => {
    const namespaceList = listQuery(partKind, chooseNamespace(kind, root));
    if (!isEverywhere || !partKind.namespaced) return [namespaceList];
    const clusterList = listQuery(partKind);
    return isListForbidden(snapshot, clusterList) ? [clusterList, namespaceList] : [clusterList];
  });
}

/**
 * The namespace to list. That of an Organization has its name. What a ClusterPluginDefinition needs is in Greenhouse's own
 * namespace.
 */
function chooseNamespace(kind: GreenhouseKind, { ref }: KubeObject): string {
  if (kind === "Organization") return ref.name;
  return ref.namespace ?? chartNamespace;
}

/** The kinds of all parts and of their parts, so that one wave of requests reads them all (object-links.ts). */
function listKindsAround(root: KubeObject): readonly Kind[] {
  const below = [greenhouseKinds.Cluster, fluxKinds.HelmRelease];
  switch (root.ref.kind as GreenhouseKind) {
    case "Organization":
      return [
        ...organizationKinds,
        fluxKinds.HelmRelease,
        greenhouseKinds.ClusterPluginDefinition,
        greenhouseKinds.TeamRole,
      ];
    case "Cluster":
      return [greenhouseKinds.ClusterKubeconfig];
    case "Plugin":
      return [...below, chooseDefinitionKind(root.spec)];
    case "PluginPreset":
      return [greenhouseKinds.Plugin, ...below, chooseDefinitionKind(valueAt(root.spec, "plugin"))];
    case "PluginDefinition":
    case "ClusterPluginDefinition":
      return valueAt(root.spec, "helmChart") === undefined ? [] : [fluxKinds.HelmRepository, fluxKinds.HelmChart];
    case "Catalog": {
      const inventoryKinds = new Set(readInventory(root).map((item) => item.kind));
      return Object.values(fluxKinds).filter(({ kind }) => inventoryKinds.has(kind));
    }
    case "Team":
      return [greenhouseKinds.Organization];
    case "TeamRoleBinding":
      return [greenhouseKinds.Cluster, greenhouseKinds.TeamRole, greenhouseKinds.Team];
    default:
      return [];
  }
}

function chooseDefinitionKind(spec: unknown): Kind {
  const isNamespaced = textAt(spec, "pluginDefinitionRef", "kind") === greenhouseKinds.PluginDefinition.kind;
  return isNamespaced ? greenhouseKinds.PluginDefinition : greenhouseKinds.ClusterPluginDefinition;
}
