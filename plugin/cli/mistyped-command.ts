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

/** What to type instead of a word that is no command: `kubectl hco-status wait`. Undefined: it resembles none. */
export function suggestCommand(word: string): string | undefined {
  const name = foreign.get(word) ?? nearestSpelling(word, commandNames);
  if (name === undefined) return undefined;
  return ["kubectl hco-status", name === "gate" ? "gate upgrade" : name].filter((part) => part !== "").join(" ");
}
