import { fallbackProfile, profileNames, ruleSets } from "../../shared/model/families.ts";
import type { CommandName } from "./commands.ts";

// A flag is two rows of this file: one for the parser, and one for the help. They are apart because every start of the
// plugin loads the first. With the second, the file that starts would be larger. The help text of each flag is in
// shared/render/words/plugin/flag-help.ts. options.ts reads the values.

/** What the parser of the command line knows about a flag: its kubectl name and what it takes. */
interface FlagRow {
  readonly name: string;
  readonly short?: string;
  /** The placeholder for the value in the help. Absent: a switch. `FILE`, `PATH` and `FOLDER` complete as such. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** The value where the flag is not given. */
  readonly default?: string;
  /** The value where none follows the letter. kubectl's own `-v` has no such value. */
  readonly bare?: string;
  /** Every occurrence counts. Of any other flag only the last does. */
  readonly repeats?: true;
  /** The only command that takes the flag. The help of that command lists it. */
  readonly of?: CommandName;
  /** The flag excludes other flags or formats of a report. command-errors.ts says which. */
  readonly excludes?: true;
}

/** The choices of `--rules`. The fallback profile has only one rule set, so that is no choice. */
const ruleSetChoices = profileNames
  .flatMap((name) => ruleSets[name])
  .filter((each) => !ruleSets[fallbackProfile].includes(each));

const rows = [
  { name: "namespace", short: "n", value: "NAMESPACE" },
  { name: "all-namespaces", short: "A" },
  { name: "selector", short: "l", value: "LABELS" },
  { name: "field-selector", value: "FIELDS" },
  { name: "filename", short: "f", value: "FILE", repeats: true, excludes: true },
  { name: "recursive", short: "R" },
  { name: "must-gather", value: "PATH", excludes: true },
  { name: "deep" },
  { name: "related" },
  { name: "tree" },
  { name: "profile", value: "NAME", choices: profileNames as readonly string[] },
  { name: "polarity", value: "FILE" },
  { name: "output", short: "o", value: "FORMAT" },
  { name: "gate", value: "WHAT", choices: ["upgrade"], excludes: true },
  { name: "no-headers" },
  { name: "plain" },
  { name: "absolute-time" },
  {
    name: "rules",
    value: "SET",
    choices: ruleSetChoices as readonly string[],
  },
  { name: "at", value: "TIME" },
  { name: "watch", short: "w", excludes: true },
  { name: "contexts", value: "A,B", repeats: true, excludes: true },
  { name: "all-contexts", excludes: true },
  { name: "inventory", excludes: true },
  { name: "inventory-cluster", value: "NAME", excludes: true },
  { name: "inventory-providers", value: "FILE", excludes: true },
  { name: "label-columns", short: "L", value: "KEYS", repeats: true, excludes: true },
  { name: "parallel", value: "N", default: "10", excludes: true },
  { name: "for", value: "STATE", of: "wait", default: "healthy" },
  { name: "stable-for", value: "TIME", of: "wait", default: "0" },
  { name: "timeout", value: "TIME", of: "wait", default: "30m" },
  { name: "fail-fast", of: "wait" },
  { name: "accept", value: "CODES", of: "gate", repeats: true },
  { name: "listen", value: "ADDRESS", of: "serve", default: "127.0.0.1:9870" },
  { name: "report", of: "serve" },
  { name: "report-token-file", value: "FILE", of: "serve" },
  { name: "dry-run", of: "logs" },
  { name: "bundle", value: "FILE", of: "snapshot" },
  { name: "name", value: "NAME", of: "permissions", default: "hco-status" },
  { name: "exit-code" },
  { name: "color", value: "WHEN", choices: ["auto", "always", "never"], default: "auto" },
  { name: "ascii" },
  { name: "width", value: "COLUMNS" },
  { name: "v", short: "v", value: "LEVEL", bare: "6", default: "0" },
  { name: "version" },
  { name: "help", short: "h" },
  { name: "context", value: "CONTEXT" },
  { name: "kubeconfig", value: "FILE" },
  { name: "cluster", value: "CLUSTER" },
  { name: "user", value: "USER" },
  { name: "server", short: "s", value: "URL" },
  { name: "token", value: "TOKEN" },
  { name: "username", value: "NAME" },
  { name: "password", value: "PASSWORD" },
  { name: "client-certificate", value: "FILE" },
  { name: "client-key", value: "FILE" },
  { name: "certificate-authority", value: "FILE" },
  { name: "insecure-skip-tls-verify" },
  { name: "tls-server-name", value: "NAME" },
  { name: "as", value: "USER" },
  { name: "as-group", value: "GROUP", repeats: true },
  { name: "as-uid", value: "UID" },
  { name: "as-user-extra", value: "KEY=VALUE", repeats: true },
  { name: "request-timeout", value: "TIME" },
  { name: "cache-dir", value: "FOLDER" },
  { name: "disable-compression" },
] as const;

/** The long name of a flag. `-v` has only its letter. */
export type FlagName = (typeof rows)[number]["name"];

export interface FlagDefinition extends FlagRow {
  readonly name: FlagName;
}

/** Every flag, in the order of the help. Names and meanings are kubectl's where kubectl has the flag. */
export const allFlags: readonly FlagDefinition[] = rows;

/** The topic of a flag. A command takes or refuses all flags of a topic together, see command-flags.ts. */
export type FlagTopic =
  /** How to reach a cluster. `options` lists these flags, as kubectl does, not the help. */
  | "cluster"
  | "objects"
  | "source"
  | "depth"
  | "judgement"
  | "drawing"
  | "output"
  | "watching"
  | "fleet"
  | "verdict"
  | "requests"
  | "command"
  | "text";

/** What the help, completion and refusals know about a flag, apart from its help text. */
export interface FlagPage {
  readonly about: FlagTopic;
  /**
   * A seldom needed flag, which `options` lists and the help does not. The value is its section: evaluation or
   * printing.
   */
  readonly listed?: "judge" | "print";
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
}

/** Loaded by the help, completion and errors, never by a report. */
export const flagPages: Readonly<Record<FlagName, FlagPage>> = {
  namespace: { about: "objects", completes: "namespace" },
  "all-namespaces": { about: "objects" },
  selector: { about: "objects" },
  "field-selector": { about: "objects", listed: "judge" },
  filename: { about: "source" },
  recursive: { about: "source", listed: "judge" },
  "must-gather": { about: "source" },
  deep: { about: "depth" },
  related: { about: "depth" },
  tree: { about: "depth" },
  profile: { about: "judgement" },
  polarity: { about: "judgement", listed: "judge" },
  output: { about: "output" },
  gate: { about: "output", listed: "print" },
  "no-headers": { about: "drawing", listed: "print" },
  plain: { about: "drawing", listed: "print" },
  "absolute-time": { about: "drawing", listed: "print" },
  rules: { about: "judgement", listed: "judge" },
  at: { about: "judgement", listed: "judge" },
  watch: { about: "watching" },
  contexts: { about: "fleet", completes: "context" },
  "all-contexts": { about: "fleet" },
  inventory: { about: "fleet", listed: "judge" },
  "inventory-cluster": { about: "cluster", listed: "judge", completes: "inventory cluster" },
  "inventory-providers": { about: "cluster", listed: "judge" },
  "label-columns": { about: "fleet", listed: "judge", completes: "inventory label" },
  parallel: { about: "fleet", listed: "judge" },
  for: { about: "command", completes: "state" },
  "stable-for": { about: "command" },
  timeout: { about: "command" },
  "fail-fast": { about: "command" },
  accept: { about: "command", completes: "gate code" },
  listen: { about: "command" },
  report: { about: "command" },
  "report-token-file": { about: "command" },
  "dry-run": { about: "command" },
  bundle: { about: "command" },
  name: { about: "command" },
  "exit-code": { about: "verdict" },
  color: { about: "drawing", listed: "print" },
  ascii: { about: "drawing", listed: "print" },
  width: { about: "drawing", listed: "print" },
  v: { about: "requests", listed: "print" },
  version: { about: "text" },
  help: { about: "text" },
  context: { about: "cluster", completes: "context" },
  kubeconfig: { about: "cluster" },
  cluster: { about: "cluster", completes: "cluster" },
  user: { about: "cluster", completes: "user" },
  server: { about: "cluster" },
  token: { about: "cluster" },
  username: { about: "cluster" },
  password: { about: "cluster" },
  "client-certificate": { about: "cluster" },
  "client-key": { about: "cluster" },
  "certificate-authority": { about: "cluster" },
  "insecure-skip-tls-verify": { about: "cluster" },
  "tls-server-name": { about: "cluster" },
  as: { about: "cluster" },
  "as-group": { about: "cluster" },
  "as-uid": { about: "cluster" },
  "as-user-extra": { about: "cluster" },
  "request-timeout": { about: "cluster" },
  "cache-dir": { about: "cluster" },
  "disable-compression": { about: "cluster" },
};
