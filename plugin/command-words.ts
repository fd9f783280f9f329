import type { CommandName } from "./commands.ts";

/** What each command does, for its help and for completion. */
export const commandWords: Readonly<Record<CommandName, string>> = {
  wait: "wait until it is healthy, or what --for says",
  gate: "may it be upgraded: ALLOW, BLOCK or UNKNOWN",
  diff: "what differs between two snapshots, reports or gathers",
  explain: "what a code or a reason means, and what to do",
  snapshot: "write what a report is made of into one file",
  completion: "print a script that completes in bash, zsh or fish",
  options: "list the formats and the flags that reach a cluster",
  help: "print the help",
  version: "print the version",
};
