import { isSameKind } from "../../model/kind.ts";
import type { Resource } from "../../model/resource.ts";
import { definitionKind, isOfVirtualization } from "./custom-resource-definitions.ts";
import type { MustGatherImage } from "./image-folders.ts";
import type { CandidateFile, KindPath } from "./object-paths.ts";

/**
 * Whether an image has all objects of a kind, in one namespace or in all.
 * - `list`: a list has them all.
 * - `image`: the program that made the image collects them all.
 * - `part`: objects may be missing, and `cause` says why.
 */
export type KindCoverage = { readonly type: "list" | "image" } | { readonly type: "part"; readonly cause: string };

/** The cause where the must-gather has no file of a kind. */
export const notCollected = "not collected";

/** The cause where the must-gather has files of single objects, but no list. */
const onlySingleObjects = "only individual objects were collected, which may not be all";

/**
 * How much of a kind an image has, by its files of that kind:
 * 1. A list has all objects of its namespace, or of all namespaces where it stands in `cluster-scoped-resources`.
 * 2. CNV's image collects every object of every kind whose CRD it has (kubevirt/must-gather, gather_crs), if it has the
 *    folder in which the objects would stand.
 * 3. Single files are objects that a user asked for or that could be read. They show nothing about others.
 *
 * @param namespace Undefined: all namespaces.
 * @param definitions The kinds of the collected CRDs.
 */
export function computeCoverage(
  image: MustGatherImage,
  kind: KindPath & { readonly kind: string },
  namespace: string | undefined,
  candidates: readonly CandidateFile[],
  definitions: readonly Resource[],
): KindCoverage {
  const imageFiles = candidates.filter((file) => file.image === image);
  const lists = imageFiles.filter(isList);
  if (lists.some((list) => list.namespace === undefined || list.namespace === namespace)) return { type: "list" };
  const isDefined = definitions.some((definition) => isSameKind(definition, kind));
  if (imageFiles.length === 0 && !isDefined) return { type: "part", cause: notCollected };
  const hasFolder = kind.namespaced ? image.namespaces.size > 0 : image.clusterFolder !== undefined;
  if (image.isVirtualization && hasFolder && isOfVirtualization(kind.group)) return { type: "image" };
  return { type: "part", cause: lists.length < imageFiles.length ? onlySingleObjects : notCollected };
}

function isList({ name, refusal }: CandidateFile): boolean {
  return name === undefined && refusal === undefined;
}

/** The best coverage of several images. `notCollected` without any image. */
export function combineCoverage(coverages: readonly KindCoverage[]): KindCoverage {
  return (
    coverages.find(({ type }) => type === "list") ??
    coverages.find(({ type }) => type === "image") ??
    coverages.find((coverage) => coverage.type === "part" && coverage.cause === onlySingleObjects) ?? {
      type: "part",
      cause: notCollected,
    }
  );
}

/**
 * Whether the collected CRDs show every kind of a group: they are a list, or CNV's image collected them.
 * @param coverage Of the CRDs themselves.
 */
export function areAllKindsDefined(coverage: KindCoverage, images: readonly MustGatherImage[], group: string): boolean {
  if (group === definitionKind.group) return false;
  if (coverage.type === "list") return true;
  return (
    isOfVirtualization(group) && images.some((image) => image.isVirtualization && image.clusterFolder !== undefined)
  );
}
