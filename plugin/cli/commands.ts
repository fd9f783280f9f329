/** The names of the commands. A HyperConverged with such a name is typed as `hyperconverged/NAME`. */
export const commandNames = [
  "wait",
  "gate",
  "diff",
  "explain",
  "snapshot",
  "serve",
  "logs",
  "permissions",
  "mcp",
  "completion",
  "options",
  "help",
  "version",
] as const;

export type CommandName = (typeof commandNames)[number];

/** The command that the first word names, or undefined. */
export function commandIn([first]: readonly string[]): CommandName | undefined {
  return commandNames.find((name) => name === first);
}

/** Whether the command reads what a report reads, and names its objects as a report does. */
export function namesObjects(command: CommandName | undefined): boolean {
  return command === undefined || ["wait", "gate", "snapshot", "serve"].includes(command);
}

/** Whether the command reaches a cluster, and takes the flags for that. */
export function reachesCluster(command: CommandName): boolean {
  return namesObjects(command) || command === "logs" || command === "mcp" || command === "permissions";
}

/** The shells that `completion` prints a script for. */
export const shellNames = ["bash", "zsh", "fish"] as const;
export type ShellName = (typeof shellNames)[number];
