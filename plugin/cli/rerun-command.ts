import { buildReachFlags, kubectlCommand } from "../../shared/model/kubectl-command.ts";
import { fullReportCommand, sameCommandInFull, upgradeGateCommand } from "../../shared/outline/labels.ts";
import type { CommandLineOptions } from "./parse-options.ts";

/** The arguments that read the same objects of the same source again. A secret is never repeated. */
export function rerunWords(options: CommandLineOptions): readonly string[] {
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
    polarity,
    at,
    isEverywhere,
  } = options;
  return [
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
    ...flag("--polarity", polarity),
    ...flag("--at", at),
    ...buildReachFlags(options.reach),
    ...inventoryWords(options.reach),
  ];
}

/** The flags that lead from a hub to one of its clusters. */
function inventoryWords({ inventoryCluster, inventoryProviders }: CommandLineOptions["reach"]): readonly string[] {
  return [...flag("--inventory-cluster", inventoryCluster), ...flag("--inventory-providers", inventoryProviders)];
}

/** The command that the first screen refers to: the full report of the same objects. */
export function furtherCommands(options: CommandLineOptions): { readonly details: string } {
  if (options.files.includes("-")) return { details: sameCommandInFull };
  const depth = (["tree", "deep", "related"] as const).filter((name) => options[name]).map((name) => `--${name}`);
  return { details: fullReportCommand([...rerunWords(options), ...depth]) };
}

/** The command that prints the whole report of one cluster of an inventory, by its name in the table. */
export function profileCommand(options: CommandLineOptions, name: string): string {
  return kubectlCommand(["hco-status", ...buildReachFlags(options.reach), ...profileWords(options, name)]);
}

/** The command that prints every reason against the upgrade of one of several clusters. */
export function gateOfOneCommand(options: CommandLineOptions, name: string): string {
  const { namespace, isInventory, profile, polarity, platform, accept } = options;
  const words = [
    // Of an inventory the namespace is that of the profiles.
    ...(isInventory ? [] : [...["--context", name], ...flag("-n", namespace)]),
    ...flag("--profile", profile),
    ...flag("--polarity", polarity),
    ...(platform ? ["--platform"] : []),
    ...flag("--accept", accept.length === 0 ? undefined : accept.join(",")),
  ];
  const cluster = isInventory ? profileWords(options, name) : [];
  return upgradeGateCommand([...buildReachFlags(options.reach), ...cluster, ...words]);
}

/** The flags that choose one cluster of the inventory that was read. Its namespace is named where it was chosen. */
function profileWords({ namespace, reach }: CommandLineOptions, name: string): readonly string[] {
  const inventoryCluster = namespace === undefined || name.includes("/") ? name : `${namespace}/${name}`;
  return inventoryWords({ ...reach, inventoryCluster });
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
