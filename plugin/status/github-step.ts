import { type FormatName, formatNames } from "../../shared/render/formats/format-names.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** The commands that print text for people, where the format is one for people. */
const wordy: readonly CommandLineOptions["command"][] = ["report", "wait", "gate", "diff", "explain"];

/** The commands that print JSON, or YAML whose strings are quoted as JSON, in every format. */
const quoting: readonly CommandLineOptions["command"][] = ["snapshot", "permissions"];

/** The formats that write cluster text in strings of JSON. yaml.ts quotes as JSON. */
const quoted: readonly FormatName[] = ["json", "ndjson", "yaml", "jsonpath-as-json"];

/** The formats with character references. */
const markup: readonly FormatName[] = ["html", "junit"];

/**
 * The world of a step of GitHub Actions, whose runner acts on commands in the log of the step. What is printed holds text
 * of a cluster, so its commands are made inert. Programs parse the same values from it. What a template prints and
 * labels of metrics stay as they are, because they have no such form.
 */
export function createStepEnvironment(
  environment: HostEnvironment,
  { command, output: { format } }: Pick<CommandLineOptions, "command" | "output">,
): HostEnvironment {
  const { print, printMessage } = environment;
  const inert = inertForm(command, format);
  const isAnnotated = command === "report" && (format === "text" || format === "wide");
  return {
    ...environment,
    ...(inert !== undefined && { print: (text: string) => print(inert(text)) }),
    printMessage: (text) => printMessage(withoutCommands(text)),
    ...(isAnnotated && { annotate: printMessage }),
  };
}

function inertForm(command: CommandLineOptions["command"], format: FormatName): ((text: string) => string) | undefined {
  if (quoting.includes(command) || quoted.includes(format)) return inertJson;
  if (markup.includes(format)) return inertMarkup;
  const isForPeople = formatNames.some(({ name, reader }) => name === format && reader === "person");
  // In Markdown the backslash is not shown.
  return (isForPeople && wordy.includes(command)) || format === "markdown" ? withoutCommands : undefined;
}

/** JSON has line breaks outside of strings only, so no line begins with a command. */
function inertJson(text: string): string {
  return text.replaceAll("##[", "#\\u0023[");
}

function inertMarkup(text: string): string {
  return text.replaceAll("##[", "#&#35;[").replaceAll(/^([^\S\n]*):(?=:[^\n]*::)/gm, "$1&#58;");
}

/**
 * The text with a backslash in each command of the runner. One form has to stand at the beginning of a line, the other
 * may stand anywhere (actions/runner, src/Runner.Common/ActionCommand.cs).
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^[^\S\n]*(?=::[^\n]*::)/gm, "$&\\").replaceAll("##[", "##\\[");
}
