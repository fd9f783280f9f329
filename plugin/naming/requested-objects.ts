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
  /** Whether no HyperConverged has the word as its name either. One message reports both. */
  readonly isNoName?: true;
}

/** The objects that the command line requests. */
export interface RequestedObjects {
  /** Absent: all known roots. */
  readonly wanted?: readonly NamedKind[];
  readonly unknown: readonly UnknownType[];
  /** Groups that could not be read, in which an unknown type may exist. */
  readonly skipped?: readonly string[];
  /** A single word that was taken for the name of a HyperConverged. If no such object exists, the word may be a type. */
  readonly word?: string;
  /** The name of a type that is similar to `word`. */
  readonly hint?: string;
}

/**
 * Reads which objects the command line requests.
 * @throws UsageError where the profile cannot evaluate them, and for Secrets of a server without a name; InputError as
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
 * Checks that the profile can evaluate the requested kinds, and returns `requested` unchanged.
 * @throws UsageError where the profile cannot.
 */
export function checkProfileFits(requested: RequestedObjects, { profile }: CommandLineOptions): RequestedObjects {
  const error = describeProfileMismatch(requested.wanted ?? [], profile);
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
 * Resolves a single word. The first rule that applies decides:
 * 1. The word is a built-in type: the objects of that type.
 * 2. The word cannot be the name of a HyperConverged, or the profile evaluates none: a type that only the source knows.
 * 3. There is no selector: the HyperConverged with that name.
 * 4. There is a selector, which chooses among the objects of a type: a type that only the source knows.
 * @throws UsageError for a selector beside a word that looks like a name.
 */
async function resolveWord(word: string, options: CommandLineOptions, naming: TypeResolver): Promise<RequestedObjects> {
  const { selector, fieldSelector, profile } = options;
  const type = await naming.findBuiltInType(word);
  if (type !== undefined) {
    await assertOneGroup([word], naming);
    return { unknown: [], wanted: [{ kind: type, word }] };
  }
  const hyperConverged: NamedKind = { kind: hcoProfile.root, name: word };
  const canBeEvaluated = describeProfileMismatch([hyperConverged], profile) === undefined;
  if (!canBeEvaluated || !isObjectName(word)) return resolveTargets([{ type: word }], naming);
  const hasSelector = selector !== undefined || fieldSelector !== undefined;
  if (!hasSelector) return { unknown: [], wanted: [hyperConverged], word };
  const requested = await resolveTargets([{ type: word }], naming);
  if (requested.unknown.length > 0 && isLikelyName(word)) throw new UsageError(nameAndSelectorText);
  return requested;
}

/** The error for kinds that a profile cannot evaluate: `the profile hco supports …, not deployments.apps; …`. */
function describeProfileMismatch(
  wanted: readonly RequestedKind[],
  profile: ProfileName | undefined,
): string | undefined {
  const roots = rootsOfProfile(profile);
  if (roots === undefined) return undefined;
  const unfit = wanted.find(({ kind }) => !roots.some((root) => isSameKind(root, kind)));
  if (unfit === undefined) return undefined;
  const rootsByGroup = Map.groupBy(roots, ({ group }) => group);
  const groups = [...rootsByGroup].map(([group, kinds]) => `${joinNames(kinds.map(({ kind }) => kind))} of ${group}`);
  const supported = `the profile ${profile} supports ${joinNames(groups)}`;
  return `${supported}, not ${typeName(unfit.kind)}; use --profile ${fallbackProfile} for any kind`;
}

/** Whether the word is a DNS-1123 subdomain, such as `my-hco.2`. The API server allows no other names of objects. */
function isObjectName(word: string): boolean {
  return /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(word);
}

/**
 * Whether a word looks like the name of a HyperConverged rather than a type: `kubevirt-hyperconverged`, `hco`. The word of a type
 * has no dash, but its group may have one: `widgets.my-company.io`.
 */
export function isLikelyName(word: string): boolean {
  const [firstLabel = ""] = word.split(".");
  return firstLabel.includes("-") || word.includes("hco") || word.includes("hyperconverged");
}

/**
 * Refuses a word that names types of several groups, such as `applications`.
 * @throws UsageError with these types.
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
 * Resolves targets, which are types with or without a name. Types that the source does not have are returned as `unknown`.
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
    const { type, name } = target;
    const kind = builtIn[index] ?? findResource(type, types);
    if (kind === undefined) unknown.push(target);
    else wanted.push({ kind, word: type, ...definedFields({ name }) });
  }
  if (unknown.length === 0) return { wanted, unknown: [] };
  const skippedGroups = await naming.listSkippedGroups();
  const typesWithObjects = await naming.listTypesWithObjects();
  const result = { wanted, unknown: unknown.map((target) => describeUnknownType(target, types, typesWithObjects)) };
  return skippedGroups.length === 0 ? result : { ...result, skipped: skippedGroups };
}

/** An unknown type, with a similar type as a hint. Types that have objects in the source are preferred. */
export function describeUnknownType(
  { type, name }: PositionalTarget,
  types: readonly Resource[],
  typesWithObjects: readonly Resource[],
): UnknownType {
  const word = readTypeName(type);
  const hint = findSimilarType(word, typesWithObjects) ?? findSimilarType(word, types);
  return { type: word, ...definedFields({ name, hint }) };
}

/** A shorter name is similar to too many words. */
const minSimilarLength = 3;

/**
 * Finds the name of a similar type. The first that exists:
 * 1. the type with that name in another group;
 * 2. the type whose short name stands in the plural, which kubectl does not know: `pvcs` -> `persistentvolumeclaims`;
 * 3. the name with the nearest spelling.
 */
function findSimilarType(word: string, types: readonly Resource[]): string | undefined {
  const isPlural = /[^s]s$/.test(word);
  const sameType = findResource(word, types) ?? (isPlural ? findResource(word.slice(0, -1), types) : undefined);
  if (sameType !== undefined) return typeName(sameType);
  const names = types.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]);
  const longNames = names.filter((name) => name.length >= minSimilarLength);
  return nearestSpelling(word.toLowerCase(), longNames);
}
