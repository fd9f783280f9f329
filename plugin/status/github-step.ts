import { definedFields } from "../../shared/model/defined-fields.ts";
import { type FormatName, formatNames } from "../../shared/render/formats/format-names.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

type StepCommand = CommandLineOptions["command"];

/**
 * What each command prints. `text`: text for people, where the format is one for people. `json`: JSON in every format, or
 * YAML whose strings are quoted as JSON. `other`: no text of a cluster, or text that programs parse and that has no form in
 * which a command is inert.
 */
const outputOfCommand: Readonly<Record<StepCommand, "text" | "json" | "other">> = {
  report: "text",
  wait: "text",
  gate: "text",
  diff: "text",
  explain: "text",
  snapshot: "json",
  permissions: "json",
  serve: "other",
  logs: "other",
  mcp: "other",
  completion: "other",
  options: "other",
  help: "other",
  version: "other",
};

/** The formats that write cluster text in strings of JSON. yaml.ts quotes as JSON. */
const jsonFormats: readonly FormatName[] = ["json", "ndjson", "yaml", "jsonpath-as-json"];

/** The formats with character references. */
const markupFormats: readonly FormatName[] = ["html", "junit"];

/**
 * Returns the environment of a step of GitHub Actions, whose runner acts on commands in the log of the step. What is
 * printed holds text of a cluster, so its commands are made inert. Programs parse the same values from it. What a template
 * prints and labels of metrics stay as they are, because they have no such form.
 */
export function createStepEnvironment(
  environment: HostEnvironment,
  { command, output: { format } }: Pick<CommandLineOptions, "command" | "output">,
): HostEnvironment {
  const { print, printMessage } = environment;
  const makeInert = chooseInertForm(command, format);
  const isAnnotated = command === "report" && (format === "text" || format === "wide");
  return {
    ...environment,
    print: makeInert === undefined ? print : (text) => print(makeInert(text)),
    printMessage: (text) => printMessage(withoutCommands(text)),
    ...definedFields({ annotate: isAnnotated ? printMessage : undefined }),
  };
}

/** Returns the function that makes commands inert in a format; undefined where no command can be. */
function chooseInertForm(command: StepCommand, format: FormatName): ((text: string) => string) | undefined {
  const output = outputOfCommand[command];
  if (output === "json" || jsonFormats.includes(format)) return inertJson;
  if (markupFormats.includes(format)) return inertMarkup;
  // Markdown does not show the backslash.
  if (format === "markdown") return withoutCommands;
  const isForPeople = formatNames.some(({ name, reader }) => name === format && reader === "person");
  return isForPeople && output === "text" ? withoutCommands : undefined;
}

/** `##[error]x` -> `#\u0023[error]x`. JSON has line breaks outside of strings only, so no line begins with a command. */
function inertJson(text: string): string {
  return text.replaceAll("##[", "#\\u0023[");
}

/** `##[error]x` -> `#&#35;[error]x`, and at the beginning of a line `::error::x` -> `&#58;:error::x` */
function inertMarkup(text: string): string {
  return text.replaceAll("##[", "#&#35;[").replaceAll(/^([^\S\n]*):(?=:[^\n]*::)/gm, "$1&#58;");
}

/**
 * Returns the text with a backslash in each command of the runner. One form has to stand at the beginning of a line:
 * `::error::x` -> `\::error::x`. The other may stand anywhere: `a ##[error]x` -> `a ##\[error]x` (actions/runner,
 * src/Runner.Common/ActionCommand.cs).
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^[^\S\n]*(?=::[^\n]*::)/gm, "$&\\").replaceAll("##[", "##\\[");
}
