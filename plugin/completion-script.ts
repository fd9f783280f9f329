import type { Shell } from "./commands.ts";
import { bashScript } from "./completion-bash.ts";
import { fishScript } from "./completion-fish.ts";
import { zshScript } from "./completion-zsh.ts";

/** What `completion SHELL` prints. */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
