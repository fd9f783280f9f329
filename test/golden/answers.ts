import { planReads } from "../../shared/aggregate/read-plan.ts";
import { collectSnapshot } from "../../shared/io/reader/collect-snapshot.ts";
import { openServerConnection } from "../../shared/io/connection/connection.ts";
import { chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { openCredentials } from "../../shared/io/auth/credentials.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import type { Reading } from "../../shared/model/snapshot.ts";
import type { Cluster } from "../cluster/server.ts";
import { namespaceViewer, weakUser, viewerNoComponents } from "../cluster/users.ts";
import type { Case } from "./case.ts";

/** What the server answered to one question, without the objects: those stand in `input.yaml`. */
export type Answer = Reading extends infer R ? Omit<R, "objects"> & Pick<Reading, "query" | "outcome"> : never;

const kubeconfigs: Record<
  NonNullable<Case["readBy"]>,
  (cluster: Cluster) => Promise<{ readonly kubeconfig: string }>
> = {
  admin: async (cluster) => cluster,
  "nobody-much": weakUser,
  "viewer-no-components": viewerNoComponents,
  "namespace-viewer": namespaceViewer,
};

/** Asks the server what the plugin would ask it. */
export async function answersOf(cluster: Cluster, user: keyof typeof kubeconfigs): Promise<readonly Answer[]> {
  const { kubeconfig } = await kubeconfigs[user](cluster);
  const places = { kubeconfig, env: {}, home: cluster.directory, cwd: cluster.directory, platform: "linux" };
  const chosen = chooseContext(await loadKubeconfig(places), {});
  const connection = openServerConnection({
    server: chosen.server,
    credentials: await openCredentials(chosen),
    userAgent: "hco-status-golden",
  });
  try {
    const start = { source: { kind: "cluster", name: chosen.contextName }, takenAt: "" } as const;
    const { readings } = await collectSnapshot(createReader(connection), (soFar) => planReads(soFar, {}), start);
    return readings.map((reading) => {
      if (reading.outcome !== "found") return reading;
      const { objects: _objects, ...answer } = reading;
      return answer;
    });
  } finally {
    connection.close();
  }
}
