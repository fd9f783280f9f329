import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type FleetContext, fleetContexts } from "./choose-contexts.ts";
import { inventoryContexts } from "./inventory-contexts.ts";

/** Several clusters, and the options for reading each of them. */
export interface ChosenFleet {
  readonly contexts: readonly FleetContext[];
  readonly options: CommandLineOptions;
}

/**
 * The clusters that the command line names: contexts, or the inventory of a hub.
 * @throws UsageError, InputError for a wrong context or kubeconfig, and for a hub without an inventory.
 */
export async function chooseFleet(options: CommandLineOptions, world: HostEnvironment): Promise<ChosenFleet> {
  if (!options.isInventory) return { contexts: await fleetContexts(options, world), options };
  return { contexts: await inventoryContexts(options, world), options: withoutClusterFilter(options) };
}

/**
 * The options for the clusters of an inventory. Namespace and selectors choose among the clusters, so they do not apply
 * to what is read from each.
 */
function withoutClusterFilter(options: CommandLineOptions): CommandLineOptions {
  const { namespace: _namespace, selector: _selector, fieldSelector: _fieldSelector, ...others } = options;
  return others;
}
