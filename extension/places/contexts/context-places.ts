import type { MergedKubeconfig } from "../../../shared/io/kubeconfig/load-kubeconfig.ts";
import { type ClusterPlace, type Place, placeKey } from "../place.ts";
import type { PlaceState } from "../place-state.ts";

/** A context of the kubeconfig as a place. */
export interface NamedPlace {
  readonly name: string;
  readonly place: ClusterPlace;
}

/** The most contexts that are read at the same time, each over a connection of its own. */
export const mostContexts = 100;

/** The most contexts at a time whose first result is awaited, as `--parallel` of the plugin by default. */
export const mostAwaited = 10;

/**
 * Returns a place for each context of a kubeconfig, in its order. The context of `selected` keeps that place, so that
 * it is not read twice; the others read `namespaces`.
 */
export function listContextPlaces(
  { contexts, currentContext }: Pick<MergedKubeconfig, "contexts" | "currentContext">,
  selected: ClusterPlace,
  namespaces: readonly string[],
): readonly NamedPlace[] {
  const { kubeconfig, context: own = currentContext } = selected;
  return [...contexts.keys()].map((name) => ({
    name,
    place:
      name === own
        ? selected
        : { kind: "cluster", ...(kubeconfig !== undefined && { kubeconfig }), context: name, namespaces },
  }));
}

/**
 * Returns the state for the row of a context; undefined for the state of another one. After a change of current-context
 * the place that follows it leads to another cluster before the rows are read again.
 */
export function stateForRow(name: string, state: PlaceState | undefined): PlaceState | undefined {
  // Without a name, nothing was read of any context.
  return state?.name === name || state?.name === "" ? state : undefined;
}

/** Whether the first result of a place, or the first since it was opened again, is still to come. */
export function isAwaited(state: PlaceState | undefined): boolean {
  if (state === undefined || state.phase === "connecting" || isReleased(state)) return true;
  const { phase, problem, barred, isAsking, link } = state;
  const isStopped = problem !== undefined || barred !== undefined || isAsking === true;
  return phase === "shown" && !isStopped && (link.state === "idle" || link.state === "connecting");
}

/** Whether the requests to a place were barred until now, or never sent, and nothing of it is shown. */
function isReleased({ phase, barred }: Pick<PlaceState, "phase" | "barred">): boolean {
  return barred === undefined && (phase === "paused" || phase === "untrusted");
}

/**
 * Returns the keys of the places whose turn has come: those of `begun`, which stay, and as many others as may be
 * awaited.
 * @param isPending whether the result of a place {@link isAwaited}.
 */
export function takeTurns(
  places: readonly Place[],
  begun: ReadonlySet<string>,
  isPending: (key: string) => boolean,
): ReadonlySet<string> {
  const keys = places.map(placeKey);
  const stay = keys.filter((key) => begun.has(key));
  const free = Math.max(0, mostAwaited - stay.filter(isPending).length);
  let taken = 0;
  const next = keys.filter((key) => {
    if (begun.has(key) || taken >= free) return false;
    if (isPending(key)) taken += 1;
    return true;
  });
  return new Set([...stay, ...next]);
}
