import { InputError } from "../shared/io/errors.ts";
import { readFiles } from "../shared/io/files.ts";
import { newestTime } from "../shared/parse/newest.ts";
import { snapshotOf } from "../shared/parse/snapshot.ts";
import { namingOf, type Read } from "./naming.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/**
 * Reads what `-f` names; ages count from the newest time found inside, from now for standard input (report.md, "takenAt").
 * @throws InputError where nothing of it can be used.
 */
export async function readOffline(options: Options, world: World): Promise<Read> {
  const { files, recursive, namespace } = options;
  const archive = files.find((file) => /\.(tar|tar\.gz|tgz|zip)$/i.test(file));
  if (archive !== undefined)
    throw new InputError(`cannot read ${archive} as a file of objects: it is an archive; use --must-gather ${archive}`);
  const read = await readFiles(files, {
    recursive,
    stdin: world.stdin,
    ...(namespace === undefined ? {} : { namespace }),
  });
  if (read.snapshot !== undefined) {
    const { notFollowed, readKept } = await import("./kept.ts");
    for (const note of notFollowed(read.snapshot, options)) world.tell(`${note}\n`);
    return readKept(read.snapshot, options);
  }
  const { objects, damage } = read;
  const newest = files.includes("-") ? undefined : newestTime(objects);
  const snapshot = snapshotOf(objects, {
    takenAt: options.at ?? newest ?? world.now(),
    source: { kind: "files", name: files.map((file) => (file === "-" ? "standard input" : file)).join(", ") },
    damage,
  });
  const all = async () => (await import("../shared/aggregate/resources-at-hand.ts")).resourcesAtHand(objects);
  return namingOf(options, { source: "files", all }, async () => snapshot);
}
