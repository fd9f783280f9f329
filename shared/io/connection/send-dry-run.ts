import { definedFields } from "../../model/defined-fields.ts";
import { describeConnectionError } from "../errors/connection-faults.ts";
import { dialForHttp1 } from "../proxy/dial.ts";
import { urlHost, urlPort } from "../socket/url-host.ts";
import type { OutgoingRequest } from "../transport/channel.ts";
import { type DryRunPayload, sendOnce } from "../transport/http1-channel.ts";
import { type ConnectionSettings, usualConnectTimeoutMs } from "../transport/settings.ts";
import { createAuthenticatedSender } from "./authenticated-request.ts";
import { readResponse, type ServerResponse } from "./server-response.ts";
import { routeTo } from "./server-route.ts";

/** One dry run, for which the server computes a result and stores nothing. */
export interface DryRunRequest {
  /** The path of the object for `apply`, of its collection for `create`; without parameters. */
  readonly path: string;
  readonly operation: "apply" | "create";
  /** The object as JSON. */
  readonly body: string;
}

/** How an operation is sent. */
interface OperationRequest {
  readonly method: DryRunPayload["method"];
  readonly contentType: string;
  readonly query: string;
}

/** `dryRun=All` is part of each operation, and no caller can change it. */
const operationRequests: Readonly<Record<DryRunRequest["operation"], OperationRequest>> = {
  // Server-side apply takes JSON as YAML (Kubernetes, reference/using-api/server-side-apply).
  apply: {
    method: "PATCH",
    contentType: "application/apply-patch+yaml",
    query: "dryRun=All&fieldManager=hco-status&fieldValidation=Strict&force=true",
  },
  create: {
    method: "POST",
    contentType: "application/json",
    query: "dryRun=All&fieldManager=hco-status&fieldValidation=Strict",
  },
};

/** The most bytes of a response: the object, or a refusal. An object in etcd has at most 1.5 MiB. */
const maxResponseBytes = 8 * 2 ** 20;

/**
 * Sends a dry run, and returns the response whatever its status. It has a connection of its own, over HTTP/1.1, because
 * the connection for reading sends nothing but GET. It is sent again only where the server rejects the credentials and
 * they could be renewed.
 * @throws ConnectionError where there is no response; the reason of `signal` where that ended it.
 */
export async function sendDryRun(
  settings: ConnectionSettings,
  request: DryRunRequest,
  signal: AbortSignal,
): Promise<ServerResponse> {
  const { credentials } = settings;
  const route = routeTo(settings);
  try {
    const sender = createAuthenticatedSender(credentials, route.forwarding);
    return await sender.send((headers) => sendOver(settings, route, request, headers, signal), signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw describeConnectionError(error, route.identity);
  }
}

async function sendOver(
  settings: ConnectionSettings,
  { url, identity, prefix }: ReturnType<typeof routeTo>,
  { path, operation, body }: DryRunRequest,
  credentialHeaders: OutgoingRequest["headers"],
  signal: AbortSignal,
): Promise<ServerResponse> {
  const { credentials, proxy, connectTimeout = usualConnectTimeoutMs } = settings;
  const { method, contentType, query } = operationRequests[operation];
  const socket = await dialForHttp1({
    host: urlHost(url),
    port: urlPort(url),
    timeoutMs: connectTimeout,
    identity,
    signal,
    ...definedFields({ tls: credentials.tls, proxy }),
  });
  try {
    const headers: OutgoingRequest["headers"] = {
      host: url.host,
      ...settings.headers,
      ...credentialHeaders,
      "user-agent": settings.userAgent,
      accept: "application/json",
      "content-type": contentType,
      "content-length": `${Buffer.byteLength(body)}`,
    };
    const outgoing = { path: `${prefix}${path}?${query}`, headers, limit: maxResponseBytes };
    const incoming = await sendOnce(socket, outgoing, { method, body }, signal);
    return await readResponse(incoming, headers, { limit: maxResponseBytes });
  } finally {
    socket.destroy();
  }
}
