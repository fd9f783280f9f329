import { type FormatName, formatNames } from "../../shared/render/formats/format-names.ts";
import { type CommandName, commandIn } from "./commands.ts";
import { type CommandLineTokens, tokenLookup } from "./token-lookup.ts";

/** The formats that `-o` takes with these words. `whose` says what they belong to where they are not all formats. */
export function allowedFormats(words: CommandLineTokens): {
  readonly whose: string;
  readonly formats: readonly FormatName[];
} {
  const { isOn, all } = tokenLookup(words);
  const command = commandIn(words.names);
  if (command !== undefined) return { whose: ` of ${command}`, formats: formatsOfCommand(command) };
  if (isOn("watch")) return { whose: " of --watch (-w)", formats: ofWatch };
  if (isOn("all-contexts") || isOn("inventory") || all("contexts").length > 0)
    return { whose: " of several contexts", formats: ofContexts };
  return { whose: "", formats: every };
}

export function formatsOfCommand(command: CommandName): readonly FormatName[] {
  return ofCommands[command];
}

const every: readonly FormatName[] = formatNames.map(({ name }) => name);
const ofCommands: Readonly<Record<CommandName, readonly FormatName[]>> = {
  wait: ["text", "json"],
  gate: ["text", "plain", "json", "yaml"],
  diff: ["text", "json", "yaml"],
  explain: ["text", "json", "yaml"],
  permissions: ["yaml", "json"],
  version: ["text", "json"],
  // For these, -o is no format, or is refused.
  ...{ snapshot: every, serve: every, logs: every, mcp: every, completion: every, options: every, help: every },
};
const ofWatch: readonly FormatName[] = ["text", "wide", "plain", "json"];
/** The formats of shared/render/fleet/formats.ts, which is too large to load for its names. */
const ofContexts: readonly FormatName[] = formatNames.flatMap(({ name, reader }) => (reader === "page" ? [] : [name]));
