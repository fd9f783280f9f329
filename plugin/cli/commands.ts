import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { type FormatName, formatNames } from "../../shared/render/formats/format-names.ts";

// The table of commands: all that the command line knows of one stands in its row. dispatch.ts runs it.

/** The shells that `completion` prints a script for. */
const shellNames = ["bash", "zsh", "fish"] as const;
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

/** The topic of a flag. A command that refuses a topic refuses all of its flags. */
export type FlagTopic =
  /** How to reach a cluster. `options` lists these flags, as kubectl does, not the help. */
  | "cluster"
  | "objects"
  | "source"
  | "depth"
  | "evaluation"
  | "drawing"
  | "output"
  | "watching"
  | "fleet"
  | "verdict"
  | "requests"
  | "command"
  | "text";

/**
 * One command. Parsing, help, man page, completion and errors read its row. Errors about its flags together with its
 * arguments are in command-line-errors.ts.
 */
interface CommandRow {
  /** What the command does. The help, the man page and completion print it. */
  readonly purpose: string;
  readonly usage: readonly string[];
  readonly examples: readonly string[];
  /** What the help adds after the flags. */
  readonly notes?: string;
  /** The formats of `-o`, the default first. Absent: `-o` is no format, or is refused. */
  readonly formats?: readonly FormatName[];
  /** `objects`: the command reads what a report reads, and names its objects as a report does. */
  readonly reads?: "objects" | "cluster";
  /** What completion offers as its arguments, the words of a list once; behind them objects, where it reads `objects`. */
  readonly completes?: readonly string[] | "command" | "component" | "explanations" | "two files" | "types";
  /** The error for the words after the command, in one sentence; undefined where they are right. */
  readonly wrongArguments?: (given: readonly string[]) => string | undefined;
  /** The topics whose flags it refuses, and why, after `wait does not support --deep: `. Single flags: flags.ts. */
  readonly refuses?: Readonly<Partial<Record<FlagTopic, string>>>;
  /** It takes no flag but those for text, and `-o` where it has formats. */
  readonly printsFixedText?: true;
}

// Why a command refuses flags.
const liveCluster = "it requires a live cluster";
const noCluster = "it reads no cluster";
const oneCluster = "it reads a single cluster; use --context";
const readsNoObjects = "it reads no objects";
export const unchangedData = "it writes the data unchanged";
export const servesMetrics = "it serves the present state as metrics";
export const printsLog = "it prints a log, not a report";
export const printsRole = "it prints a role, not a report";
const exitStatusIsResult = "its exit status is always its result";
export const toolArguments =
  "its tools have arguments for that; the type MachineConfigPool is called machineconfigpools here";

/** The table, in the order of the help. */
export const commandTable: Readonly<Record<CommandName, CommandRow>> = {
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
    formats: ["text", "json"],
    reads: "objects",
    refuses: {
      source: liveCluster,
      watching: "it watches until the state is reached",
      verdict: exitStatusIsResult,
    },
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
    formats: ["text", "plain", "json", "yaml"],
    reads: "objects",
    completes: ["upgrade"],
    wrongArguments: ([what]) =>
      what === "upgrade"
        ? undefined
        : `gate requires the argument "upgrade"${what === undefined ? "" : `, not "${what}"`}: kubectl hco-status gate upgrade`,
    refuses: {
      watching: "it checks once; use kubectl hco-status --watch",
      verdict: exitStatusIsResult,
    },
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
    formats: ["text", "json", "yaml"],
    completes: "two files",
    wrongArguments: (given) =>
      given.length === 2 ? undefined : `diff requires two sources, BEFORE and AFTER: ${gotText(given)}`,
    refuses: {
      cluster: noCluster,
      source: "its two arguments are the sources",
      watching: "its sources do not change",
      fleet: noCluster,
      verdict: exitStatusIsResult,
      requests: noCluster,
    },
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
    formats: ["text", "json", "yaml"],
    completes: "explanations",
    refuses: {
      cluster: noCluster,
      objects: readsNoObjects,
      source: readsNoObjects,
      depth: readsNoObjects,
      evaluation: readsNoObjects,
      watching: "its output does not change",
      fleet: noCluster,
      verdict: "it computes no verdict",
      requests: noCluster,
    },
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
    reads: "objects",
    refuses: {
      drawing: unchangedData,
      watching: "it writes the state of one moment",
      fleet: oneCluster,
    },
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
    reads: "objects",
    refuses: {
      source: liveCluster,
      drawing: servesMetrics,
      output: servesMetrics,
      watching: "it always watches",
      fleet: oneCluster,
      verdict: servesMetrics,
    },
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
    reads: "cluster",
    completes: "component",
    refuses: {
      depth: printsLog,
      drawing: printsLog,
      output: printsLog,
      watching: "it runs kubectl logs once; kubectl hco-status logs -- -f follows the log",
      fleet: oneCluster,
      verdict: printsLog,
    },
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
    formats: ["yaml", "json"],
    reads: "cluster",
    completes: "types",
    wrongArguments: wrongTypes,
    refuses: {
      source: "permissions apply to a cluster only",
      evaluation: printsRole,
      drawing: printsRole,
      watching: printsRole,
      verdict: printsRole,
    },
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
    reads: "cluster",
    wrongArguments: (given) => noArguments("mcp", given),
    refuses: {
      objects: toolArguments,
      depth: toolArguments,
      evaluation: toolArguments,
      drawing: toolArguments,
      output: toolArguments,
      watching: toolArguments,
      fleet: toolArguments,
      verdict: toolArguments,
    },
  },
  completion: {
    purpose: "print a completion script for bash, zsh or fish",
    usage: [`completion ${shellNames.join("|")}`],
    examples: ["completion fish | source", "completion bash >> ~/.bashrc"],
    completes: shellNames,
    wrongArguments: (given) =>
      given.length === 1 && shellNames.some((shell) => shell === given[0])
        ? undefined
        : `completion requires one shell: ${gotText(given)}; allowed: ${shellNames.join(", ")}`,
    printsFixedText: true,
  },
  options: {
    purpose: "list connection flags, other flags and output formats",
    usage: ["options"],
    examples: ["options"],
    wrongArguments: (given) => noArguments("options", given),
    printsFixedText: true,
  },
  help: {
    purpose: "print the help",
    usage: ["help [COMMAND]"],
    examples: ["help wait"],
    completes: "command",
    wrongArguments: wrongHelpArguments,
    printsFixedText: true,
  },
  version: {
    purpose: "print the version",
    usage: ["version"],
    examples: ["version", "version -o json"],
    formats: ["text", "json"],
    wrongArguments: (given) => noArguments("version", given),
    printsFixedText: true,
  },
};

function gotText(given: readonly string[]): string {
  return given.length === 0 ? "got none" : `got "${given.join(" ")}"`;
}

function noArguments(command: CommandName, given: readonly string[]): string | undefined {
  return given.length === 0 ? undefined : `${command} accepts no arguments: got "${given.join(" ")}"`;
}

/** The error for anything but types, after `permissions`. */
function wrongTypes(types: readonly string[]): string | undefined {
  if (types.some((type) => type.split(",").includes(""))) return "permissions takes types: one of them is empty";
  const object = types.find((type) => type.includes("/"));
  return (
    object && `permissions takes types, not the name of an object: use "${object.split("/")[0]}" instead of "${object}"`
  );
}

/** The error for `help` with anything but one command. */
function wrongHelpArguments(given: readonly string[]): string | undefined {
  if (given.length === 0 || (given.length === 1 && commandIn(given) !== undefined)) return undefined;
  const guess = nearestSpelling(given.join(" "), commandNames);
  const hint = guess === undefined ? "" : `, did you mean ${guess}?`;
  return `help accepts one command: got "${given.join(" ")}"${hint}; allowed: ${commandNames.join(", ")}`;
}

/** The command that the first word names, or undefined. */
export function commandIn([first]: readonly string[]): CommandName | undefined {
  return commandNames.find((name) => name === first);
}

/** Whether the command reads what a report reads, and names its objects as a report does. */
export function namesObjects(command: CommandName | undefined): boolean {
  return command === undefined || commandTable[command].reads === "objects";
}

/** Whether the command reaches a cluster, and takes the flags for that. */
export function reachesCluster(command: CommandName): boolean {
  return commandTable[command].reads !== undefined;
}

/** The formats that `-o` takes for the command, the default first. */
export function formatsOfCommand(command: CommandName): readonly FormatName[] {
  return commandTable[command].formats ?? formatNames.map(({ name }) => name);
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
