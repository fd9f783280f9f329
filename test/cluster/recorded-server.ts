import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer, request } from "node:https";
import { join } from "node:path";
import { listen } from "../io/listen.ts";
import type { Cluster } from "./server.ts";

/**
 * A server that responds as an API server responded before: a second cluster for a test whose first cluster has changed
 * since. To a client it differs only by its port.
 */
export interface RecordedServer {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /**
   * From now on only recorded responses are sent. What was never requested is not found, and watches have no more events.
   */
  replay(): void;
  close(): Promise<void>;
}

interface RecordedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly chunks: Buffer[];
}

/** Starts a server that passes requests on to `cluster` as its admin and records the responses, until `replay`. */
export async function startRecordedServer({ url, directory }: Cluster): Promise<RecordedServer> {
  const readFile = (file: string): Buffer => readFileSync(join(directory, file));
  const identity = { ca: readFile("ca.crt"), cert: readFile("admin.crt"), key: readFile("admin.key") };
  const recordedResponses = new Map<string, RecordedResponse>();
  let isReplaying = false;

  const server = createServer({ cert: readFile("server.crt"), key: readFile("server.key") }, (incoming, response) => {
    response.on("error", () => {});
    const { url: path = "/", headers } = incoming;
    const accept = headers.accept ?? "application/json";
    const key = `${accept} ${path}`;
    if (isReplaying) replayResponse(response, recordedResponses.get(key), path);
    else recordResponse(response, key, path, accept);
  });

  function recordResponse(response: ServerResponse, key: string, path: string, accept: string): void {
    const forwarded = request(new URL(path, url), { ...identity, headers: { accept } }, (original) => {
      const status = original.statusCode ?? 500;
      const contentType = original.headers["content-type"] ?? "application/json";
      const chunks: Buffer[] = [];
      recordedResponses.set(key, { status, contentType, chunks });
      response.writeHead(status, { "content-type": contentType });
      original.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        response.write(chunk);
      });
      original.on("end", () => response.end());
      original.on("error", () => response.destroy());
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    forwarded.end();
  }

  const port = await listen(server);
  return {
    url: `https://127.0.0.1:${port}`,
    replay() {
      isReplaying = true;
      server.closeAllConnections();
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function replayResponse(response: ServerResponse, recorded: RecordedResponse | undefined, path: string): void {
  const isWatch = path.includes("watch=");
  if (recorded === undefined) {
    const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };
    // A watch from a version that was not watched yet: nothing has happened since.
    if (isWatch) response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
    else response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify(status));
    return;
  }
  response.writeHead(recorded.status, { "content-type": recorded.contentType });
  for (const chunk of recorded.chunks) response.write(chunk);
  if (!isWatch) response.end();
}
