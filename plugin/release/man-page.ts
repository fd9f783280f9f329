import { formatNames } from "../../shared/render/formats/format-names.ts";
import { type CommandName, commandNames, commandTable } from "../cli/commands.ts";
import { allFlags, type FlagDefinition } from "../cli/flags.ts";
import { describeFlag } from "../cli/help.ts";

/** Renders the man page of the plugin, kubectl-hco_status(1), from the tables of its flags and commands, as roff. */
export function renderManPage(version: string): string {
  const connection = allFlags.filter(({ topic }) => topic === "cluster");
  const others = allFlags.filter(({ topic, of }) => topic !== "cluster" && of === undefined);
  return [
    `.TH KUBECTL\\-HCO_STATUS 1 "" "hco\\-status ${escapeText(version)}" "User Commands"`,
    ".SH NAME",
    "kubectl\\-hco_status \\- show the health of a HyperConverged and its root cause",
    ".SH SYNOPSIS",
    ".B kubectl hco\\-status",
    "[NAME | TYPE | TYPE NAME | TYPE/NAME ...] [flags]",
    ".br",
    ".B kubectl hco\\-status",
    "COMMAND [arguments] [flags]",
    ".SH DESCRIPTION",
    "Shows the health of a HyperConverged (KubeVirt's operator of operators), an Application or any resource with",
    "conditions: the root cause, since when, and what it blocks.",
    "It reads a cluster as kubectl does, a must\\-gather, or files. It never writes to a cluster.",
    ".SH COMMANDS",
    ...commandNames.flatMap((name) => paragraph(`.B ${name}`, commandTable[name].purpose)),
    ".SH OPTIONS",
    ...others.flatMap((flag) => flagParagraph(flag)),
    ...commandNames.flatMap(commandSection),
    ".SH CONNECTION OPTIONS",
    "Names and meanings are those of kubectl.",
    ...connection.flatMap((flag) => flagParagraph(flag)),
    ".SH FORMATS",
    ...formatNames.flatMap(({ name, takes }) => [
      ".br",
      `.B ${escapeText(takes === undefined ? name : `${name}=${takes.toUpperCase()}`)}`,
    ]),
    ".SH EXIT STATUS",
    "0 report printed, 1 error. With \\-\\-exit\\-code: 0 healthy, 1 error, 2 unavailable or degraded, 3 progressing,",
    "4 unknown or no object.",
    ".SH ENVIRONMENT",
    ...paragraph(".B KUBECONFIG", "The kubeconfig files, as for kubectl."),
    ...paragraph(".B HCO_STATUS_POLARITY", "The file that --polarity names."),
    ".SH FILES",
    ...paragraph(".I ~/.cache/hco\\-status", "The cache. It is safe to delete."),
    ".SH SEE ALSO",
    ".BR kubectl (1)",
    "",
  ].join("\n");
}

/** The flags and the remarks of a command that has either. */
function commandSection(command: CommandName): readonly string[] {
  const flags = allFlags.filter(({ of }) => of === command);
  const { notes } = commandTable[command];
  if (flags.length === 0 && notes === undefined) return [];
  return [
    `.SH "${command.toUpperCase()}"`,
    ...flags.flatMap((flag) => flagParagraph(flag)),
    ...(notes === undefined ? [] : [".PP", ".nf", escapeText(notes.trimEnd()), ".fi"]),
  ];
}

function flagParagraph(flag: FlagDefinition): readonly string[] {
  const { name, short, value } = flag;
  const names = [...(short === undefined ? [] : [`-${short}`]), ...(name.length === 1 ? [] : [`--${name}`])];
  const placeholder = value === undefined ? "" : ` \\fI${escapeText(value)}\\fR`;
  return paragraph(`\\fB${escapeText(names.join(", "))}\\fR${placeholder}`, describeFlag(flag));
}

function paragraph(title: string, text: string): readonly string[] {
  return [".TP", title, escapeText(text)];
}

/** The text as roff prints it: a backslash, a dash and a dot at the beginning of a line would be commands. */
function escapeText(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^(?=[.'])/gm, "\\&");
}
