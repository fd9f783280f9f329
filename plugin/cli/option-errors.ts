import { parseMilliseconds } from "../../shared/model/time.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";
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

/** The error for a value that the flag does not take. `guess` is the similar one of `choices`. */
function unknownChoiceText(flag: string, value: string, guess: string | undefined, choices: readonly string[]): string {
  const hint = guess === undefined ? "" : `, did you mean ${guess}?`;
  return `invalid value "${value}" for --${flag}${hint}; allowed: ${choices.join(", ")}`;
}

function wrongValue(words: CommandLineTokens): string | undefined {
  const { last } = tokenLookup(words);
  const [at, width, timeout, level] = [last("at"), last("width"), last("request-timeout"), last("v")];
  if (at !== undefined && parseMilliseconds(at) === undefined)
    return `invalid time "${at}" for --at: use RFC 3339, e.g. 2026-11-21T08:30:00Z`;
  if (width !== undefined && !/^\d{1,5}$/.test(width))
    return `invalid width "${width}" for --width: use a number of columns, or 0 for no wrapping`;
  if (level !== undefined && !/^\d{1,3}$/.test(level))
    return `invalid argument "${level}" for "-v": use a number; 1 or more logs each request`;
  if (timeout !== undefined && millisecondsOfRequest(timeout) === undefined)
    return `invalid value "${timeout}" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)`;
  return undefined;
}

function wrongSource(words: CommandLineTokens): string | undefined {
  const { last, isOn, all } = tokenLookup(words);
  const files = filesNamed(words);
  // An unset variable must not turn a dump into the cluster of the current context.
  if (files.includes("")) return "--filename (-f) is empty; specify a file";
  if (isOn("recursive") && files.length === 0) return "--recursive (-R) requires --filename (-f)";
  const two = sources.find((flag) => new Set(all(flag)).size > 1);
  if (two !== undefined) return `--${two} accepts one ${namedOnce[two]}, but was set twice`;
  const gather = last("must-gather");
  if (gather === "") return "--must-gather is empty; specify a folder or archive";
  if (gather !== undefined && files.length > 0) return "--must-gather and --filename (-f) cannot be used together";
  return undefined;
}

/** What each flag names that may be given only once. */
const namedOnce = { "must-gather": "must-gather", polarity: "file" } as const;

function wrongFormat(words: CommandLineTokens): string | undefined {
  return wrongPlain(words) ?? wrongOutput(tokenLookup(words).last("output") ?? "");
}

/** The error for two formats at once. */
export function wrongPlain(words: CommandLineTokens): string | undefined {
  const { last, isOn } = tokenLookup(words);
  const output = last("output") ?? "";
  if (!isOn("plain") || output === "" || output === "plain") return undefined;
  return `--plain means -o plain and cannot be used with -o ${output}`;
}

/**
 * The plugin's own flags that name what is read, which may be given only once. The first of two would be ignored
 * silently. kubectl's flags take the last.
 */
const sources = ["must-gather", "polarity"] as const;
