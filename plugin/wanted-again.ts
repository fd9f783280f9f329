import type { Wanted } from "../shared/aggregate/queries.ts";
import { resourceNamed } from "../shared/aggregate/resource-named.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import { hco } from "../shared/profiles/hco.ts";
import type { Naming } from "./type-names.ts";
import { type Asked, isLikelyName, ofTargets, withHint } from "./wanted.ts";

/**
 * What was asked for once it is known what was found, or undefined where it stays as it is: a bare word that is no
 * HyperConverged may be a type, and a type that this cluster does not have may be its word for another one.
 * @throws what `skipped` of {@link Naming} throws.
 */
export async function askedAgain(asked: Asked, snapshot: Snapshot, naming: Naming): Promise<Asked | undefined> {
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

/** Types that the server does not have in the group they are known from. */
async function elsewhere(asked: Asked, snapshot: Snapshot, naming: Naming): Promise<Asked | undefined> {
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

/** No HyperConverged called so was found. */
function isMissing(name: string, { readings }: Snapshot): boolean {
  return !readings.some(
    (reading) =>
      reading.outcome === "found" &&
      reading.objects.some(
        ({ ref }) => ref.name === name && ref.kind === hco.root.kind && ref.group === hco.root.group,
      ),
  );
}

function isNoKind({ kind }: Wanted, { readings }: Snapshot): boolean {
  return readings.some(
    ({ query, outcome }) => query.kind === kind.kind && query.group === kind.group && outcome === "noSuchKind",
  );
}
