import type { Resource } from "../model/resource.ts";
import { at, type Fields, list, record, text } from "../parse/value.ts";
import { type Settled, settle } from "./ask.ts";
import type { Connection } from "./connection.ts";
import { type GroupVersion, inAggregate, inResourceList, resourcesOf } from "./discovery-documents.ts";
import { replyOf } from "./reply.ts";

/** What a cluster serves, or why nobody may or can say. */
export type Discovered =
  | {
      readonly is: "found";
      /** Listable, without subresources; in the order in which kubectl prefers them. */
      readonly resources: readonly Resource[];
      /** Groups that could not be found out about: the server behind them is down. */
      readonly skipped: readonly Skipped[];
    }
  | { readonly is: "forbidden" | "unread"; readonly cause: string };

/** A group in one version, or in all where no version is given, and why nothing is known about it. */
export interface Skipped {
  readonly group: string;
  readonly version?: string;
  readonly cause: string;
}

/**
 * Asks a server for all it serves: two requests, and on a server before 1.26, which does not aggregate, one for each
 * version of a group besides (client-go, discovery/discovery_client.go, GroupsAndMaybeResources).
 * @throws ConnectionError where no server answers, or it does not know us.
 */
export async function discover(connection: Connection, signal?: AbortSignal): Promise<Discovered> {
  const get = (path: string, accept: string): Promise<Settled> => {
    const read = (answer: Parameters<typeof replyOf>[0]) => replyOf(answer, { verb: "list" }, isDiscovery);
    return settle(connection, { path, accept, read }, signal);
  };
  const [core, groups] = await Promise.all([get("/api", aggregated), get("/apis", aggregated)]);
  const fatal = [groups, core].find((reply) => reply.is === "forbidden" || isLost(reply));
  if (fatal !== undefined && core.is !== "found" && groups.is !== "found")
    return { is: fatal.is === "forbidden" ? "forbidden" : "unread", cause: "cause" in fatal ? fatal.cause : "" };
  const parts = [...piecesOf(core, ""), ...piecesOf(groups, undefined)];
  const read = await Promise.all(parts.map((part) => ("path" in part ? listed(part, get) : part)));
  const served = read.filter((part) => "resources" in part);
  const skipped = read.filter((part) => "cause" in part);
  return { is: "found", resources: resourcesOf(served), skipped };
}

const aggregated = [
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
  "application/json",
].join(",");

function isDiscovery(value: Fields): boolean {
  return /^(APIGroupDiscoveryList|APIVersions|APIGroupList|APIResourceList)$/.test(text(at(value, ["kind"])));
}

function isLost({ is }: Settled): boolean {
  return is !== "found" && is !== "unserved" && is !== "absent";
}

/** A version of a group that has a list of its own. */
interface Place {
  readonly path: string;
  readonly group: string;
  readonly version: string;
}

/** What one of the two answers holds; `group`: whose it is where it does not say so itself. */
function piecesOf(reply: Settled, group: string | undefined): readonly (GroupVersion | Place | Skipped)[] {
  if (reply.is !== "found")
    return isLost(reply) ? [{ group: group ?? "*", cause: "cause" in reply ? reply.cause : "" }] : [];
  const { value } = reply;
  switch (text(at(value, ["kind"]))) {
    case "APIGroupDiscoveryList":
      return inAggregate(value);
    case "APIVersions":
      return list(at(value, ["versions"])).map((each) => {
        const version = text(each);
        return { path: `/api/${encodeURIComponent(version)}`, group: "", version };
      });
    default:
      return list(at(value, ["groups"])).flatMap(placesIn);
  }
}

/** The versions of a group, the preferred one first (client-go, restmapper/discovery.go, NewDiscoveryRESTMapper). */
function placesIn(item: unknown): readonly Place[] {
  const group = text(at(record(item), ["name"]));
  const versions = list(at(item, ["versions"])).map((each) => text(at(each, ["version"])));
  const preferred = text(at(item, ["preferredVersion", "version"]));
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
  get: (path: string, accept: string) => Promise<Settled>,
): Promise<GroupVersion | Skipped> {
  const reply = await get(path, "application/json");
  if (reply.is === "found") return { group, version, resources: inResourceList(reply.value) };
  return { group, version, cause: "cause" in reply ? reply.cause : "" };
}
