import { parseMilliseconds } from "../../shared/model/time.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";
import {
  emptyFilenameText,
  emptyMustGatherText,
  gatherAndFilesText,
  givenTwiceText,
  invalidRequestTimeoutText,
  invalidTimeText,
  invalidVerbosityText,
  invalidWidthText,
  plainAndFormatText,
  recursiveWithoutFilesText,
  unknownChoiceText,
} from "../../shared/render/words/plugin/arguments.ts";
import { wrongOutput } from "../process/output-target.ts";
import { commandIn } from "./commands.ts";
import { millisecondsOfRequest } from "./connection-flags.ts";
import { allFlags } from "./flags.ts";
import { asksForText, type CommandLineTokens, filesNamed, tokenLookup } from "./token-lookup.ts";

/** The first error in the flags that a report has too, in one sentence. */
export function firstWrong(words: CommandLineTokens): string | undefined {
  const wrong = wrongChoice(words) ?? wrongValue(words);
  if (wrong !== undefined || asksForText(words)) return wrong;
  return wrongSource(words) ?? (commandIn(words.names) === undefined ? wrongFormat(words) : undefined);
}

function wrongChoice(words: CommandLineTokens): string | undefined {
  const { last } = tokenLookup(words);
  for (const { name, choices } of allFlags) {
    const value = last(name);
    if (choices !== undefined && value !== undefined && !choices.includes(value))
      return unknownChoiceText(name, value, nearestSpelling(value, choices), choices);
  }
  return undefined;
}

function wrongValue(words: CommandLineTokens): string | undefined {
  const { last } = tokenLookup(words);
  const [at, width, timeout, level] = [last("at"), last("width"), last("request-timeout"), last("v")];
  if (at !== undefined && parseMilliseconds(at) === undefined) return invalidTimeText(at);
  if (width !== undefined && !/^\d{1,5}$/.test(width)) return invalidWidthText(width);
  if (level !== undefined && !/^\d{1,3}$/.test(level)) return invalidVerbosityText(level);
  if (timeout !== undefined && millisecondsOfRequest(timeout) === undefined) return invalidRequestTimeoutText(timeout);
  return undefined;
}

function wrongSource(words: CommandLineTokens): string | undefined {
  const { last, isOn, all } = tokenLookup(words);
  const files = filesNamed(words);
  // An unset variable must not turn a dump into the cluster of the current context.
  if (files.includes("")) return emptyFilenameText;
  if (isOn("recursive") && files.length === 0) return recursiveWithoutFilesText;
  const two = sources.find((flag) => new Set(all(flag)).size > 1);
  if (two !== undefined) return givenTwiceText(two);
  const gather = last("must-gather");
  if (gather === "") return emptyMustGatherText;
  if (gather !== undefined && files.length > 0) return gatherAndFilesText;
  return undefined;
}

function wrongFormat(words: CommandLineTokens): string | undefined {
  return wrongPlain(words) ?? wrongOutput(tokenLookup(words).last("output") ?? "");
}

/** The error for two formats at once. */
export function wrongPlain(words: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(words);
  const output = last("output") ?? "";
  if (!isOn("plain") || output === "" || output === "plain") return undefined;
  return plainAndFormatText(output);
}

/**
 * The plugin's own flags that name what is read, which may be given only once. The first of two would be ignored
 * silently. kubectl's flags take the last.
 */
const sources = ["must-gather", "polarity"] as const;
