import type { KubeObject } from "../model/object.ts";
import type { Resource } from "../model/resource.ts";
import { at, list, text } from "../parse/value.ts";
import { knownResources } from "../profiles/resources.ts";
import { pluralOf } from "../render/words-names.ts";

/**
 * What can be named where there is no server to ask: the kinds known here, those of CustomResourceDefinitions among the
 * objects, and every other kind of which there is an object, its plural guessed; those of which there are objects first.
 */
export function resourcesAtHand(objects: readonly KubeObject[]): readonly Resource[] {
  const all = [...knownResources, ...objects.flatMap(definedIn), ...objects.map(seenIn)];
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

/** What a CustomResourceDefinition defines, in the versions it serves, the stored one first; none where it says no kind. */
export function definedIn({ ref, spec }: KubeObject): readonly Resource[] {
  if (ref.kind !== "CustomResourceDefinition" || ref.group !== "apiextensions.k8s.io") return [];
  const names = at(spec, ["names"]);
  const [kind, plural] = [text(at(names, ["kind"])), text(at(names, ["plural"]))];
  if (kind === "" || plural === "") return [];
  const served = list(at(spec, ["versions"])).filter((version) => at(version, ["served"]) !== false);
  const isStored = (version: unknown): number => Number(at(version, ["storage"]) === true);
  // apiextensions.k8s.io/v1beta1 had one version in a field of its own.
  const versions = [
    ...served.toSorted((a, b) => isStored(b) - isStored(a)).map((each) => text(at(each, ["name"]))),
    text(at(spec, ["version"])),
  ];
  return [
    {
      group: text(at(spec, ["group"])),
      kind,
      plural,
      versions: [...new Set(versions.filter((version) => version !== ""))],
      namespaced: text(at(spec, ["scope"])) !== "Cluster",
      singular: text(at(names, ["singular"])) || kind.toLowerCase(),
      shortNames: list(at(names, ["shortNames"])).filter((name) => typeof name === "string"),
    },
  ];
}

function seenIn({ ref }: KubeObject): Resource {
  return {
    group: ref.group,
    kind: ref.kind,
    plural: pluralOf(ref.kind),
    versions: ref.version === undefined ? [] : [ref.version],
    namespaced: ref.namespace !== undefined,
    singular: ref.kind.toLowerCase(),
    shortNames: [],
  };
}
