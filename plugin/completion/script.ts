import type { ShellName } from "../cli/commands.ts";
import { bashScript } from "./bash/script.ts";
import { fishScript } from "./fish-script.ts";
import { zshScript } from "./zsh-script.ts";

/** The script that `completion SHELL` prints, by shell. */
export const completionScripts: Readonly<Record<ShellName, string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
