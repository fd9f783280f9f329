import { findResource } from "../../shared/aggregate/naming/find-resource.ts";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { isSameKind } from "../../shared/model/kind.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import {
  assertOneGroup,
  describeUnknownType,
  isLikelyName,
  type NamedKind,
  type RequestedObjects,
  resolveTargets,
} from "./requested-objects.ts";
import type { TypeResolver } from "./type-resolver.ts";

/**
 * Corrects the requested objects after the first reading. Returns undefined where they stay the same.
 * - A single word that is the name of no HyperConverged may be a type.
 * - A type that the server does not have in the known group may exist in another group.
 * @throws what `listSkippedGroups` of {@link TypeResolver} throws, and as {@link assertOneGroup}.
 */
export async function resolveAgain(
  requested: RequestedObjects,
  snapshot: Snapshot,
  naming: TypeResolver,
): Promise<RequestedObjects | undefined> {
  const { word } = requested;
  if (word === undefined) return naming.isServer ? findInOtherGroups(requested, snapshot, naming) : undefined;
  if (word.includes("hyperconverged") || hasHyperConverged(word, snapshot)) return undefined;
  const types = await naming.listTypes().catch(() => undefined);
  if (types === undefined) return undefined;
  const kind = findResource(word, types);
  if (kind !== undefined) {
    await assertOneGroup([word], naming);
    return { unknown: [], wanted: [{ kind, word }] };
  }
  const unknown = describeUnknownType({ type: word }, types, await naming.listTypesWithObjects());
  if (isLikelyName(word)) return unknown.hint === undefined ? undefined : { ...requested, hint: unknown.hint };
  return {
    ...requested,
    unknown: [word.includes(".") ? unknown : { ...unknown, isNoName: true }],
    skipped: await naming.listSkippedGroups(),
  };
}

/** Resolves the types again that the server does not have in the known group. Returns undefined where it has all of them. */
async function findInOtherGroups(
  requested: RequestedObjects,
  snapshot: Snapshot,
  naming: TypeResolver,
): Promise<RequestedObjects | undefined> {
  const { wanted = [] } = requested;
  const isNotServed = (named: NamedKind): boolean => named.word !== undefined && isMissingKind(named, snapshot);
  if (!wanted.some(isNotServed)) return undefined;
  const servedTypes = await naming.listTypes().catch(() => undefined);
  if (servedTypes === undefined) return undefined;
  // The built-in types were tried already: the server does not have them.
  const resolver = { ...naming, findBuiltInType: async () => undefined, listTypes: async () => servedTypes };
  const resolved = await Promise.all(
    wanted.map((named) => (isNotServed(named) ? resolveServedType(named, resolver) : named)),
  );
  return { ...requested, wanted: resolved };
}

/** Resolves the same word as a type that the server has. If there is none, the kind stays, with a similar type as a hint. */
async function resolveServedType(named: NamedKind, resolver: TypeResolver): Promise<NamedKind> {
  const { word = "", name } = named;
  const { wanted = [], unknown } = await resolveTargets([{ type: word, ...definedFields({ name }) }], resolver);
  const [servedKind] = wanted;
  if (servedKind !== undefined) return servedKind;
  return { ...named, ...definedFields({ hint: unknown[0]?.hint }) };
}

/** Whether a HyperConverged with this name was found. */
function hasHyperConverged(name: string, { readings }: Snapshot): boolean {
  return readings.some(
    (reading) =>
      reading.outcome === "found" &&
      reading.objects.some(({ ref }) => ref.name === name && isSameKind(ref, hcoProfile.root)),
  );
}

/** Whether the server does not have a kind. */
function isMissingKind({ kind }: RequestedKind, { readings }: Snapshot): boolean {
  return readings.some(({ query, outcome }) => isSameKind(query, kind) && outcome === "noSuchKind");
}
