import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { inventoryQueries } from "../../shared/io/inventory/read-inventory.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Query } from "../../shared/model/snapshot.ts";
import { listAt, recordAt, textAt } from "../../shared/parse/json-value.ts";
import type { InventoryChoices } from "./choices.ts";

/**
 * The names of the clusters in the inventory of a hub, or the keys of their labels, from the first page of the list. Of
 * two clusters with one name the namespace stands in front.
 */
export async function inventoryNames(
  what: InventoryChoices,
  namespace: string | undefined,
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<readonly string[]> {
  for (const query of inventoryQueries({ ...definedFields({ namespace }) })) {
    const found = await metadataOf(query, connection, signal);
    if (found.length === 0) continue;
    return what === "inventory label" ? found.flatMap(({ labels }) => Object.keys(labels)) : shortestNames(found);
  }
  return [];
}

interface EntryMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, unknown>>;
}

function shortestNames(entries: readonly EntryMetadata[]): readonly string[] {
  const byName = Map.groupBy(entries, ({ name }) => name);
  return entries.map(({ name, namespace }) => (byName.get(name)?.length === 1 ? name : `${namespace}/${name}`));
}

/** The metadata of the first page; empty where no version of the type is served. */
async function metadataOf(
  { group, versions, plural, namespace }: Query,
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<readonly EntryMetadata[]> {
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  const place = namespace === undefined ? "" : `namespaces/${encodeURIComponent(namespace)}/`;
  const answers = await Promise.all(
    versions.map((version) =>
      connection.get(`/apis/${group}/${version}/${place}${plural}?limit=500`, { accept, signal }),
    ),
  );
  const answer = answers.find(({ status }) => status === 200);
  const items = answer === undefined ? [] : listAt(JSON.parse(answer.body), "items");
  return items.map((item) => ({
    name: textAt(item, "metadata", "name"),
    namespace: textAt(item, "metadata", "namespace"),
    labels: recordAt(item, "metadata", "labels") ?? {},
  }));
}
