import { afterEach, describe, inject, test } from "vitest";
import { ownCluster } from "../cluster/describe-cluster.ts";
import type { Cluster } from "../cluster/server.ts";
import { isBuildMachine } from "../environment.ts";
import { expectNoBlankView } from "./blank-views.ts";
import { howToInstall } from "./installed.ts";
import type { Packed } from "./setup.ts";

/**
 * A `describe` whose tests may start a VS Code. Without one (see setup.ts) a single test stands for them: on a build
 * machine it fails, elsewhere it is skipped.
 */
export function describeEditor(name: string, body: (packed: Packed) => void): void {
  const packed = inject("packed");
  describe(name, () => {
    if (packed === undefined) missing(`needs a VS Code: ${howToInstall}`);
    else body(packed);
  });
}

/** The same with a cluster beside it, which all files share: each starts by putting its own scenario on it. */
export function describeJourney(name: string, body: (cluster: Cluster, packed: Packed) => void): void {
  const cluster = ownCluster();
  describeEditor(name, (packed) => {
    if (cluster === undefined) missing("needs an API server: npm run apiserver");
    else {
      // Whatever came first: a view that shows has rows, a text in their place, or a message.
      afterEach(expectNoBlankView);
      body(cluster, packed);
    }
  });
}

function missing(sentence: string): void {
  if (!isBuildMachine) test.skip(sentence);
  else {
    test(sentence, () => {
      throw new Error(sentence);
    });
  }
}
