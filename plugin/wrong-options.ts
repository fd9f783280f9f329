import { millisecondsOf } from "../shared/model/time.ts";
import { commandIn } from "./commands.ts";
import { flags } from "./flags.ts";
import { nearest } from "./nearest.ts";
import { wrongOutput } from "./output.ts";
import { millisecondsOfTimeout } from "./reach.ts";
import { asksForText, filesOf, lookInto, type Words } from "./words.ts";

/** The first thing that is wrong with the flags that a report has too, in one sentence. */
export function firstWrong(words: Words): string | undefined {
  const wrong = wrongChoice(words) ?? wrongValue(words);
  if (wrong !== undefined || asksForText(words)) return wrong;
  return wrongSource(words) ?? (commandIn(words.names) === undefined ? wrongFormat(words) : undefined);
}

function wrongChoice(words: Words): string | undefined {
  const { last } = lookInto(words);
  for (const { name, choices } of flags) {
    const value = last(name);
    if (choices !== undefined && value !== undefined && !choices.includes(value))
      return badChoice(name, value, choices);
  }
  return undefined;
}

function badChoice(flag: string, value: string, choices: readonly string[]): string {
  const guess = nearest(value, choices);
  const hint = guess === undefined ? "" : `, did you mean ${guess}?`;
  return `invalid value "${value}" for --${flag}${hint}; allowed: ${choices.join(", ")}`;
}

function wrongValue(words: Words): string | undefined {
  const { last } = lookInto(words);
  const [at, width, timeout, level] = [last("at"), last("width"), last("request-timeout"), last("v")];
  if (at !== undefined && millisecondsOf(at) === undefined)
    return `invalid time "${at}" for --at: use RFC 3339, e.g. 2026-11-21T08:30:00Z`;
  if (width !== undefined && !/^\d{1,5}$/.test(width))
    return `invalid width "${width}" for --width: use a number of columns, or 0 for no wrapping`;
  if (level !== undefined && !/^\d{1,3}$/.test(level))
    return `invalid argument "${level}" for "-v": use a number; from 1 on each request is shown`;
  if (timeout !== undefined && millisecondsOfTimeout(timeout) === undefined)
    return `invalid value "${timeout}" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)`;
  return undefined;
}

function wrongSource(words: Words): string | undefined {
  const { last, isOn, all } = lookInto(words);
  const files = filesOf(words);
  // A variable that is not set must not turn a dump into the cluster that happens to be current.
  if (files.includes("")) return "--filename (-f) names no file: its value is empty";
  if (isOn("recursive") && files.length === 0) return "--recursive (-R) needs --filename (-f)";
  const two = sources.find((flag) => new Set(all(flag)).size > 1);
  if (two !== undefined) return `--${two} was given twice, and names one ${sourceOf[two]}; name one of them`;
  const gather = last("must-gather");
  if (gather === "") return "--must-gather names nothing: its value is empty";
  if (gather !== undefined && files.length > 0)
    return "--must-gather and --filename (-f) are two sources; name one of them";
  return undefined;
}

function wrongFormat(words: Words): string | undefined {
  return wrongPlain(words) ?? wrongOutput(lookInto(words).last("output") ?? "");
}

/** Two formats at once. */
export function wrongPlain(words: Words): string | undefined {
  const { last, isOn } = lookInto(words);
  const output = last("output") ?? "";
  if (!isOn("plain") || output === "" || output === "plain") return undefined;
  return `--plain is -o plain; it cannot be -o ${output} too`;
}

/** Flags of ours that name what is read: of two the first would be passed over in silence. kubectl's take the last. */
const sourceOf = { "must-gather": "gather", senses: "file" } as const;
const sources = ["must-gather", "senses"] as const;
