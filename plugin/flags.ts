/** One flag: its kubectl name, what it takes, and its line in the help. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in the help; absent: a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly help: string;
}

/** The formats of `-o`; plugin/run.ts renders them through shared/render/formats.ts, and a test holds the two together. */
export const formatNames = ["text", "wide", "json", "yaml", "name"] as const;

/** Every flag in the order of the help; names and meanings are kubectl's where kubectl has them. */
export const flags: readonly Flag[] = [
  { name: "namespace", short: "n", value: "NAMESPACE", help: "look in this namespace; without it, in all" },
  { name: "all-namespaces", short: "A", help: "look in all namespaces, whatever -n says" },
  {
    name: "filename",
    short: "f",
    value: "FILE",

    help: "read files, folders or - instead of a cluster",
  },
  { name: "recursive", short: "R", help: "with -f, folders and all below them" },
  { name: "output", short: "o", value: "FORMAT", choices: formatNames, help: formatNames.join("|") },
  {
    name: "rules",
    value: "SET",
    choices: ["operator", "conditions-doc", "status-doc"],
    help: "operator|conditions-doc|status-doc",
  },
  { name: "at", value: "TIME", help: "count ages from this time (RFC 3339)" },
  { name: "exit-code", help: "exit with the verdict, see below" },
  { name: "color", value: "WHEN", choices: ["auto", "always", "never"], help: "auto|always|never" },
  { name: "ascii", help: "draw with ASCII only" },
  { name: "width", value: "COLUMNS", help: "wrap at this width; 0 does not wrap" },
  { name: "context", value: "CONTEXT", help: "the kubeconfig context to use" },
  { name: "kubeconfig", value: "FILE", help: "the kubeconfig file to use" },
  { name: "request-timeout", value: "TIME", help: "give up on one request after e.g. 5s, 2m; 0 never" },
  { name: "version", help: "print the version" },
  { name: "help", short: "h", help: "print this help" },
];
