import type { Resource } from "../../model/resource.ts";
import { type Fields, listAt, textAt, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { readQueryResult, resultCause } from "../connection/query-result.ts";
import { largeResponseText } from "../transport/response-flaws.ts";
import type { DiscoveryResult, SkippedGroup } from "./discovered.ts";
import { requestSettled, type SettledResult } from "./retry.ts";

/**
 * Requests all resources that a server serves, in two requests. A server before 1.26 does not aggregate, so that each
 * version of a group needs one more (client-go, discovery/discovery_client.go, GroupsAndMaybeResources).
 * @throws ConnectionError where no server responds, or it rejects the credentials.
 */
export async function discoverResources(connection: ServerConnection, signal?: AbortSignal): Promise<DiscoveryResult> {
  const get = (path: string, accept: string): Promise<SettledResult> => {
    const read = (response: Parameters<typeof readQueryResult>[0]) =>
      readQueryResult(response, { verb: "list" }, { isExpected: isDiscovery, findFlaw });
    return requestSettled(connection, { path, accept, read }, signal);
  };
  const [core, groups] = await Promise.all([get("/api", aggregated), get("/apis", aggregated)]);
  const fatal = [groups, core].find((result) => result.is === "forbidden" || isLost(result));
  if (fatal !== undefined && core.is !== "found" && groups.is !== "found")
    return { is: fatal.is === "forbidden" ? "forbidden" : "unread", cause: resultCause(fatal) };
  const parts = [...piecesOf(core, ""), ...piecesOf(groups, undefined)];
  const read = await Promise.all(parts.map((part) => ("path" in part ? readGroupVersion(part, get) : part)));
  const served = read.filter((part) => "resources" in part);
  const skipped = read.filter((part) => "cause" in part);
  return { is: "found", resources: mergeResources(served), skipped };
}

/** Each resource once, with the versions that serve it in the order in which they came. */
function mergeResources(served: readonly GroupVersion[]): readonly Resource[] {
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

const aggregated = [
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  "application/json",
].join(",");

/** The most characters of a discovery. A cluster with a thousand custom resources has 1.5 million. */
const maxDiscoveryCharacters = 8 * 2 ** 20;

function findFlaw(text: string): string | undefined {
  return text.length > maxDiscoveryCharacters ? largeResponseText(maxDiscoveryCharacters) : undefined;
}

function isDiscovery(value: Fields): boolean {
  return /^(APIGroupDiscoveryList|APIVersions|APIGroupList|APIResourceList)$/.test(textAt(value, "kind"));
}

function isLost({ is }: SettledResult): boolean {
  return is !== "found" && is !== "unserved" && is !== "absent";
}

/** A version of a group, and the path of its resource list. */
interface GroupVersionPath {
  readonly path: string;
  readonly group: string;
  readonly version: string;
}

/** The contents of one of the two responses. `group`: the group to name where the response failed; undefined: all. */
function piecesOf(
  result: SettledResult,
  group: string | undefined,
): readonly (GroupVersion | GroupVersionPath | SkippedGroup)[] {
  if (isLost(result)) return [{ group: group ?? "*", cause: resultCause(result) }];
  if (result.is !== "found") return [];
  const { value } = result;
  switch (textAt(value, "kind")) {
    case "APIGroupDiscoveryList":
      return readAggregate(value);
    case "APIVersions":
      return listAt(value, "versions").map((each) => {
        const version = toText(each);
        return { path: `/api/${encodeURIComponent(version)}`, group: "", version };
      });
    default:
      return listAt(value, "groups").flatMap(placesIn);
  }
}

/** The versions of all groups, best first. A stale one is skipped (client-go, discovery/aggregated_discovery.go). */
function readAggregate(document: Fields): readonly (GroupVersion | SkippedGroup)[] {
  return listAt(document, "items").flatMap((item) => {
    const group = textAt(item, "metadata", "name");
    return listAt(item, "versions").map((each): GroupVersion | SkippedGroup => {
      const version = textAt(each, "version");
      if (textAt(each, "freshness") === "Stale")
        return { group, version, cause: "the API service behind it does not respond" };
      return { group, version, resources: listAt(each, "resources").flatMap(aggregatedResource) };
    });
  });
}

function aggregatedResource(item: unknown): readonly ServedResource[] {
  const kind = textAt(item, "responseKind", "kind");
  const namespaced = textAt(item, "scope") === "Namespaced";
  const names = { plural: textAt(item, "resource"), singular: textAt(item, "singularResource") };
  return withShortNames({ kind, namespaced, ...names }, item);
}

function withShortNames(served: Omit<ServedResource, "shortNames">, item: unknown): readonly ServedResource[] {
  const isListable = listAt(toRecord(item), "verbs").includes("list");
  if (served.kind === "" || served.plural === "" || !isListable) return [];
  const shortNames = listAt(item, "shortNames")
    .map(toText)
    .filter((name) => name !== "");
  return [{ ...served, shortNames }];
}

/** The versions of a group, the preferred one first (client-go, restmapper/discovery.go, NewDiscoveryRESTMapper). */
function placesIn(item: unknown): readonly GroupVersionPath[] {
  const group = textAt(toRecord(item), "name");
  const versions = listAt(item, "versions").map((each) => textAt(each, "version"));
  const preferred = textAt(item, "preferredVersion", "version");
  const ordered = versions.includes(preferred)
    ? [preferred, ...versions.filter((each) => each !== preferred)]
    : versions;
  return ordered.map((version) => ({
    path: `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`,
    group,
    version,
  }));
}

async function readGroupVersion(
  { path, group, version }: GroupVersionPath,
  get: (path: string, accept: string) => Promise<SettledResult>,
): Promise<GroupVersion | SkippedGroup> {
  const result = await get(path, "application/json");
  if (result.is === "found") return { group, version, resources: readResourceList(result.value) };
  return { group, version, cause: resultCause(result) };
}

/** The resources that one version of a group serves. */
interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[];
}

/** The resources of an APIResourceList, which is for one version of a group. Subresources are omitted. */
function readResourceList(document: Fields): readonly ServedResource[] {
  return listAt(document, "resources").flatMap((item) => {
    const kind = textAt(item, "kind");
    const namespaced = valueAt(item, "namespaced") === true;
    const names = { plural: textAt(item, "name"), singular: textAt(item, "singularName") };
    return names.plural.includes("/") ? [] : withShortNames({ kind, namespaced, ...names }, item);
  });
}

/** One resource of one version. */
type ServedResource = Omit<Resource, "group" | "versions">;
