import { keyOf } from "../../shared/model/object.ts";
import { keyOfPlace, type Place } from "./place.ts";
import type { Demand } from "./place-source.ts";

/** The request of one surface for data of a place. */
export interface PlaceDemand {
  readonly place: Place;
  readonly wants: Partial<Demand>;
}

const nothing: Demand = { related: false, named: [], objects: [] };

/** Returns the combined wishes by place. A place without a wish is not included. */
export function mergeDemands(
  wishes: readonly PlaceDemand[],
): ReadonlyMap<string, { readonly place: Place; readonly wants: Demand }> {
  const places = new Map<string, { readonly place: Place; readonly wants: Demand }>();
  for (const { place, wants } of wishes) {
    const key = keyOfPlace(place);
    const { related, named, objects } = places.get(key)?.wants ?? nothing;
    const all = {
      related: related || wants.related === true,
      named: onceEach(
        [...named, ...(wants.named ?? [])],
        ({ kind, namespace, name }) => `${kind.group}/${kind.kind}/${namespace}/${name}`,
      ),
      objects: onceEach([...objects, ...(wants.objects ?? [])], keyOf),
    };
    places.set(key, { place, wants: all });
  }
  return places;
}

function onceEach<T>(all: readonly T[], key: (one: T) => string): readonly T[] {
  return [...new Map(all.map((one) => [key(one), one])).values()];
}
