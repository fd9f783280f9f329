import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { type ConnectionManner, connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { packageVersion } from "../../shared/model/version.ts";
import type { SourceDependencies } from "./place-source.ts";

/**
 * Connects to the cluster of a context, without a terminal and with the extension's own user agent.
 * @param over ends the programs for logging in that the connection starts.
 * @throws ConnectionError where the server, or the login, refuses.
 */
export function connectPlace(
  chosen: ChosenContext,
  around: SourceDependencies,
  over: AbortSignal,
): Promise<ServerConnection> {
  return connectTo(chosen, mannerOf(around, over));
}

/** Returns how the extension connects, beside what the context says. `over` is as for {@link connectPlace}. */
export function mannerOf({ machine, clock, log, logins }: SourceDependencies, over: AbortSignal): ConnectionManner {
  return {
    userAgent: `hco-status-vscode/v${packageVersion} (${machine.platform}/${machine.architecture})`,
    surroundings: {
      ...{ now: clock.now, env: machine.env, home: machine.home, cwd: machine.home, platform: machine.platform },
      isInteractive: false,
      // The output is in the log, which few users have open.
      quotesOutput: true,
      tell: (text) => log(sanitizeLine(text.trimEnd())),
      logins: { ...logins, over },
    },
  };
}
