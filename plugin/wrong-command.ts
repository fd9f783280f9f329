import { formatNames } from "../shared/render/format-names.ts";
import { wrongFlag } from "./command-flags.ts";
import { commandOptionsOf } from "./command-options.ts";
import { commandIn, commandNames, shells } from "./commands.ts";
import { millisecondsOfDuration } from "./durations.ts";
import { wrongState } from "./for-states.ts";
import { formatsOf } from "./formats.ts";
import { noPrinter } from "./output.ts";
import { asksForText, lookInto, type Words } from "./words.ts";
import { wrongPlain } from "./wrong-options.ts";

/** The first thing that is wrong with a command, or with flags that not every command takes, in one sentence. */
export function wrongCommand(words: Words): string | undefined {
  // Who asks for the help gets it, whatever else stands there.
  if (asksForText(words)) return undefined;
  return (
    wrongFlag(words, commandIn(words.names)) ??
    wrongCommandFlags(words) ??
    wrongFormat(words) ??
    wrongArguments(words.names)
  );
}

/** What is wrong with a command's own flags, with each other too. */
function wrongCommandFlags(words: Words): string | undefined {
  const { all } = lookInto(words);
  if (all("accept").some(hasGap)) return `--accept names a code without a name: ${emptyOrComma}`;
  return wrongState(all("for")) ?? wrongTimes(words) ?? wrongContexts(words) ?? wrongWatch(words);
}

function wrongTimes(words: Words): string | undefined {
  const { last } = lookInto(words);
  for (const flag of ["timeout", "stable-for"]) {
    const value = last(flag);
    if (value !== undefined && millisecondsOfDuration(value) === undefined)
      return `invalid argument "${value}" for "--${flag}": use a duration with a unit, e.g. 90s, 30m or 1h30m`;
  }
  const { stableFor, timeout } = commandOptionsOf(words).waiting;
  const [stable, limit = "30m, which it is if not given"] = [last("stable-for"), last("timeout")];
  if (stableFor < 0) return `invalid argument "${stable}" for "--stable-for": it cannot be negative`;
  if (stableFor > 0 && timeout === 0) return `--timeout 0 looks once, and --stable-for ${stable} takes its time`;
  if (stableFor > timeout) return `--stable-for ${stable} is longer than --timeout ${limit}`;
  return undefined;
}

function wrongContexts(words: Words): string | undefined {
  const { last, isOn, all } = lookInto(words);
  const parallel = last("parallel");
  if (parallel !== undefined && !/^[1-9]\d{0,2}$/.test(parallel))
    return `invalid argument "${parallel}" for "--parallel": use a number from 1 to 999`;
  const contexts = all("contexts");
  if (contexts.some(hasGap)) return `--contexts names a context without a name: ${emptyOrComma}`;
  if (contexts.length > 0 && isOn("all-contexts"))
    return "--contexts and --all-contexts are two answers to one question; give one of them";
  const several = contexts.length > 0 ? "contexts" : isOn("all-contexts") ? "all-contexts" : undefined;
  if (several === undefined)
    return parallel === undefined ? undefined : "--parallel needs --contexts or --all-contexts";
  const one = ["context", "server", "cluster", "filename", "must-gather"].find((flag) => all(flag).length > 0);
  return one && `--${several} reads several clusters, and --${one} names one source; give one of them`;
}

function wrongWatch(words: Words): string | undefined {
  const { isOn, all } = lookInto(words);
  if (!isOn("watch")) return undefined;
  const source = ["filename", "must-gather"].find((flag) => all(flag).length > 0);
  if (source !== undefined)
    return `--watch (-w) follows a cluster, and what --${source} names does not change; give one of them`;
  if (all("at").length > 0) return "--watch (-w) follows the clock, and --at stops it; give one of them";
  return undefined;
}

const emptyOrComma = "its value is empty, or has a comma too many";

function hasGap(value: string): boolean {
  return value.split(",").includes("");
}

function wrongFormat(words: Words): string | undefined {
  const { last, isOn } = lookInto(words);
  const output = last("output") ?? "";
  if (commandIn(words.names) === "snapshot") return wrongFile(last("output"));
  const { whose, formats } = formatsOf(words);
  const asked = isOn("plain") && output === "" ? "plain" : output;
  const both = wrongPlain(words);
  if (both !== undefined || asked === "") return both;
  const row = formatNames.find(({ name }) => asked === name || asked.startsWith(`${name}=`));
  const isRight = row !== undefined && (row.takes !== undefined || asked === row.name) && formats.includes(row.name);
  return isRight ? undefined : noPrinter(asked, whose, formats);
}

function wrongFile(file: string | undefined): string | undefined {
  if (file === "") return "--output (-o) names no file: its value is empty";
  if (!formatNames.some(({ name }) => name === file)) return undefined;
  return `--output (-o) of snapshot names a file, not a format; use ./${file} for a file of this name`;
}

/** What a command was given that it does not take. */
function wrongArguments([first, ...more]: readonly string[]): string | undefined {
  if (first === "help" && more.length > 0 && (more.length > 1 || commandIn(more) === undefined))
    return `help takes one command: ${commandNames.join(", ")}`;
  if (first === "diff" && more.length !== 2)
    return `diff takes two sources, BEFORE and AFTER: got ${more.length === 0 ? "none" : `"${more.join(" ")}"`}`;
  if (first === "gate" && more[0] !== "upgrade")
    return `gate takes what it guards, which is upgrade: kubectl hco-status gate upgrade${more[0] === undefined ? "" : `, not "${more[0]}"`}`;
  if (first === "options" || first === "version")
    return more.length === 0 ? undefined : `${first} takes no argument: got "${more.join(" ")}"`;
  if (first !== "completion") return undefined;
  const isKnown = more.length === 1 && shells.some((shell) => shell === more[0]);
  return isKnown ? undefined : `completion takes one shell: ${shells.join(", ")}`;
}
