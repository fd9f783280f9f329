import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { InputError } from "../../shared/io/errors/errors.ts";
import { readFiles } from "../../shared/io/files/read-objects.ts";
import { newestTime } from "../../shared/parse/newest-time.ts";
import { standardInputTitle } from "../../shared/render/words/files/files.ts";
import { archiveAsObjectsText } from "../../shared/render/words/plugin/files.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { type ReadSnapshot, resolveNames } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/**
 * Reads what `-f` names. Ages count from the newest time found inside, or from now for standard input (report.md,
 * "takenAt").
 * @throws InputError where no file can be used.
 */
export async function readOffline(options: CommandLineOptions, world: HostEnvironment): Promise<ReadSnapshot> {
  const { files, recursive, namespace } = options;
  const archive = files.find((file) => /\.(tar|tar\.gz|tgz|zip)$/i.test(file));
  if (archive !== undefined) throw new InputError(archiveAsObjectsText(archive));
  const read = await readFiles(files, {
    recursive,
    stdin: world.stdin,
    ...(namespace === undefined ? {} : { namespace }),
  });
  if (read.snapshot !== undefined) {
    const { notFollowed, readSavedSnapshot: readKept } = await import("./read-saved-snapshot.ts");
    for (const note of notFollowed(read.snapshot, options)) world.tell(`${note}\n`);
    return readKept(read.snapshot, options);
  }
  const { objects, damage } = read;
  const newest = files.includes("-") ? undefined : newestTime(objects);
  const snapshot = snapshotOf(objects, {
    takenAt: options.at ?? newest ?? world.now(),
    source: { kind: "files", name: files.map((file) => (file === "-" ? standardInputTitle : file)).join(", ") },
    damage,
  });
  const all = async () => (await import("../../shared/aggregate/naming/offline-resources.ts")).resourcesAtHand(objects);
  const kinds = new Set(objects.map(({ ref }) => `${ref.group}/${ref.kind}`));
  const present = async () => (await all()).filter(({ group, kind }) => kinds.has(`${group}/${kind}`));
  return resolveNames(options, { source: "files", all, present }, async () => snapshot);
}
