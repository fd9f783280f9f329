import { type FormatName, formatNames } from "../shared/render/format-names.ts";
import { type CommandName, commandIn } from "./commands.ts";
import { lookInto, type Words } from "./words.ts";

/** What `-o` may be by these words, and whose formats they are where they are not all. */
export function formatsOf(words: Words): { readonly whose: string; readonly formats: readonly FormatName[] } {
  const { isOn, all } = lookInto(words);
  const command = commandIn(words.names);
  if (command !== undefined) return { whose: ` of ${command}`, formats: formatsOfCommand(command) };
  if (isOn("watch")) return { whose: " of --watch (-w)", formats: ofWatch };
  if (isOn("all-contexts") || all("contexts").length > 0) return { whose: " of several contexts", formats: ofContexts };
  return { whose: "", formats: every };
}

export function formatsOfCommand(command: CommandName): readonly FormatName[] {
  return ofCommands[command] ?? every;
}

const every: readonly FormatName[] = formatNames.map(({ name }) => name);
const ofCommands: Readonly<Partial<Record<CommandName, readonly FormatName[]>>> = {
  wait: ["text", "json"],
  gate: ["text", "plain", "json", "yaml"],
  diff: ["text", "json", "yaml"],
  explain: ["text", "json", "yaml"],
};
const ofWatch: readonly FormatName[] = ["text", "wide", "plain", "json"];
/** Those of shared/render/fleet-formats.ts, which is too large to load for its names. */
const ofContexts: readonly FormatName[] = every.filter((name) => name !== "markdown" && name !== "html");
