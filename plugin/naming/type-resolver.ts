import { findResource, isSpelledOut } from "../../shared/aggregate/naming/find-resource.ts";
import { applicationRoot, greenhouseKinds } from "../../shared/model/family-roots.ts";
import type { Resource } from "../../shared/model/resource.ts";
import { knownResources, rootResources } from "../../shared/profiles/resource-names.ts";
import { coreKinds } from "../../shared/tables/core-kinds.ts";
import { definedResources } from "../../shared/tables/defined-kinds.ts";
import type { NameSource } from "./type-source.ts";

/** The types that words can name. */
export interface TypeResolver {
  readonly isServer: boolean;
  /** The type that a word always stands for. Undefined where it may be a name, or a type that only `all` has. */
  readonly usual: (word: string) => Promise<Resource | undefined>;
  /**
   * All types of the source, in the order in which a word is searched.
   * @throws InputError where the types cannot be read.
   */
  readonly all: () => Promise<readonly Resource[]>;
  readonly skipped: () => Promise<readonly string[]>;
  /** The types that have objects in the source, where that is known: what a mistyped word means. */
  readonly present: () => Promise<readonly Resource[]>;
  /**
   * The types of several groups that a word without a group names here, where one is a root. Empty otherwise: of other
   * types kubectl takes the first, and so does the plugin.
   */
  readonly homonyms: (word: string) => Promise<readonly Resource[]>;
}

/**
 * The types that words can name in a source. A server is asked only for types that are not built in. Offline, types in
 * the source come first, because looking through them is fast. In a must-gather, `applications` are the ones that it
 * has. Kubernetes' own kinds have the same names in every cluster.
 */
export function createTypeResolver({ source, all, present, skipped = async () => [] }: NameSource): TypeResolver {
  const isServer = source === "server";
  const whole = isServer ? async () => rootsFirst(await all()) : async () => withKnown(await all());
  const own = { server: knownResources, "must-gather": coreKinds, files: [] }[source];
  return {
    isServer,
    usual: async (word) =>
      findKnownType(word, own) ??
      (isServer || findKnownType(word, knownResources) === undefined ? undefined : findResource(word, await whole())),
    all: whole,
    skipped,
    present: async () => (await present?.().catch(() => [])) ?? [],
    async homonyms(word) {
      const known = findKnownType(word, knownResources);
      if (known === undefined || !hasCommonName(known)) return [];
      const there = isServer ? all : present;
      return there === undefined ? [] : findByName(word, await there().catch(() => []));
    },
  };
}

/** Whether it is a root whose name other groups often have too, such as Argo CD's Application. */
function hasCommonName(resource: Resource): boolean {
  return [applicationRoot, ...Object.values(greenhouseKinds)].some((root) => kindKey(root) === kindKey(resource));
}

function findByName(word: string, resources: readonly Resource[]): readonly Resource[] {
  if (word.includes(".")) return [];
  const name = word.toLowerCase();
  const named = resources.filter(
    ({ plural, singular, kind }) => plural === name || (singular || kind.toLowerCase()) === name,
  );
  const found = named.length > 0 ? named : resources.filter(({ shortNames }) => shortNames.includes(word));
  const firsts = new Map(found.toReversed().map((resource) => [resource.group, resource])).values();
  return found.some(hasCommonName) ? [...firsts].toReversed() : [];
}

/** Roots first, because of two resources with the same name users mean the root. */
function rootsFirst(resources: readonly Resource[]): readonly Resource[] {
  const roots = new Set(rootResources.map(kindKey));
  const isRoot = (resource: Resource): boolean => roots.has(kindKey(resource));
  return [...resources.filter(isRoot), ...resources.filter((resource) => !isRoot(resource))];
}

/** Adds known types that the source does not have, such as VirtualMachine, so that their absence can be reported. */
function withKnown(resources: readonly Resource[]): readonly Resource[] {
  const there = new Set(resources.map(kindKey));
  const others = [...knownResources, ...definedResources].filter((resource) => !there.has(kindKey(resource)));
  return [...resources, ...others];
}

function kindKey({ group, kind }: Pick<Resource, "group" | "kind">): string {
  return `${group}/${kind}`;
}

/** A known type, unless the word could mean another one that only the cluster knows. */
function findKnownType(word: string, known: readonly Resource[]): Resource | undefined {
  const found = findResource(word, known);
  return found !== undefined && isSpelledOut(word, found) ? found : undefined;
}
