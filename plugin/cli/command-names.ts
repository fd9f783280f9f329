import { commandPurposes } from "../../shared/render/words/plugin/command-help.ts";
import type { CommandName } from "./commands.ts";

/** What each command does, for its help and for completion. */
export const commandDescriptions: Readonly<Record<CommandName, string>> = commandPurposes;
