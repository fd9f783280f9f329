import { resourceNamed } from "../../shared/aggregate/naming/find-resource.ts";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { isLikelyName, ofTargets, type RequestedObjects, withHint } from "./requested-objects.ts";
import type { TypeResolver } from "./type-resolver.ts";

/**
 * What the user asked for, corrected by what was found. Undefined where it stays the same. A bare word that is no
 * HyperConverged may be a type. A type that this cluster does not have in the known group may exist in another group.
 * @throws what `skipped` of {@link TypeResolver} throws.
 */
export async function askedAgain(
  asked: RequestedObjects,
  snapshot: Snapshot,
  naming: TypeResolver,
): Promise<RequestedObjects | undefined> {
  const { word } = asked;
  if (word === undefined) return naming.isServer ? elsewhere(asked, snapshot, naming) : undefined;
  if (word.includes("hyperconverged") || !isMissing(word, snapshot)) return undefined;
  const types = await naming.all().catch(() => undefined);
  if (types === undefined) return undefined;
  const kind = resourceNamed(word, types);
  if (kind !== undefined) return { unknown: [], wanted: [{ kind, word }] };
  const unknown = withHint({ type: word }, types);
  if (isLikelyName(word)) return unknown.hint === undefined ? undefined : { ...asked, hint: unknown.hint };
  return {
    ...asked,
    unknown: [word.includes(".") ? unknown : { ...unknown, isNoName: true }],
    skipped: await naming.skipped(),
  };
}

/** Resolves types again that the server does not have in the group they are known from. */
async function elsewhere(
  asked: RequestedObjects,
  snapshot: Snapshot,
  naming: TypeResolver,
): Promise<RequestedObjects | undefined> {
  const { wanted = [] } = asked;
  const gone = wanted.filter((each) => each.word !== undefined && isNoKind(each, snapshot));
  if (gone.length === 0) return undefined;
  const served = await naming.all().catch(() => undefined);
  if (served === undefined) return undefined;
  const again = gone.map(({ word: type = "", name }) => ({ type, ...(name !== undefined && { name }) }));
  const found = await ofTargets(again, { ...naming, usual: async () => undefined, all: async () => served });
  const rest = wanted.filter((each) => !gone.includes(each));
  return { ...found, wanted: [...rest, ...(found.wanted ?? [])], unknown: [...asked.unknown, ...found.unknown] };
}

/** Whether no HyperConverged with this name was found. */
function isMissing(name: string, { readings }: Snapshot): boolean {
  return !readings.some(
    (reading) =>
      reading.outcome === "found" &&
      reading.objects.some(
        ({ ref }) => ref.name === name && ref.kind === hcoProfile.root.kind && ref.group === hcoProfile.root.group,
      ),
  );
}

function isNoKind({ kind }: RequestedKind, { readings }: Snapshot): boolean {
  return readings.some(
    ({ query, outcome }) => query.kind === kind.kind && query.group === kind.group && outcome === "noSuchKind",
  );
}
