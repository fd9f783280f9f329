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
  /**
   * The type that a word always stands for. Undefined where the word may be a name, or a type that only
   * {@link TypeResolver.listTypes} has.
   */
  readonly findBuiltInType: (word: string) => Promise<Resource | undefined>;
  /**
   * All types of the source, in the order in which a word is searched.
   * @throws InputError where the types cannot be read.
   */
  readonly listTypes: () => Promise<readonly Resource[]>;
  /** The API groups that could not be read. */
  readonly listSkippedGroups: () => Promise<readonly string[]>;
  /** The types that have objects in the source, where that is known: a mistyped word probably means one of these. */
  readonly listTypesWithObjects: () => Promise<readonly Resource[]>;
  /**
   * The types of several groups that a word without a group stands for. Empty if none of them is a root: of other types
   * kubectl takes the first, and so does the plugin.
   */
  readonly listHomonyms: (word: string) => Promise<readonly Resource[]>;
}

/** Makes a resolver for a source. A server is asked for its types only where a word stands for no built-in type. */
export function createTypeResolver(source: NameSource): TypeResolver {
  const { skipped = async () => [] } = source;
  return {
    isServer: source.source === "server",
    findBuiltInType: (word) => findBuiltInType(word, source),
    listTypes: () => listTypes(source),
    listSkippedGroups: skipped,
    listTypesWithObjects: () => listPresent(source),
    listHomonyms: (word) => listHomonyms(word, source),
  };
}

/**
 * The built-in types that are the same in every source of that kind. A must-gather has its own `applications`, and files
 * their own types, but Kubernetes' kinds have the same names in every cluster.
 */
const builtInTypes: Readonly<Record<NameSource["source"], readonly Resource[]>> = {
  server: knownResources,
  "must-gather": coreKinds,
  files: [],
};

/**
 * A built-in type as the source has it. Offline, the types of the source come before the known ones, because looking through
 * them is fast.
 */
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

async function listPresent({ present }: NameSource): Promise<readonly Resource[]> {
  if (present === undefined) return [];
  return present().catch(() => []);
}

async function listHomonyms(word: string, source: NameSource): Promise<readonly Resource[]> {
  const known = findUnambiguousType(word, knownResources);
  if (known === undefined || !hasCommonName(known)) return [];
  const types = source.source === "server" ? await source.all().catch(() => []) : await listPresent(source);
  return listTypesOfName(word, types);
}

/** Whether a type is a root whose name other groups often have too, such as Argo CD's Application. */
function hasCommonName(resource: Resource): boolean {
  const rootsWithCommonNames = [applicationRoot, ...Object.values(greenhouseKinds)];
  return rootsWithCommonNames.some((root) => isSameKind(root, resource));
}

/** The first type of each group that has the name, or the short name where none has the name. Empty without a root. */
function listTypesOfName(word: string, resources: readonly Resource[]): readonly Resource[] {
  if (word.includes(".")) return [];
  const name = word.toLowerCase();
  const byName = resources.filter(
    ({ plural, singular, kind }) => plural === name || (singular || kind.toLowerCase()) === name,
  );
  const found = byName.length > 0 ? byName : resources.filter(({ shortNames }) => shortNames.includes(word));
  if (!found.some(hasCommonName)) return [];
  return [...Map.groupBy(found, ({ group }) => group).values()].flatMap((ofGroup) => ofGroup.slice(0, 1));
}

/** Roots first: of two types with the same name, users mean the root. */
function sortRootsFirst(resources: readonly Resource[]): readonly Resource[] {
  const rootKeys = new Set(rootResources.map(kindKey));
  const isRoot = (resource: Resource): boolean => rootKeys.has(kindKey(resource));
  return [...resources.filter(isRoot), ...resources.filter((resource) => !isRoot(resource))];
}

/** Adds known types that the source does not have, such as VirtualMachine, so that their absence can be reported. */
function addKnownTypes(resources: readonly Resource[]): readonly Resource[] {
  const keys = new Set(resources.map(kindKey));
  const missing = [...knownResources, ...definedResources].filter((resource) => !keys.has(kindKey(resource)));
  return [...resources, ...missing];
}

/** The type that a word stands for. Undefined where the word could mean another type that only the cluster knows. */
function findUnambiguousType(word: string, types: readonly Resource[]): Resource | undefined {
  const found = findResource(word, types);
  return found !== undefined && isSpelledOut(word, found) ? found : undefined;
}
