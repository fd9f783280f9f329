import type { ReadScope, RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import type { ReportRequest } from "../../shared/io/watch/follow-report.ts";
import { type RequestedObject, requestKey } from "../../shared/manifest/requested-object.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { keepFirstOfEachKey } from "../../shared/model/items-by-key.ts";
import { keyOf, type Ref } from "../../shared/model/object.ts";
import { type Place, placeKey } from "./place.ts";

/** What is read of a place beside its roots, which are always read while the place is open. */
export interface Demand {
  /** Whether every object that a root records is read, however many requests that takes. */
  readonly related: boolean;
  /** Objects that open documents name. They are evaluated. */
  readonly named: readonly RequestedObject[];
  /** Whole objects, each read by itself. */
  readonly objects: readonly Ref[];
}

/** The demand while no surface needs more than the roots. */
export const onlyRoots: Demand = { related: false, named: [], objects: [] };

/** What one surface needs of a place; with a whole {@link Demand}, what all surfaces need together. */
export interface PlaceDemand<Needs = Partial<Demand>> {
  readonly place: Place;
  readonly demand: Needs;
}

/** Returns what surfaces need together of each place, by its key. */
export function mergeDemands(demands: readonly PlaceDemand[]): ReadonlyMap<string, PlaceDemand<Demand>> {
  const merged = new Map<string, PlaceDemand<Demand>>();
  for (const { place, demand } of demands) {
    const key = placeKey(place);
    const { related, named, objects } = merged.get(key)?.demand ?? onlyRoots;
    merged.set(key, {
      place,
      demand: {
        related: related || demand.related === true,
        named: keepFirstOfEachKey([...named, ...(demand.named ?? [])], requestKey),
        objects: keepFirstOfEachKey([...objects, ...(demand.objects ?? [])], keyOf),
      },
    });
  }
  return merged;
}

/**
 * Returns what is requested for the roots of a cluster: HyperConvergeds and `otherKinds`, in these namespaces or in all.
 * With `withRelated` also every object that they record.
 */
export function requestRoots(
  namespaces: readonly string[],
  otherKinds: readonly RequestedKind[],
  withRelated: boolean,
): ReportRequest {
  const scopes: ReadScope[] = [{}];
  if (otherKinds.length > 0) scopes.push({ wanted: otherKinds });
  if (withRelated) scopes.push({ related: true });
  if (namespaces.length === 0) return { scopes, options: {} };
  return {
    scopes: scopes.flatMap((scope) => namespaces.map((namespace) => ({ ...scope, namespace }))),
    options: {
      isWanted: ({ ref }) => ref.namespace === undefined || namespaces.includes(ref.namespace),
    },
  };
}

/** Returns what is requested for the objects that open documents name, by namespace. */
export function requestNamedObjects(named: Demand["named"]): ReportRequest {
  const byNamespace = Map.groupBy(named, ({ namespace }) => namespace);
  const scopes = [...byNamespace].map(([namespace, wanted]) => ({ wanted, ...definedFields({ namespace }) }));
  return { scopes, options: { wanted: named } };
}
