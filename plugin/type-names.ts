import { isSpelledOut, resourceNamed } from "../shared/aggregate/resource-named.ts";
import type { Resource } from "../shared/model/resource.ts";
import { coreKinds } from "../shared/profiles/core-kinds.ts";
import { knownResources, rootResources } from "../shared/profiles/resources.ts";
import type { Names } from "./naming.ts";

/** The types that words can name. */
export interface Naming {
  readonly isServer: boolean;
  /** The type that a word always stands for; undefined where it may be a name, or a type that only `all` has. */
  readonly usual: (word: string) => Promise<Resource | undefined>;
  /** Everything that is there, in the order in which a word is looked for. @throws InputError where nobody can say. */
  readonly all: () => Promise<readonly Resource[]>;
  readonly skipped: () => Promise<readonly string[]>;
}

/**
 * A server is asked only for what is not known here. What is at hand comes first where it is looked through at once: in a
 * gather `applications` are those that lie in it, and Kubernetes' own kinds are what every cluster calls so.
 */
export function namesOf({ source, all, skipped = async () => [] }: Names): Naming {
  const isServer = source === "server";
  const whole = isServer ? async () => rootsFirst(await all()) : async () => withKnown(await all());
  const own = { server: knownResources, gather: coreKinds, files: [] }[source];
  return {
    isServer,
    usual: async (word) =>
      knownAs(word, own) ??
      (isServer || knownAs(word, knownResources) === undefined ? undefined : resourceNamed(word, await whole())),
    all: whole,
    skipped,
  };
}

/** Of two resources of one name a root is the one that people mean. */
function rootsFirst(resources: readonly Resource[]): readonly Resource[] {
  const roots = new Set(rootResources.map(keyOf));
  const isRoot = (resource: Resource): boolean => roots.has(keyOf(resource));
  return [...resources.filter(isRoot), ...resources.filter((resource) => !isRoot(resource))];
}

/** What is not there has its name all the same: then it is said that it is not there. */
function withKnown(resources: readonly Resource[]): readonly Resource[] {
  const there = new Set(resources.map(keyOf));
  return [...resources, ...knownResources.filter((resource) => !there.has(keyOf(resource)))];
}

function keyOf({ group, kind }: Resource): string {
  return `${group}/${kind}`;
}

/** A known type, unless the word could mean another one that only the cluster knows. */
function knownAs(word: string, known: readonly Resource[]): Resource | undefined {
  const found = resourceNamed(word, known);
  return found !== undefined && isSpelledOut(word, found) ? found : undefined;
}
