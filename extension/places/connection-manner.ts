import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { ConnectionOptions } from "../../shared/io/reader/connect-cluster.ts";
import { packageVersion } from "../../shared/model/version.ts";
import type { SourceDependencies } from "./place-source.ts";

/**
 * Returns how the extension connects, beside what the context says: without a terminal and with its own user agent.
 * @param unneeded ends the programs for logging in that the connection starts.
 */
export function buildConnectionManner(
  { machine, clock, log, logins }: SourceDependencies,
  unneeded: AbortSignal,
): ConnectionOptions {
  return {
    userAgent: `hco-status-vscode/v${packageVersion} (${machine.platform}/${machine.architecture})`,
    credentialEnvironment: {
      now: clock.now,
      env: machine.env,
      home: machine.home,
      cwd: machine.home,
      platform: machine.platform,
      isInteractive: false,
      // The output is in the log, which few users have open.
      quotesOutput: true,
      printMessage: (text) => log(sanitizeLine(text.trimEnd())),
      logins: { ...logins, unneeded },
    },
  };
}
