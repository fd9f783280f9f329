import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "./server.ts";

/** A response of the API server with an error status. `message` has the request and the server's own message. */
export class ApiError extends Error {
  readonly code: number;
  readonly serverMessage: string;
  constructor(code: number, request: string, serverMessage: string) {
    super(`${request}: ${code} ${serverMessage}`);
    this.code = code;
    this.serverMessage = serverMessage;
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One agent for each cluster, so that a scenario of two hundred requests needs few TLS handshakes. */
const agents = new Map<string, Agent>();

/**
 * Sends a request to the API server as admin and returns the JSON of the response. The product's own client is not used
 * here, since it is what the tests check. A PATCH is a merge patch.
 * @throws ApiError for every status but 2xx
 */
export async function call<T>(
  cluster: Pick<Cluster, "url" | "directory">,
  method: Method,
  path: string,
  body?: unknown,
): Promise<T> {
  const { code, text } = await sendUntilReady(agentOf(cluster), method, new URL(path, cluster.url), body);
  const json: unknown = text.startsWith("{") ? JSON.parse(text) : text;
  if (code >= 200 && code < 300) return json as T;
  const message = (json as { message?: string }).message ?? text;
  throw new ApiError(code, `${method} ${path}`, message);
}

/** Sends a request, and returns the API server's own message where it refuses the request. Undefined where it does not. */
export async function readRefusal(
  cluster: Pick<Cluster, "url" | "directory">,
  method: Method,
  path: string,
  body?: unknown,
): Promise<string | undefined> {
  try {
    await call(cluster, method, path, body);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.serverMessage;
  }
}

function agentOf(cluster: Pick<Cluster, "directory">): Agent {
  const known = agents.get(cluster.directory);
  if (known !== undefined) return known;
  const read = (file: string): string => readFileSync(join(cluster.directory, file), "utf8");
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 8,
    ca: read("ca.crt"),
    cert: read("admin.crt"),
    key: read("admin.key"),
  });
  agents.set(cluster.directory, agent);
  return agent;
}

const maxRetryMs = 180_000;

/**
 * Repeats a request that the server answers with 429. It does so while the watch cache of a resource is filled, as after a
 * change of its CRD (apiserver, storage/cacher/cacher.go, KEP-4568), and while it is overloaded. It has done nothing then,
 * so the request can be repeated.
 */
async function sendUntilReady(agent: Agent, method: Method, url: URL, body: unknown): ReturnType<typeof send> {
  const deadline = Date.now() + maxRetryMs;
  for (;;) {
    const response = await send(agent, method, url, body);
    if (response.code !== 429 || Date.now() > deadline) return response;
    await pause(200);
  }
}

function send(agent: Agent, method: Method, url: URL, body: unknown): Promise<{ code: number; text: string }> {
  return new Promise((resolve, reject) => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers = { accept: "application/json", "content-type": type };
    const outgoing = request(url, { method, agent, headers, timeout: 180_000 }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () =>
        resolve({ code: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
      );
      incoming.on("error", reject);
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`${method} ${url.pathname}: no answer in 180 s`)));
    // A server closes idle connections, and may do so while a request is written. It has not read that request then.
    const isUnread = ({ code }: NodeJS.ErrnoException): boolean =>
      outgoing.reusedSocket && (code === "ECONNRESET" || code === "EPIPE");
    outgoing.on("error", (error) => {
      if (isUnread(error)) resolve(send(agent, method, url, body));
      else reject(error);
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
