import { formatNames } from "../../shared/render/formats/format-names.ts";
import { type CommandName, commandNames, commandTable } from "../cli/commands.ts";
import { allFlags, type FlagDefinition } from "../cli/flags.ts";
import { describeFlag, listSpellings } from "../cli/help.ts";

/**
 * Renders the man page of the plugin, kubectl-hco_status(1), from the tables of its flags and commands. It is roff, whose
 * commands begin with a dot: `.SH` begins a section, `.TP` a paragraph with a title, `.B` prints bold text, `.br` breaks a line.
 */
export function renderManPage(version: string): string {
  const connectionFlags = allFlags.filter(({ topic }) => topic === "cluster");
  const commonFlags = allFlags.filter(({ topic, of }) => topic !== "cluster" && of === undefined);
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
    ...commandNames.flatMap((name) => renderParagraph(`.B ${name}`, commandTable[name].purpose)),
    ".SH OPTIONS",
    ...commonFlags.flatMap(renderFlag),
    ...commandNames.flatMap(renderCommand),
    ".SH CONNECTION OPTIONS",
    "Names and meanings are those of kubectl.",
    ...connectionFlags.flatMap(renderFlag),
    ".SH FORMATS",
    ...formatNames.flatMap(({ name, takes }) => {
      const usage = takes === undefined ? name : `${name}=${takes.toUpperCase()}`;
      return [".br", `.B ${escapeText(usage)}`];
    }),
    ".SH EXIT STATUS",
    "0 report printed, 1 error. With \\-\\-exit\\-code: 0 healthy, 1 error, 2 unavailable or degraded, 3 progressing,",
    "4 unknown or no object.",
    ".SH ENVIRONMENT",
    ...renderParagraph(".B KUBECONFIG", "The kubeconfig files, as for kubectl."),
    ...renderParagraph(".B HCO_STATUS_POLARITY", "The file that --polarity names."),
    ".SH FILES",
    ...renderParagraph(".I ~/.cache/hco\\-status", "The cache. It is safe to delete."),
    ".SH SEE ALSO",
    ".BR kubectl (1)",
    "",
  ].join("\n");
}

/** The section of a command: its flags and its notes. Empty for a command without both. */
function renderCommand(command: CommandName): readonly string[] {
  const flags = allFlags.filter(({ of }) => of === command);
  const { notes } = commandTable[command];
  if (flags.length === 0 && notes === undefined) return [];
  const lines = [`.SH "${command.toUpperCase()}"`, ...flags.flatMap(renderFlag)];
  // Between .nf and .fi lines keep their breaks.
  if (notes !== undefined) lines.push(".PP", ".nf", escapeText(notes.trimEnd()), ".fi");
  return lines;
}

function renderFlag(flag: FlagDefinition): readonly string[] {
  const names = escapeText(listSpellings(flag).join(", "));
  const placeholder = flag.value === undefined ? "" : ` \\fI${escapeText(flag.value)}\\fR`;
  return renderParagraph(`\\fB${names}\\fR${placeholder}`, describeFlag(flag));
}

function renderParagraph(title: string, text: string): readonly string[] {
  return [".TP", title, escapeText(text)];
}

/** Escapes what roff would read as a command: backslashes, dashes, and a dot or quote at the beginning of a line. */
function escapeText(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^(?=[.'])/gm, "\\&");
}
