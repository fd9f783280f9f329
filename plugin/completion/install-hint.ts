import { installationText } from "../../shared/render/words/plugin/completion-script.ts";

/** The commands that load a script into a shell: one for this shell, and one for all that start later. */
interface Installation {
  readonly shell: string;
  readonly now: string;
  readonly always: string;
}

/**
 * The first lines of a script, which say how to install it. kubectl does not need the script: it runs the program of
 * this name itself (kubectl, pkg/cmd/plugin/plugin_completion.go). So `kubectl hco-status` is completed wherever
 * kubectl is.
 */
export function bySourcing({ shell, now, always }: Installation): string {
  return installationText(shell, now, always);
}
