import { keyOfPlace, type Place } from "../places/place.ts";
import type { ExtensionSettings } from "../platform/settings.ts";

/** What the user has agreed to in this window. Nothing is kept for the next window. */
export interface ConsentRegistry {
  /** Whether the extension may send requests to the place. */
  mayConnect(place: Place): boolean;
  /** Whether a program of the kubeconfig may be run to log in to the cluster behind the place. */
  mayLogIn(place: Place, identity: string): boolean;
  /** Whether the user agreed to run it. Unlike `mayLogIn`, it uses up no consent. */
  hasAgreed(identity: string): boolean;
  /** Records that the user selected the place. */
  allowRequests(place: Place): void;
  /**
   * Records that the user wants to connect. `identity` names the cluster. If undefined, the consent applies to the
   * first cluster that the place reaches.
   */
  allowLogIn(place: Place, identity: string | undefined): void;
}

export function createConsentRegistry(settings: () => ExtensionSettings): ConsentRegistry {
  const connectable = new Set<string>();
  const loginRequests = new Set<string>();
  const loginClusters = new Set<string>();
  const hasAgreed = (identity: string): boolean =>
    settings().credentialPlugins === "always" || loginClusters.has(identity);
  return {
    hasAgreed,
    mayConnect: (place) => settings().autoConnect || connectable.has(keyOfPlace(place)),
    mayLogIn(place, identity) {
      if (loginRequests.delete(keyOfPlace(place))) loginClusters.add(identity);
      return hasAgreed(identity);
    },
    allowRequests(place) {
      connectable.add(keyOfPlace(place));
    },
    allowLogIn(place, identity) {
      connectable.add(keyOfPlace(place));
      if (identity === undefined) loginRequests.add(keyOfPlace(place));
      else loginClusters.add(identity);
    },
  };
}
