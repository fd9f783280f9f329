import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import type { UserRules } from "../../shared/io/files/polarity-file.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { selectorFaultText } from "../../shared/parse/input-fault-text.ts";
import { type ObjectFilter, parseFieldSelector, parseLabelSelector } from "../../shared/parse/label-selector.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import { collectNewGarbage, GarbageCounter, garbageLimits } from "../process/garbage.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** Evaluates what was read. */
export type EvaluateSnapshot = (read: ReadSnapshot) => Report;

/**
 * Returns the evaluation that the command line requests. Errors in the options are reported before anything is read.
 * @throws UsageError for an invalid selector, InputError for an invalid polarity file.
 */
export async function evaluateFor(
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<EvaluateSnapshot> {
  const aggregateOptions = await aggregateOptionsFor(options, environment);
  const garbage = new GarbageCounter(garbageLimits.steps);
  const onRoot = (): void => {
    if (garbage.add(1)) collectNewGarbage();
  };
  return ({ snapshot, requested: { wanted } }) =>
    aggregate(snapshot, { ...aggregateOptions, others: true, onRoot, ...definedFields({ wanted }) });
}

/**
 * The options of the aggregation that the command line sets, except the objects that it names.
 * @throws as {@link evaluateFor}.
 */
export async function aggregateOptionsFor(
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<AggregateOptions> {
  const { ruleSet, namespace, profile, tree, platform } = options;
  const isWanted = buildObjectFilter(options);
  const userRules = await polarityRulesFor(options, environment);
  return {
    ...userRules,
    tree,
    ...definedFields({ isWanted, platform: platform || undefined, profile, ruleSet, namespace }),
  };
}

/**
 * Whether an object matches `-l` and `--field-selector`; undefined without them.
 * @throws UsageError where they are invalid.
 */
function buildObjectFilter({ selector, fieldSelector }: CommandLineOptions): ObjectFilter | undefined {
  const filters: ObjectFilter[] = [];
  if (selector !== undefined) filters.push(assertValid(parseLabelSelector(selector)));
  if (fieldSelector !== undefined) filters.push(assertValid(parseFieldSelector(fieldSelector)));
  return filters.length === 0 ? undefined : (object) => filters.every((matches) => matches(object));
}

function assertValid(parsed: ReturnType<typeof parseLabelSelector>): ObjectFilter {
  if (typeof parsed === "function") return parsed;
  throw new UsageError(selectorFaultText(parsed));
}

/**
 * The user's rules for conditions and kinds (format: shared/parse/documents/polarity-file.ts), from the first file that
 * is named. `--polarity` comes first, then HCO_STATUS_POLARITY. Without them it is `hco-status/polarity.yaml` below
 * XDG_CONFIG_HOME or `~/.config`, where it exists.
 * @throws UsageError where the flag is empty, InputError where the file cannot be used.
 */
export async function polarityRulesFor(
  options: Pick<CommandLineOptions, "polarity">,
  environment: HostEnvironment,
): Promise<UserRules> {
  const path = findPolarityFile(options.polarity, environment);
  if (path === undefined) return { polarities: [], kinds: [] };
  const { readPolarityFile } = await import("../../shared/io/files/polarity-file.ts");
  return readPolarityFile(path);
}

function findPolarityFile(flag: string | undefined, { screen, home }: HostEnvironment): string | undefined {
  if (flag === "") throw new UsageError("--polarity is empty; specify a file");
  const { HCO_STATUS_POLARITY: variable, XDG_CONFIG_HOME: xdgFolder = "" } = screen.environment;
  const namedFile = flag ?? (variable || undefined);
  if (namedFile !== undefined) return namedFile;
  // XDG Base Directory Specification: a relative path must be ignored.
  const configFolder = isAbsolute(xdgFolder) ? xdgFolder : join(home, ".config");
  const defaultFile = join(configFolder, "hco-status", "polarity.yaml");
  return existsSync(defaultFile) ? defaultFile : undefined;
}

/** Whether no reading has a usable response. Such a server counts as unreachable. */
export function isUnanswered({ readings }: Snapshot): boolean {
  return readings.length > 0 && readings.every(({ outcome }) => outcome === "unread");
}

/** Whether nothing at all could be read: the server forbade each reading or did not respond. kubectl then exits with 1 too. */
export function isUnreadable({ readings }: Snapshot): boolean {
  return readings.length > 0 && readings.every(({ outcome }) => outcome === "unread" || outcome === "forbidden");
}
