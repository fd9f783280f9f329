import type { Wanted } from "../shared/aggregate/queries.ts";
import { isSpelledOut, resourceNamed, typeIn } from "../shared/aggregate/resource-named.ts";
import { UsageError } from "../shared/io/errors.ts";
import type { Resource } from "../shared/model/resource.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import { nearest } from "../shared/parse/nearest.ts";
import { hco } from "../shared/profiles/hco.ts";
import { knownResources, rootResources } from "../shared/profiles/resources.ts";
import { rootsOfProfile, unfit } from "./judging-profile.ts";
import type { Names } from "./naming.ts";
import type { Options } from "./options.ts";
import type { Target } from "./targets.ts";

/** The types that words can name. */
export interface Naming {
  /** What need not be asked for. */
  readonly known: readonly Resource[];
  /** Everything that is there, in the order in which a word is looked for. @throws InputError where nobody can say. */
  readonly all: () => Promise<readonly Resource[]>;
  readonly skipped: () => Promise<readonly string[]>;
}

/** A server is asked only for what is not known here; what is at hand is looked through at once, in its own order. */
export function namesOf({ isServer, all, skipped = async () => [] }: Names): Naming {
  if (!isServer) return { known: [], all, skipped };
  return { known: knownResources, all: async () => rootsFirst(await all()), skipped };
}

/** Of two resources of one name a root is the one that people mean. */
function rootsFirst(resources: readonly Resource[]): readonly Resource[] {
  const roots = new Set(rootResources.map(({ group, kind }) => `${group}/${kind}`));
  const isRoot = ({ group, kind }: Resource): boolean => roots.has(`${group}/${kind}`);
  return [...resources.filter(isRoot), ...resources.filter((resource) => !isRoot(resource))];
}

/** A kind that was asked for, and the word for it; without a word it is only what nothing or a bare name stands for. */
export interface Named extends Wanted {
  readonly word?: string;
}

/** A word that is no type here, and the name of one that is nearly so. */
export interface Unknown extends Target {
  readonly hint?: string;
}

/** What was asked for. */
export interface Asked {
  /** Absent: whatever known roots there are. */
  readonly wanted?: readonly Named[];
  readonly unknown: readonly Unknown[];
  /** Groups in which an unknown type may be all the same. */
  readonly skipped?: readonly string[];
  /** One word, taken for the name of a HyperConverged: where there is none, it may be a type, or nearly one. */
  readonly word?: string;
  readonly hint?: string;
}

/** Nothing was named. */
const whatever: Asked = { unknown: [] };

/** What the command line asks for. @throws UsageError where the profile does not judge it, InputError as {@link Naming}. */
export async function askedFor(options: Options, naming: Naming): Promise<Asked> {
  const asked = await resolved(options, naming);
  const error = unfit(asked.wanted ?? [], options.profile);
  if (error !== undefined) throw new UsageError(error);
  return asked;
}

async function resolved(options: Options, naming: Naming): Promise<Asked> {
  const { word, targets, profile } = options;
  if (word !== undefined) return ofWord(word, options, naming);
  if (targets.length > 0) return ofTargets(targets, naming);
  const kinds = rootsOfProfile(profile);
  return kinds === undefined ? whatever : { ...whatever, wanted: kinds.map((kind) => ({ kind })) };
}

/** A type that is known without asking, else a name; a selector chooses among the objects of a type. */
async function ofWord(word: string, options: Options, naming: Naming): Promise<Asked> {
  const { selector, fieldSelector, profile } = options;
  const { known, all } = naming;
  const type = knownAs(word, known);
  if (type !== undefined) return { ...whatever, wanted: [{ kind: type, word }] };
  // Where HyperConvergeds are not judged the word cannot be the name of one.
  if (profile === "application" || profile === "greenhouse") return ofTargets([{ type: word }], naming);
  if (selector === undefined && fieldSelector === undefined)
    return { ...whatever, wanted: [{ kind: hco.root, name: word }], word };
  const found = resourceNamed(word, await all());
  if (found === undefined) throw new UsageError("name cannot be provided when a selector is specified");
  return { ...whatever, wanted: [{ kind: found, word }] };
}

async function ofTargets(targets: readonly Target[], { known, all, skipped }: Naming): Promise<Asked> {
  const isKnown = ({ type }: Target): boolean => knownAs(type, known) !== undefined;
  const others = targets.every(isKnown) ? [] : await all();
  const kindOf = ({ type }: Target): Resource | undefined => knownAs(type, known) ?? resourceNamed(type, others);
  const unknown = targets.filter((target) => kindOf(target) === undefined);
  const groups = unknown.length === 0 ? [] : await skipped();
  return {
    wanted: targets.flatMap((target) => {
      const kind = kindOf(target);
      const { type: word, name } = target;
      return kind === undefined ? [] : [{ kind, word, ...(name !== undefined && { name }) }];
    }),
    unknown: unknown.map((target) => withHint(target, others)),
    ...(groups.length > 0 && { skipped: groups }),
  };
}

function withHint({ type, name }: Target, resources: readonly Resource[]): Unknown {
  const word = typeIn(type);
  const hint = hintFor(word, resources);
  return { type: word, ...(name !== undefined && { name }), ...(hint !== undefined && { hint }) };
}

/** A known type, unless the word could mean another one that only the cluster knows. */
function knownAs(word: string, known: readonly Resource[]): Resource | undefined {
  const found = resourceNamed(word, known);
  return found !== undefined && isSpelledOut(word, found) ? found : undefined;
}

/** The name of a type that is nearly this one. */
function hintFor(word: string, resources: readonly Resource[]): string | undefined {
  const names = resources.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]);
  return nearest(
    word.toLowerCase(),
    names.filter((name) => name.length > 2),
  );
}

/**
 * The same once it is known what was found, or undefined where it stays as it is: a bare word that is no HyperConverged
 * may be a type, and a type that this cluster does not have may be its word for another one.
 */
export async function askedAgain(asked: Asked, snapshot: Snapshot, naming: Naming): Promise<Asked | undefined> {
  const { all } = naming;
  const { word, wanted = [] } = asked;
  if (word !== undefined) {
    if (word.includes("hyperconverged") || !isMissing(word, snapshot)) return undefined;
    const types = await all().catch(() => []);
    const kind = resourceNamed(word, types);
    if (kind !== undefined) return { ...whatever, wanted: [{ kind, word }] };
    const hint = hintFor(word, types);
    return hint === undefined ? undefined : { ...asked, hint };
  }
  const gone = wanted.filter((each) => each.word !== undefined && isNoKind(each, snapshot));
  if (gone.length === 0) return undefined;
  const served = await all().catch(() => undefined);
  if (served === undefined) return undefined;
  const again = gone.map(({ word: type = "", name }) => ({ type, ...(name !== undefined && { name }) }));
  const found = await ofTargets(again, { ...naming, known: [], all: async () => served });
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
