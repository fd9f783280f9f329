import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countConnectionsTo } from "./counting-proxy.ts";
import type { Cluster } from "./server.ts";

/** What one run of a client cost, counted at the server and on the way to it. */
export interface Visit {
  readonly requests: number;
  /** A wave begins with a request that waited for an answer. */
  readonly waves: number;
  readonly connections: number;
}

/** Milliseconds; a busy machine may leave twice as much between an answer and a request that did not wait for it. */
const delay = 250;

/**
 * Lets `client` talk to the API server over a way that takes so long in each direction, so that a request which waited for
 * an answer comes at least twice as long after the one before. `client` gets the path of a kubeconfig that leads there.
 */
export async function runOverSlowNetwork(
  cluster: Cluster,
  kubeconfig: string,
  client: (kubeconfig: string) => Promise<unknown>,
): Promise<Visit> {
  const proxy = await countConnectionsTo(Number(new URL(cluster.url).port), delay);
  const through = join(cluster.directory, `through-${proxy.port}.kubeconfig`);
  const server = `https://127.0.0.1:${proxy.port}`;
  writeFileSync(through, readFileSync(kubeconfig, "utf8").replaceAll(cluster.url, server), { mode: 0o600 });
  const before = ownRequests(cluster).length;
  await client(through);
  proxy.close();
  const requests = ownRequests(cluster).slice(before);
  return { requests: requests.length, waves: countWaves(requests), connections: proxy.connections() };
}

/** When the server received a request, and when it had answered, in milliseconds. */
interface ServedRequest {
  readonly received: number;
  readonly answered: number;
}

/** How many requests at most wait for each other in a row: an answer takes the way twice before it has another. */
function countWaves(requests: readonly ServedRequest[]): number {
  const waves = new Map<ServedRequest, number>();
  for (const one of requests) {
    const known = requests.filter(({ answered }) => answered + 2 * delay <= one.received);
    waves.set(one, 1 + Math.max(0, ...known.map((each) => waves.get(each) ?? 0)));
  }
  return Math.max(0, ...waves.values());
}

/** The requests of ours in the order in which they were received, by the server's audit log. */
function ownRequests({ audit }: Cluster): readonly ServedRequest[] {
  return readFileSync(audit, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
    .filter((entry) => entry.stage === "ResponseComplete" && entry.userAgent?.startsWith("kubectl-hco_status/"))
    .map((entry) => ({
      received: Date.parse(entry.requestReceivedTimestamp),
      answered: Date.parse(entry.stageTimestamp),
    }))
    .toSorted((a, b) => a.received - b.received);
}
