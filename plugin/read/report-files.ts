import { stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { FilesRead } from "../../shared/io/files/read-objects.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { TakenFrom } from "../../shared/model/snapshot.ts";
import { formatStamp } from "../../shared/model/time.ts";
import { pastedStepsText } from "../../shared/outline/words/pasted-steps.ts";
import { newestTime } from "../../shared/parse/newest-time.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { type ReadSnapshot, resolveNames } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/**
 * The namespace to which `-n` limits the objects of files. Undefined where the user names an object: what explains it may be in
 * another namespace, as on a cluster, such as the pod of KubeVirt that should act on a virtual machine.
 */
export function findNamespaceLimit({ namespace, targets }: CommandLineOptions): string | undefined {
  return targets.some(({ name }) => name !== undefined) ? undefined : namespace;
}

/** The snapshot of what was read of files called `name`, with what the command line asks about it. */
export async function reportFiles(
  { objects, damage, pasted, otherNamespaces }: FilesRead,
  name: string,
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<ReadSnapshot> {
  for (const { where, steps } of pasted) {
    environment.printMessage(`${sanitizeLine(pastedStepsText(where, steps))}\n`);
  }
  const { takenAt, takenFrom } = await momentOf(objects, options, name);
  const snapshot = snapshotOf(objects, {
    takenAt: takenAt ?? environment.now(),
    source: { kind: "files", name, ...definedFields({ takenFrom }) },
    damage,
  });
  const resources = () => import("../../shared/aggregate/naming/offline-resources.ts");
  const naming = {
    source: "files",
    all: async () => (await resources()).listOfflineResources(objects),
    present: async () => (await resources()).listPresentResources(objects),
  } as const;
  const read = await resolveNames(options, naming, async () => snapshot);
  return otherNamespaces === undefined ? read : { ...read, otherNamespaces };
}

/** The time that ages of files count from, RFC 3339 UTC, and what it is where no source states it. */
interface Moment {
  readonly takenAt?: string;
  readonly takenFrom?: TakenFrom;
}

/**
 * That of the flag, of the must-gather around a file, the newest inside, or when the file was last written. None for
 * standard input, which is read now.
 */
async function momentOf(
  objects: readonly KubeObject[],
  { at, files }: CommandLineOptions,
  name: string,
): Promise<Moment> {
  if (at !== undefined) return { takenAt: at };
  if (files.includes("-")) return {};
  // --must-gather may name an archive of plain files.
  const paths = files.length === 0 ? [name] : files;
  const inMustGather = paths
    .map((path) => resolve(path).split(sep).join("/"))
    .find((path) => /\/(namespaces|cluster-scoped-resources)\//.test(path));
  const mustGatherTime =
    inMustGather === undefined
      ? undefined
      : await (await import("../../shared/io/must-gather/taken-at.ts")).readTimestampAround(inMustGather);
  if (mustGatherTime !== undefined) return { takenAt: mustGatherTime, takenFrom: "must-gather" };
  const newest = newestTime(objects);
  if (newest !== undefined) return { takenAt: newest, takenFrom: "newest" };
  const written = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  const last = Math.max(0, ...written);
  return last === 0 ? {} : { takenAt: formatStamp(last), takenFrom: "file" };
}
