import { describe, inject, test } from "vitest";
import type { Cluster } from "../cluster/server.ts";
import { howToInstall } from "./installed.ts";
import type { Packed } from "./setup.ts";

/** A `describe` whose tests may start a VS Code. Without one (see setup.ts) a single skipped test stands for them. */
export function describeEditor(name: string, body: (packed: Packed) => void): void {
  const packed = inject("packed");
  describe(name, () => {
    if (packed === undefined) test.skip(`needs a VS Code: ${howToInstall}`);
    else body(packed);
  });
}

/** The same with a cluster beside it, which all files share: each starts by putting its own scenario on it. */
export function describeJourney(name: string, body: (cluster: Cluster, packed: Packed) => void): void {
  const cluster = inject("cluster");
  describeEditor(name, (packed) => {
    if (cluster === undefined) test.skip("needs an API server: npm run apiserver");
    else body(cluster, packed);
  });
}
