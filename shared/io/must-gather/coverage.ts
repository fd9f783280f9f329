import { isSameKind } from "../../model/kind.ts";
import type { Resource } from "../../model/resource.ts";
import { definitionKind, isOfVirtualization } from "./custom-resource-definitions.ts";
import type { MustGatherImage } from "./image-folders.ts";
import type { CandidateFile, KindPath } from "./object-paths.ts";

/**
 * Whether an image has all objects of a kind, in one namespace or in all. `list`: a list has them. `image`: the program
 * that made the image collects all. `part`: why some may be missing.
 */
export type KindCoverage = { readonly is: "list" | "image" } | { readonly is: "part"; readonly why: string };

/**
 * How much of a kind an image has. A list file has all objects of its namespace, or of all where it stands in
 * `cluster-scoped-resources`. CNV's image has every object of every kind whose CRD it has (gather_crs). That holds only
 * where it has the folder in which the objects would stand. Single files are objects that a user asked for or that
 * could be read. They show nothing about others.
 */
export function isComplete(
  image: MustGatherImage,
  kind: KindPath & { readonly kind: string },
  namespace: string | undefined,
  places: readonly CandidateFile[],
  known: readonly Resource[],
): KindCoverage {
  const own = places.filter((place) => place.image === image);
  if (own.some((place) => isList(place) && (place.namespace ?? namespace) === namespace)) return { is: "list" };
  if (own.length === 0 && !known.some((each) => isSameKind(each, kind))) return { is: "part", why: notCollected };
  const hasFolder = kind.namespaced ? image.namespaces.size > 0 : image.cluster !== undefined;
  if (image.isVirtualization && hasFolder && isOfVirtualization(kind.group)) return { is: "image" };
  return { is: "part", why: own.some((place) => !isList(place)) ? onlySingleObjects : notCollected };
}

function isList({ name, refusal }: CandidateFile): boolean {
  return name === undefined && refusal === undefined;
}

/** The best extent of several images. Without any image it is `notCollected`. */
export function combineCoverage(extents: readonly KindCoverage[]): KindCoverage {
  const whole = extents.find(({ is }) => is === "list") ?? extents.find(({ is }) => is === "image");
  const part = extents.find((each) => each.is === "part" && each.why === onlySingleObjects);
  return whole ?? part ?? { is: "part", why: notCollected };
}

/** The reason where the must-gather has files of single objects, but no list. */
const onlySingleObjects = "only individual objects were collected, which may not be all";

/** Whether the collected CRDs show all kinds of a group. They do so as a list, or where CNV's image collected them. */
export function definesAll(extent: KindCoverage, images: readonly MustGatherImage[], group: string): boolean {
  if (group === definitionKind.group) return false;
  const isVirtualization = images.some((image) => image.isVirtualization && image.cluster !== undefined);
  return extent.is === "list" || (isVirtualization && isOfVirtualization(group));
}

/** The reason where the must-gather has no file of a kind. */
export const notCollected = "not collected";
