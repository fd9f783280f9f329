import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer, request } from "node:https";
import { join } from "node:path";
import { listen } from "../io/listen.ts";
import type { Cluster } from "./server.ts";

/**
 * A server that answers as an API server answered before: a second cluster for a test whose own cluster has changed
 * since. It is the same to a client but for its port.
 */
export interface RecordedServer {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** From now on the real server is not asked: what was never requested is not found, and watches have no more events. */
  replay(): void;
  close(): Promise<void>;
}

interface Recorded {
  readonly code: number;
  readonly type: string;
  readonly chunks: Buffer[];
}

/** Passes requests on to `cluster` as its admin and remembers the responses, until `replay`. */
export async function startRecordedServer({ url, directory }: Cluster): Promise<RecordedServer> {
  const read = (file: string): Buffer => readFileSync(join(directory, file));
  const identity = { ca: read("ca.crt"), cert: read("admin.crt"), key: read("admin.key") };
  const recorded = new Map<string, Recorded>();
  let isReplaying = false;

  const server = createServer({ cert: read("server.crt"), key: read("server.key") }, (incoming, response) => {
    response.on("error", () => {});
    const { url: path = "/", headers } = incoming;
    const accept = headers.accept ?? "application/json";
    const key = `${accept} ${path}`;
    const known = recorded.get(key);
    if (isReplaying) replayOne(response, known, path);
    else recordOne(response, key, path, accept);
  });

  function recordOne(response: ServerResponse, key: string, path: string, accept: string): void {
    const passed = request(new URL(path, url), { ...identity, headers: { accept } }, (answer) => {
      const type = answer.headers["content-type"] ?? "application/json";
      const chunks: Buffer[] = [];
      const one = { code: answer.statusCode ?? 500, type, chunks };
      recorded.set(key, one);
      response.writeHead(one.code, { "content-type": type });
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        response.write(chunk);
      });
      answer.on("end", () => response.end());
      answer.on("error", () => response.destroy());
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    passed.end();
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

function replayOne(response: ServerResponse, known: Recorded | undefined, path: string): void {
  const isWatch = path.includes("watch=");
  if (known === undefined) {
    const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };
    // A watch that goes on from a version that was not watched yet: nothing has happened since.
    if (isWatch) response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
    else response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify(status));
    return;
  }
  response.writeHead(known.code, { "content-type": known.type });
  for (const chunk of known.chunks) response.write(chunk);
  if (!isWatch) response.end();
}
