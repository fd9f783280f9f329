import { failedExit } from "./cli/exit-codes.ts";
import type { CommandLineOptions } from "./cli/parse-options.ts";
import { compileFor } from "./process/compile-policy.ts";
import type { HostEnvironment } from "./process/host-environment.ts";

/**
 * Does what the options ask for and resolves to the exit status. An error that the user can act on is reported in one
 * sentence. Every other error is a bug of the plugin.
 */
export async function carryOut(options: CommandLineOptions, outer: HostEnvironment): Promise<number> {
  const environment = await stepEnvironment(options, outer);
  try {
    return await begun(options, environment);
  } catch (error) {
    const sentence = (await import("./process/error-message.ts")).userMessageOf(error);
    if (sentence === undefined) throw error;
    environment.printMessage(`error: ${sentence}\n`);
    return failedExit;
  }
}

/** The world itself, but in a step of GitHub Actions the one in which text of a cluster is no command. */
async function stepEnvironment(options: CommandLineOptions, environment: HostEnvironment): Promise<HostEnvironment> {
  // GitHub's runner sets it in each step (docs.github.com, "Variables reference").
  if (environment.screen.environment["GITHUB_ACTIONS"] !== "true") return environment;
  return (await import("./status/github-step.ts")).createStepEnvironment(environment, options);
}

/** Runs the command that the options name. Each command is a file of its own, so that Node loads only that one. */
async function begun(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const isFleet = options.contexts !== undefined || options.isInventory;
  if (options.command !== "report" || isFleet || options.watch) compileFor("some");
  switch (options.command) {
    case "wait":
      return (await import("./wait/wait-command.ts")).runWait(options, environment);
    case "gate":
      if (isFleet) return (await import("./fleet/fleet-command.ts")).runFleetGate(options, environment);
      return (await import("./commands/gate-command.ts")).runGate(options, environment);
    case "diff":
      return (await import("./commands/diff-command.ts")).runDiff(options, environment);
    case "explain":
      return (await import("./commands/explain-command.ts")).runExplain(options, environment);
    case "snapshot":
      return (await import("./commands/snapshot-command.ts")).runSnapshot(options, environment);
    case "serve":
      return (await import("./watch-commands.ts")).runServe(options, environment);
    case "logs":
      return (await import("./commands/logs-command.ts")).runLogs(options, environment);
    case "permissions":
      return (await import("./commands/permissions-command.ts")).runPermissions(options, environment);
    case "mcp":
      return (await import("./mcp/mcp-command.ts")).runMcp(options, environment);
    // main-process.ts prints the texts before.
    case "completion":
    case "help":
    case "options":
    case "version":
    case "report":
      if (isFleet) return (await import("./fleet/fleet-command.ts")).runFleet(options, environment);
      if (options.watch) return (await import("./watch-commands.ts")).runWatch(options, environment);
      return (await import("./status/status-command.ts")).runStatus(options, environment);
  }
}
