import { findResource, readTypeName } from "../../shared/aggregate/naming/find-resource.ts";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { fallbackProfile, families, type ProfileName } from "../../shared/model/families.ts";
import { isSameKind, isSecret, type Kind, typeName } from "../../shared/model/kind.ts";
import type { Resource } from "../../shared/model/resource.ts";
import { joinNames } from "../../shared/outline/words/names.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { nameAndSelectorText, type PositionalTarget } from "../cli/positional-targets.ts";
import type { TypeResolver } from "./type-resolver.ts";

/**
 * A kind that was asked for, and the word that named it. Without such a word, the command line named
 * nothing or only a bare name.
 */
export interface NamedKind extends RequestedKind {
  readonly word?: string;
  /** The server does not have the kind. This is a similar type that it has. */
  readonly hint?: string;
}

/** A word that is no type here, and the name of a similar type. */
export interface UnknownType extends PositionalTarget {
  readonly hint?: string;
  /** The word is no name of a HyperConverged either, and one message reports both. */
  readonly isNoName?: true;
}

/** What the command line asks for. */
export interface RequestedObjects {
  /** Absent: all known roots. */
  readonly wanted?: readonly NamedKind[];
  readonly unknown: readonly UnknownType[];
  /** Groups that could not be read, in which an unknown type may exist. */
  readonly skipped?: readonly string[];
  /** One word, taken for the name of a HyperConverged. Where there is none, it may be a type or similar to one. */
  readonly word?: string;
  readonly hint?: string;
}

/** The command line names nothing. */
const whatever: RequestedObjects = { unknown: [] };

/**
 * What the command line asks for.
 * @throws UsageError where the profile does not apply to it, and for Secrets of a server without a name; InputError as
 * {@link TypeResolver}.
 */
export async function readRequestedObjects(
  options: CommandLineOptions,
  naming: TypeResolver,
): Promise<RequestedObjects> {
  const requested = checkProfileFits(await resolveRequested(options, naming), options);
  const isListed = (requested.wanted ?? []).some(({ kind, name }) => isSecret(kind) && name === undefined);
  if (naming.isServer && isListed) throw new UsageError("Secrets are not listed; name one, as in secret/NAME");
  return requested;
}

/**
 * The same `requested`, once its profile is known to apply.
 * @throws UsageError where it does not.
 */
export function checkProfileFits(requested: RequestedObjects, { profile }: CommandLineOptions): RequestedObjects {
  const error = profileMismatch(requested.wanted ?? [], profile);
  if (error !== undefined) throw new UsageError(error);
  return requested;
}

async function resolveRequested(options: CommandLineOptions, naming: TypeResolver): Promise<RequestedObjects> {
  const { word, targets, profile } = options;
  if (word !== undefined) return resolveWord(word, options, naming);
  if (targets.length > 0) return resolveTargets(targets, naming);
  const kinds = rootsOfProfile(profile);
  return kinds === undefined ? whatever : { ...whatever, wanted: kinds.map((kind) => ({ kind })) };
}

/** The kinds that `--profile` alone reads: the roots of that profile. Undefined for whatever roots there are. */
function rootsOfProfile(name: ProfileName | undefined): readonly Kind[] | undefined {
  const kinds = name === undefined ? [] : families[name].roots;
  return kinds.length === 0 ? undefined : kinds;
}

/**
 * What one word asks for: a type that is known without a request, else a name. A selector chooses among the objects of
 * a type.
 */
async function resolveWord(word: string, options: CommandLineOptions, naming: TypeResolver): Promise<RequestedObjects> {
  const { selector, fieldSelector, profile } = options;
  const type = await naming.usual(word);
  if (type !== undefined) {
    await assertOneGroup([word], naming);
    return { ...whatever, wanted: [{ kind: type, word }] };
  }
  // Where the profile does not apply to HyperConvergeds, the word cannot be the name of one.
  if (profileMismatch([{ kind: hcoProfile.root }], profile) !== undefined || !isName(word))
    return resolveTargets([{ type: word }], naming);
  if (selector === undefined && fieldSelector === undefined)
    return { ...whatever, wanted: [{ kind: hcoProfile.root, name: word }], word };
  const requested = await resolveTargets([{ type: word }], naming);
  if (requested.unknown.length > 0 && isLikelyName(word)) throw new UsageError(nameAndSelectorText);
  return requested;
}

/** One sentence that says why this profile cannot evaluate these kinds, or undefined where it can. */
function profileMismatch(wanted: readonly RequestedKind[], name: ProfileName | undefined): string | undefined {
  const kinds = rootsOfProfile(name);
  if (name === undefined || kinds === undefined) return undefined;
  const other = wanted.find(({ kind }) => !kinds.some((each) => isSameKind(each, kind)));
  if (other === undefined) return undefined;
  const groups = Map.groupBy(kinds, ({ group }) => group);
  const judged = Array.from(groups, ([group, some]) => ({ group, kinds: some.map(({ kind }) => kind) }));
  return unfitProfileText(name, judged, typeName(other.kind), fallbackProfile);
}

/** The error for a type that the profile cannot evaluate. `fallback` is the profile for any kind. */
function unfitProfileText(profile: string, groups: readonly EvaluatedGroup[], type: string, fallback: string): string {
  const judged = groups.map(({ group, kinds }) => `${joinNames(kinds)} of ${group}`);
  return `the profile ${profile} supports ${joinNames(judged)}, not ${type}; use --profile ${fallback} for any kind`;
}

/** Whether the word is a DNS-1123 subdomain. The API server allows no other names. */
function isName(word: string): boolean {
  return /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(word);
}

/**
 * Whether a word looks like a name. Types are one word, while HyperConvergeds have names like
 * `kubevirt-hyperconverged`.
 */
export function isLikelyName(word: string): boolean {
  return /^[^.]*-/.test(word) || /hco|hyperconverged/.test(word);
}

/**
 * Refuses words that name types of several groups.
 * @throws UsageError with the types of the first such word.
 */
export async function assertOneGroup(words: readonly string[], naming: TypeResolver): Promise<void> {
  for (const word of new Set(words)) {
    const some = await naming.homonyms(word);
    const names = some.map(typeName);
    if (names.length > 1) {
      const types = names.toSorted().join(", ");
      throw new UsageError(`the type "${word}" exists in several API groups: ${types}. Name one of them as TYPE.GROUP`);
    }
  }
}

// The errors about names on the command line are those of kubectl (cli-runtime, pkg/resource/builder.go).

/**
 * Resolves types, with or without names, into known and unknown ones.
 * @throws as {@link assertOneGroup}.
 */
export async function resolveTargets(
  targets: readonly PositionalTarget[],
  naming: TypeResolver,
): Promise<RequestedObjects> {
  await assertOneGroup(
    targets.map(({ type }) => type),
    naming,
  );
  const usual = await Promise.all(targets.map(({ type }) => naming.usual(type)));
  const others = usual.includes(undefined) ? await naming.all() : [];
  const kinds = targets.map(({ type }, place) => usual[place] ?? findResource(type, others));
  const unknown = targets.filter((_, place) => kinds[place] === undefined);
  const skipped = unknown.length === 0 ? [] : await naming.skipped();
  const present = unknown.length === 0 ? [] : await naming.present();
  return {
    wanted: targets.flatMap(({ type: word, name }, place) => {
      const kind = kinds[place];
      return kind === undefined ? [] : [{ kind, word, ...definedFields({ name }) }];
    }),
    unknown: unknown.map((target) => withHint(target, others, present)),
    ...(skipped.length > 0 && { skipped }),
  };
}

/**
 * An unknown type, with a hint: the nearest name among the types that are `present`, else among all `resources`, or the
 * same type in another group.
 */
export function withHint(
  { type, name }: PositionalTarget,
  resources: readonly Resource[],
  present: readonly Resource[],
): UnknownType {
  const word = readTypeName(type);
  const hint = hintFor(word, present) ?? hintFor(word, resources);
  return { type: word, ...definedFields({ name, hint }) };
}

function hintFor(word: string, resources: readonly Resource[]): string | undefined {
  // kubectl knows no plural of a short name, such as pvcs.
  const same =
    findResource(word, resources) ?? (/[^s]s$/.test(word) ? findResource(word.slice(0, -1), resources) : undefined);
  if (same !== undefined) return typeName(same);
  const names = resources.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]);
  return nearestSpelling(
    word.toLowerCase(),
    names.filter((each) => each.length > 2),
  );
}

/** The kinds of one API group that a profile evaluates. */
interface EvaluatedGroup {
  readonly group: string;
  readonly kinds: readonly string[];
}
