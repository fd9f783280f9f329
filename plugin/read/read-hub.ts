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
import { type ClusterDependencies, chooseCluster, type LoginTerminal, openConnection } from "./choose-cluster.ts";
import { withVerbosity } from "./open-cluster.ts";
import { showServerProgress } from "./server-progress.ts";

/**
 * What reading a hub needs of the process. Without a clock no progress is shown. `logins` coordinates the login to the hub
 * with others.
 */
export type HubDependencies = ClusterDependencies &
  Partial<Pick<HostEnvironment, "clock">> & { readonly logins?: SharedLogins };

/** How to reach a hub. */
type HubOptions = Pick<CommandLineOptions, "reach" | "verbosity">;

/**
 * Reads the entries of the inventory of the hub that the connection flags name, sorted by name.
 * @throws InputError where the hub has no inventory, or refuses it. The hub throws its own errors.
 */
export async function readHub(
  options: HubOptions,
  filter: InventoryFilter,
  environment: HubDependencies,
): Promise<readonly InventoryEntry[]> {
  const hub = await chooseCluster(options, environment);
  const { screen, clock, milliseconds, logins } = environment;
  const progress = clock && showServerProgress({ screen, clock, printMessage: environment.printMessage }, hub);
  const printMessage = progress?.printMessage ?? environment.printMessage;
  const withFreeTerminal = progress?.withFreeTerminal;
  const terminal: LoginTerminal = { printMessage, ...definedFields({ withFreeTerminal, logins }) };
  try {
    const opened = await openConnection(hub, options, environment, terminal);
    const counted = progress?.counting(opened) ?? opened;
    const connection = await withVerbosity(options.verbosity, counted, hub, { printMessage, milliseconds });
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

/**
 * The context of an entry. Of the connection flags, which lead to the hub, only these apply to its clusters too.
 * @throws InputError with one sentence where the entry leads to no cluster.
 */
export function contextOfEntry(
  entry: InventoryEntry,
  providers: AccessProviders | undefined,
  { as, asUid, asGroups, asUserExtra, disableCompression }: ConnectionFlags,
): ChosenContext {
  if ("fault" in entry) throw new InputError(entry.fault);
  return profileContext(entry, providers, definedFields({ as, asUid, asGroups, asUserExtra, disableCompression }));
}

/**
 * The cluster that `--inventory-cluster` names, by the hub of the other connection flags.
 * @param written the name of a ClusterProfile, or its namespace and name: `fleet/prod-1`
 * @throws UsageError where several profiles have the name; InputError where none has it, or it leads to no cluster.
 */
export async function chooseInventoryCluster(
  written: string,
  options: HubOptions,
  environment: HubDependencies,
): Promise<ChosenContext> {
  const providers = await accessProviders(options.reach, environment.cwd);
  const [name = "", namespace] = written.split("/").toReversed();
  const entries = await readHub(options, { ...definedFields({ namespace }), name }, environment);
  const [entry] = entries;
  // A hub without the name is an error already.
  if (entry === undefined || entries.length > 1) throw new UsageError(severalProfilesText(written, entries));
  try {
    return contextOfEntry(entry, providers, options.reach);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const sentence = `cannot connect to the cluster "${written}" of the inventory: ${error.message}`;
    throw new InputError(sentence, { cause: error });
  }
}

/** The error for several ClusterProfiles of one name. Their own names have their namespaces in front. */
function severalProfilesText(written: string, entries: readonly InventoryEntry[]): string {
  const listed = entries.slice(0, 5).map(({ name }) => name);
  const unlistedCount = entries.length - listed.length;
  const more = unlistedCount > 0 ? `, and ${unlistedCount} more` : "";
  return `the inventory has ${entries.length} clusters "${written}": ${listed.join(", ")}${more}; specify one with its namespace`;
}
