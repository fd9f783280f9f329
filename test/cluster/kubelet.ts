import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { listen } from "../io/listen.ts";
import { applyOne, erase } from "./apply.ts";
import { nodeNamed } from "./nodes.ts";
import type { Cluster } from "./server.ts";

/** What a kubelet does with a request for a log. */
export type LogAnswer = (response: ServerResponse, query: URLSearchParams) => void;

/** A stand-in for the kubelet of one node, which serves nothing but logs. */
export interface LogKubelet {
  /** The requests so far: the container and the options, in the order in which they came. */
  readonly requests: readonly string[];
  /** How it answers from now on; forgets the requests so far. */
  answer(next: LogAnswer): void;
  close(): Promise<void>;
}

/** Starts a kubelet on this machine, which the API server asks for the logs of Pods on `node`. */
export async function startLogKubelet(
  cluster: Cluster,
  node: string,
  since: string,
  state: "ready" | "lost" = "ready",
): Promise<LogKubelet> {
  const requests: string[] = [];
  let answer: LogAnswer = (response) => void response.writeHead(404).end();
  const [cert, key] = ["server.crt", "server.key"].map((file) => readFileSync(join(cluster.directory, file)));
  const server = createServer({ cert, key }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "https://kubelet");
    requests.push(`${pathname.split("/").at(-1)} ${searchParams}`);
    response.on("error", () => {});
    answer(response, searchParams);
  });
  const port = await listen(server);
  const named = nodeNamed(node, since, state);
  const stored = await applyOne(cluster, {
    ...named,
    status: {
      ...(named["status"] as object),
      addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
      daemonEndpoints: { kubeletEndpoint: { Port: port } },
    },
  });
  return {
    requests,
    answer(next) {
      requests.length = 0;
      answer = next;
    },
    async close() {
      await erase(cluster, stored);
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Answers with a text, of which the limit cuts the end, as a kubelet does. */
export function logText(text: string, status = 200): LogAnswer {
  return (response, query) => {
    const lines = text.split("\n");
    const tail = lines.slice(-Number(query.get("tailLines") ?? lines.length) - 1).join("\n");
    response.writeHead(status, { "content-type": "text/plain" });
    response.end(tail.slice(0, Number(query.get("limitBytes") ?? tail.length)));
  };
}
