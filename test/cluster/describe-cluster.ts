import { describe, inject, test } from "vitest";
import type { Cluster } from "./server.ts";

/**
 * A `describe` whose tests have a cluster. Without one (see setup.ts) a single skipped test stands for them and says
 * why. All files share one cluster, one after the other, so each starts by putting its own scenario on it.
 */
export function describeCluster(name: string, body: (cluster: Cluster) => void): void {
  const cluster = inject("cluster");
  describe(name, () => {
    if (cluster === undefined) test.skip("needs an API server: npm run apiserver");
    else body(cluster);
  });
}
