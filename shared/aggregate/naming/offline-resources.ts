import { keepFirstOfEachKey } from "../../model/items-by-key.ts";
import { kindKey } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Resource } from "../../model/resource.ts";
import { guessPlural, plainPlural } from "../../model/resource-name.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { knownResources } from "../../profiles/resource-names.ts";
import { definedResources } from "../../tables/defined-kinds.ts";

/**
 * Lists the resources that can be named without a server, each kind once, the kinds with an object first. Of several
 * sources of one kind the first counts:
 * 1. the built-in tables,
 * 2. the CustomResourceDefinitions among the objects,
 * 3. the definitions of known operators,
 * 4. an object of the kind, with a guessed plural.
 */
export function listOfflineResources(objects: readonly KubeObject[]): readonly Resource[] {
  const { present, absent } = splitOfflineResources(objects);
  return [...present, ...absent];
}

/** Those of {@link listOfflineResources} that have an object. */
export function listPresentResources(objects: readonly KubeObject[]): readonly Resource[] {
  return splitOfflineResources(objects).present;
}

function splitOfflineResources(objects: readonly KubeObject[]): {
  readonly present: readonly Resource[];
  readonly absent: readonly Resource[];
} {
  const allResources = [
    ...knownResources,
    ...objects.flatMap(readDefinedResource),
    ...definedResources,
    ...objects.map(guessResource),
  ];
  const resources = keepFirstOfEachKey(allResources, kindKey);
  const presentKinds = new Set(objects.map(({ ref }) => kindKey(ref)));
  const isPresent = (resource: Resource): boolean => presentKinds.has(kindKey(resource));
  return { present: resources.filter(isPresent), absent: resources.filter((resource) => !isPresent(resource)) };
}

/** Reads the resource of a CustomResourceDefinition, in its served versions, the stored one first. None without a kind. */
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
