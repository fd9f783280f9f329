import { definedFields } from "../../model/defined-fields.ts";
import { typeName } from "../../model/kind.ts";
import type { DryRunResponse, DryRunTarget } from "../../model/manifest/dry-run.ts";
import type { Query } from "../../model/snapshot.ts";
import { type Fields, listAt, parseJson, textAt, toRecord, valueAt } from "../../parse/json-value.ts";
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
  if (!isServed(query)) {
    const cause = "cause" in query ? query.cause : "";
    return { is: query.outcome === "noSuchKind" ? "unserved" : "unread", cause };
  }
  const path = resourcePath(query, version);
  if (path === undefined) return { is: "unread", cause: impossibleNameText(name) };
  const resource = typeName(query);
  const live = await requestQuery(connection, path, query, { signal });
  if (live.is === "forbidden") return { is: "forbidden", verb: "get", resource, cause: live.cause };
  if (live.is !== "found" && live.is !== "absent")
    return { is: live.is === "unserved" ? "unserved" : "unread", cause: resultCause(live) };
  const operation = live.is === "found" ? "apply" : "create";
  const support = await readSupport(connection, query, version, operation, signal);
  if (support.is === "unsupported") return { is: "unsupported", resource, ...definedFields({ cause: support.cause }) };
  const collectionPath = path.slice(0, path.lastIndexOf("/"));
  const requestPath = operation === "apply" ? path : collectionPath;
  const response = await send({ path: requestPath, operation, body: JSON.stringify(manifest) }, signal);
  const liveObject = live.is === "found" ? live.value : undefined;
  return readDryRunResponse(response, { operation, resource, liveObject });
}

/** Whether an operation has the parameter `dryRun`. `cause`: why that is unknown. Absent: it does not have it. */
type DryRunSupport = { readonly is: "supported" } | { readonly is: "unsupported"; readonly cause?: string };

async function readSupport(
  connection: ServerConnection,
  { group, plural, namespaced }: Query,
  version: string,
  operation: DryRunRequest["operation"],
  signal: AbortSignal,
): Promise<DryRunSupport> {
  const root = group === "" ? `api/${version}` : `apis/${group}/${version}`;
  const response = await connection.get(`/openapi/v3/${root}`, { signal });
  const result = readQueryResult(response, { verb: "get" }, { isExpected: (value) => Object.hasOwn(value, "paths") });
  if (result.is !== "found") return { is: "unsupported", cause: resultCause(result) };
  const collection = `/${root}${namespaced ? "/namespaces/{namespace}" : ""}/${plural}`;
  const fields = operation === "apply" ? [`${collection}/{name}`, "patch"] : [collection, "post"];
  const parameters = listAt(result.value, "paths", ...fields, "parameters");
  const hasDryRun = parameters.some((parameter) => valueAt(parameter, "name") === "dryRun");
  return { is: hasDryRun ? "supported" : "unsupported" };
}

/** What was sent: the operation on a resource, and the object before it. */
interface SentDryRun {
  readonly operation: DryRunRequest["operation"];
  readonly resource: string;
  readonly liveObject: Fields | undefined;
}

function readDryRunResponse(response: ServerResponse, { operation, resource, liveObject }: SentDryRun): DryRunResponse {
  const { status, body } = response;
  // The response to a request that creates is 201.
  const result = readQueryResult(status === 201 ? { ...response, status: 200 } : response, { verb: "get" });
  if (result.is === "found") return { is: "computed", result: result.value, ...definedFields({ live: liveObject }) };
  const cause = resultCause(result);
  const verb = operation === "apply" ? "patch" : "create";
  if (result.is === "forbidden" && isWithoutPermission(cause)) return { is: "forbidden", verb, resource, cause };
  const document = parseStatus(response.conceal(body));
  if (document === undefined || status < 400) return { is: "unread", cause };
  return { is: "refused", message: textAt(document, "message") || cause, status: document };
}

/** Whether authorization refuses it, and not admission (apiserver, endpoints/handlers/responsewriters/errors.go). */
function isWithoutPermission(message: string): boolean {
  return /: User "[^"]*" cannot (?:patch|create|update) resource /.test(message);
}

/** The Status in a body. Undefined for anything else. */
function parseStatus(body: string): Fields | undefined {
  const document = toRecord(parseJson(body));
  return textAt(document, "kind") === "Status" ? document : undefined;
}
