import { type Place, placeKey } from "../places/place.ts";
import type { ExtensionSettings } from "../platform/settings.ts";

/** What the user has agreed to in this window. Nothing is kept for the next window. */
export interface ConsentRegistry {
  /** Whether the extension may send requests to the place. */
  mayConnect(place: Place): boolean;
  /** Whether the login with this `loginPrint` may be run at the place. */
  mayLogIn(place: Place, login: string): boolean;
  /** Whether the user agreed to run it. Unlike `mayLogIn`, it uses up no consent. */
  hasAgreed(login: string): boolean;
  /** Records that the user selected the place. */
  allowRequests(place: Place): void;
  /**
   * Records that the user wants to connect. `login` is the `loginPrint` of the context. If undefined, the consent applies
   * to the first context that the place names. For `none` no login is agreed to.
   */
  allowLogIn(place: Place, login: string | undefined): void;
}

export function createConsentRegistry(settings: () => ExtensionSettings): ConsentRegistry {
  const connectable = new Set<string>();
  const loginRequests = new Set<string>();
  const agreedLogins = new Set<string>();
  const hasAgreed = (login: string): boolean => settings().credentialPlugins === "always" || agreedLogins.has(login);
  function agree(login: string): void {
    if (login !== "none") agreedLogins.add(login);
  }

  return {
    hasAgreed,
    mayConnect: (place) => settings().autoConnect || connectable.has(placeKey(place)),
    mayLogIn(place, login) {
      if (loginRequests.delete(placeKey(place))) agree(login);
      return hasAgreed(login);
    },
    allowRequests(place) {
      connectable.add(placeKey(place));
    },
    allowLogIn(place, login) {
      connectable.add(placeKey(place));
      if (login === undefined) loginRequests.add(placeKey(place));
      else agree(login);
    },
  };
}
