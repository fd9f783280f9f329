import type { CredentialEnvironment } from "../../shared/io/auth/credential-environment.ts";
import type { SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { type ChosenContext, chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig, type MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { packageVersion } from "../../shared/model/version.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** The parts of the world that connecting to a cluster depends on. */
export type ClusterDependencies = Pick<
  HostEnvironment,
  "screen" | "printMessage" | "milliseconds" | "home" | "cwd" | "architecture"
> &
  Pick<CredentialEnvironment, "withFreeTerminal">;

/**
 * The context that flags and kubeconfig choose.
 * @throws InputError, UsageError where they choose none.
 */
export async function chooseCluster(
  { reach }: Pick<CommandLineOptions, "reach">,
  environment: ClusterDependencies,
): Promise<ChosenContext> {
  return chooseContext(await kubeconfigFor({ reach }, environment), reach, environment.cwd);
}

/**
 * The kubeconfig from the files that kubectl would read.
 * @throws InputError where a file cannot be used.
 */
export function kubeconfigFor(
  { reach }: Pick<CommandLineOptions, "reach">,
  environment: ClusterDependencies,
): Promise<MergedKubeconfig> {
  const { environment: env, platform } = environment.screen;
  const { home, cwd } = environment;
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
  environment: ClusterDependencies,
  logins?: SharedLogins,
): Promise<ServerConnection> {
  const { environment: env, platform } = environment.screen;
  const { requestTimeout } = reach;
  return connectTo(chosen, {
    userAgent: `kubectl-hco_status/v${packageVersion} (${platform}/${environment.architecture})`,
    ...definedFields({ requestTimeout }),
    credentialEnvironment: {
      now: environment.milliseconds,
      env,
      home: environment.home,
      cwd: environment.cwd,
      platform,
      isInteractive: environment.screen.isInputTerminal,
      printMessage: environment.printMessage,
      ...definedFields({ withFreeTerminal: environment.withFreeTerminal, requestTimeout, logins }),
    },
  });
}
