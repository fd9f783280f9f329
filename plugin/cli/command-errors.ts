import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { type FormatName, formatNames } from "../../shared/render/formats/format-names.ts";
import { unknownFlagText, unknownFormatText } from "../../shared/render/words/plugin/arguments.ts";
import { parseListenAddress } from "../process/listen-address.ts";
import { similarFormat } from "../process/output-target.ts";
import { isTaken, wrongFlag } from "./command-flags.ts";
import { readCommandOptions } from "./command-options.ts";
import { commandIn, commandNames, shellNames } from "./commands.ts";
import { millisecondsOfDuration } from "./durations.ts";
import { allFlags } from "./flags.ts";
import { wrongState } from "./for-values.ts";
import { allowedFormats } from "./formats-of-command.ts";
import { wrongOfflineFlag } from "./offline-flags.ts";
import { wrongPlain } from "./option-errors.ts";
import { asksForText, type CommandLineTokens, namespaceForm, tokenLookup } from "./token-lookup.ts";
import { tokenizeArguments, type WrongWord } from "./tokenize.ts";

/** The first error in a command, or in flags that only some commands take, in one sentence. */
export function wrongCommand(words: CommandLineTokens): string | undefined {
  // A request for the help is answered, whatever else the command line has.
  if (asksForText(words)) return undefined;
  return (
    wrongNamespace(words) ??
    wrongFlag(words, commandIn(words.names)) ??
    wrongOfflineFlag(words) ??
    wrongCommandFlags(words) ??
    wrongFormat(words) ??
    wrongArguments(words.names) ??
    wrongPermissions(words) ??
    wrongLogs(words)
  );
}

/**
 * The error for an unknown flag or one without its value. It suggests only a flag that the command of `argv` takes, and
 * for `logs` the place of kubectl's flags.
 */
export function wrongWordError({ error, unknown }: WrongWord, argv: readonly string[]): string {
  const words = tokenizeArguments(argv).flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const command = commandIn(words);
  const names = allFlags.filter((flag) => isTaken(flag, command)).map(({ name }) => name);
  const guess =
    unknown &&
    nearestSpelling(
      unknown.slice(2),
      names.filter((name) => name.length > 1),
    );
  const text = unknown === undefined ? error : unknownFlagText(unknown, guess);
  return command === "logs" && guess === undefined ? withPassedOnHint(text) : text;
}

/** An error with the place of the flags of `kubectl logs`. */
function withPassedOnHint(error: string): string {
  return `${error}; ${passedOnHint}`;
}

const passedOnHint = "flags of kubectl logs follow after --, as in: kubectl hco-status logs -- -f --tail 50";

function wrongNamespace(words: CommandLineTokens): string | undefined {
  const namespace = tokenLookup(words).last("namespace") ?? "";
  return namespaceForm.test(namespace)
    ? undefined
    : `invalid argument "${namespace}" for "--namespace": use lowercase letters, digits and "-"`;
}

/** The first error in a command's own flags, alone or combined. */
function wrongCommandFlags(words: CommandLineTokens): string | undefined {
  const { all, last } = tokenLookup(words);
  if (all("accept").some(hasGap)) return emptyCodeText;
  return (
    wrongRoleName(last("name")) ??
    wrongBundle(words) ??
    wrongState(all("for")) ??
    wrongTimes(words) ??
    wrongContexts(words) ??
    wrongWatch(words) ??
    wrongServing(words)
  );
}

const emptyOrComma = "the value is empty or has an extra comma";

/** The error for an empty code in `--accept`. */
const emptyCodeText: string = `--accept has an empty code: ${emptyOrComma}`;

function wrongTimes(words: CommandLineTokens): string | undefined {
  const { last } = tokenLookup(words);
  for (const flag of ["timeout", "stable-for"] as const) {
    const value = last(flag);
    if (value !== undefined && millisecondsOfDuration(value) === undefined)
      return `invalid argument "${value}" for "--${flag}": use a duration with a unit, e.g. 90s, 30m or 1h30m`;
  }
  const { stableFor, timeout } = readCommandOptions(words).waiting;
  const [stable = "", limit] = [last("stable-for"), last("timeout")];
  if (stableFor < 0) return `invalid argument "${stable}" for "--stable-for": it cannot be negative`;
  if (stableFor > 0 && timeout === 0) return `--stable-for ${stable} needs time, and --timeout 0 checks only once`;
  if (stableFor > timeout) return stabilityBeyondTimeoutText(stable, limit);
  return undefined;
}

/** The error for a `--stable-for` longer than the time-out, which is the default where `timeout` is not given. */
function stabilityBeyondTimeoutText(stableFor: string, timeout = "30m, the default"): string {
  return `--stable-for ${stableFor} is longer than --timeout ${timeout}`;
}

function wrongContexts(words: CommandLineTokens): string | undefined {
  const { last, isOn, all } = tokenLookup(words);
  const parallel = last("parallel");
  if (parallel !== undefined && !/^[1-9]\d{0,2}$/.test(parallel))
    return `invalid argument "${parallel}" for "--parallel": use a number from 1 to 999`;
  const contexts = all("contexts");
  if (contexts.some(hasGap)) return emptyContextText;
  if (contexts.length > 0 && isOn("all-contexts")) return "--contexts and --all-contexts cannot be used together";
  const several = contexts.length > 0 ? "contexts" : isOn("all-contexts") ? "all-contexts" : undefined;
  const inventory = wrongInventory(words, several);
  if (inventory !== undefined || isOn("inventory")) return inventory;
  if (several === undefined)
    return parallel === undefined ? undefined : "--parallel requires --contexts, --all-contexts or --inventory";
  const one = (["context", "server", "cluster", "filename", "must-gather"] as const).find(
    (flag) => all(flag).length > 0,
  );
  return one && severalAndOneText(several, one);
}

/** The error for an empty name in `--contexts`. */
const emptyContextText: string = `--contexts has an empty context: ${emptyOrComma}`;

/** The error in the flags of an inventory. The flags of a connection lead to its hub. */
function wrongInventory(
  words: CommandLineTokens,
  several: "contexts" | "all-contexts" | undefined,
): string | undefined {
  const { last, isOn, all } = tokenLookup(words);
  const file = last("inventory-providers");
  if (file === "") return "--inventory-providers is empty; specify a file";
  const one = last("inventory-cluster");
  if (one !== undefined && !/^([^/]+\/)?[^/]+$/.test(one))
    return `--inventory-cluster "${one}" is invalid; specify NAME or NAMESPACE/NAME of a ClusterProfile`;
  const labels = all("label-columns");
  if (labels.some(hasGap)) return "--label-columns (-L) contains an empty label";
  if (isOn("inventory")) {
    const other =
      several ?? (["filename", "must-gather", "inventory-cluster"] as const).find((flag) => all(flag).length > 0);
    return other && severalAndOneText("inventory", other);
  }
  if (labels.length > 0)
    return "--label-columns (-L) requires --inventory; the contexts of a kubeconfig have no labels";
  if (one === undefined)
    return file === undefined ? undefined : "--inventory-providers requires --inventory or --inventory-cluster";
  return several && `--inventory-cluster reads a cluster of the hub and cannot be used with --${several}`;
}

/** The error for a flag that names several clusters together with one that names one source. */
function severalAndOneText(several: string, one: string): string {
  return `--${several} reads several clusters and cannot be used with --${one}`;
}

function wrongWatch(words: CommandLineTokens): string | undefined {
  const { isOn, all } = tokenLookup(words);
  if (!isOn("watch")) return undefined;
  const source = (["filename", "must-gather"] as const).find((flag) => all(flag).length > 0);
  if (source !== undefined)
    return `--watch (-w) requires a cluster, but --${source} reads files, which are read once; remove one of them`;
  if (all("at").length > 0) return "--watch (-w) uses the current time and cannot be used with --at";
  return undefined;
}

function wrongServing(words: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(words);
  const [listen, file] = [last("listen"), last("report-token-file")];
  if (listen !== undefined && parseListenAddress(listen) === undefined)
    return `invalid argument "${listen}" for "--listen": use HOST:PORT, [IPV6]:PORT or :PORT`;
  if (isOn("report") !== (file !== undefined && file !== ""))
    return "--report and --report-token-file require each other";
  return undefined;
}

function hasGap(value: string): boolean {
  return value.split(",").includes("");
}

function wrongFormat(words: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(words);
  const output = last("output") ?? "";
  if (commandIn(words.names) === "logs") return undefined;
  if (commandIn(words.names) === "snapshot") return wrongFile(last("output"));
  const { whose, formats } = allowedFormats(words);
  const asked = isOn("plain") && output === "" ? "plain" : output;
  const both = wrongPlain(words) ?? wrongGate(last("gate"), asked);
  if (both !== undefined || asked === "") return both;
  const row = formatNames.find(({ name }) => asked === name || asked.startsWith(`${name}=`));
  const isRight = row !== undefined && (row.takes !== undefined || asked === row.name) && formats.includes(row.name);
  return isRight ? undefined : unknownFormatText(asked, whose, formats, similarFormat(asked, formats));
}

/** The error for `--gate` with a format that has no checks. */
function wrongGate(gate: string | undefined, format: string): string | undefined {
  return gate === undefined || formatsWithChecks.includes(format)
    ? undefined
    : `--gate applies to -o ${formatsWithChecks.join(" and -o ")}; the result alone: kubectl hco-status gate upgrade`;
}

const formatsWithChecks: readonly string[] = ["junit", "github"] satisfies readonly FormatName[];

function wrongBundle(words: CommandLineTokens): string | undefined {
  const { last } = tokenLookup(words);
  const bundle = last("bundle");
  if (bundle === undefined) return undefined;
  if (last("output") !== undefined) return "--bundle and --output (-o) cannot be used together";
  return /[^/\\]\.(tar\.gz|tgz)$/i.test(bundle)
    ? undefined
    : `--bundle requires a file that ends in .tar.gz or .tgz: got "${bundle}"`;
}

function wrongFile(file: string | undefined): string | undefined {
  if (file === "") return "--output (-o) is empty; specify a file";
  const isFormat = formatNames.some(({ name }) => name === file);
  return file !== undefined && isFormat
    ? `--output (-o) of snapshot is a file, not a format; use ./${file} for a file with this name`
    : undefined;
}

/** The error for arguments that a command does not take. */
function wrongArguments([first, ...more]: readonly string[]): string | undefined {
  if (first === "help" && more.length > 0 && (more.length > 1 || commandIn(more) === undefined))
    return helpArgumentText(more, nearestSpelling(more.join(" "), commandNames), commandNames);
  if (first === "diff" && more.length !== 2) return `diff requires two sources, BEFORE and AFTER: ${gotText(more)}`;
  if (first === "gate" && more[0] !== "upgrade") return gateArgumentText(more[0]);
  if (first === "permissions") return wrongTypes(more);
  if (first === "options" || first === "version" || first === "mcp")
    return more.length === 0 ? undefined : `${first} accepts no arguments: got "${more.join(" ")}"`;
  if (first !== "completion") return undefined;
  const isKnown = more.length === 1 && shellNames.some((shell) => shell === more[0]);
  return isKnown ? undefined : `completion requires one shell: ${gotText(more)}; allowed: ${shellNames.join(", ")}`;
}

/** The error for `help` with anything but one command. `guess` is a similar one. */
function helpArgumentText(given: readonly string[], guess: string | undefined, commands: readonly string[]): string {
  const hint = guess === undefined ? "" : `, did you mean ${guess}?`;
  return `help accepts one command: got "${given.join(" ")}"${hint}; allowed: ${commands.join(", ")}`;
}

function gotText(given: readonly string[]): string {
  return given.length === 0 ? "got none" : `got "${given.join(" ")}"`;
}

/** The error for `gate` with another word than `upgrade`, or with none. */
function gateArgumentText(given: string | undefined): string {
  return `gate requires the argument "upgrade"${given === undefined ? "" : `, not "${given}"`}: kubectl hco-status gate upgrade`;
}

/** The error for anything but types, after `permissions`. */
function wrongTypes(types: readonly string[]): string | undefined {
  if (types.some((type) => type.split(",").includes(""))) return "permissions takes types: one of them is empty";
  const object = types.find((type) => type.includes("/"));
  return (
    object && `permissions takes types, not the name of an object: use "${object.split("/")[0]}" instead of "${object}"`
  );
}

/** The error for what a cluster is asked for, where the role for a hub is wanted. */
function wrongPermissions(words: CommandLineTokens): string | undefined {
  const { isOn } = tokenLookup(words);
  if (commandIn(words.names) !== "permissions" || !isOn("inventory")) return undefined;
  return words.names.length > 1 || isOn("deep") || isOn("related")
    ? "permissions --inventory is about the hub alone; remove the types, --deep and --related"
    : undefined;
}

/** The error for `logs` with several components, or with files in place of a cluster. */
function wrongLogs(words: CommandLineTokens): string | undefined {
  if (commandIn(words.names) !== "logs") return undefined;
  const { isOn, all } = tokenLookup(words);
  const components = words.names.slice(1, words.namesBeforeDashes);
  if (components.length > 1) return severalComponentsText(components);
  if (isOn("dry-run")) return undefined;
  if (all("inventory-cluster").length > 0)
    return "logs runs kubectl, which does not read an inventory; add --dry-run to print the command, with your context to fill in";
  const source = (["filename", "must-gather"] as const).find((flag) => all(flag).length > 0);
  return source && logsOfFilesText(source);
}

/** The error for `logs` of files. kubectl logs has a flag `-f` of its own. */
function logsOfFilesText(source: "filename" | "must-gather"): string {
  const error = `logs requires a live cluster, but --${source} reads files; add --dry-run to print the command for the cluster`;
  return source === "filename" ? `${error}, or give -f to kubectl after --` : error;
}

/** The error for `logs` with more than one component. */
function severalComponentsText(given: readonly string[]): string {
  return withPassedOnHint(`logs takes one component: got "${given.join(" ")}"`);
}

/** The error for a name that no role may have. It would stand in a command for a shell too. */
function wrongRoleName(name: string | undefined): string | undefined {
  const isRight = name === undefined || /^[a-z0-9]([-a-z0-9.:]{0,240}[a-z0-9])?$/i.test(name);
  return isRight
    ? undefined
    : `invalid argument "${name}" for "--name": use letters, digits, "-", "." and ":", e.g. hco-status`;
}
