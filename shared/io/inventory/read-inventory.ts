import type { KubeObject } from "../../model/object.ts";
import { foundObjects, type Query, type Reading } from "../../model/snapshot.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { InputError } from "../errors/errors.ts";
import type { QueryReader } from "../reader/reader.ts";
import type { ClusterProfile } from "./profile-context.ts";

/** Which clusters of the inventory are requested, as `kubectl get` filters. */
export interface InventoryFilter {
  /** Absent: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** The one cluster of this name, without other selectors. */
  readonly name?: string;
}

/** One cluster of an inventory: its profile, or one sentence that says why there is none. */
export type InventoryEntry = (ClusterProfile | { readonly name: string; readonly fault: string }) & {
  readonly labels: KubeObject["labels"];
};

/** ClusterProfile of SIG-Multicluster (KEP-4322; cluster-inventory-api, apis/v1alpha1). */
const profiles = {
  verb: "list",
  group: "multicluster.x-k8s.io",
  kind: "ClusterProfile",
  plural: "clusterprofiles",
  versions: ["v1alpha1", "v1beta1", "v1"],
  namespaced: true,
} as const satisfies Query;

/** ManagedCluster of Open Cluster Management (open-cluster-management.io/api, cluster/v1). */
const managed = {
  verb: "list",
  group: "cluster.open-cluster-management.io",
  kind: "ManagedCluster",
  plural: "managedclusters",
  versions: ["v1"],
  namespaced: false,
} as const satisfies Query;

/**
 * The requests to the hub for its inventory, in this order. A later list is requested only where an earlier one has
 * nothing. With a namespace, cluster-scoped kinds are not requested.
 */
export function inventoryQueries({
  namespace,
  name,
  ...selectorsOfUser
}: InventoryFilter): readonly [Query, ...Query[]] {
  // A list, because the role for a hub permits no get.
  const selectors = name === undefined ? selectorsOfUser : { fieldSelector: `metadata.name=${name}` };
  if (namespace !== undefined) return [{ ...profiles, namespace, ...selectors }];
  return [
    { ...profiles, ...selectors },
    { ...managed, ...selectors },
  ];
}

/**
 * The clusters that a hub publishes, by name: its ClusterProfiles. Where it has none, the ManagedClusters of Open Cluster
 * Management, which give no access.
 * @param hub its name for errors.
 * @throws InputError where the hub refuses the list, has no inventory, or the filter selects nothing of it.
 */
export async function readInventory(
  reader: QueryReader,
  hub: string,
  filter: InventoryFilter,
): Promise<readonly InventoryEntry[]> {
  const [profileQuery, managedQuery] = inventoryQueries(filter);
  const profileReading = await reader.read(profileQuery);
  if (profileReading.outcome === "unread") throw unreadableInventoryError(hub, [profileReading]);
  const profileEntries = makeProfileEntries(foundObjects(profileReading));
  if (profileEntries.length > 0) return profileEntries;
  const managedReadings = managedQuery === undefined ? [] : [await reader.read(managedQuery)];
  // Without permission for the profiles it is unknown whether there are any.
  const managedClusters = profileReading.outcome === "forbidden" ? [] : managedReadings.flatMap(foundObjects);
  if (managedClusters.length > 0) return managedClusters.map(makeManagedEntry);
  const readings = [profileReading, ...managedReadings];
  const refused = readings.filter(({ outcome }) => outcome === "forbidden" || outcome === "unread");
  if (refused.length > 0) throw unreadableInventoryError(hub, refused);
  if (filter.name !== undefined)
    throw new InputError(
      `no cluster "${filter.name}" in the inventory of the hub ${hub}; to list its clusters, use --inventory`,
    );
  const isFiltered = Object.keys(filter).length > 0;
  throw new InputError(emptyInventoryText(hub, profileReading.outcome === "found", isFiltered));
}

/** The error for a hub without an inventory, or where the flags select nothing of it. */
function emptyInventoryText(hub: string, isInstalled: boolean, isFiltered: boolean): string {
  if (!isInstalled)
    return `the hub ${hub} has neither ClusterProfiles nor ManagedClusters; choose the hub by --context`;
  return `no ClusterProfile found on the hub ${hub}${isFiltered ? " with this namespace and selector" : ""}`;
}

/** The error for a hub that refuses to list its inventory, or does not return it. `refused`: the readings of these lists. */
function unreadableInventoryError(hub: string, refused: readonly Reading[]): InputError {
  const types = refused.map(({ query }) => `${query.plural}.${query.group}`).join(" and ");
  const isForbidden = refused.some(({ outcome }) => outcome === "forbidden");
  const remedy = isForbidden ? "; kubectl hco-status permissions --inventory prints the role for the hub" : "";
  const [first] = refused;
  const cause = first !== undefined && "cause" in first ? first.cause : "";
  return new InputError(`cannot list ${types} on the hub ${hub}: ${cause}${remedy}`);
}

/** The profiles, each with another name: two of one name have their namespace in front. */
function makeProfileEntries(objects: readonly KubeObject[]): readonly InventoryEntry[] {
  const byName = Map.groupBy(objects, ({ ref }) => ref.name);
  const entries = objects.map(({ ref, status, labels }) => {
    const { name, namespace = "" } = ref;
    const isAlone = byName.get(name)?.length === 1;
    const title = `ClusterProfile ${namespace}/${name}`;
    return { name: isAlone ? name : `${namespace}/${name}`, title, status, labels };
  });
  return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
}

function makeManagedEntry({ ref, status, labels }: KubeObject): InventoryEntry {
  const available = listAt(status, "conditions").find(
    (condition) => textAt(condition, "type") === "ManagedClusterConditionAvailable",
  );
  const availability = textAt(available, "status");
  const report = availability === "" ? "no availability" : `Available=${availability}`;
  return { name: ref.name, fault: `no ClusterProfile, Open Cluster Management reports ${report}`, labels };
}
