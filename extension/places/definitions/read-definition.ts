import { findKnownKind } from "../../../shared/aggregate/snapshot/known-kind.ts";
import { queryDefinition } from "../../../shared/aggregate/snapshot/queries.ts";
import type { DiscoverOnce } from "../../../shared/io/reader/lazy-discovery.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import type { Query, Reading, Snapshot } from "../../../shared/model/snapshot.ts";
import { textAt } from "../../../shared/parse/json-value.ts";
import { customResourceDefinitions } from "../../../shared/profiles/core-kinds.ts";

/** A kind, as a manifest names it. */
export type DefinedKind = Pick<Kind, "group" | "kind">;

/**
 * Returns the query for the whole CRD of a kind. A CRD is named by its resource, which a table has, or the discovery.
 * Undefined for a built-in kind, and where the resource is not known.
 * @throws ConnectionError where the discovery does.
 */
export async function buildDefinitionQuery(
  { group, kind }: DefinedKind,
  discovery?: DiscoverOnce,
): Promise<Query | undefined> {
  const known = findKnownKind({ group, kind })?.plural ?? (await findServedPlural({ group, kind }, discovery));
  const query = known === undefined ? undefined : queryDefinition({ group, plural: known });
  if (query === undefined) return undefined;
  const { metadataOnly: _, ...whole } = query;
  return whole;
}

async function findServedPlural(kind: DefinedKind, discovery: DiscoverOnce | undefined): Promise<string | undefined> {
  const discovered = await discovery?.();
  if (discovered?.is !== "found") return undefined;
  return discovered.resources.find((one) => one.group === kind.group && one.kind === kind.kind)?.plural;
}

/**
 * Returns one text for each content of a CRD, which its status does not change. Empty where the CRD does not exist;
 * undefined where that is not known.
 */
export function versionOfDefinition(reading: Reading | undefined): string | undefined {
  if (reading?.outcome === "absent") return "";
  const [definition] = reading?.outcome === "found" ? reading.objects : [];
  return definition && `${definition.uid} ${definition.generation ?? definition.resourceVersion}`;
}

/** Returns the CRD of a kind among the objects of a dump. What a dump does not hold is unread. */
export function findDefinition(snapshot: Snapshot, { group, kind }: DefinedKind): Reading | undefined {
  for (const reading of snapshot.readings) {
    if (reading.outcome !== "found" || reading.query.kind !== customResourceDefinitions.kind) continue;
    const found = reading.objects.find(
      ({ spec }) => textAt(spec, "group") === group && textAt(spec, "names", "kind") === kind,
    );
    if (found !== undefined) return { query: reading.query, outcome: "found", objects: [found] };
  }
  return undefined;
}
