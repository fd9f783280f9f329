/** What each command does, for its help and for completion. */
export const commandPurposes = {
  wait: "wait until an object is healthy, deleted or in another state",
  gate: "check whether an upgrade is safe: ALLOW, BLOCK or UNKNOWN",
  diff: "compare two snapshots, reports or must-gathers",
  explain: "explain codes and reasons, and what to do about them",
  snapshot: "write everything that a report reads to one file",
  serve: "serve metrics of one cluster for Prometheus",
  logs: "print the log of the failing container with kubectl logs",
  permissions: "print the ClusterRole that hco-status needs",
  mcp: "serve AI assistants by the Model Context Protocol",
  completion: "print a completion script for bash, zsh or fish",
  options: "list connection flags, other flags and output formats",
  help: "print the help",
  version: "print the version",
} as const;

/** What the help of a command adds after its flags, where there is more to say. */
export const commandNotes = {
  wait: `Conditions are evaluated together, only for the latest generation. A status that
reports none counts as current: add --stable-for. 'upgraded' is true when no
upgrade is in progress. If no object exists, wait exits at once, but --for
deleted succeeds and --for create waits. All clusters must reach the state.

Exit status:
  0  reached
  1  error, or nothing to wait for
  2  cannot be reached without intervention (--fail-fast)
  4  unknown (--timeout 0)
  5  timed out, or not reached (--timeout 0); 130, 143: ended by a signal
`,
  gate: `Every reason has a code, which 'explain CODE' describes. If data that may block
the upgrade could not be read, the result is UNKNOWN.

Exit status:
  0  ALLOW
  1  error
  2  BLOCK
  4  UNKNOWN
`,
  diff: `BEFORE and AFTER are each a file of 'snapshot', a report as JSON or YAML, a file
of objects, a must-gather, or - for standard input.

Exit status:
  0  no differences
  1  error
  6  differences
`,
  explain: `Explains codes of findings and gates, types and reasons of conditions, reasons
of pods and containers, and alerts. Explains the terms verdict, cause, finding,
gate, polarity and marks. Lists what a kind reports. Works without a cluster.

Exit status:
  0  explained
  1  error
`,
  snapshot: `A report reads the file with -f FILE. The file never contains secrets, values of
environment variables or annotations with credentials, and lists what was
omitted. It keeps names of hosts and users, addresses and images. FILE must not
exist yet. The format is JSON, whatever the name.

Exit status:
  0  snapshot written; with --exit-code: healthy
  1  error
  2  with --exit-code: unavailable or degraded
  3  with --exit-code: progressing
  4  with --exit-code: unknown, or nothing found
`,
  serve: `Watches the cluster as -w does, and sends no other requests. It serves GET and
HEAD without TLS: keep it on a trusted network, above all with --report.
  /metrics  OpenMetrics, as -o openmetrics prints it
  /healthz  200 while the process runs
  /readyz   200 after the first complete report
  /report   the report as JSON, with --report and a bearer token. The file is
            read for each request, so the token may be rotated. Other users
            must not be able to read it.
If the cluster does not respond, every verdict is unknown. The HELP line of
each metric says what it counts.

Exit status:
  0  ended by a signal
  1  error
`,
  logs: `Runs kubectl logs for the first cause of the report that has a container, or
for the cause of COMPONENT. If the container restarted, it prints the log of the
previous run. kubectl logs gets the flags after --, such as -f, --tail, --since.

Exit status:
  1  error, or no container has a log; otherwise the exit status of kubectl
`,
  mcp: `Serves the tools status, explain, gate, diff, wait and list_clusters on standard
input and output until the client closes it. All of them only read. With
--context, --inventory-cluster or --must-gather no other cluster can be read.
Results have at most 4 KB and no secrets, and mark text of the cluster as data.

Exit status:
  0  the client has closed the connection
  1  error
`,
  permissions: `The rules permit everything that a report, -w, wait and gate read, on a healthy
and on a failing cluster. Secrets are never included. Without TYPE, the rules
are for HyperConverged, Applications and Greenhouse. With -n, the output is a
Role, and a ClusterRole NAME-cluster for cluster-scoped kinds. The plugin
connects to the cluster only for a TYPE that is not built in. With --inventory,
the output is the role for the hub alone, NAME-inventory.

Exit status:
  0  printed
  1  error
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

/** The text with a capital letter at its beginning. */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
