/** What each command does, for its help and for completion. */
export const commandPurposes = {
  wait: "wait until an object is healthy, or reaches another state of --for",
  gate: "check whether an upgrade is safe: ALLOW, BLOCK or UNKNOWN",
  diff: "compare two snapshots, reports or must-gathers",
  explain: "explain codes and reasons, and what to do about them",
  snapshot: "write everything that a report reads to one file",
  logs: "print the log of the failing container, by kubectl logs",
  permissions: "print the ClusterRole that reading needs",
  completion: "print a completion script for bash, zsh or fish",
  options: "list connection flags, other flags and output formats",
  help: "print the help",
  version: "print the version",
} as const;

/** What the help of a command adds after its flags, where there is more to say. */
export const commandNotes = {
  wait: `Conditions are evaluated together, and only for the latest generation. A line is
printed whenever the obstacles change. 'upgraded' is true when no upgrade is in
progress, also before one begins: name the version with upgraded=VERSION.
Without an object to wait for, wait ends at once. Exceptions: --for deleted
succeeds, and --for create waits for the object.

Exit status:
  0  reached
  1  error, or nothing to wait for
  2  cannot be reached without intervention (--fail-fast)
  4  unknown (--timeout 0)
  5  timed out; 130, 143: ended by a signal
`,
  gate: `Every reason has a code; 'explain CODE' describes it. Data that could not be
read is reported as UNKNOWN.

Exit status:
  0  ALLOW
  1  error
  2  BLOCK
  4  UNKNOWN
`,
  diff: `BEFORE and AFTER are each a file of 'snapshot', a report as JSON or YAML, a file
of objects, a must-gather, or - for standard input.

Exit status:
  0  same
  1  error
  6  different
`,
  explain: `Explains codes of findings and gates, types and reasons of conditions, and
reasons of pods and containers. Needs no cluster.

Exit status:
  0  explained
  1  error
`,
  snapshot: `The file is read with -f FILE. It never contains secrets, values of environment
variables or annotations with credentials, and lists what was omitted. It keeps
names of hosts and users, addresses and images. FILE must not exist yet. It is
JSON, whatever its name.

Exit status:
  0  snapshot written; with --exit-code: healthy
  1  error
  2  with --exit-code: unavailable or degraded
  3  with --exit-code: progressing
  4  with --exit-code: unknown, or nothing found
`,
  logs: `Runs kubectl logs for the first cause of the report that has a container, or
for the cause of COMPONENT. Where the container restarted, it is the log of the
previous run. Flags after -- are passed on to kubectl logs: -f, --tail, --since.

Exit status:
  1  no container has a log, or another error; otherwise that of kubectl
`,
  permissions: `The rules are those that a report, -w, wait and gate need, on a healthy and on
a failing cluster. Secrets are never included. Without TYPE it is what a report
without TYPE reads. With -n it is a Role, and a ClusterRole NAME-cluster for
cluster-scoped kinds. The cluster is asked only where TYPE is not built in.
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
