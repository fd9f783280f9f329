import { lineFromError, loadPlaceKubeconfig } from "../../places/choose-context.ts";
import {
  contextPlaces,
  isAwaited,
  mostContexts,
  type NamedPlace,
  takeTurns,
} from "../../places/contexts/context-places.ts";
import type { Place } from "../../places/place.ts";
import type { PlaceState } from "../../places/place-state.ts";
import { tellError } from "../../platform/messages.ts";
import type { HostMachine } from "../../platform/node-host.ts";
import { folderSettings } from "../../platform/settings.ts";

/** The contexts of a kubeconfig, of which a few begin to be read at a time. */
export interface ContextList {
  readonly contexts: readonly NamedPlace[];
  /** The number of further contexts, which are not read. */
  readonly unread: number;
  /** The keys of the places that may be read, as of the last {@link ContextList.takeTurns}. */
  readonly begun: ReadonlySet<string>;
  /** Gives the next places their turn, and returns `begun`. */
  takeTurns(stateOf: (key: string) => PlaceState | undefined): ReadonlySet<string>;
  /** Takes the turns of all places back, because the view is hidden. Returns `begun`, which is empty. */
  rest(): ReadonlySet<string>;
}

/**
 * Reads the contexts of the kubeconfig that `selected` names. It sends no request. A file that cannot be read leaves
 * `before`; where there is nothing before, an error is shown. Undefined where there is no context.
 */
export async function readContextList(
  selected: Place,
  machine: HostMachine,
  before: ContextList | undefined,
): Promise<ContextList | undefined> {
  const { kubeconfig, namespaces } = folderSettings();
  const own = selected.kind === "cluster" ? selected : undefined;
  const place = own ?? { kind: "cluster", ...(kubeconfig !== undefined && { kubeconfig }), namespaces };
  try {
    const all = contextPlaces(await loadPlaceKubeconfig(place, machine), place, namespaces);
    return all.length === 0 ? undefined : contextList(all, before?.begun);
  } catch (error) {
    if (before === undefined) await tellError(lineFromError(error));
    return before;
  }
}

function contextList(all: readonly NamedPlace[], before: ReadonlySet<string> = new Set()): ContextList {
  const contexts = all.slice(0, mostContexts);
  const places = contexts.map(({ place }) => place);
  let begun = before;
  return {
    contexts,
    unread: all.length - contexts.length,
    get begun() {
      return begun;
    },
    takeTurns(stateOf) {
      begun = takeTurns(places, begun, (key) => isAwaited(stateOf(key)));
      return begun;
    },
    rest() {
      begun = new Set();
      return begun;
    },
  };
}
