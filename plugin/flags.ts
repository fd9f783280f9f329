/** One flag: its kubectl name, what it takes, and its line in the help. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in the help; absent: a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** What may come after `--name` where no value does, as kubectl's own `-v` cannot. */
  readonly bare?: string;
  /** Each one counts, where of any other flag only the last does. */
  readonly repeats?: true;
  /** How to reach the cluster: listed by `options`, as kubectl lists them, not by the help. */
  readonly reaches?: true;
  /** How it is printed where nobody asks: listed by `options` too. */
  readonly prints?: true;
  readonly help: string;
}

/** Every flag in the order of the help; names and meanings are kubectl's where kubectl has them. */
export const flags: readonly Flag[] = [
  { name: "namespace", short: "n", value: "NAMESPACE", help: "look in this namespace; without it, in all" },
  { name: "all-namespaces", short: "A", help: "look in all namespaces, whatever -n says" },
  { name: "selector", short: "l", value: "LABELS", help: "only those with these labels, e.g. a=b,c!=d" },
  { name: "field-selector", value: "FIELDS", help: "only with this metadata.name or .namespace" },
  { name: "filename", short: "f", value: "FILE", repeats: true, help: "read files, folders or - instead of a cluster" },
  { name: "recursive", short: "R", help: "with -f, folders and all below them" },
  { name: "must-gather", value: "PATH", help: "read a must-gather: folder, tar or zip" },
  { name: "deep", help: "down to the containers also where all is well" },
  { name: "related", help: "look up every entry of relatedObjects" },
  { name: "tree", help: "what an object owns, by ownerReferences" },
  {
    name: "profile",
    value: "NAME",
    choices: ["hco", "application", "greenhouse", "generic"],
    help: "judge as hco|application|...",
  },
  { name: "senses", value: "FILE", help: "what condition types mean, in YAML" },
  { name: "output", short: "o", value: "FORMAT", help: "text|wide|json|yaml|html|jsonpath=|..." },
  { name: "no-headers", prints: true, help: "tables without their first line" },
  { name: "plain", help: "key: value lines; the same as -o plain" },
  { name: "absolute-time", prints: true, help: "times instead of ages" },
  {
    name: "rules",
    value: "SET",
    choices: ["operator", "conditions-doc", "status-doc", "code", "proposal", "controller", "adr"],
    help: "the rule set that drift is computed with",
  },
  { name: "at", value: "TIME", help: "count ages from this time (RFC 3339)" },
  { name: "exit-code", help: "exit with the verdict, see below" },
  { name: "color", value: "WHEN", choices: ["auto", "always", "never"], prints: true, help: "auto|always|never" },
  { name: "ascii", prints: true, help: "draw with ASCII only" },
  { name: "width", value: "COLUMNS", prints: true, help: "wrap at this width; 0 does not wrap" },
  { name: "v", short: "v", value: "LEVEL", bare: "6", prints: true, help: "show each request on stderr; 0 shows none" },
  { name: "version", help: "print the version" },
  { name: "help", short: "h", help: "print this help" },
  { name: "context", value: "CONTEXT", reaches: true, help: "the kubeconfig context to use" },
  { name: "kubeconfig", value: "FILE", reaches: true, help: "the kubeconfig file to use" },
  { name: "cluster", value: "CLUSTER", reaches: true, help: "the kubeconfig cluster to use" },
  { name: "user", value: "USER", reaches: true, help: "the kubeconfig user to use" },
  { name: "server", short: "s", value: "URL", reaches: true, help: "the address of the API server" },
  { name: "token", value: "TOKEN", reaches: true, help: "the bearer token to send" },
  { name: "username", value: "NAME", reaches: true, help: "the name for basic authentication" },
  { name: "password", value: "PASSWORD", reaches: true, help: "the password for basic authentication" },
  { name: "client-certificate", value: "FILE", reaches: true, help: "the client certificate for TLS" },
  { name: "client-key", value: "FILE", reaches: true, help: "the key of the client certificate" },
  { name: "certificate-authority", value: "FILE", reaches: true, help: "who signs the server's certificate" },
  { name: "insecure-skip-tls-verify", reaches: true, help: "do not check the server's certificate" },
  { name: "tls-server-name", value: "NAME", reaches: true, help: "the name in the server's certificate" },
  { name: "as", value: "USER", reaches: true, help: "act as this user" },
  {
    name: "as-group",
    value: "GROUP",
    reaches: true,
    repeats: true,
    help: "act as a member of it; may be repeated",
  },
  { name: "as-uid", value: "UID", reaches: true, help: "act as this uid" },
  {
    name: "as-user-extra",
    value: "KEY=VALUE",
    reaches: true,
    repeats: true,
    help: "act with this extra; may be repeated",
  },
  { name: "request-timeout", value: "TIME", reaches: true, help: "limit of one request, e.g. 5s, 2m; 0 none" },
  { name: "cache-dir", value: "FOLDER", reaches: true, help: "where to keep what saves time" },
  { name: "disable-compression", reaches: true, help: "ask for unpacked answers" },
];
