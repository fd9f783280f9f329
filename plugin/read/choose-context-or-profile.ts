import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseCluster } from "./choose-cluster.ts";
import type { HubDependencies } from "./read-hub.ts";

/**
 * The one cluster that the options name: of a context, or with `--inventory-cluster` in the inventory of a hub, which
 * is read first.
 * @throws as {@link chooseCluster}, and as `chooseInventoryCluster`.
 */
export async function chooseContextOrProfile(
  { reach, verbosity = 0 }: Pick<CommandLineOptions, "reach"> & Partial<Pick<CommandLineOptions, "verbosity">>,
  environment: HubDependencies,
): Promise<ChosenContext> {
  const { inventoryCluster } = reach;
  if (inventoryCluster === undefined) return chooseCluster({ reach }, environment);
  const { chooseInventoryCluster } = await import("./read-hub.ts");
  return chooseInventoryCluster(inventoryCluster, { reach, verbosity }, environment);
}
