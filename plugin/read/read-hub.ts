import type { SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { InputError, UsageError } from "../../shared/io/errors/errors.ts";
import { type AccessProviders, readAccessProviders } from "../../shared/io/inventory/access-providers.ts";
import { profileContext } from "../../shared/io/inventory/profile-context.ts";
import { type InventoryEntry, type InventoryFilter, readInventory } from "../../shared/io/inventory/read-inventory.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { createDiscovery } from "../../shared/io/reader/lazy-discovery.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { ConnectionFlags } from "../cli/connection-flags.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type ClusterDependencies, chooseCluster, openConnection } from "./choose-cluster.ts";
import { withVerbosity } from "./open-cluster.ts";
import { showServerProgress } from "./server-progress.ts";

/**
 * The parts of the world that reading a hub depends on. Without a clock no progress is shown. `logins` coordinates its
 * login with others.
 */
export type HubDependencies = ClusterDependencies &
  Partial<Pick<HostEnvironment, "clock">> & { readonly logins?: SharedLogins };

/** What is asked of a hub, and how to reach it. */
type HubOptions = Pick<CommandLineOptions, "reach" | "verbosity">;

/**
 * The entries of the inventory of the hub that the connection flags name, by name.
 * @throws InputError where the hub has no inventory, or refuses it. The hub throws its own errors.
 */
export async function readHub(
  options: HubOptions,
  filter: InventoryFilter,
  environment: HubDependencies,
): Promise<readonly InventoryEntry[]> {
  const hub = await chooseCluster(options, environment);
  const { clock } = environment;
  const progress = clock && showServerProgress({ ...environment, clock }, hub);
  try {
    const { screen, milliseconds, home, cwd, architecture } = environment;
    const dependencies = {
      screen,
      milliseconds,
      home,
      cwd,
      architecture,
      printMessage: environment.printMessage,
      ...progress,
    };
    const first = await openConnection(hub, options, dependencies, environment.logins);
    const opened = progress?.counting(first) ?? first;
    const connection = await withVerbosity(options.verbosity, opened, hub, dependencies);
    try {
      return await readInventory(createReader(connection, createDiscovery(connection)), hub.contextName, filter);
    } finally {
      connection.close();
    }
  } finally {
    progress?.end();
  }
}

/** The providers of the file that the flags name; undefined without one. @throws InputError for a wrong file. */
export async function accessProviders(
  { inventoryProviders }: ConnectionFlags,
  cwd: string,
): Promise<AccessProviders | undefined> {
  return inventoryProviders === undefined ? undefined : readAccessProviders(inventoryProviders, cwd);
}

/** The context of an entry. @throws InputError with one sentence where it leads to no cluster. */
export function contextOfEntry(
  entry: InventoryEntry,
  providers: AccessProviders | undefined,
  reach: ConnectionFlags,
): ChosenContext {
  if ("fault" in entry) throw new InputError(entry.fault);
  const { as, asUid, asGroups, asUserExtra, disableCompression } = reach;
  const flags = Object.entries({ as, asUid, asGroups, asUserExtra, disableCompression });
  return profileContext(entry, providers, Object.fromEntries(flags.filter(([, value]) => value !== undefined)));
}

/**
 * The cluster that `--inventory-cluster` names, by the hub of the other connection flags. `written`: the name of a
 * ClusterProfile, or its namespace and name with a slash.
 * @throws UsageError where several profiles have the name; InputError where none has it, or it leads to no cluster.
 */
export async function chooseInventoryCluster(
  written: string,
  options: HubOptions,
  environment: HubDependencies,
): Promise<ChosenContext> {
  const providers = await accessProviders(options.reach, environment.cwd);
  const [name = "", namespace] = written.split("/").toReversed();
  const filter = { ...definedFields({ namespace }), name };
  const entries = await readHub(options, filter, environment);
  const names = entries.map((each) => each.name);
  const [entry] = entries;
  // A hub without the name is an error already.
  if (entry === undefined || entries.length > 1) throw new UsageError(severalProfilesText(written, names));
  try {
    return contextOfEntry(entry, providers, options.reach);
  } catch (error) {
    if (error instanceof InputError)
      throw new InputError(`cannot connect to the cluster "${written}" of the inventory: ${error.message}`, {
        cause: error,
      });
    throw error;
  }
}

/** The error for several ClusterProfiles of one name. `names` have their namespaces in front. */
function severalProfilesText(name: string, names: readonly string[]): string {
  const some = names.slice(0, 5).join(", ");
  const more = names.length > 5 ? `, and ${names.length - 5} more` : "";
  return `the inventory has ${names.length} clusters "${name}": ${some}${more}; specify one with its namespace`;
}
