import type { ProfileName, RuleSetName } from "../shared/model/report.ts";
import { millisecondsOf } from "../shared/model/time.ts";
import { sortWords } from "./args.ts";
import { flags } from "./flags.ts";
import { nearest } from "./nearest.ts";
import { type Output, outputOf, wrongOutput } from "./output.ts";
import { millisecondsOfTimeout, type Reach, reachOf } from "./reach.ts";
import { type Targets, targetsOf } from "./targets.ts";
import { given, lookInto, type Words } from "./words.ts";

/** What the command line asks for, checked. */
export interface Options extends Targets {
  readonly wants: "report" | "version" | "help" | "options" | "completion";
  /** The shell whose completion is wanted. */
  readonly shell?: Shell;
  readonly namespace?: string;
  /** As typed; whoever filters parses them. */
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly files: readonly string[];
  readonly recursive: boolean;
  readonly mustGather?: string;
  /** How far to go: to the containers also of what is well, to every related object, to what is owned. */
  readonly deep: boolean;
  readonly related: boolean;
  readonly tree: boolean;
  readonly profile?: ProfileName;
  /** A file of condition senses. */
  readonly senses?: string;
  readonly output: Output;
  readonly noHeaders: boolean;
  readonly absoluteTime: boolean;
  readonly ruleSet?: RuleSetName;
  readonly at?: string;
  readonly exitCode: boolean;
  readonly color: "auto" | "always" | "never";
  readonly ascii: boolean;
  readonly width?: number;
  readonly verbosity: number;
  readonly reach: Reach;
}

/** Words that are no names; a HyperConverged called so is `hyperconverged/NAME`. */
const commands = ["completion", "options", "help", "version"] as const;

/** The shells that completion knows. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** Options, or the one sentence that says what is wrong with the command line (kubectl's phrases). */
export function parseOptions(argv: readonly string[]): Options | { readonly error: string } {
  const words = sortWords(argv);
  if ("error" in words) return words;
  const error = firstWrong(words);
  if (error !== undefined) return { error };
  const { last } = lookInto(words);
  const isCommand = commands.some((each) => each === words.names[0]);
  const hasSelector = Boolean(last("selector") || last("field-selector"));
  const targets = targetsOf(isCommand ? [] : words.names, hasSelector);
  return "error" in targets ? targets : optionsOf(words, targets);
}

function optionsOf(words: Words, targets: Targets): Options {
  const { last, isOn } = lookInto(words);
  const [first, second] = words.names;
  const command = commands.find((each) => each === first);
  const namespace = isOn("all-namespaces") ? undefined : last("namespace");
  const width = last("width");
  return {
    wants: isOn("help") ? "help" : isOn("version") ? "version" : (command ?? "report"),
    ...given("shell", command === "completion" ? (second as Shell | undefined) : undefined),
    ...targets,
    ...given("namespace", namespace === "" ? undefined : namespace),
    ...given("selector", last("selector") || undefined),
    ...given("fieldSelector", last("field-selector") || undefined),
    files: filesOf(words),
    recursive: isOn("recursive"),
    ...given("mustGather", last("must-gather")),
    deep: isOn("deep"),
    related: isOn("related"),
    tree: isOn("tree"),
    ...given("profile", last("profile") as ProfileName | undefined),
    ...given("senses", last("senses")),
    output: outputOf(isOn("plain") ? "plain" : (last("output") ?? "")),
    noHeaders: isOn("no-headers"),
    absoluteTime: isOn("absolute-time"),
    ...given("ruleSet", last("rules") as RuleSetName | undefined),
    ...given("at", last("at")),
    exitCode: isOn("exit-code"),
    color: (last("color") ?? "auto") as Options["color"],
    ascii: isOn("ascii"),
    ...given("width", width === undefined ? undefined : Number(width)),
    verbosity: Number(last("v") ?? 0),
    reach: reachOf(words),
  };
}

// kubectl takes a list with commas too.
function filesOf(words: Words): readonly string[] {
  return lookInto(words)
    .all("filename")
    .flatMap((value) => value.split(","));
}

/** The first thing that is wrong, in one sentence. */
function firstWrong(words: Words): string | undefined {
  const { last, isOn, all } = lookInto(words);
  for (const { name, choices } of flags) {
    const value = last(name);
    if (choices !== undefined && value !== undefined && !choices.includes(value))
      return badChoice(name, value, choices);
  }
  const [at, width, timeout, level] = [last("at"), last("width"), last("request-timeout"), last("v")];
  if (at !== undefined && millisecondsOf(at) === undefined)
    return `invalid time "${at}" for --at: use RFC 3339, e.g. 2026-11-21T08:30:00Z`;
  if (width !== undefined && !/^\d{1,5}$/.test(width))
    return `invalid width "${width}" for --width: use a number of columns, or 0 for no wrapping`;
  if (level !== undefined && !/^\d{1,3}$/.test(level))
    return `invalid argument "${level}" for "-v": use a number; from 1 on each request is shown`;
  if (timeout !== undefined && millisecondsOfTimeout(timeout) === undefined)
    return `invalid value "${timeout}" for --request-timeout: use an integer in seconds, or with a unit (e.g. 1s | 2m | 3h)`;
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
  const output = last("output") ?? "";
  if (isOn("plain") && output !== "" && output !== "plain") return `--plain is -o plain; it cannot be -o ${output} too`;
  return wrongOutput(output) ?? wrongArguments(words.names);
}

/** Flags of ours that name what is read: of two the first would be passed over in silence. kubectl's take the last. */
const sourceOf = { "must-gather": "gather", senses: "file" } as const;
const sources = ["must-gather", "senses"] as const;

/** What a command was given that it does not take. */
function wrongArguments([first, ...more]: readonly string[]): string | undefined {
  if (first === "options" || first === "version")
    return more.length === 0 ? undefined : `${first} takes no argument: got "${more.join(" ")}"`;
  if (first !== "completion") return undefined;
  const isKnown = more.length === 1 && shells.some((shell) => shell === more[0]);
  return isKnown ? undefined : `completion takes one shell: ${shells.join(", ")}`;
}

function badChoice(flag: string, value: string, choices: readonly string[]): string {
  const guess = nearest(value, choices);
  const hint = guess === undefined ? "" : `, did you mean ${guess}?`;
  return `invalid value "${value}" for --${flag}${hint}; allowed: ${choices.join(", ")}`;
}
