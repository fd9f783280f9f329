import type { MergedKubeconfig } from "../../../shared/io/kubeconfig/load-kubeconfig.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import { type ClusterPlace, type Place, placeKey } from "../place.ts";
import type { PlaceState } from "../place-state.ts";

/** A context of the kubeconfig as a place. */
export interface NamedPlace {
  readonly name: string;
  readonly place: ClusterPlace;
}

/** The contexts that are read at the same time, each over a connection of its own. */
export const maxContexts = 100;

/** The contexts at a time whose first result is awaited, as `--parallel` of the plugin by default. */
export const maxAwaitedContexts = 10;

/**
 * Returns a place for each context of a kubeconfig, in its order. The context of `selected` keeps that place, so that
 * it is not read twice; the others read `namespaces`.
 */
export function listContextPlaces(
  { contexts, currentContext }: Pick<MergedKubeconfig, "contexts" | "currentContext">,
  selected: ClusterPlace,
  namespaces: readonly string[],
): readonly NamedPlace[] {
  const selectedName = selected.context ?? currentContext;
  return [...contexts.keys()].map((name) => {
    if (name === selectedName) return { name, place: selected };
    const kubeconfig = definedFields({ kubeconfig: selected.kubeconfig });
    return { name, place: { kind: "cluster", ...kubeconfig, context: name, namespaces } };
  });
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
  const turns = new Set(keys.filter((key) => begun.has(key)));
  let awaited = [...turns].filter(isPending).length;
  for (const key of keys) {
    if (awaited >= maxAwaitedContexts) break;
    if (turns.has(key)) continue;
    turns.add(key);
    if (isPending(key)) awaited += 1;
  }
  return turns;
}
