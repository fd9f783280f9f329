import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "./server.ts";

/** The API server's refusal; `message` is the server's own sentence. */
export class ApiError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One agent per cluster, so that a scenario of two hundred requests shakes hands a few times only. */
const agents = new Map<string, Agent>();

/**
 * Asks the API server as admin and answers its JSON. Written for the tests alone, since the code under test cannot be
 * what sets the scene for it. A PATCH is a merge patch.
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
  throw new ApiError(code, `${method} ${path}: ${code} ${message}`);
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

/** Milliseconds for which a server may ask for patience. */
const patience = 180_000;

/**
 * Of a resource whose watch cache is being filled, as after a change of its CRD, the API server answers 429 `storage is
 * (re)initializing` (apiserver, storage/cacher/cacher.go, KEP-4568), and 429 too while it has too much to do. Nothing
 * was done then, so it is asked again.
 */
async function sendUntilReady(agent: Agent, method: Method, url: URL, body: unknown): ReturnType<typeof send> {
  for (const end = Date.now() + patience; ; ) {
    const response = await send(agent, method, url, body);
    if (response.code !== 429 || Date.now() > end) return response;
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
    // A server ends connections that are idle, and may do so as we write: then it has not heard the question.
    const isUnheard = ({ code }: NodeJS.ErrnoException): boolean =>
      outgoing.reusedSocket && (code === "ECONNRESET" || code === "EPIPE");
    outgoing.on("error", (error) => (isUnheard(error) ? resolve(send(agent, method, url, body)) : reject(error)));
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
