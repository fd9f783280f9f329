import { readFileSync } from "node:fs";
import { countConnectionsTo } from "./counting-proxy.ts";
import { kubeconfigThrough } from "./following.ts";
import type { Cluster } from "./server.ts";

/** What one run of a client cost, by the audit log of the server and the proxy before the server. */
export interface RequestCost {
  readonly requests: number;
  /** How many requests waited for each other at most: the client sent each after the response to the one before. */
  readonly waves: number;
  readonly connections: number;
}

/**
 * Milliseconds that the network delays all bytes in each direction. A busy machine may take twice as long between a
 * response and a request that did not wait for the response.
 */
const delayMs = 250;

/**
 * Runs `client` with the path of a kubeconfig that leads to the API server over a slow network. The server receives a
 * request that waited for a response at least `2 * delayMs` after it sent the response.
 */
export async function runOverSlowNetwork(
  cluster: Cluster,
  kubeconfig: string,
  client: (kubeconfig: string) => Promise<unknown>,
): Promise<RequestCost> {
  const proxy = await countConnectionsTo(cluster, delayMs);
  const countBefore = listPluginRequests(cluster).length;
  await client(kubeconfigThrough(cluster, proxy.port, kubeconfig));
  proxy.close();
  const requests = listPluginRequests(cluster).slice(countBefore);
  return { requests: requests.length, waves: countWaves(requests), connections: proxy.connections() };
}

/** When the server received a request and sent the response, in milliseconds since 1970. */
interface ServedRequest {
  readonly receivedAtMs: number;
  readonly respondedAtMs: number;
}

/** Counts the waves of requests, which are in the order in which the server received them. */
function countWaves(requests: readonly ServedRequest[]): number {
  const waveNumbers = new Map<ServedRequest, number>();
  for (const request of requests) {
    const latestResponseMs = request.receivedAtMs - 2 * delayMs;
    const waitedFor = requests.filter(({ respondedAtMs }) => respondedAtMs <= latestResponseMs);
    const previousWaves = waitedFor.map((earlier) => waveNumbers.get(earlier) ?? 0);
    waveNumbers.set(request, Math.max(0, ...previousWaves) + 1);
  }
  return Math.max(0, ...waveNumbers.values());
}

/** Lists the requests of the plugin in the audit log of the server, in the order in which the server received them. */
function listPluginRequests({ audit }: Cluster): readonly ServedRequest[] {
  const lines = readFileSync(audit, "utf8").split("\n");
  const entries = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  const requests: ServedRequest[] = [];
  for (const { stage, userAgent, requestReceivedTimestamp, stageTimestamp } of entries) {
    const isPluginRequest = userAgent?.startsWith("kubectl-hco_status/") === true;
    if (stage !== "ResponseComplete" || !isPluginRequest) continue;
    requests.push({
      receivedAtMs: Date.parse(requestReceivedTimestamp),
      respondedAtMs: Date.parse(stageTimestamp),
    });
  }
  return requests.toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);
}
