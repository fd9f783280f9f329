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
export async function makeFilesSnapshot(
  { objects, damage, pasted, otherNamespaces }: FilesRead,
  name: string,
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<ReadSnapshot> {
  for (const { where, steps } of pasted) {
    environment.printMessage(`${sanitizeLine(pastedStepsText(where, steps))}\n`);
  }
  const { takenAt, takenFrom } = await findMoment(objects, options, name);
  const snapshot = snapshotOf(objects, {
    takenAt: takenAt ?? environment.now(),
    source: { kind: "files", name, ...definedFields({ takenFrom }) },
    damage,
  });
  const loadResources = () => import("../../shared/aggregate/naming/offline-resources.ts");
  const naming = {
    source: "files",
    all: async () => (await loadResources()).listOfflineResources(objects),
    present: async () => (await loadResources()).listPresentResources(objects),
  } as const;
  const read = await resolveNames(options, naming, async () => snapshot);
  return { ...read, ...definedFields({ otherNamespaces }) };
}

/** The time that ages of files count from, RFC 3339 UTC, and where it was found. Empty: now. */
interface Moment {
  readonly takenAt?: string;
  readonly takenFrom?: TakenFrom;
}

/**
 * The moment of files. The first that applies:
 * 1. `--at`;
 * 2. now, for standard input;
 * 3. the time of the must-gather around a file;
 * 4. the newest time inside the objects;
 * 5. when the last of the files was written.
 */
async function findMoment(
  objects: readonly KubeObject[],
  { at, files }: CommandLineOptions,
  name: string,
): Promise<Moment> {
  if (at !== undefined) return { takenAt: at };
  if (files.includes("-")) return {};
  // --must-gather may name an archive of plain files.
  const paths = files.length === 0 ? [name] : files;
  const mustGatherTime = await readMustGatherTime(paths);
  if (mustGatherTime !== undefined) return { takenAt: mustGatherTime, takenFrom: "must-gather" };
  const newest = newestTime(objects);
  if (newest !== undefined) return { takenAt: newest, takenFrom: "newest" };
  const writtenMs = Math.max(...(await Promise.all(paths.map(readWrittenMs))));
  return writtenMs > 0 ? { takenAt: formatStamp(writtenMs), takenFrom: "file" } : {};
}

/** The time in the file `timestamp` of the must-gather that has the first of these paths which lies in one. */
async function readMustGatherTime(paths: readonly string[]): Promise<string | undefined> {
  const path = paths
    .map((each) => resolve(each).split(sep).join("/"))
    .find((each) => /\/(namespaces|cluster-scoped-resources)\//.test(each));
  if (path === undefined) return undefined;
  const { readTimestampAround } = await import("../../shared/io/must-gather/taken-at.ts");
  return readTimestampAround(path);
}

/** When a file was last written, in milliseconds since 1970; 0 where it cannot be read. */
async function readWrittenMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
