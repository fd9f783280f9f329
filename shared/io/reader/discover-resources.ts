import type { Resource } from "../../model/resource.ts";
import { type Fields, listAt, textAt, toText, valueAt } from "../../parse/json-value.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { type QueryResult, readQueryResult, resultCause } from "../connection/query-result.ts";
import type { ServerResponse } from "../connection/server-response.ts";
import { largeResponseText } from "../transport/response-flaws.ts";
import type { DiscoveryResult, SkippedGroup } from "./discovered.ts";
import { requestSettled, type SettledResult } from "./retry.ts";

/** The forms in which a server may list everything that it serves. The first ones are one document for all groups. */
const aggregatedTypes = [
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  "application/json",
].join(",");

/** The most characters of a discovery. A cluster with a thousand custom resources has 1.5 million. */
const maxDiscoveryCharacters = 8 * 2 ** 20;

/** One resource of one version. */
type ServedResource = Omit<Resource, "group" | "versions">;

/** The resources of one version of a group. */
interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[];
}

/** A version of a group whose resource list is still to be requested. */
interface GroupVersionPath {
  readonly path: string;
  readonly group: string;
  readonly version: string;
}

/** What a response reports about one version of a group, or about a group that could not be read. */
type DiscoveredPart = GroupVersion | GroupVersionPath | SkippedGroup;

/**
 * Requests all resources that a server serves, in two requests. A server before 1.26 does not aggregate, so that each
 * version of a group needs one more (client-go, discovery/discovery_client.go, GroupsAndMaybeResources).
 * @throws ConnectionError where no server responds, or it rejects the credentials.
 */
export async function discoverResources(connection: ServerConnection, signal?: AbortSignal): Promise<DiscoveryResult> {
  const get = (path: string, accept: string): Promise<SettledResult> =>
    requestSettled(connection, { path, accept, read: readDiscoveryResponse, signal });
  const [core, groups] = await Promise.all([get("/api", aggregatedTypes), get("/apis", aggregatedTypes)]);
  if (core.is !== "found" && groups.is !== "found") {
    const failure = [groups, core].find(isFailure);
    if (failure !== undefined)
      return { is: failure.is === "forbidden" ? "forbidden" : "unread", cause: resultCause(failure) };
  }
  const parts = [...readParts(core, { failedGroup: "" }), ...readParts(groups, { failedGroup: "*" })];
  const completed = await Promise.all(parts.map((part) => ("path" in part ? requestGroupVersion(part, get) : part)));
  const served = completed.filter((part) => "resources" in part);
  const skipped = completed.filter((part) => "cause" in part);
  return { is: "found", resources: mergeVersions(served), skipped };
}

function readDiscoveryResponse(response: ServerResponse): QueryResult {
  return readQueryResult(response, { verb: "list" }, { isExpected: isDiscovery, findFlaw: findSizeFlaw });
}

function isDiscovery(value: Fields): boolean {
  return /^(APIGroupDiscoveryList|APIVersions|APIGroupList|APIResourceList)$/.test(textAt(value, "kind"));
}

function findSizeFlaw(text: string): string | undefined {
  return text.length > maxDiscoveryCharacters ? largeResponseText(maxDiscoveryCharacters) : undefined;
}

/** Whether a result shows neither what the server serves, nor that it serves nothing there. */
function isFailure(result: SettledResult): boolean {
  return result.is !== "found" && result.is !== "unserved" && result.is !== "absent";
}

/** The parts of one of the two responses. `failedGroup`: the group to name where the response failed; `*`: all. */
function readParts(
  result: SettledResult,
  { failedGroup }: { readonly failedGroup: "" | "*" },
): readonly DiscoveredPart[] {
  if (isFailure(result)) return [{ group: failedGroup, cause: resultCause(result) }];
  if (result.is !== "found") return [];
  const { value } = result;
  switch (textAt(value, "kind")) {
    case "APIGroupDiscoveryList":
      return readAggregate(value);
    case "APIVersions":
      return listAt(value, "versions").map((item) => {
        const version = toText(item);
        return { path: `/api/${encodeURIComponent(version)}`, group: "", version };
      });
    default:
      return listAt(value, "groups").flatMap(listGroupVersions);
  }
}

/** The versions of all groups, best first. A stale one is skipped (client-go, discovery/aggregated_discovery.go). */
function readAggregate(document: Fields): readonly (GroupVersion | SkippedGroup)[] {
  const parts: (GroupVersion | SkippedGroup)[] = [];
  for (const groupItem of listAt(document, "items")) {
    const group = textAt(groupItem, "metadata", "name");
    for (const item of listAt(groupItem, "versions")) {
      const version = textAt(item, "version");
      if (textAt(item, "freshness") === "Stale") {
        parts.push({ group, version, cause: "the API service behind it does not respond" });
      } else {
        parts.push({ group, version, resources: listAt(item, "resources").flatMap(readAggregatedResource) });
      }
    }
  }
  return parts;
}

/** A resource of an aggregated discovery. None where it cannot be listed. */
function readAggregatedResource(item: unknown): readonly ServedResource[] {
  if (!isListable(item)) return [];
  return completeResource({
    kind: textAt(item, "responseKind", "kind"),
    namespaced: textAt(item, "scope") === "Namespaced",
    plural: textAt(item, "resource"),
    singular: textAt(item, "singularResource"),
    shortNames: readShortNames(item),
  });
}

/** The versions of a group, the preferred one first (client-go, restmapper/discovery.go, NewDiscoveryRESTMapper). */
function listGroupVersions(groupItem: unknown): readonly GroupVersionPath[] {
  const group = textAt(groupItem, "name");
  const versions = listAt(groupItem, "versions").map((item) => textAt(item, "version"));
  const preferred = textAt(groupItem, "preferredVersion", "version");
  const preferredFirst = new Set(versions.includes(preferred) ? [preferred, ...versions] : versions);
  return [...preferredFirst].map((version) => ({
    path: `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`,
    group,
    version,
  }));
}

async function requestGroupVersion(
  { path, group, version }: GroupVersionPath,
  get: (path: string, accept: string) => Promise<SettledResult>,
): Promise<GroupVersion | SkippedGroup> {
  const result = await get(path, "application/json");
  if (result.is === "found") return { group, version, resources: readResourceList(result.value) };
  return { group, version, cause: resultCause(result) };
}

/** The resources of an APIResourceList, which is for one version of a group. Subresources are omitted. */
function readResourceList(document: Fields): readonly ServedResource[] {
  const items = listAt(document, "resources").filter((item) => isListable(item) && !textAt(item, "name").includes("/"));
  return items.flatMap((item) =>
    completeResource({
      kind: textAt(item, "kind"),
      namespaced: valueAt(item, "namespaced") === true,
      plural: textAt(item, "name"),
      singular: textAt(item, "singularName"),
      shortNames: readShortNames(item),
    }),
  );
}

function isListable(item: unknown): boolean {
  return listAt(item, "verbs").includes("list");
}

function readShortNames(item: unknown): readonly string[] {
  const names = listAt(item, "shortNames").map(toText);
  return names.filter((name) => name !== "");
}

/** The resource, or none where it lacks a name. */
function completeResource(resource: ServedResource): readonly ServedResource[] {
  return resource.kind === "" || resource.plural === "" ? [] : [resource];
}

/** Each resource once, with the versions that serve it in the order in which they came. */
function mergeVersions(served: readonly GroupVersion[]): readonly Resource[] {
  const merged = new Map<string, Resource>();
  for (const { group, version, resources } of served) {
    for (const resource of resources) {
      const key = `${group}/${resource.plural}`;
      const first = merged.get(key);
      if (first === undefined) merged.set(key, { ...resource, group, versions: [version] });
      else merged.set(key, { ...first, versions: [...first.versions, version] });
    }
  }
  return [...merged.values()];
}
