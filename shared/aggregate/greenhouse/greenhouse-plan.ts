import { type GreenhouseKind, greenhouseKinds } from "../../model/family-roots.ts";
import type { Kind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { valueAt } from "../../parse/json-value.ts";
import { chartNamespace } from "../../profiles/greenhouse/profile.ts";
import { fluxKinds } from "../../tables/flux-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { isListForbidden, listQuery, type ReadScope } from "../snapshot/queries.ts";
import { readInventory } from "./aggregated-parts.ts";
import { chooseDefinitionKind, organizationKinds } from "./object-links.ts";

/**
 * The queries around one Greenhouse object: one list for each kind of its parts. If the request selects all objects of a
 * kind, the lists are over all namespaces, so that the roots share them. If such a list is forbidden, one in the namespace
 * is added. A Secret is never requested, although a Cluster has one of its name.
 */
export function planGreenhouseReads(
  root: KubeObject,
  _index: ObjectIndex,
  snapshot: Snapshot,
  scope: ReadScope,
): readonly Query[] {
  const kind = root.ref.kind as GreenhouseKind;
  const requested = scope.wanted ?? [];
  const isAllRequested = scope.namespace === undefined && requested.every(({ name }) => name === undefined);
  return listPartKinds(root).flatMap((partKind): readonly Query[] => {
    const namespaceList = listQuery(partKind, chooseNamespace(kind, root));
    if (!isAllRequested || !partKind.namespaced) return [namespaceList];
    const clusterList = listQuery(partKind);
    return isListForbidden(snapshot, clusterList) ? [clusterList, namespaceList] : [clusterList];
  });
}

/**
 * The namespace of the parts: that of the root. An Organization, which is cluster-scoped, has a namespace of its name. The
 * parts of a ClusterPluginDefinition are in Greenhouse's own namespace.
 */
function chooseNamespace(kind: GreenhouseKind, { ref }: KubeObject): string {
  if (kind === "Organization") return ref.name;
  return ref.namespace ?? chartNamespace;
}

/** The kinds of all parts and of their parts (object-links.ts), so that one wave of requests reads them all. */
function listPartKinds(root: KubeObject): readonly Kind[] {
  const pluginPartKinds = [greenhouseKinds.Cluster, fluxKinds.HelmRelease];
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
      return [...pluginPartKinds, chooseDefinitionKind(root.spec)];
    case "PluginPreset":
      return [greenhouseKinds.Plugin, ...pluginPartKinds, chooseDefinitionKind(valueAt(root.spec, "plugin"))];
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
