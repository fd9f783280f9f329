/** The error for an interactive plugin without a terminal. */
export function terminalNeededText(plugin: string): string {
  return `${plugin} requires interaction (interactiveMode Always), but standard input is not a terminal; run this in a terminal, or use a context that needs no login`;
}

/** The error for a command that cannot be run, with what to do. */
export function unusableCommandText(
  plugin: string,
  {
    fault,
    isMissing,
    installHint,
  }: { readonly fault: string; readonly isMissing: boolean; readonly installHint: string | undefined },
): string {
  const hint = isMissing ? (installHint ?? "install it, or log in again") : "make it executable";
  return `cannot run ${plugin}: ${fault}; ${hint}`;
}

/** Why a command cannot be run. */
export const commandFaults = {
  noFile: "no such file",
  notInPath: "not found in PATH",
  directory: "it is a directory",
  notExecutable: "it is not executable",
} as const;

/** The reason for a command that only a relative `folder` of the PATH contains. */
export function relativePathText(folder: string): string {
  return `found only in a relative PATH entry (${JSON.stringify(folder)})`;
}

/** The notice that a plugin takes long. */
export function waitingForPluginText(plugin: string): string {
  return `waiting for ${plugin}`;
}

/** The error for a plugin that was not started, because its result is not needed any more. */
export function unneededPluginText(plugin: string): string {
  return `${plugin} was not run, ${unneeded}`;
}

/** The error for a plugin that was ended, because its result is not needed any more. */
export function abandonedPluginText(plugin: string): string {
  return `${plugin} was stopped, ${unneeded}`;
}

const unneeded = "because its credentials are no longer needed";

/** The error for a plugin whose output is too large. */
export function largeOutputText(plugin: string): string {
  return `${plugin} printed more than 1 MiB, which is not a credential`;
}

/** What a plugin wrote to standard error: nothing, what the user has seen above, or a line to quote. */
export type PluginOutput =
  | { readonly is: "none" }
  | { readonly is: "above" }
  | { readonly is: "quoted"; readonly line: string };

/** The error for a plugin that failed with an exit code, or that a signal ended. */
export function failedPluginText(
  plugin: string,
  {
    code,
    signal,
    output,
  }: { readonly code: number | null; readonly signal: string | null; readonly output: PluginOutput },
): string {
  const how = code === null ? `was terminated by ${signal}` : `failed with exit code ${code}`;
  switch (output.is) {
    case "none":
      return `${plugin} ${how} without an error message; run it manually`;
    case "above":
      return `${plugin} ${how}; see its output above`;
    case "quoted":
      return `${plugin} ${how}: ${output.line}`;
  }
}

/** The error for a plugin that timed out. */
export function latePluginText(plugin: string, seconds: number): string {
  return `${plugin} timed out after ${seconds} s`;
}

/** The error for a plugin that cannot be started. `code`: ENOENT where the interpreter of its file is missing. */
export function unstartedPluginText(plugin: string, code: string): string {
  // The file itself exists, so the missing one is the interpreter that its first line names.
  const what = code === "ENOENT" ? "the interpreter named in its first line does not exist" : code;
  return `${plugin} cannot be started: ${what}`;
}
