import { type Fields, toList, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { readQueryReply } from "../connection/error-reply.ts";
import type { DiscoveryResult, SkippedGroup } from "./discovered.ts";
import { type GroupVersion, inAggregate, inResourceList, mergeResources } from "./discovery-documents.ts";
import { requestSettled, type SettledReply } from "./retry.ts";

/**
 * Requests all resources that a server serves, in two requests. A server before 1.26 does not aggregate, so that each
 * version of a group needs one more (client-go, discovery/discovery_client.go, GroupsAndMaybeResources).
 * @throws ConnectionError where no server responds, or it rejects the credentials.
 */
export async function discoverResources(connection: ServerConnection, signal?: AbortSignal): Promise<DiscoveryResult> {
  const get = (path: string, accept: string): Promise<SettledReply> => {
    const read = (answer: Parameters<typeof readQueryReply>[0]) =>
      readQueryReply(answer, { verb: "list" }, isDiscovery);
    return requestSettled(connection, { path, accept, read }, signal);
  };
  const [core, groups] = await Promise.all([get("/api", aggregated), get("/apis", aggregated)]);
  const fatal = [groups, core].find((reply) => reply.is === "forbidden" || isLost(reply));
  if (fatal !== undefined && core.is !== "found" && groups.is !== "found")
    return { is: fatal.is === "forbidden" ? "forbidden" : "unread", cause: "cause" in fatal ? fatal.cause : "" };
  const parts = [...piecesOf(core, ""), ...piecesOf(groups, undefined)];
  const read = await Promise.all(parts.map((part) => ("path" in part ? listed(part, get) : part)));
  const served = read.filter((part) => "resources" in part);
  const skipped = read.filter((part) => "cause" in part);
  return { is: "found", resources: mergeResources(served), skipped };
}

const aggregated = [
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  "application/json",
].join(",");

function isDiscovery(value: Fields): boolean {
  return /^(APIGroupDiscoveryList|APIVersions|APIGroupList|APIResourceList)$/.test(toText(valueAt(value, ["kind"])));
}

function isLost({ is }: SettledReply): boolean {
  return is !== "found" && is !== "unserved" && is !== "absent";
}

/** A version of a group, and the path of its resource list. */
interface Place {
  readonly path: string;
  readonly group: string;
  readonly version: string;
}

/** The contents of one of the two responses. `group`: the group to name where the response failed; undefined: all. */
function piecesOf(reply: SettledReply, group: string | undefined): readonly (GroupVersion | Place | SkippedGroup)[] {
  if (reply.is !== "found")
    return isLost(reply) ? [{ group: group ?? "*", cause: "cause" in reply ? reply.cause : "" }] : [];
  const { value } = reply;
  switch (toText(valueAt(value, ["kind"]))) {
    case "APIGroupDiscoveryList":
      return inAggregate(value);
    case "APIVersions":
      return toList(valueAt(value, ["versions"])).map((each) => {
        const version = toText(each);
        return { path: `/api/${encodeURIComponent(version)}`, group: "", version };
      });
    default:
      return toList(valueAt(value, ["groups"])).flatMap(placesIn);
  }
}

/** The versions of a group, the preferred one first (client-go, restmapper/discovery.go, NewDiscoveryRESTMapper). */
function placesIn(item: unknown): readonly Place[] {
  const group = toText(valueAt(toRecord(item), ["name"]));
  const versions = toList(valueAt(item, ["versions"])).map((each) => toText(valueAt(each, ["version"])));
  const preferred = toText(valueAt(item, ["preferredVersion", "version"]));
  const ordered = versions.includes(preferred)
    ? [preferred, ...versions.filter((each) => each !== preferred)]
    : versions;
  return ordered.map((version) => ({
    path: `/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`,
    group,
    version,
  }));
}

async function listed(
  { path, group, version }: Place,
  get: (path: string, accept: string) => Promise<SettledReply>,
): Promise<GroupVersion | SkippedGroup> {
  const reply = await get(path, "application/json");
  if (reply.is === "found") return { group, version, resources: inResourceList(reply.value) };
  return { group, version, cause: "cause" in reply ? reply.cause : "" };
}
