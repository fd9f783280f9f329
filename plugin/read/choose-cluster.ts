import type { CredentialEnvironment } from "../../shared/io/auth/credential-environment.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { type ChosenContext, chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig, type MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { packageVersion } from "../../shared/model/version.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** What choosing a cluster and connecting to it needs of the process. */
export type ClusterDependencies = Pick<
  HostEnvironment,
  "screen" | "printMessage" | "milliseconds" | "home" | "cwd" | "architecture"
>;

/** Where the user reads messages about one cluster and logs in to it. `logins` coordinates the logins of several. */
export type LoginTerminal = Pick<CredentialEnvironment, "printMessage" | "withFreeTerminal" | "logins">;

/**
 * Chooses a context by the connection flags and the kubeconfig, as kubectl does.
 * @throws InputError, UsageError where they lead to no cluster.
 */
export async function chooseCluster(
  { reach }: Pick<CommandLineOptions, "reach">,
  environment: ClusterDependencies,
): Promise<ChosenContext> {
  return chooseContext(await kubeconfigFor({ reach }, environment), reach, environment.cwd);
}

/**
 * Reads the kubeconfig from the files that kubectl would read.
 * @throws InputError where a file cannot be used.
 */
export function kubeconfigFor(
  { reach: { kubeconfig } }: Pick<CommandLineOptions, "reach">,
  { screen, home, cwd }: ClusterDependencies,
): Promise<MergedKubeconfig> {
  const { environment: env, platform } = screen;
  return loadKubeconfig({ ...(kubeconfig && { kubeconfig }), env, home, cwd, platform });
}

/**
 * Begins to connect to the chosen context. The caller closes the connection.
 * @param terminal where the user logs in. By default nothing else is drawn there, and no other cluster is read.
 * @throws what {@link connectTo} does.
 */
export function openConnection(
  chosen: ChosenContext,
  { reach: { requestTimeout } }: Pick<CommandLineOptions, "reach">,
  environment: ClusterDependencies,
  terminal: LoginTerminal = environment,
): Promise<ServerConnection> {
  const { screen, milliseconds, home, cwd, architecture } = environment;
  const { printMessage, withFreeTerminal, logins } = terminal;
  return connectTo(chosen, {
    userAgent: `kubectl-hco_status/v${packageVersion} (${screen.platform}/${architecture})`,
    ...definedFields({ requestTimeout }),
    credentialEnvironment: {
      now: milliseconds,
      env: screen.environment,
      home,
      cwd,
      platform: screen.platform,
      isInteractive: screen.isInputTerminal,
      printMessage,
      ...definedFields({ withFreeTerminal, requestTimeout, logins }),
    },
  });
}
