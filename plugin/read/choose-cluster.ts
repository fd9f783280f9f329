import type { CredentialEnvironment } from "../../shared/io/auth/credential-environment.ts";
import type { SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { type ChosenContext, chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig, type MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { packageVersion } from "../../shared/model/version.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** The parts of the world that connecting to a cluster depends on. */
export type ClusterDependencies = Pick<
  HostEnvironment,
  "screen" | "tell" | "milliseconds" | "home" | "cwd" | "architecture"
> &
  Pick<CredentialEnvironment, "aside">;

/**
 * The context that flags and kubeconfig choose.
 * @throws InputError, UsageError where they choose none.
 */
export async function chooseCluster(
  { reach }: Pick<CommandLineOptions, "reach">,
  world: ClusterDependencies,
): Promise<ChosenContext> {
  return chooseContext(await kubeconfigFor({ reach }, world), reach, world.cwd);
}

/**
 * The kubeconfig from the files that kubectl would read.
 * @throws InputError where a file cannot be used.
 */
export function kubeconfigFor(
  { reach }: Pick<CommandLineOptions, "reach">,
  world: ClusterDependencies,
): Promise<MergedKubeconfig> {
  const { environment: env, platform } = world.screen;
  const { home, cwd } = world;
  const { kubeconfig } = reach;
  return loadKubeconfig({ ...(kubeconfig && { kubeconfig }), env, home, cwd, platform });
}

/**
 * Begins to connect to the chosen context. The caller closes the connection. `logins` coordinates the logins of several
 * clusters.
 * @throws what {@link connectTo} does.
 */
export function openConnection(
  chosen: ChosenContext,
  { reach }: Pick<CommandLineOptions, "reach">,
  world: ClusterDependencies,
  logins?: SharedLogins,
): Promise<ServerConnection> {
  const { environment: env, platform } = world.screen;
  const { requestTimeout } = reach;
  return connectTo(chosen, {
    userAgent: `kubectl-hco_status/v${packageVersion} (${platform}/${world.architecture})`,
    ...(requestTimeout !== undefined && { requestTimeout }),
    surroundings: {
      now: world.milliseconds,
      env,
      home: world.home,
      cwd: world.cwd,
      platform,
      isInteractive: world.screen.isInputTerminal,
      tell: world.tell,
      ...(world.aside !== undefined && { aside: world.aside }),
      ...(requestTimeout !== undefined && { requestTimeout }),
      ...(logins !== undefined && { logins }),
    },
  });
}
