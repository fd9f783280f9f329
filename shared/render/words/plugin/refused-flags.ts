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
    source: "it requires a live cluster",
    watching: "it watches until the state is reached",
    at: "it uses the current time",
    drawing: "it prints plain lines",
  },
  gate: {
    watching: "it checks once; use kubectl hco-status --watch",
    rules: "no rule set changes its result",
    tree: "it is about HyperConvergeds",
  },
  snapshot: {
    watching: "it reads the objects once",
    drawing: "it writes the objects unchanged",
  },
  diff: {
    watching: "it compares two saved states",
    source: "its two arguments name what it reads",
  },
  explain: {
    watching: "its text does not change",
    verdict: "it gives no verdict",
    objects: "it reads no objects",
  },
  exitStatus: "its exit status is always its result",
  oneCluster: "it reads one cluster, see --context",
  depth: "it reads only what its result needs",
  noCluster: "it reads no cluster",
  noTable: "it prints no table",
  noAges: "it prints no ages",
  fixedText: "it prints a fixed text",
} as const;

/** Why a command takes no `--plain`: it has these formats only. */
export function otherFormatsText(formats: readonly string[]): string {
  return `it prints ${formats.join(", ")}`;
}
