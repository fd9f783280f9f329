import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { type FormatName, formatNames } from "../../shared/render/formats/format-names.ts";
import {
  logsOfFilesText,
  logsOfInventoryText,
  severalComponentsText,
  withPassedOnHint,
} from "../../shared/render/words/commands/logs.ts";
import {
  emptyTypeText,
  invalidRoleNameText,
  objectNotTypeText,
  typesOfInventoryText,
} from "../../shared/render/words/commands/permissions.ts";
import { bundleAndOutputText, bundleNameText } from "../../shared/render/words/files/bundle.ts";
import {
  invalidNamespaceText,
  unknownFlagText,
  unknownFormatText,
} from "../../shared/render/words/plugin/arguments.ts";
import {
  completionArgumentText,
  contextsTwiceText,
  diffArgumentsText,
  emptyCodeText,
  emptyContextText,
  emptyLabelText,
  emptyOutputFileText,
  emptyProvidersText,
  formatAsFileText,
  gateArgumentText,
  gateWithoutChecksText,
  helpArgumentText,
  invalidDurationText,
  invalidInventoryClusterText,
  invalidListenText,
  invalidParallelText,
  labelsWithoutInventoryText,
  negativeStabilityText,
  noArgumentText,
  oneOfInventoryAndText,
  parallelWithoutContextsText,
  providersWithoutInventoryText,
  reportAndTokenText,
  severalAndOneText,
  stabilityBeyondTimeoutText,
  stabilityWithoutTimeText,
  watchedFilesText,
  watchedMomentText,
} from "../../shared/render/words/plugin/commands.ts";
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

function wrongNamespace(words: CommandLineTokens): string | undefined {
  const namespace = tokenLookup(words).last("namespace") ?? "";
  return namespaceForm.test(namespace) ? undefined : invalidNamespaceText(namespace);
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

function wrongTimes(words: CommandLineTokens): string | undefined {
  const { last } = tokenLookup(words);
  for (const flag of ["timeout", "stable-for"] as const) {
    const value = last(flag);
    if (value !== undefined && millisecondsOfDuration(value) === undefined) return invalidDurationText(flag, value);
  }
  const { stableFor, timeout } = readCommandOptions(words).waiting;
  const [stable = "", limit] = [last("stable-for"), last("timeout")];
  if (stableFor < 0) return negativeStabilityText(stable);
  if (stableFor > 0 && timeout === 0) return stabilityWithoutTimeText(stable);
  if (stableFor > timeout) return stabilityBeyondTimeoutText(stable, limit);
  return undefined;
}

function wrongContexts(words: CommandLineTokens): string | undefined {
  const { last, isOn, all } = tokenLookup(words);
  const parallel = last("parallel");
  if (parallel !== undefined && !/^[1-9]\d{0,2}$/.test(parallel)) return invalidParallelText(parallel);
  const contexts = all("contexts");
  if (contexts.some(hasGap)) return emptyContextText;
  if (contexts.length > 0 && isOn("all-contexts")) return contextsTwiceText;
  const several = contexts.length > 0 ? "contexts" : isOn("all-contexts") ? "all-contexts" : undefined;
  const inventory = wrongInventory(words, several);
  if (inventory !== undefined || isOn("inventory")) return inventory;
  if (several === undefined) return parallel === undefined ? undefined : parallelWithoutContextsText;
  const one = (["context", "server", "cluster", "filename", "must-gather"] as const).find(
    (flag) => all(flag).length > 0,
  );
  return one && severalAndOneText(several, one);
}

/** The error in the flags of an inventory. The flags of a connection lead to its hub. */
function wrongInventory(
  words: CommandLineTokens,
  several: "contexts" | "all-contexts" | undefined,
): string | undefined {
  const { last, isOn, all } = tokenLookup(words);
  const file = last("inventory-providers");
  if (file === "") return emptyProvidersText;
  const one = last("inventory-cluster");
  if (one !== undefined && !/^([^/]+\/)?[^/]+$/.test(one)) return invalidInventoryClusterText(one);
  const labels = all("label-columns");
  if (labels.some(hasGap)) return emptyLabelText;
  if (isOn("inventory")) {
    const other =
      several ?? (["filename", "must-gather", "inventory-cluster"] as const).find((flag) => all(flag).length > 0);
    return other && severalAndOneText("inventory", other);
  }
  if (labels.length > 0) return labelsWithoutInventoryText;
  if (one === undefined) return file === undefined ? undefined : providersWithoutInventoryText;
  return several && oneOfInventoryAndText(several);
}

function wrongWatch(words: CommandLineTokens): string | undefined {
  const { isOn, all } = tokenLookup(words);
  if (!isOn("watch")) return undefined;
  const source = (["filename", "must-gather"] as const).find((flag) => all(flag).length > 0);
  if (source !== undefined) return watchedFilesText(source);
  if (all("at").length > 0) return watchedMomentText;
  return undefined;
}

function wrongServing(words: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(words);
  const [listen, file] = [last("listen"), last("report-token-file")];
  if (listen !== undefined && parseListenAddress(listen) === undefined) return invalidListenText(listen);
  if (isOn("report") !== (file !== undefined && file !== "")) return reportAndTokenText;
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
    : gateWithoutChecksText(formatsWithChecks);
}

const formatsWithChecks: readonly string[] = ["junit", "github"] satisfies readonly FormatName[];

function wrongBundle(words: CommandLineTokens): string | undefined {
  const { last } = tokenLookup(words);
  const bundle = last("bundle");
  if (bundle === undefined) return undefined;
  if (last("output") !== undefined) return bundleAndOutputText;
  return /[^/\\]\.(tar\.gz|tgz)$/i.test(bundle) ? undefined : bundleNameText(bundle);
}

function wrongFile(file: string | undefined): string | undefined {
  if (file === "") return emptyOutputFileText;
  const isFormat = formatNames.some(({ name }) => name === file);
  return file !== undefined && isFormat ? formatAsFileText(file) : undefined;
}

/** The error for arguments that a command does not take. */
function wrongArguments([first, ...more]: readonly string[]): string | undefined {
  if (first === "help" && more.length > 0 && (more.length > 1 || commandIn(more) === undefined))
    return helpArgumentText(more, nearestSpelling(more.join(" "), commandNames), commandNames);
  if (first === "diff" && more.length !== 2) return diffArgumentsText(more);
  if (first === "gate" && more[0] !== "upgrade") return gateArgumentText(more[0]);
  if (first === "permissions") return wrongTypes(more);
  if (first === "options" || first === "version" || first === "mcp")
    return more.length === 0 ? undefined : noArgumentText(first, more);
  if (first !== "completion") return undefined;
  const isKnown = more.length === 1 && shellNames.some((shell) => shell === more[0]);
  return isKnown ? undefined : completionArgumentText(more, shellNames);
}

/** The error for anything but types, after `permissions`. */
function wrongTypes(types: readonly string[]): string | undefined {
  if (types.some((type) => type.split(",").includes(""))) return emptyTypeText;
  const object = types.find((type) => type.includes("/"));
  return object && objectNotTypeText(object);
}

/** The error for what a cluster is asked for, where the role for a hub is wanted. */
function wrongPermissions(words: CommandLineTokens): string | undefined {
  const { isOn } = tokenLookup(words);
  if (commandIn(words.names) !== "permissions" || !isOn("inventory")) return undefined;
  return words.names.length > 1 || isOn("deep") || isOn("related") ? typesOfInventoryText : undefined;
}

/** The error for `logs` with several components, or with files in place of a cluster. */
function wrongLogs(words: CommandLineTokens): string | undefined {
  if (commandIn(words.names) !== "logs") return undefined;
  const { isOn, all } = tokenLookup(words);
  const components = words.names.slice(1, words.namesBeforeDashes);
  if (components.length > 1) return severalComponentsText(components);
  if (isOn("dry-run")) return undefined;
  if (all("inventory-cluster").length > 0) return logsOfInventoryText;
  const source = (["filename", "must-gather"] as const).find((flag) => all(flag).length > 0);
  return source && logsOfFilesText(source);
}

/** The error for a name that no role may have. It would stand in a command for a shell too. */
function wrongRoleName(name: string | undefined): string | undefined {
  const isRight = name === undefined || /^[a-z0-9]([-a-z0-9.:]{0,240}[a-z0-9])?$/i.test(name);
  return isRight ? undefined : invalidRoleNameText(name);
}
