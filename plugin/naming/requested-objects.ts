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

/** A requested kind. */
export interface NamedKind extends RequestedKind {
  /** The word that named the kind. Absent where the command line has nothing or only a bare name. */
  readonly word?: string;
  /** A similar type that the server has. Present where the server does not have the kind. */
  readonly hint?: string;
}

/** A word that is no type of the source. */
export interface UnknownType extends PositionalTarget {
  /** The name of a similar type. */
  readonly hint?: string;
  /** Whether the word is no name of a HyperConverged either, and one message reports both. */
  readonly isNoName?: true;
}

/** The objects that the command line requests. */
export interface RequestedObjects {
  /** Absent: all known roots. */
  readonly wanted?: readonly NamedKind[];
  readonly unknown: readonly UnknownType[];
  /** Groups that could not be read, in which an unknown type may exist. */
  readonly skipped?: readonly string[];
  /** One word, taken for the name of a HyperConverged. Where no such object exists, the word may be a type. */
  readonly word?: string;
  /** The name of a type that is similar to `word`. */
  readonly hint?: string;
}

/** The kinds of one API group that a profile evaluates. */
interface EvaluatedGroup {
  readonly group: string;
  readonly kinds: readonly string[];
}

/**
 * Reads which objects the command line requests.
 * @throws UsageError where the profile does not apply to it, and for Secrets of a server without a name; InputError as
 * {@link TypeResolver}.
 */
export async function readRequestedObjects(
  options: CommandLineOptions,
  naming: TypeResolver,
): Promise<RequestedObjects> {
  const requested = checkProfileFits(await resolveRequested(options, naming), options);
  const areSecretsListed = (requested.wanted ?? []).some(({ kind, name }) => isSecret(kind) && name === undefined);
  if (naming.isServer && areSecretsListed) throw new UsageError("Secrets are not listed; name one, as in secret/NAME");
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
  return kinds === undefined ? { unknown: [] } : { unknown: [], wanted: kinds.map((kind) => ({ kind })) };
}

/** The kinds that `--profile` alone reads: the roots of that profile. Undefined for all roots that the source has. */
function rootsOfProfile(name: ProfileName | undefined): readonly Kind[] | undefined {
  const kinds = name === undefined ? [] : families[name].roots;
  return kinds.length === 0 ? undefined : kinds;
}

/**
 * What one word requests. The first that applies:
 * 1. a type that is known without a request;
 * 2. a type that only the source knows, where the word is no valid name, or the profile does not apply to HyperConvergeds;
 * 3. the HyperConverged of that name;
 * 4. with a selector, which chooses among the objects of a type, a type that only the source knows.
 */
async function resolveWord(word: string, options: CommandLineOptions, naming: TypeResolver): Promise<RequestedObjects> {
  const { selector, fieldSelector, profile } = options;
  const type = await naming.findBuiltInType(word);
  if (type !== undefined) {
    await assertOneGroup([word], naming);
    return { unknown: [], wanted: [{ kind: type, word }] };
  }
  const mayBeHyperConverged = profileMismatch([{ kind: hcoProfile.root }], profile) === undefined;
  if (!mayBeHyperConverged || !isName(word)) return resolveTargets([{ type: word }], naming);
  if (selector === undefined && fieldSelector === undefined)
    return { unknown: [], wanted: [{ kind: hcoProfile.root, name: word }], word };
  const requested = await resolveTargets([{ type: word }], naming);
  if (requested.unknown.length > 0 && isLikelyName(word)) throw new UsageError(nameAndSelectorText);
  return requested;
}

/** The error where a profile cannot evaluate these kinds. Undefined where it can. */
function profileMismatch(wanted: readonly RequestedKind[], name: ProfileName | undefined): string | undefined {
  const kinds = rootsOfProfile(name);
  if (name === undefined || kinds === undefined) return undefined;
  const unfit = wanted.find(({ kind }) => !kinds.some((evaluated) => isSameKind(evaluated, kind)));
  if (unfit === undefined) return undefined;
  const kindsByGroup = Map.groupBy(kinds, ({ group }) => group);
  const groups = Array.from(kindsByGroup, ([group, ofGroup]) => ({ group, kinds: ofGroup.map(({ kind }) => kind) }));
  return unfitProfileText(name, groups, typeName(unfit.kind), fallbackProfile);
}

/** The error for a type that the profile cannot evaluate. `fallback` is the profile for any kind. */
function unfitProfileText(profile: string, groups: readonly EvaluatedGroup[], type: string, fallback: string): string {
  const supported = groups.map(({ group, kinds }) => `${joinNames(kinds)} of ${group}`);
  return `the profile ${profile} supports ${joinNames(supported)}, not ${type}; use --profile ${fallback} for any kind`;
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
    const homonyms = await naming.listHomonyms(word);
    if (homonyms.length < 2) continue;
    const types = homonyms.map(typeName).toSorted().join(", ");
    throw new UsageError(`the type "${word}" exists in several API groups: ${types}. Name one of them as TYPE.GROUP`);
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
  const words = targets.map(({ type }) => type);
  await assertOneGroup(words, naming);
  const builtIn = await Promise.all(words.map((word) => naming.findBuiltInType(word)));
  const types = builtIn.includes(undefined) ? await naming.listTypes() : [];
  const wanted: NamedKind[] = [];
  const unknown: PositionalTarget[] = [];
  for (const [index, target] of targets.entries()) {
    const { type: word, name } = target;
    const kind = builtIn[index] ?? findResource(word, types);
    if (kind === undefined) unknown.push(target);
    else wanted.push({ kind, word, ...definedFields({ name }) });
  }
  if (unknown.length === 0) return { wanted, unknown: [] };
  const skipped = await naming.listSkippedGroups();
  const present = await naming.listTypesWithObjects();
  return {
    wanted,
    unknown: unknown.map((target) => withHint(target, types, present)),
    ...definedFields({ skipped: skipped.length === 0 ? undefined : skipped }),
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

/** The type with that name in another group or form, else the type with the nearest spelling. Undefined where none is near. */
function hintFor(word: string, resources: readonly Resource[]): string | undefined {
  // kubectl knows no plural of a short name, such as pvcs.
  const singular = /[^s]s$/.test(word) ? word.slice(0, -1) : undefined;
  const sameType =
    findResource(word, resources) ?? (singular === undefined ? undefined : findResource(singular, resources));
  if (sameType !== undefined) return typeName(sameType);
  const names = resources.flatMap(({ plural, singular: one, shortNames }) => [plural, one, ...shortNames]);
  const longNames = names.filter((name) => name.length > 2);
  return nearestSpelling(word.toLowerCase(), longNames);
}
