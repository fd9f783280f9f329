import {
  isAwaited,
  maxContexts,
  type NamedPlace,
  stateForRow,
  takeTurns,
} from "../../places/contexts/context-places.ts";
import { type Place, placeKey } from "../../places/place.ts";
import type { PlaceState } from "../../places/place-state.ts";
import type { SidebarPlace } from "../demands.ts";
import type { ContextStates } from "../session-parts.ts";

type StateByKey = (key: string) => PlaceState | undefined;

/** The contexts of a kubeconfig, of which a few begin to be read at a time. */
export interface ContextList {
  /** Whether every context had its turn. */
  readonly isBegun: boolean;
  /** The keys of the places that may be read, as of the last {@link ContextList.listSidebarPlaces}. */
  readonly begun: ReadonlySet<string>;
  /** Returns the contexts with the state of each. */
  states(stateOf: StateByKey): ContextStates;
  /**
   * Returns the places of the contexts; undefined without a context. Where the view is visible, the next places have
   * their turn. Where it is hidden, the turns of all places are taken back. A place that was barred has another turn
   * when it is allowed.
   */
  listSidebarPlaces(
    isVisible: boolean,
    stateOf: StateByKey,
    isAllowed: PlaceCheck,
  ): readonly SidebarPlace[] | undefined;
}

/** Whether requests to a place may be sent now. */
export type PlaceCheck = (place: Place) => boolean;

/**
 * Returns the list of the contexts that a kubeconfig has now. A kubeconfig can be without contexts for a moment, so a
 * list that is shown becomes empty and stays. Undefined where none is shown and there is no context.
 */
export function updateContextList(
  all: readonly NamedPlace[],
  before: ContextList | undefined,
): ContextList | undefined {
  if (all.length === 0 && before === undefined) return undefined;
  const contexts = all.slice(0, maxContexts);
  const places = contexts.map(({ place }) => place);
  let begun = before?.begun ?? new Set();
  return {
    get isBegun() {
      return begun.size === contexts.length;
    },
    get begun() {
      return begun;
    },
    states: (stateOf) => ({
      contexts: contexts.map(({ name, place }) => ({
        name,
        place,
        state: stateForRow(name, stateOf(placeKey(place))),
      })),
      unread: all.length - contexts.length,
    }),
    listSidebarPlaces(isVisible, stateOf, isAllowed) {
      const allowed = new Set(places.filter(isAllowed).map(placeKey));
      const isBarred = (key: string): boolean => stateOf(key)?.barred !== undefined;
      const isPending = (key: string): boolean => (isBarred(key) ? allowed.has(key) : isAwaited(stateOf(key)));
      const stay = new Set([...begun].filter((key) => !isBarred(key)));
      begun = isVisible ? takeTurns(places, stay, isPending) : new Set();
      if (places.length === 0) return undefined;
      return places.map((place) => ({ place, mayBeRead: begun.has(placeKey(place)) }));
    },
  };
}
