import type { Translate } from "../../../outline/translate.ts";
import type { FleetState } from "../commands/fleet.ts";

// The rows of contexts, where the tree shows all contexts of a kubeconfig.

/** The state of a context, with its age: `unavailable for 14m`, `unreachable for 3m`, `login required`. */
export function contextStateText(say: Translate, state: FleetState, age: string): string {
  switch (state) {
    case "unreached":
      return age === "" ? say("unreachable") : say("unreachable for {0}", age);
    case "unusable":
      return say("unusable");
    case "login":
      return say("login required");
    case "forbidden":
      return say("forbidden");
    case "nothing":
      return say("nothing found");
    case "connecting":
    case "interrupted":
      return say("connecting");
    default:
      return age === "" ? stateWord(state) : `${stateWord(state)} for ${age}`;
  }
}

/** A verdict in the word of the first screen. */
function stateWord(state: FleetState): string {
  return state === "unknown" ? "status unknown" : state;
}

/** The state of a context to which the user has not connected. */
export const notConnectedText = (say: Translate): string => say("not connected");

/** The title of the view with all contexts. */
export const allContextsTitle = (say: Translate): string => say("All contexts");

/** The last row, where the kubeconfig has more contexts than are read. */
export const moreContextsLabel = (say: Translate, number: number): string => say("{0} more contexts", number);
export const moreContextsText = (say: Translate, most: number): string => say("not read: at most {0} are", most);

/** The objects of a context beside the worst, which the row describes. */
export function otherObjectsText(say: Translate, number: number): string {
  return number === 1 ? say("1 more object") : say("{0} more objects", number);
}
