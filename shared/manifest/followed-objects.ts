import { hasRule } from "../aggregate/core/kind-rules.ts";
import { findKnownKind, isKnownKind, isRootKind } from "../aggregate/snapshot/known-kind.ts";
import { keepFirstAtLastPlace } from "../model/items-by-key.ts";
import { type GroupKind, isBuiltInKind, isSecret, type Kind } from "../model/kind.ts";
import type { KnownPlace } from "../model/manifest/link.ts";
import type { ManifestObject } from "../model/manifest/manifest.ts";
import { type RequestedObject, requestKey } from "./requested-object.ts";

/** At most this many objects are read beyond the roots, however many documents are open. */
export const maxRequestedObjects = 20;

/**
 * The objects of open documents to read in addition to the roots in the followed namespaces. Each is read once. Kinds
 * with the most rules come first, then the order of the documents counts. Secrets and objects that cannot be evaluated
 * are omitted.
 */
export function listObjectsToFollow(
  objects: readonly ManifestObject[],
  { place }: Pick<KnownPlace, "place">,
): readonly RequestedObject[] {
  const namespaces = place.kind === "files" ? [] : place.namespaces;
  const isReadAnyway = (object: ManifestObject): boolean =>
    isRootKind(object) &&
    (namespaces.length === 0 || object.namespace === undefined || namespaces.includes(object.namespace));
  const requested = objects.filter((object) => isFollowed(object) && !isReadAnyway(object)).flatMap(makeRequest);
  return keepFirstAtLastPlace(requested, requestKey)
    .toSorted((a, b) => kindRank(a.kind) - kindRank(b.kind))
    .slice(0, maxRequestedObjects);
}

/** Whether a Report can show more of such an object than its existence. */
export function isFollowed(object: GroupKind): boolean {
  return !isSecret(object) && (isKnownKind(object) || hasRule(object) || !isBuiltInKind(object));
}

function makeRequest({ state, group, version, kind, name, namespace }: ManifestObject): readonly RequestedObject[] {
  if (state !== "named" || name === undefined) return [];
  // The reader discovers what no table has: the resource, and whether it is namespaced.
  const known: Kind = findKnownKind({ group, kind }) ?? {
    group,
    kind,
    plural: "",
    versions: [version],
    namespaced: true,
  };
  return [{ kind: known, name, ...(known.namespaced && namespace !== undefined && { namespace }) }];
}

/** The rank of a kind: kinds of a profile first, then kinds with a rule, then all others. */
function kindRank(kind: Kind): number {
  if (isKnownKind(kind)) return 0;
  return hasRule(kind) ? 1 : 2;
}
