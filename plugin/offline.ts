import { readFiles } from "../shared/io/files.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import { newestTime } from "../shared/parse/newest.ts";
import { snapshotOf } from "../shared/parse/snapshot.ts";
import type { Options } from "./options.ts";
import type { World } from "./world.ts";

/**
 * Reads what `-f` names; ages count from the newest time found inside, from now for standard input (report.md, "takenAt").
 * @throws InputError where nothing of it can be used.
 */
export async function readOffline(options: Options, world: World): Promise<Snapshot> {
  const { files, recursive, namespace } = options;
  const { objects, damage } = await readFiles(files, {
    recursive,
    stdin: world.stdin,
    ...(namespace === undefined ? {} : { namespace }),
  });
  const newest = files.includes("-") ? undefined : newestTime(objects);
  return snapshotOf(objects, {
    takenAt: options.at ?? newest ?? world.now(),
    source: { kind: "files", name: files.map((file) => (file === "-" ? "standard input" : file)).join(", ") },
    damage,
  });
}
