import type { Resource } from "../../model/resource.ts";
import { definitionKind, isOfVirtualization } from "./definitions.ts";
import type { Image } from "./images.ts";
import type { Place, Wanted } from "./places.ts";

/** Whether an image has all objects of a kind in a namespace, or in all: by a list, by what made it, or why not. */
export type Extent = { readonly is: "list" | "image" } | { readonly is: "part"; readonly why: string };

/**
 * A list file has all of its namespace, or of all where it stands in `cluster-scoped-resources`. CNV's image has every
 * object of every kind whose CRD it has (gather_crs), as far as it has the folder they would stand in. Single files are
 * what somebody asked for, or what could be had: they say nothing of others.
 */
export function isComplete(
  image: Image,
  kind: Wanted & { readonly kind: string },
  namespace: string | undefined,
  places: readonly Place[],
  known: readonly Resource[],
): Extent {
  const own = places.filter((place) => place.image === image);
  if (own.some((place) => isList(place) && (place.namespace ?? namespace) === namespace)) return { is: "list" };
  if (own.length === 0 && !isDefined(kind, known)) return { is: "part", why: notCollected };
  const hasFolder = kind.namespaced ? image.namespaces.size > 0 : image.cluster !== undefined;
  if (image.isVirtualization && hasFolder && isOfVirtualization(kind.group)) return { is: "image" };
  return { is: "part", why: own.some((place) => !isList(place)) ? single : notCollected };
}

function isList({ name, refusal }: Place): boolean {
  return name === undefined && refusal === undefined;
}

/** The best that several images say together; `image` where there are none. */
export function together(extents: readonly Extent[]): Extent {
  const whole = extents.find(({ is }) => is === "list") ?? extents.find(({ is }) => is === "image");
  const part = extents.find((each) => each.is === "part" && each.why === single);
  return whole ?? part ?? { is: "part", why: notCollected };
}

export const notCollected = "not collected";
const single = "only single objects were collected, which need not be all";

function isDefined(
  { group, kind }: { readonly group: string; readonly kind: string },
  known: readonly Resource[],
): boolean {
  return known.some((each) => each.group === group && each.kind === kind);
}

/** Whether what CRDs a gather has says that a group has no other kinds: a list of them, or CNV's image. */
export function definesAll(extent: Extent, images: readonly Image[], group: string): boolean {
  if (group === definitionKind.group) return false;
  const isVirtualization = images.some((image) => image.isVirtualization && image.cluster !== undefined);
  return extent.is === "list" || (isVirtualization && isOfVirtualization(group));
}
