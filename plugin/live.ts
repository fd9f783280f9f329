import { plan } from "../shared/aggregate/plan.ts";
import { connectTo, sourceOf } from "../shared/io/cluster.ts";
import { collect } from "../shared/io/collect.ts";
import { chooseContext } from "../shared/io/context.ts";
import { loadKubeconfig } from "../shared/io/kubeconfig.ts";
import { readerOf } from "../shared/io/reader.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import type { Options } from "./args.ts";
import { version } from "./version.ts";
import type { World } from "./world.ts";

/**
 * Reads the cluster of the chosen context over one connection.
 * @throws InputError for an unusable kubeconfig, ConnectionError where no server answers.
 */
export async function readCluster(options: Options, world: World): Promise<Snapshot> {
  const { environment: env, platform } = world.screen;
  const { kubeconfig, context, requestTimeout } = options;
  const config = await loadKubeconfig({
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    env,
    home: world.home,
    cwd: world.cwd,
    platform,
  });
  const chosen = chooseContext(config, context === undefined ? {} : { context });
  const connection = await connectTo(chosen, {
    userAgent: `kubectl-hco_status/v${version} (${platform}/${world.architecture})`,
    ...(requestTimeout === undefined ? {} : { requestTimeout }),
  });
  try {
    const scope = options.namespace === undefined ? {} : { namespace: options.namespace };
    const takenAt = options.at ?? world.now();
    const { snapshot } = await collect(readerOf(connection), (so) => plan(so, scope), {
      source: sourceOf(chosen),
      takenAt,
    });
    return snapshot;
  } finally {
    connection.close();
  }
}
