import type { Resource } from "../../model/resource.ts";
import { type Fields, toList, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import type { SkippedGroup } from "./discovered.ts";

/** The resources that one version of a group serves. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[];
}

/** One resource of one version. */
export type ServedResource = Omit<Resource, "group" | "versions">;

/** The versions of all groups, best first. A stale one is skipped (client-go, discovery/aggregated_discovery.go). */
export function inAggregate(document: Fields): readonly (GroupVersion | SkippedGroup)[] {
  return toList(valueAt(document, ["items"])).flatMap((item) => {
    const group = toText(valueAt(item, ["metadata", "name"]));
    return toList(valueAt(item, ["versions"])).map((each): GroupVersion | SkippedGroup => {
      const version = toText(valueAt(each, ["version"]));
      if (toText(valueAt(each, ["freshness"])) === "Stale")
        return { group, version, cause: "the API service behind it does not respond" };
      return { group, version, resources: toList(valueAt(each, ["resources"])).flatMap(aggregatedResource) };
    });
  });
}

function aggregatedResource(item: unknown): readonly ServedResource[] {
  const kind = toText(valueAt(item, ["responseKind", "kind"]));
  const namespaced = toText(valueAt(item, ["scope"])) === "Namespaced";
  const names = { plural: toText(valueAt(item, ["resource"])), singular: toText(valueAt(item, ["singularResource"])) };
  return servedAs({ kind, namespaced, ...names }, item);
}

/** The resources of an APIResourceList, which is for one version of a group. Subresources are omitted. */
export function inResourceList(document: Fields): readonly ServedResource[] {
  return toList(valueAt(document, ["resources"])).flatMap((item) => {
    const kind = toText(valueAt(item, ["kind"]));
    const namespaced = valueAt(item, ["namespaced"]) === true;
    const names = { plural: toText(valueAt(item, ["name"])), singular: toText(valueAt(item, ["singularName"])) };
    return names.plural.includes("/") ? [] : servedAs({ kind, namespaced, ...names }, item);
  });
}

function servedAs(served: Omit<ServedResource, "shortNames">, item: unknown): readonly ServedResource[] {
  const isListable = toList(valueAt(toRecord(item), ["verbs"])).includes("list");
  if (served.kind === "" || served.plural === "" || !isListable) return [];
  const shortNames = toList(valueAt(item, ["shortNames"]))
    .map(toText)
    .filter((name) => name !== "");
  return [{ ...served, shortNames }];
}

/** Each resource once, with the versions that serve it in the order in which they came. */
export function mergeResources(served: readonly GroupVersion[]): readonly Resource[] {
  const all = new Map<string, Resource>();
  for (const { group, version, resources } of served) {
    for (const each of resources) {
      const key = `${group}/${each.plural}`;
      const before = all.get(key);
      const versions = [...(before?.versions ?? []), version];
      all.set(key, before === undefined ? { ...each, group, versions } : { ...before, versions });
    }
  }
  return [...all.values()];
}
