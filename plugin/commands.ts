/** Words that are no names; a HyperConverged called so is `hyperconverged/NAME`. */
export const commandNames = [
  "wait",
  "gate",
  "diff",
  "explain",
  "snapshot",
  "completion",
  "options",
  "help",
  "version",
] as const;

export type CommandName = (typeof commandNames)[number];

/** The command that the first word is, if it is one. */
export function commandIn([first]: readonly string[]): CommandName | undefined {
  return commandNames.find((name) => name === first);
}

/** Those that read what a report reads, and name its objects as a report does. */
export function namesObjects(command: CommandName | undefined): boolean {
  return command === undefined || command === "wait" || command === "gate" || command === "snapshot";
}

/** The shells that completion knows. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];
