import { knownObjects, type ObjectLinks } from "../../shared/render/editor/known-objects.ts";
import type { PlaceState } from "../places/place-state.ts";
import { commandIds } from "../platform/contributions.ts";

/** Returns the links from the names of a place's objects to their live YAML. */
export function objectLinksOf({ place, report, named }: PlaceState): ObjectLinks {
  return {
    known: knownObjects([report, named].filter((one) => one !== undefined)),
    open: ({ uid: _, version: __, ...ref }) => ({ command: commandIds.openLive, arguments: [{ ...ref, place }] }),
  };
}
