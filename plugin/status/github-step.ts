import { formatNames } from "../../shared/render/formats/format-names.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** The commands that print text for people, where the format is one for people. Others print JSON or YAML. */
const wordy: readonly CommandLineOptions["wants"][] = ["report", "wait", "gate", "diff", "explain"];

/**
 * The world of a step of GitHub Actions, whose runner acts on commands in the log of the step. What is printed for people
 * holds text of a cluster, so its commands are made inert. For scripts standard output stays as it is.
 */
export function createStepWorld(
  world: HostEnvironment,
  { wants, output: { format } }: Pick<CommandLineOptions, "wants" | "output">,
): HostEnvironment {
  const isForPeople =
    wordy.includes(wants) && formatNames.some(({ name, reader }) => name === format && reader === "person");
  const { print, tell } = world;
  const isAnnotated = wants === "report" && (format === "text" || format === "wide");
  return {
    ...world,
    ...(isForPeople && { print: (text: string) => print(withoutCommands(text)) }),
    tell: (text) => tell(withoutCommands(text)),
    ...(isAnnotated && { annotate: tell }),
  };
}

/**
 * The text with a backslash in each command of the runner. One form has to stand at the beginning of a line, the other
 * may stand anywhere (actions/runner, src/Runner.Common/ActionCommand.cs).
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^[^\S\n]*(?=::[^\n]*::)/gm, "$&\\").replaceAll("##[", "##\\[");
}
