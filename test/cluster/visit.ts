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

/** Milliseconds; far more than a busy machine leaves between two requests of one wave. */
const delay = 150;

/**
 * Lets `client` talk to the API server over a way that takes so long in each direction, so that a request which waited for
 * an answer comes at least twice as long after the one before. `client` gets the path of a kubeconfig that leads there.
 */
export async function visit(
  cluster: Cluster,
  kubeconfig: string,
  client: (kubeconfig: string) => Promise<unknown>,
): Promise<Visit> {
  const proxy = await countConnectionsTo(Number(new URL(cluster.url).port), delay);
  const through = join(cluster.directory, `through-${proxy.port}.kubeconfig`);
  const server = `https://127.0.0.1:${proxy.port}`;
  writeFileSync(through, readFileSync(kubeconfig, "utf8").replaceAll(cluster.url, server), { mode: 0o600 });
  const before = arrivals(cluster).length;
  await client(through);
  proxy.close();
  const times = arrivals(cluster).slice(before);
  const waves = times.filter((time, place) => time - (times[place - 1] ?? 0) > delay).length;
  return { requests: times.length, waves, connections: proxy.connections() };
}

/** When each request of ours was received, by the server's audit log, in milliseconds and in order. */
function arrivals({ audit }: Cluster): readonly number[] {
  return readFileSync(audit, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
    .filter((entry) => entry.stage === "ResponseComplete" && entry.userAgent?.startsWith("kubectl-hco_status/"))
    .map((entry) => Date.parse(entry.requestReceivedTimestamp))
    .toSorted((a, b) => a - b);
}
