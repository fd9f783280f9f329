import { withoutGuesses } from "../../shared/aggregate/guesses.ts";
import { plan, type Scope } from "../../shared/aggregate/plan.ts";
import { collect } from "../../shared/io/collect.ts";
import { type Connection, connect } from "../../shared/io/connection.ts";
import { chooseContext } from "../../shared/io/context.ts";
import { credentialsOf } from "../../shared/io/credentials.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig.ts";
import { readerOf } from "../../shared/io/reader.ts";
import type { Query, Snapshot } from "../../shared/model/snapshot.ts";
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
  scope: Scope,
  kubeconfig: string = cluster.kubeconfig,
): Promise<{ readonly snapshot: Snapshot; readonly waves: number; readonly exchanges: readonly Exchange[] }> {
  const places = { kubeconfig, env: {}, home: cluster.directory, cwd: cluster.directory, platform: "linux" };
  const chosen = chooseContext(await loadKubeconfig(places), {});
  const connection = connect({
    server: chosen.server,
    credentials: await credentialsOf(chosen),
    userAgent: "hco-status-wire",
  });
  const exchanges: Exchange[] = [];
  const get: Connection["get"] = async (path, options) => {
    const answer = await connection.get(path, options);
    exchanges.push({ path, accept: options?.accept ?? "", body: answer.body });
    return answer;
  };
  try {
    let named: readonly Query[] = [];
    const next = (soFar: Snapshot): readonly Query[] => {
      named = plan(soFar, scope);
      return named;
    };
    const start = { source: { kind: "cluster", name: chosen.contextName }, takenAt: "2026-11-21T12:00:00Z" } as const;
    const { snapshot, waves } = await collect(readerOf({ ...connection, get }), next, start);
    return { snapshot: withoutGuesses(snapshot, named), waves, exchanges };
  } finally {
    connection.close();
  }
}
