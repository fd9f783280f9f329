/** What each command does, for its help and for completion. */
export const commandPurposes = {
  wait: "wait until a HyperConverged is healthy or reaches another state",
  gate: "check whether an upgrade is safe: ALLOW, BLOCK or UNKNOWN",
  diff: "compare two snapshots, reports or must-gathers",
  explain: "explain a code, condition or reason, and what to do",
  snapshot: "write the data of a report to one file",
  completion: "print a completion script for bash, zsh or fish",
  options: "list the output formats and all global flags",
  help: "print the help",
  version: "print the version",
} as const;

/** What the help of a command adds after its flags, where there is more to say. */
export const commandNotes = {
  wait: `Conditions are evaluated together, and only for the latest generation. Each
change of what blocks the state is printed. 'upgraded' is true when no upgrade
is in progress, also before it starts: use upgraded=VERSION to require one.

Exit status:
  0 reached; 2 cannot be reached (--fail-fast); 4 unknown; 5 timed out;
  1 error; 130 or 143 after a signal.
`,
  gate: `Every reason has a code; 'explain CODE' describes it. Data that could not be
read is reported as UNKNOWN.

Exit status:
  0 ALLOW; 2 BLOCK; 4 UNKNOWN; 1 error.
`,
  diff: `BEFORE and AFTER are each a file of 'snapshot', a report as JSON or YAML, a file
of objects, a must-gather, or - for standard input.

Exit status:
  0 no differences; 6 differences; 1 error.
`,
  explain: `Works offline: codes of findings and gates, reasons and types of conditions,
reasons of pods and containers.
`,
  snapshot: `Read the file with -f FILE. Secrets, values of environment variables and
annotations with credentials are never written; the file lists what was removed.
It contains names of hosts and users, addresses and images. FILE must not exist.
It is always written as JSON.
`,
} as const;

/** The lines of each part of a command's help. A part without lines is omitted. */
export interface CommandPage {
  readonly usage: readonly string[];
  readonly examples: readonly string[];
  /** The lines of the flags that only this command takes. */
  readonly own?: string;
  /** The lines of the flags that it shares with a report. */
  readonly shared?: string;
  readonly reachesCluster: boolean;
  readonly notes?: string | undefined;
}

/** The help of one command. `command` is the name that the plugin was called by, `purpose` what the command does. */
export function commandHelpText(command: string, purpose: string, page: CommandPage): string {
  const lines = (some: readonly string[]): string => some.map((line) => `  ${command} ${line}`).join("\n");
  const { usage, examples, own, shared, reachesCluster, notes } = page;
  return [
    `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}.\n`,
    `Usage:\n${lines(usage)}\n`,
    `Examples:\n${lines(examples)}\n`,
    ...(own === undefined ? [] : [`Flags:\n${own}\n`]),
    ...(shared === undefined ? [] : [`Global flags:\n${shared}\n`]),
    ...(reachesCluster ? [`Connection flags: ${command} options\n`] : []),
    ...(notes === undefined ? [] : [notes]),
  ].join("\n");
}
