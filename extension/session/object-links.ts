import { knownObjects, type ObjectLinks } from "../../shared/render/editor/known-objects.ts";
import { type PlaceState, reportsOf } from "../places/place-state.ts";
import { commandIds } from "../platform/contributions.ts";

/** Returns the links from the names of a place's objects to their live YAML. */
export function objectLinksOf(state: PlaceState): ObjectLinks {
  const { place } = state;
  return {
    known: knownObjects(reportsOf(state)),
    open: ({ uid: _, version: __, ...ref }) => ({ command: commandIds.openLive, arguments: [{ ...ref, place }] }),
  };
}
