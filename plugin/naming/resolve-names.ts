import type { LogReader } from "../../shared/logs/read-logs.ts";
import type { MachineCount } from "../../shared/model/finding/impact.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { RequestedObjects } from "./requested-objects.ts";
import type { NameSource } from "./type-source.ts";

/** What was asked for, and what was read for it. */
export interface ReadSnapshot {
  readonly snapshot: Snapshot;
  readonly requested: RequestedObjects;
  /** Of files: the namespaces of the objects that `-n` leaves out. */
  readonly otherNamespaces?: readonly string[];
  /** What can still be read of the source, which stays open until it is closed. Absent: it is closed. */
  readonly open?: OpenSource;
}

/** A source that is still open for what only the Report shows to be of use. */
export interface OpenSource extends LogReader {
  /** How many virtual machines run. Undefined where that cannot be read. */
  countMachines?(): Promise<MachineCount | undefined>;
  close(): void;
}

/**
 * Reads what the command line names. What a name means may show only once objects were read. Then the plugin reads a
 * second time. Where nothing is named, the code that interprets names is not loaded.
 * @throws UsageError, InputError where a name cannot be interpreted. `read` throws its own errors.
 */
export async function resolveNames(
  options: CommandLineOptions,
  names: NameSource,
  read: (requested: RequestedObjects) => Promise<Snapshot>,
): Promise<ReadSnapshot> {
  const { word, targets, profile } = options;
  if (word === undefined && targets.length === 0 && profile === undefined) {
    const requested: RequestedObjects = { unknown: [] };
    return { requested, snapshot: await read(requested) };
  }
  const { resolveAgain, readRequestedObjects, checkProfileFits, createTypeResolver } = await import("./naming.lazy.ts");
  const naming = createTypeResolver(names);
  const requested = await readRequestedObjects(options, naming);
  const snapshot = await read(requested);
  const corrected = await resolveAgain(requested, snapshot, naming);
  if (corrected === undefined) return { requested, snapshot };
  checkProfileFits(corrected, options);
  const isSameReading = corrected.wanted === requested.wanted;
  return { requested: corrected, snapshot: isSameReading ? snapshot : await read(corrected) };
}
