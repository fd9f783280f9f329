import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Translate } from "../../../outline/translate.ts";

/** The name of a terminal. */
export function terminalTitle(say: Translate, place: string): string {
  return sanitizeLine(say("HCO Status: {0}", place));
}

/** Why no command is shown in a terminal. */
export type TerminalObstacle = "nothing" | "files" | "noCommand" | "unquotable" | "untrusted" | "noLogin";

export function terminalObstacleText(say: Translate, obstacle: TerminalObstacle, place: string): string {
  switch (obstacle) {
    case "nothing":
      return say("No object here: select a row of HCO Status, or place the cursor in a manifest.");
    case "files":
      return say("A command in a terminal requires a cluster, but {0} is a file.", sanitizeLine(place));
    case "noCommand":
      return say("kubectl has no such command for this object.");
    case "unquotable":
      return say("The shell of the terminal has no form for a name in this command.");
    case "untrusted":
      return say("This workspace is not trusted, so no command of its kubeconfig is shown.");
    case "noLogin":
      return say(
        "The kubeconfig names no program for logging in to {0}. Renew its credentials; the extension then reconnects.",
        sanitizeLine(place),
      );
  }
}

export function noTerminalText(say: Translate, cause: string): string {
  return say("Cannot open a terminal: {0}", sanitizeLine(cause));
}

/** The hint below a login. */
export function loginShownText(say: Translate): string {
  return say("The login command is in the terminal. Run it, then connect again.");
}
