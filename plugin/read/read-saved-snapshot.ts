import { listOfflineResources } from "../../shared/aggregate/naming/offline-resources.ts";
import { indexSnapshot } from "../../shared/aggregate/snapshot/object-index.ts";
import { addUnaskedQueries } from "../../shared/aggregate/unasked-queries.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { kindKey } from "../../shared/model/kind.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Resource } from "../../shared/model/resource.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { joinNames } from "../../shared/outline/words/names.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { type ReadSnapshot, resolveNames } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/**
 * Reads the content of a snapshot file. It is about what the snapshot was taken of, unless the command line names
 * something. Objects that the file does not have cannot be read.
 * @throws UsageError, InputError as naming does.
 */
export async function readSavedSnapshot(saved: Snapshot, options: CommandLineOptions): Promise<ReadSnapshot> {
  const snapshot: Snapshot = { ...saved, takenAt: options.at ?? saved.takenAt, ...widenRequest(saved, options) };
  const { word, targets, profile } = options;
  // In another namespace than the snapshot's, only objects that the command line names can be found.
  const namespace = options.namespace ?? snapshot.request?.namespace;
  const { wanted } = snapshot.request ?? {};
  const addQueries = (requested: RequestedObjects): Snapshot =>
    addUnaskedQueries(snapshot, {
      cause: "not requested when the snapshot was taken",
      ...definedFields({ wanted: requested.wanted, namespace }),
      platform: options.platform,
    });
  if (word === undefined && targets.length === 0 && profile === undefined && wanted !== undefined) {
    const requested: RequestedObjects = { wanted, unknown: [] };
    return { snapshot: addQueries(requested), requested };
  }
  const all = async (): Promise<readonly Resource[]> =>
    listNameableTypes(snapshot, indexSnapshot(snapshot).everything());
  return resolveNames(options, { source: "files", all }, async (requested) => addQueries(requested));
}

/**
 * Reads the content of a snapshot file, and prints a note about flags that the snapshot was taken without.
 * @throws as {@link readSavedSnapshot}
 */
export function readSavedSnapshotWithNote(
  saved: Snapshot,
  options: CommandLineOptions,
  { printMessage }: Pick<HostEnvironment, "printMessage">,
): Promise<ReadSnapshot> {
  const flags = listFlagsWithoutData(saved, options);
  const { source } = saved;
  if (flags.length > 0) printMessage(`${sanitizeLine(flagNote(flags, source.snapshot ?? source.name))}\n`);
  return readSavedSnapshot(saved, options);
}

/** The flags that the snapshot was taken without. A snapshot of files has all that the files had. */
function listFlagsWithoutData(
  { request: requested = {}, source }: Snapshot,
  options: CommandLineOptions,
): readonly string[] {
  const isWhole = source.kind === "files" || source.kind === "buffer";
  if (isWhole) return [];
  return (["deep", "related", "tree"] as const).filter((flag) => options[flag] && requested[flag] !== true);
}

/** The note on flags that would need more than the snapshot contains. */
function flagNote(flags: readonly string[], path: string): string {
  const names = joinNames(flags.map((flag) => `--${flag}`));
  return `note: ${path} has no data for ${names}; add ${names} when you take the snapshot`;
}

/** What the snapshot was taken of, without its namespace where `-A` is given. */
function widenRequest({ request }: Snapshot, { isEverywhere }: CommandLineOptions): Pick<Snapshot, "request"> {
  if (request === undefined) return {};
  if (isEverywhere !== true) return { request };
  const { namespace: _, ...others } = request;
  return { request: others };
}

/**
 * The types of the objects in the snapshot, and types that were queried without a result. A plural that a query used
 * replaces the guessed one.
 */
function listNameableTypes({ readings }: Snapshot, objects: readonly KubeObject[]): readonly Resource[] {
  const requested = new Map<string, Resource>(
    readings.flatMap(({ query: { group, kind, plural, versions, namespaced } }) => {
      const resource = { group, kind, plural, versions, namespaced, singular: kind.toLowerCase(), shortNames: [] };
      return plural === "" ? [] : [[kindKey(resource), resource] as const];
    }),
  );
  const typesOfObjects = listOfflineResources(objects).map((each): Resource => {
    const key = kindKey(each);
    const plural = requested.get(key)?.plural ?? each.plural;
    requested.delete(key);
    return { ...each, plural };
  });
  return [...typesOfObjects, ...requested.values()];
}
