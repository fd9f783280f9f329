import { definedFields } from "../../model/defined-fields.ts";
import { typeName } from "../../model/kind.ts";
import type { DryRunResponse, DryRunTarget } from "../../model/manifest/dry-run.ts";
import type { Query } from "../../model/snapshot.ts";
import { type Fields, listAt, textAt, valueAt } from "../../parse/json-value.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { readQueryResult, resultCause } from "../connection/query-result.ts";
import type { DryRunRequest } from "../connection/send-dry-run.ts";
import type { ServerResponse } from "../connection/server-response.ts";
import type { DiscoverOnce } from "./lazy-discovery.ts";
import { impossibleNameText, resourcePath } from "./resource-path.ts";
import { requestQuery } from "./retry.ts";
import { isServed, resolveQuery } from "./served-query.ts";

/** The cluster that computes the result, and how the one request that is no GET is sent to it. */
interface DryRunCluster {
  readonly connection: ServerConnection;
  readonly discovery: DiscoverOnce;
  readonly send: (request: DryRunRequest, signal: AbortSignal) => Promise<ServerResponse>;
}

/**
 * Requests from the server what applying `manifest` would make of the live object: by server-side apply, or by creating it where
 * it is absent. It reads the live object first. It sends nothing more where the server's OpenAPI does not list `dryRun`
 * for the operation, since a server that ignores the parameter would store the object (kubectl checks this too:
 * cli-runtime, resource/query_param_verifier_v3.go).
 * @param manifest the object as plain data.
 * @throws ConnectionError where the server does not respond; the reason of `signal` where that ended it.
 */
export async function requestDryRun(
  { connection, discovery, send }: DryRunCluster,
  target: DryRunTarget,
  manifest: unknown,
  signal: AbortSignal,
): Promise<DryRunResponse> {
  const { version, group, kind, name, namespace } = target;
  const requested = { verb: "get", group, kind, plural: "", versions: [version], namespaced: true } as const;
  const query = resolveQuery({ ...requested, namespace, name }, await discovery(signal));
  if (!isServed(query)) return unread(query.outcome === "noSuchKind", "cause" in query ? query.cause : "");
  const path = resourcePath(query, version);
  if (path === undefined) return unread(false, impossibleNameText(name));
  const resource = typeName(query);
  const live = await requestQuery(connection, path, query, signal);
  if (live.is === "forbidden") return { is: "forbidden", verb: "get", resource, cause: live.cause };
  if (live.is !== "found" && live.is !== "absent") return unread(live.is === "unserved", resultCause(live));
  const way = live.is === "found" ? "apply" : "create";
  const support = await readSupport(connection, query, version, way, signal);
  if (support.is === "unsupported") return { is: "unsupported", resource, ...definedFields({ cause: support.cause }) };
  const place = way === "apply" ? path : path.slice(0, path.lastIndexOf("/"));
  const response = await send({ path: place, way, body: JSON.stringify(manifest) }, signal);
  const verb = way === "apply" ? "patch" : "create";
  return replyOf(response, { verb, resource, ...(live.is === "found" && { live: live.value }) });
}

function unread(isUnserved: boolean, cause: string): DryRunResponse {
  return { is: isUnserved ? "unserved" : "unread", cause };
}

/** Whether an operation has the parameter `dryRun`. `cause`: why that is unknown. Absent: it does not have it. */
type DryRunSupport = { readonly is: "supported" } | { readonly is: "unsupported"; readonly cause?: string };

async function readSupport(
  connection: ServerConnection,
  { group, plural, namespaced }: Query,
  version: string,
  way: DryRunRequest["way"],
  signal: AbortSignal,
): Promise<DryRunSupport> {
  const root = group === "" ? `api/${version}` : `apis/${group}/${version}`;
  const response = await connection.get(`/openapi/v3/${root}`, { signal });
  const result = readQueryResult(response, { verb: "get" }, { isExpected: (value) => Object.hasOwn(value, "paths") });
  if (result.is !== "found") return { is: "unsupported", cause: resultCause(result) };
  const collection = `/${root}${namespaced ? "/namespaces/{namespace}" : ""}/${plural}`;
  const operation = way === "apply" ? [`${collection}/{name}`, "patch"] : [collection, "post"];
  const parameters = listAt(result.value, "paths", ...operation, "parameters");
  const hasDryRun = parameters.some((parameter) => valueAt(parameter, "name") === "dryRun");
  return { is: hasDryRun ? "supported" : "unsupported" };
}

function replyOf(
  response: ServerResponse,
  { verb, resource, live }: { readonly verb: "patch" | "create"; readonly resource: string; readonly live?: Fields },
): DryRunResponse {
  const { status, body } = response;
  // The response to a request that creates is 201.
  const result = readQueryResult(status === 201 ? { ...response, status: 200 } : response, { verb: "get" });
  if (result.is === "found") return { is: "computed", result: result.value, ...definedFields({ live }) };
  const cause = resultCause(result);
  if (result.is === "forbidden" && isWithoutPermission(cause)) return { is: "forbidden", verb, resource, cause };
  const document = statusDocument(response.conceal(body));
  if (document === undefined || status < 400) return { is: "unread", cause };
  return { is: "refused", message: textAt(document, "message") || cause, status: document };
}

/** Whether authorization refuses it, and not admission (apiserver, endpoints/handlers/responsewriters/errors.go). */
function isWithoutPermission(message: string): boolean {
  return /: User "[^"]*" cannot (?:patch|create|update) resource /.test(message);
}

function statusDocument(body: string): Fields | undefined {
  if (!body.startsWith("{")) return undefined;
  try {
    const value: Fields = JSON.parse(body);
    return textAt(value, "kind") === "Status" ? value : undefined;
  } catch {
    return undefined;
  }
}
