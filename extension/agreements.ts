import { keyOfPlace, type Place } from "./place.ts";
import type { Settings } from "./settings.ts";

/** What a person has agreed to in this window: nothing of it is kept for the next one. */
export interface Agreements {
  /** Whether the place may be asked at all. */
  mayConnect(place: Place): boolean;
  /** Whether a kubeconfig's program may be run to log in to the cluster behind the place. */
  mayLogIn(place: Place, identity: string): boolean;
  /** The person looks at the place on purpose. */
  choose(place: Place): void;
  /** The person wants to connect; `identity` where it is known which cluster that is, else it is the first that turns up. */
  connect(place: Place, identity: string | undefined): void;
}

export function agreementsOf(settings: () => Settings): Agreements {
  const chosen = new Set<string>();
  const asked = new Set<string>();
  const clusters = new Set<string>();
  return {
    mayConnect: (place) => settings().autoConnect || chosen.has(keyOfPlace(place)),
    mayLogIn(place, identity) {
      if (asked.delete(keyOfPlace(place))) clusters.add(identity);
      return settings().credentialPlugins === "always" || clusters.has(identity);
    },
    choose(place) {
      chosen.add(keyOfPlace(place));
    },
    connect(place, identity) {
      chosen.add(keyOfPlace(place));
      if (identity === undefined) asked.add(keyOfPlace(place));
      else clusters.add(identity);
    },
  };
}
