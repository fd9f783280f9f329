import { type Place, placeKey } from "./place.ts";
import type { SharedPlace } from "./shared-place.ts";

/** Every place that a surface has requested, each once, with what is known of it. */
export interface PlaceCache {
  /** Returns the place, which the cache creates at the first call. It stays closed until {@link SharedPlace.setDemand}. */
  getOrCreate(place: Place): SharedPlace;
  /** Returns all places by {@link placeKey}, the oldest first. */
  entries(): ReadonlyMap<string, SharedPlace>;
  /** Closes and drops the oldest places that are not needed. The newest few stay. */
  evict(isNeeded: (key: string) => boolean): void;
  /** Closes and drops all places. */
  close(): void;
}

/** The places that stay although they are not needed, in case the user returns to one. */
const maxIdlePlaces = 4;

/** @param createPlace creates a place that is not open. */
export function createPlaceCache(createPlace: (place: Place) => SharedPlace): PlaceCache {
  const places = new Map<string, SharedPlace>();

  return {
    entries: () => places,
    getOrCreate(place) {
      const key = placeKey(place);
      const known = places.get(key);
      if (known !== undefined) return known;
      const created = createPlace(place);
      places.set(key, created);
      return created;
    },
    evict(isNeeded) {
      const idle = [...places].filter(([key]) => !isNeeded(key));
      for (const [key, place] of idle.slice(0, -maxIdlePlaces)) {
        place.close();
        places.delete(key);
      }
    },
    close() {
      for (const place of places.values()) place.close();
      places.clear();
    },
  };
}
