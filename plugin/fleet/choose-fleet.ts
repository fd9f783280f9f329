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
  return { contexts: await inventoryContexts(options, environment), options: removeClusterFilter(options) };
}

/**
 * The clusters that the hub of the chosen context publishes. Each leads to its cluster with the credentials of the
 * provider file, or has one sentence that says why not.
 * @throws InputError if the hub has no inventory, or refuses it. The hub and the provider file throw their own
 * errors.
 */
async function inventoryContexts(
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<readonly FleetContext[]> {
  const { reach, labelColumns } = options;
  const providers = await accessProviders(reach, environment.cwd);
  const entries = await readHub(options, makeInventoryFilter(options), environment);
  for (const key of labelColumns)
    if (!entries.some(({ labels }) => labels.has(key))) environment.printMessage(formatUnknownLabel(key, entries));
  return entries.map((entry) => addLabels(makeProfileContext(entry, providers, reach), entry, labelColumns));
}

function makeInventoryFilter({ namespace, selector, fieldSelector }: CommandLineOptions): InventoryFilter {
  return definedFields({ namespace, labelSelector: selector, fieldSelector });
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

/** The most keys among which a similar one is looked for. A hub may publish any number. */
const maxKeys = 1_000;

function formatUnknownLabel(key: string, entries: readonly InventoryEntry[]): string {
  const guess = nearestSpelling(key, listFirstKeys(entries));
  return `${sanitizeLine(unknownLabelText(key, guess))}\n`;
}

/** The first `maxKeys` different label keys of the entries. */
function listFirstKeys(entries: readonly InventoryEntry[]): readonly string[] {
  const keys = new Set<string>();
  for (const { labels } of entries) {
    for (const key of labels.keys()) {
      keys.add(key);
      if (keys.size === maxKeys) return [...keys];
    }
  }
  return [...keys];
}

/** The context with the labels that the user named, by which every row and every Report knows the cluster. */
function addLabels(context: FleetContext, entry: InventoryEntry, keys: readonly string[]): FleetContext {
  if (keys.length === 0) return context;
  const labels = Object.fromEntries([...entry.labels].filter(([key]) => keys.includes(key)));
  return "chosen" in context ? { ...context, labels, chosen: { ...context.chosen, labels } } : { ...context, labels };
}

/**
 * The options for the clusters of an inventory. Namespace and selectors choose among the clusters, so they do not apply
 * to what is read from each.
 */
function removeClusterFilter(options: CommandLineOptions): CommandLineOptions {
  const { namespace: _namespace, selector: _selector, fieldSelector: _fieldSelector, ...others } = options;
  return others;
}

/** The note on a label column in which every cluster has `<none>`. */
function unknownLabelText(key: string, guess: string | undefined): string {
  const meant = guess === undefined ? "" : `; did you mean "${guess}"?`;
  return `no cluster of the inventory has the label "${key}"${meant}`;
}
