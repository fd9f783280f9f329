import { fallbackProfile, profileNames, ruleSets } from "../../shared/model/families.ts";
import { parseMilliseconds } from "../../shared/model/time.ts";
import type { DrawingSwitches } from "../../shared/render/terminal/text-style.ts";
import { parseListenAddress } from "../process/listen-address.ts";
import {
  type CommandName,
  commandTable,
  type FlagTopic,
  formatsOfCommand,
  printsLog,
  printsRole,
  servesMetrics,
  toolArguments,
  unchangedData,
} from "./commands.ts";
import { millisecondsOfDuration, millisecondsOfRequest } from "./durations.ts";
import { wrongState } from "./for-values.ts";

// The table of flags. Parsing, help, completion, man page and errors read it. Adding a flag adds its name and
// one row here, and the line of parse-options.ts that reads its value. A switch of the drawing needs no such line.

/** The long name of a flag. `-v` has only its letter. */
export type FlagName =
  | "namespace"
  | "all-namespaces"
  | "selector"
  | "field-selector"
  | "filename"
  | "recursive"
  | "must-gather"
  | "deep"
  | "related"
  | "tree"
  | "logs"
  | "no-logs"
  | "platform"
  | "profile"
  | "polarity"
  | "output"
  | "gate"
  | "no-redact"
  | "no-headers"
  | "plain"
  | "absolute-time"
  | "rules"
  | "at"
  | "watch"
  | "contexts"
  | "all-contexts"
  | "inventory"
  | "inventory-cluster"
  | "inventory-providers"
  | "label-columns"
  | "parallel"
  | "for"
  | "stable-for"
  | "timeout"
  | "fail-fast"
  | "accept"
  | "listen"
  | "report"
  | "report-token-file"
  | "dry-run"
  | "bundle"
  | "name"
  | "vms"
  | "kinds"
  | "exit-code"
  | "color"
  | "ascii"
  | "width"
  | "v"
  | "version"
  | "help"
  | "context"
  | "kubeconfig"
  | "cluster"
  | "user"
  | "server"
  | "token"
  | "username"
  | "password"
  | "client-certificate"
  | "client-key"
  | "certificate-authority"
  | "insecure-skip-tls-verify"
  | "tls-server-name"
  | "as"
  | "as-group"
  | "as-uid"
  | "as-user-extra"
  | "request-timeout"
  | "cache-dir"
  | "disable-compression";

/** The commands that refuse a flag, and why, after `wait does not support --deep: `. */
type Refusals = Readonly<Partial<Record<CommandName, string>>>;

/** Flags that cannot stand beside a flag. `error` is the sentence about the one that does. */
interface Exclusion {
  readonly flags?: readonly FlagName[];
  /** All flags of this topic but `except`. */
  readonly topic?: FlagTopic;
  readonly except?: FlagName;
  readonly error: (other: FlagName) => string;
}

interface FlagRow {
  /** A command that takes the flag although it refuses its topic. */
  readonly takenBy?: CommandName;
  readonly short?: string;
  /** The placeholder for the value in the help. Absent: a switch. `FILE`, `PATH` and `FOLDER` complete as such. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** The value where the flag is not given. */
  readonly default?: string;
  /** The value where none follows the letter, as pflag's NoOptDefVal: `-v` is `-v 6`. kubectl's own `-v` has none. */
  readonly valueIfOmitted?: string;
  /** Every occurrence counts. Of any other flag only the last does. */
  readonly repeats?: true;
  /**
   * What the flag names, where two different values are an error: the first of two would be ignored silently. kubectl's
   * flags take the last.
   */
  readonly once?: string;
  /** The only command that takes the flag. The help of that command lists it. */
  readonly of?: CommandName;
  readonly topic: FlagTopic;
  /** What the flag switches on in the drawing. parse-options.ts reads it by this row. */
  readonly draws?: keyof DrawingSwitches;
  /** The section of a seldom needed flag, which `options` lists and the help does not. */
  readonly section?: "evaluation" | "printing";
  /**
   * The choices that completion offers for the value, where `choices` and `value` do not say it. Where the flag
   * repeats, they are offered one by one.
   */
  readonly completes?:
    | "context"
    | "cluster"
    | "user"
    | "namespace"
    | "gate code"
    | "state"
    | "inventory cluster"
    | "inventory label";
  /** kubectl's own sentence where kubectl has the flag with that meaning. The help adds the default value. */
  readonly help: string;
  /** The error for a value, in one sentence. */
  readonly wrong?: (value: string) => string | undefined;
  /** The commands that refuse this flag and take others of its topic. */
  readonly refusedBy?: Refusals;
  readonly excludes?: readonly Exclusion[];
  readonly requires?: { readonly oneOf: readonly FlagName[]; readonly error: string };
}

export interface FlagDefinition extends FlagRow {
  readonly name: FlagName;
}

/** The choices of `--rules`. The fallback profile has only one rule set, so that is no choice. */
const ruleSetChoices: readonly string[] = profileNames
  .flatMap((name) => ruleSets[name])
  .filter((each) => !ruleSets[fallbackProfile].includes(each));

/** The characters of a namespace (apimachinery, validation.IsDNS1123Label), or nothing. */
const namespaceForm = /^[a-z\d-]*$/;

/** The flags that lead to one cluster or one source. */
const singleClusters: readonly FlagName[] = ["context", "server", "cluster", "filename", "must-gather"];

const emptyOrComma = "the value is empty or has an extra comma";
const reportNeedsToken = "--report and --report-token-file require each other";

const readsAsNeeded = "it reads only the objects that it needs";
const noTable = "it prints no table";
const noChecks = "it prints no checks for pipelines";
const noAges = "it prints no ages";
const plainLines = "it prints plain lines";
const concealsNothing = "it prints the cluster's text unchanged";
const readsNoLogs = "it reads no logs";
const logsOnRequest = "it has logs only with --logs";

/** The table, in the order of the help. Names and meanings are kubectl's where kubectl has the flag. */
const flagTable: Readonly<Record<FlagName, FlagRow>> = {
  namespace: {
    short: "n",
    value: "NAMESPACE",
    topic: "objects",
    completes: "namespace",
    help: "Read this namespace only (default all namespaces)",
    wrong: (value) =>
      unless(namespaceForm.test(value), invalid("--namespace", value, 'lowercase letters, digits and "-"')),
  },
  "all-namespaces": { short: "A", topic: "objects", help: "List the requested objects across all namespaces" },
  selector: {
    short: "l",
    value: "LABELS",
    topic: "objects",
    help: "Selector (label query) to filter on, e.g. a=b",
    refusedBy: { permissions: printsRole },
  },
  "field-selector": {
    value: "FIELDS",
    topic: "objects",
    section: "evaluation",
    help: "Selector (field query), e.g. metadata.name=a",
    refusedBy: { permissions: printsRole },
  },
  filename: {
    short: "f",
    value: "FILE",
    repeats: true,
    topic: "source",
    help: "Read files, directories or - instead of a cluster",
    wrong: (value) => unless(!hasGap(value), "--filename (-f) is empty; specify a file"),
    refusedBy: { mcp: toolArguments },
    excludes: [{ topic: "cluster", except: "cache-dir", error: (other) => filesAndClusterText("filename", other) }],
  },
  recursive: {
    short: "R",
    topic: "source",
    section: "evaluation",
    help: "Process the directory used in -f, --filename recursively",
    refusedBy: { mcp: toolArguments },
    requires: { oneOf: ["filename"], error: "--recursive (-R) requires --filename (-f)" },
  },
  "must-gather": {
    value: "PATH",
    topic: "source",
    help: "Read a must-gather: directory, tar or zip",
    once: "must-gather",
    wrong: (value) => unless(value !== "", "--must-gather is empty; specify a folder or archive"),
    excludes: [
      { topic: "cluster", except: "cache-dir", error: (other) => filesAndClusterText("must-gather", other) },
      { flags: ["filename"], error: () => "--must-gather and --filename (-f) cannot be used together" },
    ],
  },
  deep: {
    topic: "depth",
    help: "Expand healthy components down to containers too",
    refusedBy: { wait: readsAsNeeded, gate: readsAsNeeded },
  },
  related: {
    topic: "depth",
    help: "Check every object in status.relatedObjects",
    refusedBy: { wait: readsAsNeeded, gate: readsAsNeeded },
  },
  tree: {
    topic: "depth",
    help: "Show owned objects, by ownerReferences",
    refusedBy: { gate: "it evaluates HyperConvergeds", permissions: "it reads every kind that the cluster serves" },
  },
  logs: {
    takenBy: "mcp",
    topic: "depth",
    section: "evaluation",
    help: "Quote logs of containers in snapshots and mcp too",
    refusedBy: { wait: readsNoLogs, gate: readsNoLogs, diff: readsNoLogs, serve: readsNoLogs },
    excludes: [
      {
        flags: ["no-logs", "watch", "contexts", "all-contexts", "inventory"],
        error: (other) => `--logs and --${other} cannot be used together`,
      },
    ],
  },
  "no-logs": {
    topic: "depth",
    section: "evaluation",
    help: "Don't read logs of containers (default quote those of failing ones)",
    refusedBy: {
      wait: readsNoLogs,
      gate: readsNoLogs,
      diff: readsNoLogs,
      serve: readsNoLogs,
      snapshot: logsOnRequest,
      permissions: logsOnRequest,
    },
  },
  platform: {
    topic: "depth",
    section: "evaluation",
    help: "Check for gate upgrade the cluster's nodes too",
    refusedBy: { wait: noChecks, diff: noChecks, serve: servesMetrics },
  },
  profile: {
    value: "NAME",
    choices: profileNames,
    topic: "evaluation",
    help: "Use rules for hco|application|greenhouse|generic",
  },
  polarity: {
    value: "FILE",
    topic: "evaluation",
    section: "evaluation",
    takenBy: "explain",
    help: "Read condition polarities from this YAML file",
    once: "file",
  },
  output: {
    short: "o",
    value: "FORMAT",
    topic: "output",
    help: "Print text|wide|json|yaml|html|... (default text)",
  },
  gate: {
    value: "WHAT",
    choices: ["upgrade"],
    topic: "output",
    section: "printing",
    help: "Check with -o junit or -o github too whether an upgrade is safe",
    refusedBy: {
      wait: noChecks,
      gate: noChecks,
      diff: noChecks,
      explain: noChecks,
      snapshot: noChecks,
      permissions: noChecks,
    },
  },
  "no-redact": {
    topic: "output",
    section: "printing",
    help: "Print credentials too, with -o html, markdown, mermaid, junit and github (default conceal them)",
    refusedBy: {
      wait: concealsNothing,
      gate: concealsNothing,
      diff: concealsNothing,
      explain: "it prints no text of a cluster",
      snapshot: "a snapshot is made to be sent on",
      permissions: printsRole,
    },
  },
  "no-headers": {
    topic: "drawing",
    draws: "noHeaders",
    section: "printing",
    help: "Don't print headers (default print headers)",
    refusedBy: { wait: noTable, gate: noTable, diff: noTable, explain: noTable },
  },
  plain: {
    topic: "drawing",
    section: "printing",
    help: "Print key: value lines, the same as -o plain",
    refusedBy: {
      wait: otherFormatsText("wait"),
      diff: otherFormatsText("diff"),
      explain: otherFormatsText("explain"),
    },
  },
  "absolute-time": {
    topic: "drawing",
    draws: "absoluteTime",
    section: "printing",
    help: "Print times instead of ages",
    refusedBy: { wait: noAges, explain: noAges },
  },
  rules: {
    value: "SET",
    choices: ruleSetChoices,
    topic: "evaluation",
    section: "evaluation",
    help: "Use this rule set for drift (default by kind)",
    refusedBy: {
      gate: "its result does not depend on a rule set",
      snapshot: unchangedData,
      logs: printsLog,
    },
  },
  at: {
    value: "TIME",
    topic: "evaluation",
    section: "evaluation",
    help: "Count ages from this time, in RFC 3339 (default the time of reading)",
    wrong: (value) =>
      unless(
        parseMilliseconds(value) !== undefined,
        `invalid time "${value}" for --at: use RFC 3339, e.g. 2026-11-21T08:30:00Z`,
      ),
    refusedBy: { wait: "it uses the current time", snapshot: unchangedData, serve: servesMetrics, logs: printsLog },
  },
  watch: {
    short: "w",
    topic: "watching",
    help: "Watch for changes after the first report",
    excludes: [
      {
        flags: ["filename", "must-gather"],
        error: (other) =>
          `--watch (-w) requires a cluster, but --${other} reads files, which are read once; remove one of them`,
      },
      { flags: ["at"], error: () => "--watch (-w) uses the current time and cannot be used with --at" },
    ],
  },
  contexts: {
    value: "A,B",
    repeats: true,
    topic: "fleet",
    completes: "context",
    help: "Read several clusters, those of these contexts",
    wrong: (value) => unless(!hasGap(value), `--contexts has an empty context: ${emptyOrComma}`),
    refusedBy: { permissions: printsRole },
    excludes: [
      { flags: ["all-contexts"], error: () => "--contexts and --all-contexts cannot be used together" },
      { flags: singleClusters, error: (other) => severalAndOneText("contexts", other) },
    ],
  },
  "all-contexts": {
    topic: "fleet",
    help: "Read several clusters, those of all contexts",
    refusedBy: { permissions: printsRole },
    excludes: [{ flags: singleClusters, error: (other) => severalAndOneText("all-contexts", other) }],
  },
  inventory: {
    topic: "fleet",
    section: "evaluation",
    help: "Read several clusters, those of the hub's ClusterProfiles that -n, -l and --field-selector choose",
    excludes: [
      {
        flags: ["contexts", "all-contexts", "filename", "must-gather", "inventory-cluster"],
        error: (other) => severalAndOneText("inventory", other),
      },
    ],
  },
  "inventory-cluster": {
    value: "NAME",
    topic: "cluster",
    section: "evaluation",
    completes: "inventory cluster",
    help: "Read the cluster of this name in the hub's inventory, or of this NAMESPACE/NAME",
    wrong: (value) =>
      unless(
        /^([^/]+\/)?[^/]+$/.test(value),
        `--inventory-cluster "${value}" is invalid; specify NAME or NAMESPACE/NAME of a ClusterProfile`,
      ),
    refusedBy: { permissions: printsRole },
    excludes: [
      {
        flags: ["contexts", "all-contexts"],
        error: (other) => `--inventory-cluster reads a cluster of the hub and cannot be used with --${other}`,
      },
    ],
  },
  "inventory-providers": {
    value: "FILE",
    topic: "cluster",
    section: "evaluation",
    help: "Get credentials from the programs that this file names, as --clusterprofile-provider-file",
    wrong: (value) => unless(value !== "", "--inventory-providers is empty; specify a file"),
    refusedBy: { permissions: printsRole },
    requires: {
      oneOf: ["inventory", "inventory-cluster"],
      error: "--inventory-providers requires --inventory or --inventory-cluster",
    },
  },
  "label-columns": {
    short: "L",
    value: "KEYS",
    repeats: true,
    topic: "fleet",
    section: "evaluation",
    completes: "inventory label",
    help: "Accepts a comma separated list of labels that are going to be presented as columns. Names are case-sensitive. The labels are those of the ClusterProfile or ManagedCluster",
    wrong: (value) => unless(!hasGap(value), "--label-columns (-L) contains an empty label"),
    refusedBy: { wait: noTable, permissions: printsRole },
    requires: {
      oneOf: ["inventory"],
      error: "--label-columns (-L) requires --inventory; the contexts of a kubeconfig have no labels",
    },
  },
  parallel: {
    value: "N",
    default: "10",
    topic: "fleet",
    section: "evaluation",
    help: "Limit how many clusters are queried at once",
    wrong: (value) => unless(/^[1-9]\d{0,2}$/.test(value), invalid("--parallel", value, "a number from 1 to 999")),
    refusedBy: { permissions: printsRole },
    requires: {
      oneOf: ["contexts", "all-contexts", "inventory"],
      error: "--parallel requires --contexts, --all-contexts or --inventory",
    },
  },
  for: {
    value: "STATE",
    of: "wait",
    default: "healthy",
    topic: "command",
    completes: "state",
    help: "Wait for healthy, available, upgradeable, upgraded[=VERSION], create, deleted or condition=TYPE[=STATUS]",
    once: "state",
    wrong: wrongState,
  },
  "stable-for": {
    value: "TIME",
    of: "wait",
    default: "0",
    topic: "command",
    help: "Require the state to hold for this time without interruption",
    wrong: (value) => wrongDuration("--stable-for", value),
  },
  timeout: {
    value: "TIME",
    of: "wait",
    default: "30m",
    topic: "command",
    help: "The length of time to wait before giving up, with a unit. Zero means check once and don't wait, negative means wait for a week.",
    wrong: (value) => wrongDuration("--timeout", value),
  },
  "fail-fast": { of: "wait", topic: "command", help: "Exit early if reaching the state requires intervention" },
  accept: {
    value: "CODES",
    of: "gate",
    repeats: true,
    topic: "command",
    completes: "gate code",
    help: "Ignore the reasons with these codes, comma-separated",
    wrong: (value) => unless(!hasGap(value), `--accept has an empty code: ${emptyOrComma}`),
  },
  listen: {
    value: "ADDRESS",
    of: "serve",
    default: "127.0.0.1:9870",
    topic: "command",
    help: "Listen on HOST:PORT, or on every address with :PORT",
    wrong: (value) =>
      unless(parseListenAddress(value) !== undefined, invalid("--listen", value, "HOST:PORT, [IPV6]:PORT or :PORT")),
  },
  report: {
    of: "serve",
    topic: "command",
    help: "Serve the report as JSON at /report too",
    requires: { oneOf: ["report-token-file"], error: reportNeedsToken },
  },
  "report-token-file": {
    value: "FILE",
    of: "serve",
    topic: "command",
    help: "Require the bearer token in this file for /report",
    wrong: (value) => unless(value !== "", reportNeedsToken),
    requires: { oneOf: ["report"], error: reportNeedsToken },
  },
  "dry-run": { of: "logs", topic: "command", help: "Print the kubectl command, and do not run it" },
  bundle: {
    value: "FILE",
    of: "snapshot",
    topic: "command",
    help: "Write a .tar.gz with the snapshot, the report as JSON, text and HTML, and what was not read",
    wrong: (value) =>
      unless(
        /[^/\\]\.(tar\.gz|tgz)$/i.test(value),
        `--bundle requires a file that ends in .tar.gz or .tgz: got "${value}"`,
      ),
    excludes: [{ flags: ["output"], error: () => "--bundle and --output (-o) cannot be used together" }],
  },
  kinds: {
    of: "explain",
    topic: "command",
    help: "List the kinds whose status is read by rules or rows of their own, or print the rows of a kind",
  },
  vms: {
    of: "permissions",
    topic: "command",
    help: "Permit counting virtual machines too",
    excludes: [{ flags: ["inventory"], error: () => "--vms and --inventory cannot be used together" }],
  },
  name: {
    value: "NAME",
    of: "permissions",
    default: "hco-status",
    topic: "command",
    help: "Set the name of the role",
    wrong: (value) =>
      // The name would stand in a command for a shell too.
      unless(
        /^[a-z0-9]([-a-z0-9.:]{0,240}[a-z0-9])?$/i.test(value),
        invalid("--name", value, 'letters, digits, "-", "." and ":", e.g. hco-status'),
      ),
  },
  "exit-code": { topic: "verdict", help: "Set the exit status from the verdict" },
  color: {
    value: "WHEN",
    choices: ["auto", "always", "never"],
    default: "auto",
    topic: "drawing",
    section: "printing",
    help: "Color the output: auto|always|never",
    refusedBy: { wait: plainLines },
  },
  ascii: {
    topic: "drawing",
    draws: "ascii",
    section: "printing",
    help: "Draw with ASCII characters only",
    refusedBy: { wait: plainLines },
  },
  width: {
    value: "COLUMNS",
    topic: "drawing",
    section: "printing",
    help: "Wrap lines at this width, 0 disables wrapping (default the terminal's width)",
    wrong: (value) =>
      unless(
        /^\d{1,5}$/.test(value),
        `invalid width "${value}" for --width: use a number of columns, or 0 for no wrapping`,
      ),
    refusedBy: { wait: plainLines },
  },
  v: {
    short: "v",
    value: "LEVEL",
    valueIfOmitted: "6",
    default: "0",
    topic: "requests",
    section: "printing",
    help: "Print each request on stderr",
    wrong: (value) => unless(/^\d{1,3}$/.test(value), invalid("-v", value, "a number; 1 or more logs each request")),
  },
  version: { topic: "text", help: "Print the version" },
  help: { short: "h", topic: "text", help: "Print this help" },
  context: {
    value: "CONTEXT",
    topic: "cluster",
    completes: "context",
    help: "The name of the kubeconfig context to use",
  },
  kubeconfig: { value: "FILE", topic: "cluster", help: "Path to the kubeconfig file to use for CLI requests." },
  cluster: {
    value: "CLUSTER",
    topic: "cluster",
    completes: "cluster",
    help: "The name of the kubeconfig cluster to use",
  },
  user: { value: "USER", topic: "cluster", completes: "user", help: "The name of the kubeconfig user to use" },
  server: {
    short: "s",
    value: "URL",
    topic: "cluster",
    help: "The address and port of the Kubernetes API server",
  },
  token: { value: "TOKEN", topic: "cluster", help: "Bearer token for authentication to the API server" },
  username: { value: "NAME", topic: "cluster", help: "Username for basic authentication to the API server" },
  password: {
    value: "PASSWORD",
    topic: "cluster",
    help: "Password for basic authentication to the API server",
  },
  "client-certificate": { value: "FILE", topic: "cluster", help: "Path to a client certificate file for TLS" },
  "client-key": { value: "FILE", topic: "cluster", help: "Path to a client key file for TLS" },
  "certificate-authority": {
    value: "FILE",
    topic: "cluster",
    help: "Path to a cert file for the certificate authority",
  },
  "insecure-skip-tls-verify": {
    topic: "cluster",
    help: "If true, the server's certificate will not be checked for validity. This will make your HTTPS connections insecure",
  },
  "tls-server-name": {
    value: "NAME",
    topic: "cluster",
    help: "Server name to use for server certificate validation. If it is not provided, the hostname used to contact the server is used",
  },
  as: { value: "USER", topic: "cluster", help: "Username to impersonate for the operation." },
  "as-group": {
    value: "GROUP",
    repeats: true,
    topic: "cluster",
    help: "Group to impersonate for the operation, this flag can be repeated to specify multiple groups.",
  },
  "as-uid": { value: "UID", topic: "cluster", help: "UID to impersonate for the operation." },
  "as-user-extra": {
    value: "KEY=VALUE",
    repeats: true,
    topic: "cluster",
    help: "User extras to impersonate for the operation, this flag can be repeated to specify multiple values for the same key.",
  },
  "request-timeout": {
    value: "TIME",
    topic: "cluster",
    help: "The length of time to wait before giving up on a single server request, e.g. 1s, 2m, 3h. A value of zero means don't timeout requests (default 0).",
    wrong: (value) =>
      unless(
        millisecondsOfRequest(value) !== undefined,
        `invalid value "${value}" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)`,
      ),
  },
  "cache-dir": { value: "FOLDER", topic: "cluster", help: "Default cache directory (default ~/.cache)" },
  "disable-compression": {
    topic: "cluster",
    help: "If true, opt-out of response compression for all requests to the server",
  },
};

/** Every flag, in the order of the help. */
export const allFlags: readonly FlagDefinition[] = (Object.keys(flagTable) as FlagName[]).map((name) => ({
  name,
  ...flagTable[name],
}));

/** Why the command does not take the flag, or undefined where it does. */
export function refusalReason(
  { name, topic, refusedBy, takenBy }: FlagDefinition,
  command: CommandName | undefined,
): string | undefined {
  if (command === undefined || command === takenBy) return undefined;
  const { refuses, printsFixedText, formats } = commandTable[command];
  if (!printsFixedText) return refusedBy?.[command] ?? refuses?.[topic];
  const isTaken = topic === "text" || (formats !== undefined && name === "output");
  return isTaken ? undefined : "it prints a fixed text";
}

/** Whether a command, or a report where there is none, takes the flag. */
export function isFlagOf(flag: FlagDefinition, command: CommandName | undefined): boolean {
  return (flag.of === undefined || flag.of === command) && refusalReason(flag, command) === undefined;
}

function unless(isRight: boolean, error: string): string | undefined {
  return isRight ? undefined : error;
}

function invalid(flag: string, value: string, use: string): string {
  return `invalid argument "${value}" for "${flag}": use ${use}`;
}

function wrongDuration(flag: string, value: string): string | undefined {
  return unless(
    millisecondsOfDuration(value) !== undefined,
    invalid(flag, value, "a duration with a unit, e.g. 90s, 30m or 1h30m"),
  );
}

/** Whether a comma-separated list has an empty item. */
function hasGap(value: string): boolean {
  return value.split(",").includes("");
}

/** The error for a flag of a connection beside one that names files, which it would not affect. */
function filesAndClusterText(source: string, other: string): string {
  return `--${other} applies to a cluster, but --${source} reads files; remove one of them`;
}

/** The error for a flag that names several clusters together with one that names one source. */
function severalAndOneText(several: string, one: string): string {
  return `--${several} reads several clusters and cannot be used with --${one}`;
}

/** Why a command takes no `--plain`: it has these formats only. */
function otherFormatsText(command: CommandName): string {
  return `it prints ${formatsOfCommand(command).join(", ")}`;
}
