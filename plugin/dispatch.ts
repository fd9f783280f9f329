import { failedExit } from "./cli/exit-codes.ts";
import type { CommandLineOptions } from "./cli/parse-options.ts";
import { compileFor } from "./process/compile-policy.ts";
import type { HostEnvironment } from "./process/host-environment.ts";

/**
 * Does what the options ask for and resolves to the exit status. An error that the user can act on is reported in one
 * sentence. Every other error is a bug of the plugin.
 */
export async function carryOut(options: CommandLineOptions, outer: HostEnvironment): Promise<number> {
  const world = await stepWorld(options, outer);
  try {
    return await begun(options, world);
  } catch (error) {
    const sentence = (await import("./process/error-message.ts")).userMessageOf(error);
    if (sentence === undefined) throw error;
    world.tell(`error: ${sentence}\n`);
    return failedExit;
  }
}

/** The world itself, but in a step of GitHub Actions the one in which text of a cluster is no command. */
async function stepWorld(options: CommandLineOptions, world: HostEnvironment): Promise<HostEnvironment> {
  // GitHub's runner sets it in each step (docs.github.com, "Variables reference").
  if (world.screen.environment["GITHUB_ACTIONS"] !== "true") return world;
  return (await import("./status/github-step.ts")).createStepWorld(world, options);
}

/** Runs the command that the options name. Each command is a file of its own, so that Node loads only that one. */
async function begun(options: CommandLineOptions, world: HostEnvironment): Promise<number> {
  const isFleet = options.contexts !== undefined || options.isInventory;
  if (options.wants !== "report" || isFleet || options.watch) compileFor("some");
  switch (options.wants) {
    case "wait":
      return (await import("./wait/wait-command.ts")).runWait(options, world);
    case "gate":
      if (isFleet) return (await import("./fleet/fleet-command.ts")).runFleetGate(options, world);
      return (await import("./commands/gate-command.ts")).runGate(options, world);
    case "diff":
      return (await import("./commands/diff-command.ts")).runDiff(options, world);
    case "explain":
      return (await import("./commands/explain-command.ts")).runExplain(options, world);
    case "snapshot":
      return (await import("./commands/snapshot-command.ts")).runSnapshot(options, world);
    case "serve":
      return (await import("./watch-commands.ts")).runServe(options, world);
    case "logs":
      return (await import("./commands/logs-command.ts")).runLogs(options, world);
    case "permissions":
      return (await import("./commands/permissions-command.ts")).runPermissions(options, world);
    case "mcp":
      return (await import("./mcp/mcp-command.ts")).runMcp(options, world);
    default:
      if (isFleet) return (await import("./fleet/fleet-command.ts")).runFleet(options, world);
      if (options.watch) return (await import("./watch-commands.ts")).runWatch(options, world);
      return (await import("./status/status-command.ts")).runStatus(options, world);
  }
}
