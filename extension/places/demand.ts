import type { ReadScope, RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import type { ReportRequest } from "../../shared/io/watch/follow-report.ts";
import type { RequestedObject } from "../../shared/manifest/followed-objects.ts";
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

/** The request of one surface for data of a place. */
export interface PlaceDemand {
  readonly place: Place;
  readonly wants: Partial<Demand>;
}

/** Returns the combined wishes by place. A place without a wish is not included. */
export function mergeDemands(
  wishes: readonly PlaceDemand[],
): ReadonlyMap<string, { readonly place: Place; readonly wants: Demand }> {
  const places = new Map<string, { readonly place: Place; readonly wants: Demand }>();
  for (const { place, wants } of wishes) {
    const key = placeKey(place);
    const { related, named, objects } = places.get(key)?.wants ?? onlyRoots;
    const all = {
      related: related || wants.related === true,
      named: withoutDuplicates(
        [...named, ...(wants.named ?? [])],
        ({ kind, namespace, name }) => `${kind.group}/${kind.kind}/${namespace}/${name}`,
      ),
      objects: withoutDuplicates([...objects, ...(wants.objects ?? [])], keyOf),
    };
    places.set(key, { place, wants: all });
  }
  return places;
}

function withoutDuplicates<T>(all: readonly T[], key: (one: T) => string): readonly T[] {
  return [...new Map(all.map((one) => [key(one), one])).values()];
}

/**
 * Returns what is requested for the roots of a cluster: HyperConvergeds and `otherKinds`, in these namespaces or in all.
 * With `isRelated` also every object that they record.
 */
export function requestRoots(
  namespaces: readonly string[],
  otherKinds: readonly RequestedKind[],
  isRelated: boolean,
): ReportRequest {
  const scopes: readonly ReadScope[] = [
    {},
    ...(otherKinds.length === 0 ? [] : [{ wanted: otherKinds }]),
    ...(isRelated ? [{ related: true }] : []),
  ];
  if (namespaces.length === 0) return { scopes, options: {} };
  const isIn = ({ namespace }: Ref): boolean => namespace === undefined || namespaces.includes(namespace);
  return {
    scopes: scopes.flatMap((scope) => namespaces.map((namespace) => ({ ...scope, namespace }))),
    options: { isWanted: ({ ref }) => isIn(ref) },
  };
}

/** Returns what is requested for the objects that open documents name, by namespace. */
export function requestNamedObjects(named: Demand["named"]): ReportRequest {
  const byNamespace = Map.groupBy(named, ({ namespace }) => namespace);
  const scopes = [...byNamespace].map(
    ([namespace, wanted]): ReadScope => ({ wanted, ...(namespace !== undefined && { namespace }) }),
  );
  return { scopes, options: { wanted: named } };
}
