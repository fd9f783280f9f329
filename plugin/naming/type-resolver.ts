import { findResource, isSpelledOut } from "../../shared/aggregate/naming/find-resource.ts";
import { applicationRoot, greenhouseKinds } from "../../shared/model/family-roots.ts";
import { isSameKind, kindKey } from "../../shared/model/kind.ts";
import type { Resource } from "../../shared/model/resource.ts";
import { knownResources, rootResources } from "../../shared/profiles/resource-names.ts";
import { coreKinds } from "../../shared/tables/core-kinds.ts";
import { definedResources } from "../../shared/tables/defined-kinds.ts";
import type { NameSource } from "./type-source.ts";

/** Resolves words of the command line to types of a source. */
export interface TypeResolver {
  readonly isServer: boolean;
  /** The built-in type that a word always stands for. Undefined where the word may be a name, or another type of the source. */
  readonly findBuiltInType: (word: string) => Promise<Resource | undefined>;
  /**
   * All types of the source, in the order in which a word is searched.
   * @throws InputError where the types cannot be read.
   */
  readonly listTypes: () => Promise<readonly Resource[]>;
  /** The API groups that could not be read. */
  readonly listSkippedGroups: () => Promise<readonly string[]>;
  /** The types that have objects in the source, where that is known. A mistyped word probably means one of these. */
  readonly listTypesWithObjects: () => Promise<readonly Resource[]>;
  /**
   * The types that a word without a group stands for, one of each group. Empty if none of them is a root. Of other types kubectl
   * takes the first, and the plugin does the same.
   */
  readonly listHomonyms: (word: string) => Promise<readonly Resource[]>;
}

/** Creates a resolver for a source. The types of a server are requested only where a word stands for no built-in type. */
export function createTypeResolver(source: NameSource): TypeResolver {
  const { skipped = async () => [] } = source;
  return {
    isServer: source.source === "server",
    findBuiltInType: (word) => findBuiltInType(word, source),
    listTypes: () => listTypes(source),
    listSkippedGroups: skipped,
    listTypesWithObjects: () => listTypesWithObjects(source),
    listHomonyms: (word) => listHomonyms(word, source),
  };
}

/** The types whose names are the same in every source of that kind. Files name their types themselves. */
const builtInTypes: Readonly<Record<NameSource["source"], readonly Resource[]>> = {
  server: knownResources,
  "must-gather": coreKinds,
  files: [],
};

/** Finds a built-in type. Files and a must-gather may have the type in another group or version, which then counts. */
async function findBuiltInType(word: string, source: NameSource): Promise<Resource | undefined> {
  const builtIn = findUnambiguousType(word, builtInTypes[source.source]);
  if (builtIn !== undefined || source.source === "server") return builtIn;
  const isKnown = findUnambiguousType(word, knownResources) !== undefined;
  return isKnown ? findResource(word, await listTypes(source)) : undefined;
}

async function listTypes({ source, all }: NameSource): Promise<readonly Resource[]> {
  const types = await all();
  return source === "server" ? sortRootsFirst(types) : addKnownTypes(types);
}

async function listTypesWithObjects({ present }: NameSource): Promise<readonly Resource[]> {
  if (present === undefined) return [];
  return present().catch(() => []);
}

async function listHomonyms(word: string, source: NameSource): Promise<readonly Resource[]> {
  const knownType = findUnambiguousType(word, knownResources);
  if (knownType === undefined || !hasCommonName(knownType)) return [];
  const types = source.source === "server" ? await source.all().catch(() => []) : await listTypesWithObjects(source);
  return listTypesOfName(word, types);
}

/** Whether a type is a root whose name other groups often have too, such as Argo CD's Application. */
function hasCommonName(resource: Resource): boolean {
  const rootsWithCommonNames = [applicationRoot, ...Object.values(greenhouseKinds)];
  return rootsWithCommonNames.some((root) => isSameKind(root, resource));
}

/**
 * The first type of each group that has the word as its name, or as a short name where no type has it as a name. Empty for a word
 * with a group, and if none of the types is a root.
 */
function listTypesOfName(word: string, types: readonly Resource[]): readonly Resource[] {
  if (word.includes(".")) return [];
  const name = word.toLowerCase();
  const typesByName = types.filter(
    ({ plural, singular, kind }) => plural === name || (singular || kind.toLowerCase()) === name,
  );
  const homonyms = typesByName.length > 0 ? typesByName : types.filter(({ shortNames }) => shortNames.includes(word));
  if (!homonyms.some(hasCommonName)) return [];
  const typesByGroup = Map.groupBy(homonyms, ({ group }) => group);
  return [...typesByGroup.values()].flatMap((typesOfGroup) => typesOfGroup.slice(0, 1));
}

/** Sorts the roots before other types, because of two types with the same name users mean the root. */
function sortRootsFirst(types: readonly Resource[]): readonly Resource[] {
  const rootKeys = new Set(rootResources.map(kindKey));
  const isRoot = (type: Resource): boolean => rootKeys.has(kindKey(type));
  return [...types.filter(isRoot), ...types.filter((type) => !isRoot(type))];
}

/** Adds known types that the source does not have, such as VirtualMachine, so that their absence can be reported. */
function addKnownTypes(types: readonly Resource[]): readonly Resource[] {
  const keys = new Set(types.map(kindKey));
  const addedTypes = [...knownResources, ...definedResources].filter((type) => !keys.has(kindKey(type)));
  return [...types, ...addedTypes];
}

/** The type that a word stands for. Undefined where the word could mean another type that only the cluster knows. */
function findUnambiguousType(word: string, types: readonly Resource[]): Resource | undefined {
  const type = findResource(word, types);
  return type !== undefined && isSpelledOut(word, type) ? type : undefined;
}
