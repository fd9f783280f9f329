import { quoteShellWord } from "../../shared/aggregate/core/words/shell-word.ts";
import { kubectlWith } from "../../shared/render/shell/kubectl-command.ts";
import {
  fullReportCommand,
  inventoryReportCommand,
  sameCommandInFull,
  upgradeGateCommand,
} from "../../shared/render/words/first-screen/labels.ts";
import type { CommandLineOptions } from "./parse-options.ts";

/**
 * The arguments that read the same objects of the same source again, quoted for a shell. A secret is never repeated.
 */
export function againWith(options: CommandLineOptions): string {
  const {
    word,
    targets,
    namespace,
    selector,
    fieldSelector,
    files,
    recursive,
    mustGather,
    profile,
    ruleSet,
    senses,
    at,
    isEverywhere,
  } = options;
  const words = [
    ...(word === undefined ? [] : [word]),
    ...targetWords(targets),
    ...(isEverywhere === true ? ["-A"] : []),
    ...flag("-n", namespace),
    ...flag("-l", selector),
    ...flag("--field-selector", fieldSelector),
    ...files.flatMap((file) => ["-f", file]),
    ...(recursive ? ["-R"] : []),
    ...flag("--must-gather", mustGather),
    ...flag("--profile", profile),
    ...flag("--rules", ruleSet),
    ...flag("--senses", senses),
    ...flag("--at", at),
  ].map(quoteShellWord);
  const [, ...reach] = kubectlWith(options.reach).split(" ");
  return [...words, ...reach].join(" ");
}

/**
 * The commands that the first screen refers to, for the same objects: the full report, and the upgrade gate, which is
 * empty where the objects cannot be read again.
 */
export function furtherCommands(options: CommandLineOptions): { readonly details: string; readonly gate: string } {
  if (options.files.includes("-")) return { details: sameCommandInFull, gate: "" };
  const { ruleSet: _, ...ofGate } = options;
  return { details: fullReportCommand(againWith(options)), gate: upgradeGateCommand(againWith(ofGate)) };
}

/** The command that shows one cluster of an inventory alone. A name with a slash has its namespace in front. */
export function profileCommand({ inventoryProviders, reach }: CommandLineOptions, profile: string): string {
  const [name = "", namespace] = profile.split("/").toReversed();
  const [, ...toHub] = kubectlWith(reach).split(" ");
  const words = [
    ...flag("--inventory-providers", inventoryProviders),
    ...flag("-n", namespace),
    ...["--field-selector", `metadata.name=${name}`],
  ].map(quoteShellWord);
  return inventoryReportCommand([...toHub, "--inventory", ...words].join(" "));
}

/** The command that prints every reason against the upgrade of one of several clusters. */
export function gateOfOneCommand(options: CommandLineOptions, context: string): string {
  const { namespace, profile, senses, accept, reach } = options;
  const words = [
    ...["--context", context],
    ...flag("-n", namespace),
    ...flag("--profile", profile),
    ...flag("--senses", senses),
    ...flag("--accept", accept.length === 0 ? undefined : accept.join(",")),
  ].map(quoteShellWord);
  const [, ...way] = kubectlWith(reach).split(" ");
  return upgradeGateCommand([...way, ...words].join(" "));
}

/** Types alone are one word with commas: a second word would be a name. */
function targetWords(targets: CommandLineOptions["targets"]): readonly string[] {
  const types = targets.map(({ type }) => type);
  if (targets.every(({ name }) => name === undefined)) return types.length === 0 ? [] : [types.join(",")];
  return targets.map(({ type, name }) => (name === undefined ? type : `${type}/${name}`));
}

function flag(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}
