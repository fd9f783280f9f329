import type { MergedKubeconfig } from "../../../shared/io/kubeconfig/load-kubeconfig.ts";
import { type ClusterPlace, keyOfPlace, type Place } from "../place.ts";

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
export function contextPlaces(
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
 * Returns the keys of the places whose turn has come: those of `begun`, which stay, and as many others as may be
 * awaited.
 * @param isAwaited whether there is no result of a place yet.
 */
export function takeTurns(
  places: readonly Place[],
  begun: ReadonlySet<string>,
  isAwaited: (key: string) => boolean,
): ReadonlySet<string> {
  const keys = places.map(keyOfPlace);
  const stay = keys.filter((key) => begun.has(key));
  const free = Math.max(0, mostAwaited - stay.filter(isAwaited).length);
  let taken = 0;
  const next = keys.filter((key) => {
    if (begun.has(key) || taken >= free) return false;
    if (isAwaited(key)) taken += 1;
    return true;
  });
  return new Set([...stay, ...next]);
}
