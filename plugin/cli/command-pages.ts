import { type CommandName, shellNames } from "./commands.ts";

/** The help of a command. */
interface CommandPage {
  /** What the command does. */
  readonly purpose: string;
  readonly usage: readonly string[];
  readonly examples: readonly string[];
  /** What the help adds after the flags. */
  readonly notes?: string;
}

/** The help of each command. The help, the man page and completion read it. */
export const commandPages: Readonly<Record<CommandName, CommandPage>> = {
  wait: {
    purpose: "wait until an object is healthy, deleted or in another state",
    usage: ["wait [NAME | TYPE/NAME ...] [--for STATE] [flags]"],
    examples: [
      "wait --for upgraded --stable-for 2m --fail-fast",
      "wait deploy/web --for condition=Available",
      "wait hco/old --for deleted -o json",
      "wait --all-contexts --for upgraded=1.20.0 --timeout 1h",
    ],
    notes: `Conditions are evaluated together, only for the latest generation. A status that
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
  },
  gate: {
    purpose: "check whether an upgrade is safe: ALLOW, BLOCK or UNKNOWN",
    usage: ["gate upgrade [NAME ...] [--accept CODE,...] [flags]"],
    examples: [
      "gate upgrade -n openshift-cnv --accept OutdatedVMIWorkloads",
      "gate upgrade --must-gather mg.tgz -o json",
      "gate upgrade --platform --all-contexts",
    ],
    notes: `'explain CODE' describes the code of a reason. UNKNOWN: data that may block was
not read. With --platform, ClusterVersion, pools and nodes count too.

Exit status:
  0  ALLOW
  1  error
  2  BLOCK
  4  UNKNOWN
`,
  },
  diff: {
    purpose: "compare two snapshots, reports or must-gathers",
    usage: ["diff BEFORE AFTER [flags]"],
    examples: [
      "diff before.json after.json",
      "diff monday.tgz friday.tgz -o yaml",
      "snapshot -o - | kubectl hco-status diff before.json -",
    ],
    notes: `BEFORE and AFTER are each a file of 'snapshot', a report as JSON or YAML, a file
of objects, a must-gather, or - for standard input.

Exit status:
  0  no differences
  1  error
  6  differences
`,
  },
  explain: {
    purpose: "explain codes and reasons, and what to do about them",
    usage: [
      "explain                     # all codes",
      "explain CODE|REASON|TERM|KIND ... [flags]",
      "explain --kinds [KIND|GROUP ...] [flags]",
    ],
    examples: ["explain TaintedConfiguration", "explain verdict", "explain CrashLoopBackOff ErrImagePull -o json"],
    notes: `Explains codes of findings and gates, types and reasons of conditions, reasons
of pods and containers, and alerts. Explains the terms verdict, cause, finding,
gate, polarity and marks. Lists what a kind reports. Works without a cluster.
With --kinds a kind is printed as a row of a --polarity file: copy, change, use.

Exit status:
  0  explained
  1  error
`,
  },
  snapshot: {
    purpose: "write everything that a report reads to one file",
    usage: ["snapshot [NAME | TYPE/NAME ...] [-o|--bundle FILE] [flags]"],
    examples: [
      "snapshot -n openshift-cnv -o before.json",
      "snapshot app/shop --deep > shop.json",
      "snapshot --bundle ticket.tar.gz",
    ],
    notes: `A report reads the file with -f FILE. The file never contains secrets, values of
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
  },
  serve: {
    purpose: "serve metrics of one cluster for Prometheus",
    usage: ["serve [NAME | TYPE/NAME ...] [flags]"],
    examples: [
      "serve",
      "serve --listen :9870 -n openshift-cnv",
      "serve --report --report-token-file /etc/hco-status/token",
    ],
    notes: `Watches the cluster as -w does, and sends no other requests. It serves GET and
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
  },
  logs: {
    purpose: "print the log of the failing container with kubectl logs",
    usage: ["logs [COMPONENT] [flags] [-- KUBECTL_FLAGS]"],
    examples: ["logs", "logs CDI -n openshift-cnv -- --tail 50", "logs --dry-run"],
    notes: `Runs kubectl logs for the first cause of the report that has a container, or
for the cause of COMPONENT. If the container restarted, it prints the log of the
previous run. kubectl logs gets the flags after --, such as -f, --tail, --since.
With --must-gather it prints the end of the collected log, without credentials.

Exit status:
  1  error, or no container has a log; otherwise the exit status of kubectl
`,
  },
  permissions: {
    purpose: "print the ClusterRole that hco-status needs",
    usage: ["permissions [TYPE[.GROUP] ...] [flags]"],
    examples: [
      "permissions | kubectl apply -f -",
      "permissions hyperconverged -n openshift-cnv",
      "permissions applications,deployments,services -o json",
      "permissions --inventory | kubectl apply --context hub -f -",
    ],
    notes: `The rules permit everything that a report, -w, wait and gate read, on a healthy
and on a failing cluster. Secrets are never included. Without TYPE, the rules
are for HyperConverged, Applications and Greenhouse. With -n, the output is a
Role, and a ClusterRole NAME-cluster for cluster-scoped kinds. The plugin
connects to the cluster only for a TYPE that is not built in. With --inventory,
the output is the role for the hub alone, NAME-inventory. With --platform, the
rules permit what gate upgrade --platform reads too.

Exit status:
  0  printed
  1  error
`,
  },
  mcp: {
    purpose: "serve AI assistants by the Model Context Protocol",
    usage: ["mcp [--context CONTEXT | --inventory-cluster NAME] [flags]", "mcp --must-gather PATH [flags]"],
    examples: ["mcp", "mcp --context prod-1", "mcp --must-gather mg.tgz"],
    notes: `Serves the tools status, explain, gate, diff, wait and list_clusters on standard
input and output until the client closes it. All of them only read. With
--context, --inventory-cluster or --must-gather no other cluster can be read.
Results have at most 4 KB and no secrets, and mark text of the cluster as data.

Exit status:
  0  the client has closed the connection
  1  error
`,
  },
  completion: {
    purpose: "print a completion script for bash, zsh or fish",
    usage: [`completion ${shellNames.join("|")}`],
    examples: ["completion fish | source", "completion bash >> ~/.bashrc"],
  },
  options: {
    purpose: "list connection flags, other flags and output formats",
    usage: ["options"],
    examples: ["options"],
  },
  help: { purpose: "print the help", usage: ["help [COMMAND]"], examples: ["help wait"] },
  version: {
    purpose: "print the version",
    usage: ["version"],
    examples: ["version", "version -o json"],
  },
};
