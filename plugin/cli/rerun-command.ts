import { buildReachFlags, kubectlCommand } from "../../shared/model/kubectl-command.ts";
import { fullReportCommand, sameCommandInFull, upgradeGateCommand } from "../../shared/outline/labels.ts";
import type { CommandLineOptions } from "./parse-options.ts";

/**
 * Returns the arguments that read the same objects of the same source again: `["cdi", "-n", "cnv", "--context", "prod"]`. A
 * secret is never repeated.
 */
export function rerunWords(options: CommandLineOptions): readonly string[] {
  const { word, targets, files, reach } = options;
  return [
    ...(word === undefined ? [] : [word]),
    ...targetArguments(targets),
    ...(options.isEverywhere === true ? ["-A"] : []),
    ...flag("-n", options.namespace),
    ...flag("-l", options.selector),
    ...flag("--field-selector", options.fieldSelector),
    ...files.flatMap((file) => ["-f", file]),
    ...(options.recursive ? ["-R"] : []),
    ...flag("--must-gather", options.mustGather),
    ...flag("--profile", options.profile),
    ...flag("--rules", options.ruleSet),
    ...flag("--polarity", options.polarity),
    ...flag("--at", options.at),
    ...buildReachFlags(reach),
    ...inventoryFlags(reach),
  ];
}

/** Returns the flags that lead from a hub to one of its clusters. */
function inventoryFlags({ inventoryCluster, inventoryProviders }: CommandLineOptions["reach"]): readonly string[] {
  return [...flag("--inventory-cluster", inventoryCluster), ...flag("--inventory-providers", inventoryProviders)];
}

/** Returns the command that the first screen refers to: the full report of the same objects. */
export function furtherCommands(options: CommandLineOptions): { readonly details: string } {
  if (options.files.includes("-")) return { details: sameCommandInFull };
  const depthFlags = (["tree", "deep", "related"] as const).filter((name) => options[name]).map((name) => `--${name}`);
  return { details: fullReportCommand([...rerunWords(options), ...depthFlags]) };
}

/**
 * Creates the function that makes the command for the whole report of one cluster of an inventory, from its name in the table.
 * Undefined if the clusters are those of no inventory.
 */
export function createProfileCommand(options: CommandLineOptions): ((name: string) => string) | undefined {
  if (!options.isInventory) return undefined;
  return (name) => kubectlCommand(["hco-status", ...buildReachFlags(options.reach), ...profileFlags(options, name)]);
}

/** Returns the command that prints every reason against the upgrade of one of several clusters. */
export function gateOfOneCommand(options: CommandLineOptions, name: string): string {
  const { namespace, isInventory, profile, polarity, platform, accept } = options;
  const flags = [...buildReachFlags(options.reach)];
  // The namespace of an inventory is that of the profiles, and so a part of the name of the cluster.
  if (isInventory) flags.push(...profileFlags(options, name));
  else flags.push("--context", name, ...flag("-n", namespace));
  flags.push(...flag("--profile", profile));
  flags.push(...flag("--polarity", polarity));
  if (platform) flags.push("--platform");
  if (accept.length > 0) flags.push("--accept", accept.join(","));
  return upgradeGateCommand(flags);
}

/** Returns the flags that choose one cluster of the inventory that was read. Its namespace is named where it was chosen. */
function profileFlags({ namespace, reach }: CommandLineOptions, name: string): readonly string[] {
  const inventoryCluster = namespace === undefined || name.includes("/") ? name : `${namespace}/${name}`;
  return inventoryFlags({ ...reach, inventoryCluster });
}

/** Types alone are one word with commas, because a second word would be a name: `["a,b"]`; else `["a/x", "b/y"]`. */
function targetArguments(targets: CommandLineOptions["targets"]): readonly string[] {
  const types = targets.map(({ type }) => type);
  const hasNames = targets.some(({ name }) => name !== undefined);
  if (!hasNames) return types.length === 0 ? [] : [types.join(",")];
  return targets.map(({ type, name }) => (name === undefined ? type : `${type}/${name}`));
}

function flag(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}
