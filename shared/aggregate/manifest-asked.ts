import type { ManifestObject } from "../model/manifest.ts";
import type { KnownPlace } from "../model/manifest-link.ts";
import type { Kind } from "../model/profile.ts";
import { hasRule } from "./core/health.ts";
import { isOwnKind } from "./generic/own-kinds.ts";
import { kindOf } from "./kinds.ts";
import { isKnownKind, isRootKind } from "./known-kind.ts";
import type { Wanted } from "./queries.ts";
import { isSecret } from "./roots.ts";

/** One object to ask for by name. */
export interface Asked extends Wanted {
  readonly name: string;
  /** Absent: the document names none, or the kind has none. */
  readonly namespace?: string;
}

/** Never more than these are asked for beyond the roots, however many documents are open. */
export const mostAsked = 20;

/**
 * Which objects of open documents to ask for beyond what is read anyway (the roots in the namespaces that are followed):
 * each once, what we know most about first, then in the order of the documents. Never a Secret, nor what could not be
 * judged.
 */
export function askedFor(
  objects: readonly ManifestObject[],
  { place }: Pick<KnownPlace, "place">,
  most: number = mostAsked,
): readonly Asked[] {
  if (place.kind === "files") return [];
  const isReadAnyway = (object: ManifestObject): boolean =>
    isRootKind(object) &&
    (place.namespaces.length === 0 || object.namespace === undefined || place.namespaces.includes(object.namespace));
  const asked = objects.filter((object) => isFollowed(object) && !isReadAnyway(object)).flatMap(asAsked);
  const once = new Map(asked.toReversed().map((one) => [keyOf(one), one]));
  return [...once.values()]
    .toReversed()
    .toSorted((a, b) => rank(a.kind) - rank(b.kind))
    .slice(0, most);
}

/** Whether a Report can say more of such an object than that it is there. */
export function isFollowed(object: Pick<ManifestObject, "group" | "kind">): boolean {
  return !isSecret(object) && (isKnownKind(object) || hasRule(object) || !isOwnKind(object));
}

function asAsked({ state, group, version, kind, name, namespace }: ManifestObject): readonly Asked[] {
  if (state !== "named" || name === undefined) return [];
  // The reader finds out what no table knows: the resource, and whether it lies in a namespace.
  const known: Kind = kindOf({ group, kind }) ?? { group, kind, plural: "", versions: [version], namespaced: true };
  return [{ kind: known, name, ...(known.namespaced && namespace !== undefined && { namespace }) }];
}

/** What a profile knows, what a rule judges, everything else. */
function rank(kind: Kind): number {
  if (isKnownKind(kind)) return 0;
  return hasRule(kind) ? 1 : 2;
}

function keyOf({ kind: { group, kind }, namespace = "", name }: Asked): string {
  return `${group}/${kind}/${namespace}/${name}`;
}
