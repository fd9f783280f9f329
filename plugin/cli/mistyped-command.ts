import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { commandNames } from "./commands.ts";

/** Words for a command that other tools have, and what does the same here, after `kubectl hco-status`. */
const foreign: ReadonlyMap<string, string> = new Map([
  ...["status", "get", "show", "check", "health", "list", "describe", "report"].map((word) => [word, ""] as const),
  ["watch", "--watch"],
  ["follow", "--watch"],
  ["upgrade", "gate upgrade"],
  ["dump", "snapshot"],
]);

/** Of a short word any other is similar. */
const longForeign = [...foreign.keys()].filter((word) => word.length > 4);

/**
 * What to type instead of a word that is no command: `kubectl hco-status wait`. Undefined: it resembles none, or is a
 * command that stands behind another.
 */
export function suggestCommand(word: string): string | undefined {
  if (commandNames.some((name) => name === word)) return undefined;
  const known = nearestSpelling(word, [...commandNames, ...longForeign]);
  const name = foreign.get(word) ?? foreign.get(known ?? "") ?? known;
  if (name === undefined) return undefined;
  return ["kubectl hco-status", name === "gate" ? "gate upgrade" : name].filter((part) => part !== "").join(" ");
}
