import { definedFields } from "../../model/defined-fields.ts";
import type { Query } from "../../model/snapshot.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { type QueryResult, type ResultReading, readQueryResult } from "../connection/query-result.ts";
import type { ServerResponse } from "../connection/server-response.ts";
import { ConnectionError } from "../errors/errors.ts";
import { acceptedType } from "./resource-path.ts";

// In seconds. A server under load asks for one second. A server that asks for more than this is reported instead.
const maxPauseSeconds = 10;
const shortPauseSeconds = 0.25;

/** Whether {@link requestSettled} itself retries when the server is busy. A caller that runs for hours has its own backoff. */
export type RetryMode = "retry" | "once";

/** A final result: {@link requestSettled} retries for `busy`, and throws for `refused`. */
export type SettledResult = Exclude<QueryResult, { readonly is: "busy" | "refused" }>;

/** How a request is sent. */
interface RequestOptions {
  readonly signal: AbortSignal | undefined;
  /** Absent: `retry`. */
  readonly retryMode?: RetryMode;
}

/** One request, and how to read its response. */
interface SettledRequest extends RequestOptions {
  readonly path: string;
  readonly accept: string;
  readonly read: (response: ServerResponse) => QueryResult;
}

/**
 * Sends the request of `query` to `path` and returns its result.
 * @throws what {@link requestSettled} and `findFlaw` do.
 */
export function requestQuery(
  connection: ServerConnection,
  path: string,
  query: Query,
  { findFlaw, ...options }: RequestOptions & Pick<ResultReading, "findFlaw">,
): Promise<SettledResult> {
  return requestSettled(connection, {
    ...options,
    path,
    accept: acceptedType(query, query.verb === "list" ? "PartialObjectMetadataList" : "PartialObjectMetadata"),
    read: (response) => readQueryResult(response, query, definedFields({ findFlaw })),
  });
}

/**
 * Sends a request. Where the server is busy, it retries after a pause: once, or twice for 429, which invites a retry.
 * @throws ConnectionError where there is no response, or the server rejects the credentials.
 */
export async function requestSettled(
  connection: ServerConnection,
  { path, accept, read, signal, retryMode = "retry" }: SettledRequest,
): Promise<SettledResult> {
  const options = { accept, ...definedFields({ signal }) };
  for (let attempt = 1; ; attempt += 1) {
    const result = read(await connection.get(path, options));
    if (result.is === "refused") throw credentialsError(connection, result.cause);
    if (result.is !== "busy") return result;
    const seconds = result.seconds ?? (result.status === 429 ? 1 : shortPauseSeconds);
    const maxRetries = result.status === 429 ? 2 : 1;
    if (retryMode === "once" || attempt > maxRetries || seconds > maxPauseSeconds)
      return { is: "unread", cause: result.cause, ...definedFields({ seconds: result.seconds }) };
    const { setTimeout: pause } = await import("node:timers/promises");
    await pause(seconds * 1000, undefined, signal === undefined ? {} : { signal }).catch(() =>
      signal?.throwIfAborted(),
    );
  }
}

function credentialsError({ server }: ServerConnection, cause: string): ConnectionError {
  return new ConnectionError(`${server} rejected the credentials of this context (401: ${cause})`, {
    reason: "credentials",
    advice: "log in again, or renew the token or certificate",
    brief: `the server rejected the credentials (401: ${cause})`,
  });
}
