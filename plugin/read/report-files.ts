import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { FilesRead } from "../../shared/io/files/read-objects.ts";
import { newestTime } from "../../shared/parse/newest-time.ts";
import { sanitizeLine } from "../../shared/render/characters/sanitize.ts";
import { pastedText } from "../../shared/render/words/files/pasted.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { type ReadSnapshot, resolveNames } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** The snapshot of what was read of files called `name`, with what the command line asks about it. */
export async function reportFiles(
  { objects, damage, pasted }: FilesRead,
  name: string,
  options: CommandLineOptions,
  world: HostEnvironment,
): Promise<ReadSnapshot> {
  for (const { where, steps } of pasted) world.tell(`${sanitizeLine(pastedText(where, steps))}\n`);
  const newest = options.files.includes("-") ? undefined : newestTime(objects);
  const snapshot = snapshotOf(objects, {
    takenAt: options.at ?? newest ?? world.now(),
    source: { kind: "files", name },
    damage,
  });
  const all = async () => (await import("../../shared/aggregate/naming/offline-resources.ts")).resourcesAtHand(objects);
  const kinds = new Set(objects.map(({ ref }) => `${ref.group}/${ref.kind}`));
  const present = async () => (await all()).filter(({ group, kind }) => kinds.has(`${group}/${kind}`));
  return resolveNames(options, { source: "files", all, present }, async () => snapshot);
}
