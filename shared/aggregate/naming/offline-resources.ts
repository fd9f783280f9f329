import type { KubeObject } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import { guessPlural, plainPlural } from "../../model/resource-name.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { knownResources } from "../../profiles/resource-names.ts";
import { definedResources } from "../../tables/defined-kinds.ts";

/**
 * The resources that can be named without a server. They are the kinds of the built-in tables and those of
 * CustomResourceDefinitions among the objects, then those of known operators. The kinds of all other objects follow, with a guessed plural. Kinds with
 * an object come first.
 */
export function listOfflineResources(objects: readonly KubeObject[]): readonly Resource[] {
  const all = [
    ...knownResources,
    ...objects.flatMap(readDefinedResource),
    ...definedResources,
    ...objects.map(guessResource),
  ];
  const first = new Map<string, Resource>();
  for (const resource of all) {
    const key = `${resource.group}/${resource.kind}`;
    if (!first.has(key)) first.set(key, resource);
  }
  const present = new Set(objects.map(({ ref }) => `${ref.group}/${ref.kind}`));
  return [
    ...[...first].filter(([key]) => present.has(key)).map(([, resource]) => resource),
    ...[...first].filter(([key]) => !present.has(key)).map(([, resource]) => resource),
  ];
}

/**
 * The resource that a CustomResourceDefinition defines, in its served versions, the stored one first. None where it
 * lacks a kind.
 */
export function readDefinedResource({ ref, spec }: KubeObject): readonly Resource[] {
  if (ref.kind !== "CustomResourceDefinition" || ref.group !== "apiextensions.k8s.io") return [];
  const names = valueAt(spec, "names");
  const kind = textAt(names, "kind");
  const plural = textAt(names, "plural");
  if (kind === "" || plural === "") return [];
  const served = listAt(spec, "versions").filter((version) => valueAt(version, "served") !== false);
  const isStored = (version: unknown): number => Number(valueAt(version, "storage") === true);
  // apiextensions.k8s.io/v1beta1 has one version in a field of its own.
  const versions = [
    ...served.toSorted((a, b) => isStored(b) - isStored(a)).map((each) => textAt(each, "name")),
    textAt(spec, "version"),
  ];
  return [
    {
      group: textAt(spec, "group"),
      kind,
      plural,
      versions: [...new Set(versions.filter((version) => version !== ""))],
      namespaced: textAt(spec, "scope") !== "Cluster",
      singular: textAt(names, "singular") || kind.toLowerCase(),
      shortNames: listAt(names, "shortNames").filter((name) => typeof name === "string"),
    },
  ];
}

function guessResource({ ref }: KubeObject): Resource {
  const plain = plainPlural(ref.kind);
  return {
    group: ref.group,
    kind: ref.kind,
    plural: guessPlural(ref.kind),
    versions: ref.version === undefined ? [] : [ref.version],
    namespaced: ref.namespace !== undefined,
    singular: ref.kind.toLowerCase(),
    shortNames: plain === undefined ? [] : [plain],
  };
}
