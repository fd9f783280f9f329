import { refusedBecause } from "../../shared/render/words/plugin/refused-flags.ts";
import type { CommandName } from "./commands.ts";
import { allFlags, type FlagDefinition, type FlagName, type FlagTopic, flagPages } from "./flags.ts";
import { formatsOfCommand } from "./formats-of-command.ts";
import { type CommandLineTokens, tokenLookup } from "./token-lookup.ts";

/** Whether a command, or a report where there is none, takes the flag. */
export function isTaken(flag: FlagDefinition, command: CommandName | undefined): boolean {
  return (flag.of === undefined || flag.of === command) && reasonOf(flag, command) === undefined;
}

/** An error about the first flag that the command does not take. A switch that is set to false counts as not given. */
export function wrongFlag(words: CommandLineTokens, command: CommandName | undefined): string | undefined {
  const { all, last } = tokenLookup(words);
  const given = allFlags.filter(
    ({ name, value }) => all(name).length > 0 && (value !== undefined || last(name) === "true"),
  );
  const flag = given.find((each) => !isTaken(each, command));
  if (flag === undefined) return undefined;
  if (flag.of !== undefined && flag.of !== command) return flagOfAnotherText(flag.name, flag.of);
  const reason = reasonOf(flag, command);
  return command === undefined || reason === undefined
    ? undefined
    : `${command} does not support ${spelled(flag)}: ${reason}`;
}

/** The error for a flag that belongs to another command, which is `owner`. */
function flagOfAnotherText(flag: string, owner: string): string {
  const command = owner === "gate" ? "gate upgrade" : owner;
  return `--${flag} is a flag of ${owner}: kubectl hco-status ${command} --${flag}`;
}

/** The flag as the help writes it: `--watch (-w)`. */
function spelled({ name, short }: FlagDefinition): string {
  if (name.length === 1) return `-${name}`;
  return short === undefined ? `--${name}` : `--${name} (-${short})`;
}

/** Flags that some commands do not take, and why. */
interface Refusal {
  readonly commands: readonly CommandName[];
  /** All flags of these topics. */
  readonly topics?: readonly FlagTopic[];
  /** Single flags, where the command takes others of their topic. */
  readonly flags?: readonly FlagName[];
  readonly because: string;
}

/** The first row that contains a flag or its topic applies. A flag in no row is taken. */
const refusals: readonly Refusal[] = [
  { commands: ["wait"], topics: ["source"], because: refusedBecause.wait.source },
  { commands: ["wait"], topics: ["watching"], because: refusedBecause.wait.watching },
  { commands: ["wait"], flags: ["at"], because: refusedBecause.wait.at },
  { commands: ["gate"], topics: ["watching"], because: refusedBecause.gate.watching },
  { commands: ["snapshot"], topics: ["watching"], because: refusedBecause.snapshot.watching },
  { commands: ["diff"], topics: ["watching"], because: refusedBecause.diff.watching },
  { commands: ["explain"], topics: ["watching"], because: refusedBecause.explain.watching },
  { commands: ["wait", "gate", "diff"], topics: ["verdict"], because: refusedBecause.exitStatus },
  { commands: ["explain"], topics: ["verdict"], because: refusedBecause.explain.verdict },
  { commands: ["snapshot"], topics: ["fleet"], because: refusedBecause.oneCluster },
  { commands: ["wait"], flags: ["label-columns"], because: refusedBecause.noTable },
  { commands: ["gate"], flags: ["rules"], because: refusedBecause.gate.rules },
  { commands: ["gate"], flags: ["tree"], because: refusedBecause.gate.tree },
  {
    commands: ["wait", "gate"],
    flags: ["deep", "related"],
    because: refusedBecause.depth,
  },
  { commands: ["diff"], topics: ["source"], because: refusedBecause.diff.source },
  { commands: ["diff", "explain"], topics: ["cluster", "requests", "fleet"], because: refusedBecause.noCluster },
  {
    commands: ["explain"],
    topics: ["objects", "source", "judgement", "depth"],
    because: refusedBecause.explain.objects,
  },
  { commands: ["wait", "gate", "diff", "explain"], flags: ["no-headers"], because: refusedBecause.noTable },
  {
    commands: ["wait", "gate", "diff", "explain", "snapshot", "permissions"],
    flags: ["gate"],
    because: refusedBecause.noChecks,
  },
  { commands: ["wait"], flags: ["color", "ascii", "width"], because: refusedBecause.wait.drawing },
  { commands: ["wait", "explain"], flags: ["absolute-time"], because: refusedBecause.noAges },
  { commands: ["wait"], flags: ["plain"], because: otherFormatsText(formatsOfCommand("wait")) },
  { commands: ["diff"], flags: ["plain"], because: otherFormatsText(formatsOfCommand("diff")) },
  { commands: ["explain"], flags: ["plain"], because: otherFormatsText(formatsOfCommand("explain")) },
  { commands: ["serve"], topics: ["source"], because: refusedBecause.serve.source },
  { commands: ["serve"], topics: ["watching"], because: refusedBecause.serve.watching },
  { commands: ["serve"], topics: ["fleet"], because: refusedBecause.oneCluster },
  {
    commands: ["serve"],
    topics: ["output", "drawing", "verdict"],
    flags: ["at"],
    because: refusedBecause.serve.printing,
  },
  { commands: ["logs"], topics: ["watching"], because: refusedBecause.logs.watching },
  {
    commands: ["logs"],
    topics: ["depth", "output", "drawing", "verdict"],
    flags: ["rules", "at"],
    because: refusedBecause.logs.report,
  },
  { commands: ["logs"], topics: ["fleet"], because: refusedBecause.oneCluster },
  { commands: ["permissions"], topics: ["source"], because: refusedBecause.permissions.source },
  { commands: ["permissions"], flags: ["tree"], because: refusedBecause.permissions.tree },
  {
    commands: ["permissions"],
    topics: ["judgement", "drawing", "watching", "verdict"],
    flags: [
      "selector",
      "field-selector",
      "contexts",
      "all-contexts",
      "inventory-cluster",
      "inventory-providers",
      "label-columns",
      "parallel",
    ],
    because: refusedBecause.permissions.report,
  },
  {
    commands: ["mcp"],
    topics: ["objects", "depth", "judgement", "output", "drawing", "watching", "fleet", "verdict"],
    flags: ["filename", "recursive"],
    because: refusedBecause.mcp,
  },
  { commands: ["snapshot"], topics: ["drawing"], flags: ["rules", "at"], because: refusedBecause.snapshot.drawing },
];

/** Why a command takes no `--plain`: it has these formats only. */
function otherFormatsText(formats: readonly string[]): string {
  return `it prints ${formats.join(", ")}`;
}

const texts: readonly CommandName[] = ["completion", "options", "help", "version"];

/** Why the command does not take the flag, or undefined where it does. */
function reasonOf({ name }: FlagDefinition, command: CommandName | undefined): string | undefined {
  if (command === undefined) return undefined;
  const { about } = flagPages[name];
  if (command === "version" && name === "output") return undefined;
  if (texts.includes(command)) return about === "text" ? undefined : refusedBecause.fixedText;
  return refusals.find(
    ({ commands, topics = [], flags: some = [] }) =>
      commands.includes(command) && (topics.includes(about) || some.includes(name)),
  )?.because;
}
