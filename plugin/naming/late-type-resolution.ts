import { findResource } from "../../shared/aggregate/naming/find-resource.ts";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { isSameKind } from "../../shared/model/kind.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import {
  assertOneGroup,
  isLikelyName,
  type NamedKind,
  type RequestedObjects,
  resolveTargets,
  withHint,
} from "./requested-objects.ts";
import type { TypeResolver } from "./type-resolver.ts";

/**
 * What the user asked for, corrected by what was found. Undefined where it stays the same. A bare word that is no
 * HyperConverged may be a type. A type that this cluster does not have in the known group may exist in another group.
 * @throws what `skipped` of {@link TypeResolver} throws, and as {@link assertOneGroup}.
 */
export async function resolveAgain(
  requested: RequestedObjects,
  snapshot: Snapshot,
  naming: TypeResolver,
): Promise<RequestedObjects | undefined> {
  const { word } = requested;
  if (word === undefined) return naming.isServer ? elsewhere(requested, snapshot, naming) : undefined;
  if (word.includes("hyperconverged") || !isMissing(word, snapshot)) return undefined;
  const types = await naming.all().catch(() => undefined);
  if (types === undefined) return undefined;
  const kind = findResource(word, types);
  if (kind !== undefined) {
    await assertOneGroup([word], naming);
    return { unknown: [], wanted: [{ kind, word }] };
  }
  const unknown = withHint({ type: word }, types, await naming.present());
  if (isLikelyName(word)) return unknown.hint === undefined ? undefined : { ...requested, hint: unknown.hint };
  return {
    ...requested,
    unknown: [word.includes(".") ? unknown : { ...unknown, isNoName: true }],
    skipped: await naming.skipped(),
  };
}

/** Resolves types again that the server does not have in the group they are known from. */
async function elsewhere(
  requested: RequestedObjects,
  snapshot: Snapshot,
  naming: TypeResolver,
): Promise<RequestedObjects | undefined> {
  const { wanted = [] } = requested;
  const gone = wanted.filter((each) => each.word !== undefined && isNoKind(each, snapshot));
  if (gone.length === 0) return undefined;
  const served = await naming.all().catch(() => undefined);
  if (served === undefined) return undefined;
  const resolver = { ...naming, usual: async () => undefined, all: async () => served };
  const again = await Promise.all(
    wanted.map((each) => (gone.includes(each) ? resolveServedType(each, resolver) : each)),
  );
  return { ...requested, wanted: again };
}

/** The same word as a type that the server has. Where it has none, the kind stays, with a similar type as a hint. */
async function resolveServedType(named: NamedKind, resolver: TypeResolver): Promise<NamedKind> {
  const { word: type = "", name } = named;
  const { wanted = [], unknown } = await resolveTargets([{ type, ...definedFields({ name }) }], resolver);
  const [first = named] = wanted;
  const hint = unknown[0]?.hint;
  return first !== named || hint === undefined ? first : { ...named, hint };
}

/** Whether no HyperConverged with this name was found. */
function isMissing(name: string, { readings }: Snapshot): boolean {
  return !readings.some(
    (reading) =>
      reading.outcome === "found" &&
      reading.objects.some(({ ref }) => ref.name === name && isSameKind(ref, hcoProfile.root)),
  );
}

function isNoKind({ kind }: RequestedKind, { readings }: Snapshot): boolean {
  return readings.some(({ query, outcome }) => isSameKind(query, kind) && outcome === "noSuchKind");
}
