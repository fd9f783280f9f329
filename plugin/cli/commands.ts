import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { type FormatName, formatNames } from "../../shared/render/formats/format-names.ts";

/** The shells that `completion` prints a script for. */
export const shellNames = ["bash", "zsh", "fish"] as const;
export type ShellName = (typeof shellNames)[number];

/** The names of the commands, in the order of the help. A HyperConverged with such a name is `hyperconverged/NAME`. */
export const commandNames = [
  "wait",
  "gate",
  "diff",
  "explain",
  "snapshot",
  "serve",
  "logs",
  "permissions",
  "mcp",
  "completion",
  "options",
  "help",
  "version",
] as const;
export type CommandName = (typeof commandNames)[number];

/** What a command reads, and the formats of `-o`. Its help is in command-pages.ts, which a report does not load. */
interface CommandRow {
  /** The formats of `-o`, the default first. Absent: `-o` is no format, or is refused. */
  readonly formats?: readonly FormatName[];
  /** `objects`: the command reads what a report reads, and names its objects as a report does. */
  readonly reads?: "objects" | "cluster";
}

const commandRows: Readonly<Record<CommandName, CommandRow>> = {
  wait: { formats: ["text", "json"], reads: "objects" },
  gate: { formats: ["text", "plain", "json", "yaml"], reads: "objects" },
  diff: { formats: ["text", "json", "yaml"] },
  explain: { formats: ["text", "json", "yaml"] },
  snapshot: { reads: "objects" },
  serve: { reads: "objects" },
  logs: { reads: "cluster" },
  permissions: { formats: ["yaml", "json"], reads: "cluster" },
  mcp: { reads: "cluster" },
  completion: {},
  options: {},
  help: {},
  version: { formats: ["text", "json"] },
};

/** The command that the first word names, or undefined. */
export function commandIn([first]: readonly string[]): CommandName | undefined {
  return commandNames.find((name) => name === first);
}

/** Whether the command reads what a report reads, and names its objects as a report does. */
export function namesObjects(command: CommandName | undefined): boolean {
  return command === undefined || commandRows[command].reads === "objects";
}

/** Whether the command reaches a cluster, and takes the flags for that. */
export function reachesCluster(command: CommandName): boolean {
  return commandRows[command].reads !== undefined;
}

/** The formats that `-o` takes for the command, the default first. */
export function formatsOfCommand(command: CommandName): readonly FormatName[] {
  return commandRows[command].formats ?? formatNames.map(({ name }) => name);
}

/** Words for a command that other tools have, and what does the same here, after `kubectl hco-status`. */
const foreign: ReadonlyMap<string, string> = new Map([
  ["status", ""],
  ["get", ""],
  ["show", ""],
  ["check", ""],
  ["health", ""],
  ["list", ""],
  ["describe", ""],
  ["report", ""],
  ["watch", "--watch"],
  ["follow", "--watch"],
  ["upgrade", "gate upgrade"],
  ["dump", "snapshot"],
]);

/** A typing mistake is corrected to longer words only: every short word resembles another. */
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
