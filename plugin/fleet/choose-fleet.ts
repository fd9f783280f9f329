import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { InputError } from "../../shared/io/errors/errors.ts";
import type { AccessProviders } from "../../shared/io/inventory/access-providers.ts";
import type { InventoryEntry, InventoryFilter } from "../../shared/io/inventory/read-inventory.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { accessProviders, contextOfEntry, readHub } from "../read/read-hub.ts";
import { chooseNamedContexts, type FleetContext } from "./choose-contexts.ts";

/** Several clusters, and the options for reading each of them. */
export interface ChosenFleet {
  readonly contexts: readonly FleetContext[];
  readonly options: CommandLineOptions;
}

/**
 * The clusters that the command line names: contexts, or the inventory of a hub.
 * @throws UsageError, InputError for a wrong context or kubeconfig, and for a hub without an inventory.
 */
export async function chooseFleet(options: CommandLineOptions, environment: HostEnvironment): Promise<ChosenFleet> {
  if (!options.isInventory) return { contexts: await chooseNamedContexts(options, environment), options };
  // Namespace and selectors choose among the clusters, so they do not apply to what is read from each.
  const { namespace, selector: labelSelector, fieldSelector, ...optionsOfEach } = options;
  const filter = definedFields({ namespace, labelSelector, fieldSelector });
  return { contexts: await listInventoryContexts(options, filter, environment), options: optionsOfEach };
}

/**
 * Reads the clusters that the hub of the chosen context publishes. Each is reached with the credentials of the provider file, or
 * has a `fault`.
 * @throws InputError if the hub has no inventory, or refuses it. The hub and the provider file throw their own
 * errors.
 */
async function listInventoryContexts(
  options: CommandLineOptions,
  filter: InventoryFilter,
  environment: HostEnvironment,
): Promise<readonly FleetContext[]> {
  const { reach, labelColumns } = options;
  const providers = await accessProviders(reach, environment.cwd);
  const entries = await readHub(options, filter, environment);
  for (const key of labelColumns) {
    const isKnown = entries.some(({ labels }) => labels.has(key));
    if (!isKnown) environment.printMessage(formatUnknownLabel(key, entries));
  }
  return entries.map((entry) => addLabels(makeProfileContext(entry, providers, reach), entry, labelColumns));
}

function makeProfileContext(
  entry: InventoryEntry,
  providers: AccessProviders | undefined,
  reach: CommandLineOptions["reach"],
): FleetContext {
  const { name } = entry;
  try {
    return { name, chosen: contextOfEntry(entry, providers, reach), isProfile: true };
  } catch (error) {
    if (error instanceof InputError) return { name, fault: error.message, isProfile: true };
    throw error;
  }
}

/** The most keys among which a similar key is looked for. A hub may publish any number. */
const maxKeys = 1_000;

/** The note on a label column in which every cluster has `<none>`. */
function formatUnknownLabel(key: string, entries: readonly InventoryEntry[]): string {
  const knownKeys = new Set(entries.flatMap(({ labels }) => [...labels.keys()]));
  const guess = nearestSpelling(key, [...knownKeys].slice(0, maxKeys));
  const question = guess === undefined ? "" : `; did you mean "${guess}"?`;
  return `${sanitizeLine(`no cluster of the inventory has the label "${key}"${question}`)}\n`;
}

/** Adds the labels that the user named. They stand in every row and every Report of the cluster. */
function addLabels(context: FleetContext, entry: InventoryEntry, keys: readonly string[]): FleetContext {
  if (keys.length === 0) return context;
  const labels = Object.fromEntries([...entry.labels].filter(([key]) => keys.includes(key)));
  if (!("chosen" in context)) return { ...context, labels };
  return { ...context, labels, chosen: { ...context.chosen, labels } };
}
