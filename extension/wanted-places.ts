import { keyOf } from "../shared/model/object.ts";
import type { Wants } from "./opened.ts";
import { keyOfPlace, type Place } from "./place.ts";

/** One who looks at something of a place. */
export interface Wish {
  readonly place: Place;
  readonly wants: Partial<Wants>;
}

const nothing: Wants = { roots: false, related: false, named: [], objects: [] };

/** What all of them together look at, by place: what nobody looks at is not in it. */
export function wishedFor(
  wishes: readonly Wish[],
): ReadonlyMap<string, { readonly place: Place; readonly wants: Wants }> {
  const places = new Map<string, { readonly place: Place; readonly wants: Wants }>();
  for (const { place, wants } of wishes) {
    const key = keyOfPlace(place);
    const { roots, related, named, objects } = places.get(key)?.wants ?? nothing;
    const all = {
      roots: roots || wants.roots === true,
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
