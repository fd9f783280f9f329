/** The error for a flag that belongs to another command, which is `owner`. */
export function flagOfAnotherText(flag: string, owner: string): string {
  const command = owner === "gate" ? "gate upgrade" : owner;
  return `--${flag} belongs to ${owner}: kubectl hco-status ${command} --${flag}`;
}

/** The error for a flag that the command does not take. `flag` is written as the help writes it. */
export function refusedFlagText(command: string, flag: string, reason: string): string {
  return `${command} takes no ${flag}: ${reason}`;
}

/** Why a command does not take a flag, after `wait takes no --deep: `. */
export const refusedBecause = {
  wait: {
    source: "what files and gathers hold does not change",
    watching: "it goes on by itself until that holds which it waits for",
    at: "it waits by the clock",
    drawing: "it prints lines as they are",
  },
  gate: {
    watching: "it answers once; kubectl hco-status --watch goes on",
    rules: "no rule set changes its answer",
    tree: "it asks about HyperConvergeds",
  },
  snapshot: {
    watching: "it writes one moment",
    drawing: "it writes what was read, as it is",
  },
  diff: {
    watching: "what it compares does not change",
    source: "its two words name what it reads",
  },
  explain: {
    watching: "what it says does not change",
    verdict: "it gives no verdict",
    objects: "it reads no objects",
  },
  logs: {
    watching: "it runs kubectl logs once; kubectl hco-status logs -- -f follows the log",
    report: "it prints a log, not a report",
  },
  permissions: {
    source: "permissions apply to a cluster only",
    tree: "it reads every kind that the cluster serves",
    report: "it prints a role, not a report",
  },
  exitStatus: "its exit status is always its answer",
  oneCluster: "it reads one cluster, see --context",
  depth: "it asks only for what it needs for its answer",
  noCluster: "it asks no cluster",
  noTable: "it prints no table",
  noAges: "it prints no ages",
  fixedText: "it only prints a text, which is always the same",
} as const;

/** Why a command takes no `--plain`: it has these formats only. */
export function otherFormatsText(formats: readonly string[]): string {
  return `it prints ${formats.join(", ")}`;
}
