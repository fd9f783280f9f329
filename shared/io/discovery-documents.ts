import type { Resource } from "../model/resource.ts";
import { at, type Fields, list, record, text } from "../parse/value.ts";
import type { Skipped } from "./discovery.ts";

/** What one version of a group serves. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly Served[];
}

/** One resource of one version. */
export type Served = Omit<Resource, "group" | "versions">;

/** The versions of all groups, best first; a stale one is skipped (client-go, discovery/aggregated_discovery.go). */
export function inAggregate(document: Fields): readonly (GroupVersion | Skipped)[] {
  return list(at(document, ["items"])).flatMap((item) => {
    const group = text(at(item, ["metadata", "name"]));
    return list(at(item, ["versions"])).map((each): GroupVersion | Skipped => {
      const version = text(at(each, ["version"]));
      if (text(at(each, ["freshness"])) === "Stale")
        return { group, version, cause: "the server behind it does not answer" };
      return { group, version, resources: list(at(each, ["resources"])).flatMap(aggregatedResource) };
    });
  });
}

function aggregatedResource(item: unknown): readonly Served[] {
  const kind = text(at(item, ["responseKind", "kind"]));
  const namespaced = text(at(item, ["scope"])) === "Namespaced";
  const names = { plural: text(at(item, ["resource"])), singular: text(at(item, ["singularResource"])) };
  return servedAs({ kind, namespaced, ...names }, item);
}

/** An APIResourceList: what one version of a group serves, subresources too, which are left out. */
export function inResourceList(document: Fields): readonly Served[] {
  return list(at(document, ["resources"])).flatMap((item) => {
    const kind = text(at(item, ["kind"]));
    const namespaced = at(item, ["namespaced"]) === true;
    const names = { plural: text(at(item, ["name"])), singular: text(at(item, ["singularName"])) };
    return names.plural.includes("/") ? [] : servedAs({ kind, namespaced, ...names }, item);
  });
}

function servedAs(served: Omit<Served, "shortNames">, item: unknown): readonly Served[] {
  const isListable = list(at(record(item), ["verbs"])).includes("list");
  if (served.kind === "" || served.plural === "" || !isListable) return [];
  const shortNames = list(at(item, ["shortNames"]))
    .map(text)
    .filter((name) => name !== "");
  return [{ ...served, shortNames }];
}

/** Each resource once, with the versions that serve it in the order in which they came. */
export function resourcesOf(served: readonly GroupVersion[]): readonly Resource[] {
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
