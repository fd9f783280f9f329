import type { CommandName } from "./commands.ts";

/** One flag: its kubectl name and what it takes; what it does stands in plugin/flag-words.ts. */
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
  /** Seldom needed to say what is read and how it is judged: listed by `options` too. */
  readonly judges?: true;
  /** Only this command takes it: listed by its own help. */
  readonly of?: CommandName;
}

/** Every flag in the order of the help; names and meanings are kubectl's where kubectl has them. */
export const flags: readonly Flag[] = [
  { name: "namespace", short: "n", value: "NAMESPACE" },
  { name: "all-namespaces", short: "A" },
  { name: "selector", short: "l", value: "LABELS" },
  { name: "field-selector", value: "FIELDS", judges: true },
  { name: "filename", short: "f", value: "FILE", repeats: true },
  { name: "recursive", short: "R", judges: true },
  { name: "must-gather", value: "PATH" },
  { name: "deep" },
  { name: "related" },
  { name: "tree" },
  {
    name: "profile",
    value: "NAME",
    choices: ["hco", "application", "greenhouse", "generic"],
  },
  { name: "senses", value: "FILE", judges: true },
  { name: "output", short: "o", value: "FORMAT" },
  { name: "no-headers", prints: true },
  { name: "plain" },
  { name: "absolute-time", prints: true },
  {
    name: "rules",
    value: "SET",
    judges: true,
    choices: ["operator", "conditions-doc", "status-doc", "code", "proposal", "controller", "adr"],
  },
  { name: "at", value: "TIME", judges: true },
  { name: "watch", short: "w" },
  { name: "contexts", value: "A,B", repeats: true },
  { name: "all-contexts" },
  { name: "parallel", value: "N", judges: true },
  {
    name: "for",
    value: "STATE",
    of: "wait",
  },
  { name: "stable-for", value: "TIME", of: "wait" },
  { name: "timeout", value: "TIME", of: "wait" },
  { name: "fail-fast", of: "wait" },
  { name: "accept", value: "CODES", of: "gate", repeats: true },
  { name: "exit-code" },
  { name: "color", value: "WHEN", choices: ["auto", "always", "never"], prints: true },
  { name: "ascii", prints: true },
  { name: "width", value: "COLUMNS", prints: true },
  { name: "v", short: "v", value: "LEVEL", bare: "6", prints: true },
  { name: "version" },
  { name: "help", short: "h" },
  { name: "context", value: "CONTEXT", reaches: true },
  { name: "kubeconfig", value: "FILE", reaches: true },
  { name: "cluster", value: "CLUSTER", reaches: true },
  { name: "user", value: "USER", reaches: true },
  { name: "server", short: "s", value: "URL", reaches: true },
  { name: "token", value: "TOKEN", reaches: true },
  { name: "username", value: "NAME", reaches: true },
  { name: "password", value: "PASSWORD", reaches: true },
  { name: "client-certificate", value: "FILE", reaches: true },
  { name: "client-key", value: "FILE", reaches: true },
  { name: "certificate-authority", value: "FILE", reaches: true },
  { name: "insecure-skip-tls-verify", reaches: true },
  { name: "tls-server-name", value: "NAME", reaches: true },
  { name: "as", value: "USER", reaches: true },
  {
    name: "as-group",
    value: "GROUP",
    reaches: true,
    repeats: true,
  },
  { name: "as-uid", value: "UID", reaches: true },
  {
    name: "as-user-extra",
    value: "KEY=VALUE",
    reaches: true,
    repeats: true,
  },
  { name: "request-timeout", value: "TIME", reaches: true },
  { name: "cache-dir", value: "FOLDER", reaches: true },
  { name: "disable-compression", reaches: true },
];
