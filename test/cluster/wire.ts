import type { ReadScope } from "../../shared/aggregate/read-plan.ts";
import { openCredentials } from "../../shared/io/auth/credentials.ts";
import { openServerConnection, type ServerConnection } from "../../shared/io/connection/connection.ts";
import { chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { collectScope } from "../../shared/io/reader/collect-scopes.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import type { Cluster } from "./server.ts";

/** One question as it was sent, and every byte that came back. */
export interface Exchange {
  readonly path: string;
  readonly accept: string;
  readonly body: string;
}

/** What the plugin would read, and all that went over the wire for it. */
export async function readOnTheWire(
  cluster: Cluster,
  scope: ReadScope,
  kubeconfig: string = cluster.kubeconfig,
): Promise<{ readonly snapshot: Snapshot; readonly exchanges: readonly Exchange[] }> {
  const places = { kubeconfig, env: {}, home: cluster.directory, cwd: cluster.directory, platform: "linux" };
  const chosen = chooseContext(await loadKubeconfig(places), {});
  const connection = openServerConnection({
    server: chosen.server,
    credentials: await openCredentials(chosen),
    userAgent: "hco-status-wire",
  });
  const exchanges: Exchange[] = [];
  const get: ServerConnection["get"] = async (path, options) => {
    const answer = await connection.get(path, options);
    exchanges.push({ path, accept: options?.accept ?? "", body: answer.body });
    return answer;
  };
  try {
    const start = { source: { kind: "cluster", name: chosen.contextName }, takenAt: "2026-11-21T12:00:00Z" } as const;
    return { snapshot: await collectScope(createReader({ ...connection, get }), scope, start), exchanges };
  } finally {
    connection.close();
  }
}
