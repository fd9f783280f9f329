import type { Wanted } from "../shared/aggregate/queries.ts";
import { resourceNamed, typeIn } from "../shared/aggregate/resource-named.ts";
import { UsageError } from "../shared/io/errors.ts";
import type { Resource } from "../shared/model/resource.ts";
import { nearest } from "../shared/parse/nearest.ts";
import { hco } from "../shared/profiles/hco.ts";
import { rootsOfProfile, unfit } from "./judging-profile.ts";
import type { Options } from "./options.ts";
import type { Target } from "./targets.ts";
import type { Naming } from "./type-names.ts";

/** A kind that was asked for, and the word for it; without a word it is only what nothing or a bare name stands for. */
export interface Named extends Wanted {
  readonly word?: string;
}

/** A word that is no type here, and the name of one that is nearly so. */
export interface Unknown extends Target {
  readonly hint?: string;
  /** It was looked for as the name of a HyperConverged too, and as one it is told of together with the type. */
  readonly isNoName?: true;
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
  return fitting(await resolved(options, naming), options);
}

/** The same, once its profile is known to judge it. @throws UsageError where it does not. */
export function fitting(asked: Asked, { profile }: Options): Asked {
  const error = unfit(asked.wanted ?? [], profile);
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
  const type = await naming.usual(word);
  if (type !== undefined) return { ...whatever, wanted: [{ kind: type, word }] };
  // Where HyperConvergeds are not judged the word cannot be the name of one.
  if (profile === "application" || profile === "greenhouse" || !isName(word))
    return ofTargets([{ type: word }], naming);
  if (selector === undefined && fieldSelector === undefined)
    return { ...whatever, wanted: [{ kind: hco.root, name: word }], word };
  const asked = await ofTargets([{ type: word }], naming);
  if (asked.unknown.length > 0 && isLikelyName(word))
    throw new UsageError("name cannot be provided when a selector is specified");
  return asked;
}

/** DNS-1123 subdomain, which is all that the API server lets an object be named. */
function isName(word: string): boolean {
  return /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(word);
}

/** Types are one word, HyperConvergeds are called `kubevirt-hyperconverged` or after it. */
export function isLikelyName(word: string): boolean {
  return /^[^.]*-/.test(word) || /hco|hyperconverged/.test(word);
}

/** Types, with or without names: those that are there, and those that nobody knows. */
export async function ofTargets(targets: readonly Target[], naming: Naming): Promise<Asked> {
  const usual = await Promise.all(targets.map(({ type }) => naming.usual(type)));
  const others = usual.includes(undefined) ? await naming.all() : [];
  const kinds = targets.map(({ type }, place) => usual[place] ?? resourceNamed(type, others));
  const unknown = targets.filter((_, place) => kinds[place] === undefined);
  const skipped = unknown.length === 0 ? [] : await naming.skipped();
  return {
    wanted: targets.flatMap(({ type: word, name }, place) => {
      const kind = kinds[place];
      return kind === undefined ? [] : [{ kind, word, ...(name !== undefined && { name }) }];
    }),
    unknown: unknown.map((target) => withHint(target, others)),
    ...(skipped.length > 0 && { skipped }),
  };
}

/** A type that is not there, with the name of one of `resources` that is nearly the same, or has the same in another group. */
export function withHint({ type, name }: Target, resources: readonly Resource[]): Unknown {
  const word = typeIn(type);
  const hint = hintFor(word, resources);
  return { type: word, ...(name !== undefined && { name }), ...(hint !== undefined && { hint }) };
}

function hintFor(word: string, resources: readonly Resource[]): string | undefined {
  const same = resourceNamed(word, resources);
  if (same !== undefined) return same.group === "" ? same.plural : `${same.plural}.${same.group}`;
  const names = resources.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]);
  return nearest(
    word.toLowerCase(),
    names.filter((each) => each.length > 2),
  );
}
