import type { CommandName } from "./commands.ts";
import { type Flag, flags } from "./flags.ts";
import { formatsOfCommand } from "./formats.ts";
import { lookInto, type Words } from "./words.ts";

/** Whether a flag says something to a command, or to a report where there is none. */
export function isTaken(flag: Flag, command: CommandName | undefined): boolean {
  return (flag.of === undefined || flag.of === command) && refusalOf(flag, command) === undefined;
}

/** The first flag that the command does not take, in a sentence; what is switched off counts as not given. */
export function wrongFlag(words: Words, command: CommandName | undefined): string | undefined {
  const { all, last } = lookInto(words);
  const given = flags.filter(
    ({ name, value }) => all(name).length > 0 && (value !== undefined || last(name) === "true"),
  );
  const flag = given.find((each) => !isTaken(each, command));
  if (flag === undefined) return undefined;
  if (command === undefined || (flag.of !== undefined && flag.of !== command))
    return `--${flag.name} belongs to ${flag.of}: kubectl hco-status ${flag.of === "gate" ? "gate upgrade" : flag.of} --${flag.name}`;
  return `${command} takes no ${spelled(flag)}: ${refusalOf(flag, command)?.because}`;
}

/** `--watch (-w)`. */
function spelled({ name, short }: Flag): string {
  if (name.length === 1) return `-${name}`;
  return short === undefined ? `--${name}` : `--${name} (-${short})`;
}

/** What some commands make nothing of, and why. */
interface Refusal {
  readonly commands: readonly CommandName[];
  /** Their names, between spaces. */
  readonly flags: string;
  readonly because: string;
}

const way = namesOf(({ reaches }) => reaches === true);
const objects = "namespace all-namespaces selector field-selector";
const sources = "filename recursive must-gather";
const judged = "profile senses rules at";
const drawn = "no-headers absolute-time color ascii width plain";

/** The first row that names both counts; what no row names is taken. */
export const refusals: readonly Refusal[] = [
  {
    commands: ["completion", "options", "help", "version"],
    flags: namesOf(({ name }) => name !== "help" && name !== "version"),
    because: "it only prints a text, which is always the same",
  },
  { commands: ["wait"], flags: sources, because: "what files and gathers hold does not change" },
  { commands: ["wait"], flags: "watch", because: "it goes on by itself until that holds which it waits for" },
  { commands: ["wait"], flags: "at", because: "it waits by the clock" },
  { commands: ["gate"], flags: "watch", because: "it answers once; kubectl hco-status --watch goes on" },
  { commands: ["snapshot"], flags: "watch", because: "it writes one moment" },
  { commands: ["diff"], flags: "watch", because: "what it compares does not change" },
  { commands: ["explain"], flags: "watch", because: "what it says does not change" },
  { commands: ["wait", "gate", "diff"], flags: "exit-code", because: "its exit status is always its answer" },
  { commands: ["explain"], flags: "exit-code", because: "it gives no verdict" },
  {
    commands: ["wait", "gate", "snapshot"],
    flags: "contexts all-contexts parallel",
    because: "it reads one cluster, see --context",
  },
  { commands: ["gate"], flags: "rules", because: "no rule set changes its answer" },
  { commands: ["gate"], flags: "tree", because: "it asks about HyperConvergeds" },
  { commands: ["wait", "gate"], flags: "deep related", because: "it asks only for what it needs for its answer" },
  { commands: ["diff"], flags: sources, because: "its two words name what it reads" },
  { commands: ["diff", "explain"], flags: `${way} v contexts all-contexts parallel`, because: "it asks no cluster" },
  { commands: ["explain"], flags: `${objects} ${sources} ${judged} deep related tree`, because: "it reads no objects" },
  { commands: ["wait", "gate", "diff", "explain"], flags: "no-headers", because: "it prints no table" },
  { commands: ["wait"], flags: "color ascii width", because: "it prints lines as they are" },
  { commands: ["wait", "explain"], flags: "absolute-time", because: "it prints no ages" },
  { commands: ["wait"], flags: "plain", because: `it prints ${formatsOf("wait")}` },
  { commands: ["diff"], flags: "plain", because: `it prints ${formatsOf("diff")}` },
  { commands: ["explain"], flags: "plain", because: `it prints ${formatsOf("explain")}` },
  { commands: ["snapshot"], flags: `${drawn} rules at`, because: "it writes what was read, as it is" },
];

function refusalOf({ name }: Flag, command: CommandName | undefined): Refusal | undefined {
  if (command === undefined) return undefined;
  return refusals.find((row) => row.commands.includes(command) && listed(row.flags, name));
}

function listed(names: string, name: string): boolean {
  return names.split(" ").includes(name);
}

function formatsOf(command: CommandName): string {
  return formatsOfCommand(command).join(", ");
}

function namesOf(which: (flag: Flag) => boolean): string {
  return flags
    .filter(which)
    .map(({ name }) => name)
    .join(" ");
}
