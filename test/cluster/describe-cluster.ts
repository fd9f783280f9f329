import { describe, inject, test } from "vitest";
import type { Cluster } from "./server.ts";

/** The cluster of the worker that runs this file; undefined without one (see setup.ts). */
export function ownCluster(): Cluster | undefined {
  return inject("clusters")?.[Number(process.env["VITEST_POOL_ID"]) - 1];
}

/**
 * A `describe` whose tests have a cluster. Without one (see setup.ts) a single skipped test stands for them and says
 * why. The files of a worker share a cluster, one after the other, so each starts by putting its own scenario on it.
 */
export function describeCluster(name: string, body: (cluster: Cluster) => void): void {
  const cluster = ownCluster();
  describe(name, () => {
    if (cluster === undefined) test.skip("needs an API server: npm run apiserver");
    else body(cluster);
  });
}
