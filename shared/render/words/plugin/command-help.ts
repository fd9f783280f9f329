/** What each command does, for its help and for completion. */
export const commandPurposes = {
  wait: "wait until it is healthy, or what --for says",
  gate: "may it be upgraded: ALLOW, BLOCK or UNKNOWN",
  diff: "what differs between two snapshots, reports or gathers",
  explain: "what a code or a reason means, and what to do",
  snapshot: "write what a report is made of into one file",
  logs: "print the log of the container that fails, by kubectl logs",
  permissions: "print the ClusterRole that reading needs",
  completion: "print a script that completes in bash, zsh or fish",
  options: "list the formats and the flags that reach a cluster",
  help: "print the help",
  version: "print the version",
} as const;

/** What the help of a command adds after its flags, where there is more to say. */
export const commandNotes = {
  wait: `All conditions are looked at in one moment, and only where the status is of the
newest generation. What it waits for is printed whenever that changes.
'upgraded' is so whenever no upgrade runs, also before one has begun: where the
version matters, name it with upgraded=VERSION.

Exit status:
  0 it is so; 5 timed out; 2 it cannot come by itself (--fail-fast);
  4 it cannot be known; 1 as everywhere; 130 or 143 where a signal ended it.
`,
  gate: `Every reason has a code; 'explain CODE' says what it means. Nothing that could
not be read is taken for an answer.

Exit status:
  0 ALLOW; 2 BLOCK; 4 UNKNOWN; 1 as everywhere.
`,
  diff: `BEFORE and AFTER are each a file of 'snapshot', a report as JSON or YAML, a file
of objects, a must-gather, or - for standard input.

Exit status:
  0 the same; 6 they differ; 1 as everywhere.
`,
  explain: `No cluster is asked: codes of findings and gates, reasons and types of
conditions, reasons of pods and containers.
`,
  snapshot: `What it wrote is read with -f FILE. Secrets, values of environment variables and
annotations with credentials never enter it; what was left out stands inside.
Names of hosts and users, addresses and images stay. FILE must not be there yet;
it is JSON, whatever it is called.
`,
  logs: `Runs kubectl logs for the first cause of the report that has a container, or
for the cause of COMPONENT. Where the container restarted, it is the log of the
previous run. Flags after -- are passed on to kubectl logs: -f, --tail, --since.

Exit status:
  that of kubectl; 1 no container has a log, and as everywhere.
`,
  permissions: `The rules are those that a report, -w, wait and gate need, on a healthy and on
a failing cluster. Secrets are never included. Without TYPE it is what a report
without TYPE reads. With -n it is a Role, and a ClusterRole NAME-cluster for
cluster-scoped kinds. The cluster is asked only where TYPE is not built in.
`,
} as const;

/** The lines of each part of a command's help. A part without lines is left out. */
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
    ...(shared === undefined ? [] : [`Flags as everywhere:\n${shared}\n`]),
    ...(reachesCluster ? [`Flags that reach a cluster: ${command} options\n`] : []),
    ...(notes === undefined ? [] : [notes]),
  ].join("\n");
}
