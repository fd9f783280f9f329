import { stat } from "node:fs/promises";
import { InputError } from "../../shared/io/errors/errors.ts";
import { standardInputTitle } from "../../shared/io/errors/file-errors.ts";
import { detectArchiveType } from "../../shared/io/files/archive-type.ts";
import { fileLogs, isLogFile } from "../../shared/io/files/log-files.ts";
import { readFiles } from "../../shared/io/files/read-objects.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { readingMustGatherText } from "../../shared/render/words/plugin/progress.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import { compileFor } from "../process/compile-policy.ts";
import { collectGarbageOfSteps, collectNewGarbage, GarbageCounter, garbageLimits } from "../process/garbage.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { ProgressLine } from "../process/progress-line.ts";
import { findNamespaceLimit, makeFilesSnapshot } from "./files-snapshot.ts";

/** From this size on, the objects of a file fill the memory for new ones. */
const largeBytes = 2_000_000;

/** From this number of files on, compiled code saves time. */
const manyFiles = 20;

/**
 * Reads what `-f` names: files, folders, standard input, and archives of them. One path that is a must-gather is read
 * as such. Ages count from the newest time found inside, or from now for standard input.
 * @param staysOpen whether the logs can be read afterwards. The caller closes them.
 * @throws InputError where no file can be used.
 */
export async function readOffline(
  options: CommandLineOptions,
  environment: HostEnvironment,
  staysOpen = false,
): Promise<ReadSnapshot> {
  const { recursive } = options;
  const { files, logs } = await separateLogs(options.files);
  const areArchives = await Promise.all(files.map((file) => isArchiveOrMustGather(file, recursive)));
  const archive = files.find((_, index) => areArchives[index]);
  if (archive !== undefined && files.length > 1)
    throw new InputError(
      `cannot use ${archive} together with other files: it is an archive or a must-gather; pass it alone, or compare two with diff`,
    );
  if (archive !== undefined) {
    const { readMustGather } = await import("./read-must-gather.ts");
    return readMustGather(archive, options, environment, staysOpen);
  }
  const areLarge = (await Promise.all(files.map(isLarge))).includes(true);
  if (areLarge) {
    const { keepOldMemorySmall, keepYoungMemorySmall } = await import("../process/memory-use.ts");
    keepYoungMemorySmall();
    keepOldMemorySmall();
    compileFor("much");
  }
  const progress = new ProgressLine(environment);
  const inputGarbage = new GarbageCounter(garbageLimits.inputBytes);
  const itemGarbage = new GarbageCounter(garbageLimits.steps);
  const read = await readFiles(files, {
    recursive,
    stdin: environment.stdin,
    ...definedFields({ namespace: findNamespaceLimit(options) }),
    async onText(bytes) {
      if (areLarge && inputGarbage.add(bytes)) await collectGarbageOfSteps();
    },
    onItem() {
      if (itemGarbage.add(1)) collectNewGarbage();
    },
    onProgress(count, bytes) {
      if (count === manyFiles) compileFor("much");
      progress.show(() => readingMustGatherText(files.join(", "), { is: "files", files: count, bytes }));
    },
  }).finally(() => progress.end());
  // Texts, and what was made of them until the objects were found, are garbage now.
  if (areLarge) await collectGarbageOfSteps();
  if (read.snapshot !== undefined) {
    const { readSavedSnapshotWithNote } = await import("./read-saved-snapshot.ts");
    return readSavedSnapshotWithNote(read.snapshot, options, environment);
  }
  const title = files.map((file) => (file === "-" ? standardInputTitle : file)).join(", ");
  const content = await makeFilesSnapshot(read, title, options, environment);
  if (!staysOpen) return content;
  return { ...content, open: { ...fileLogs({ files: logs, folders: files, isRecursive: recursive }), close() {} } };
}

/** The logs among the paths, and the files and folders of objects. Logs alone are read as what a person pasted. */
async function separateLogs(
  paths: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly logs: readonly string[] }> {
  const areLogs = await Promise.all(paths.map(isLogFile));
  const files = paths.filter((_, index) => !areLogs[index]);
  if (files.length === 0) return { files: paths, logs: [] };
  return { files, logs: paths.filter((_, index) => areLogs[index]) };
}

/** Whether a path names an archive, or without `-R` a folder without manifests at its top, which may be a must-gather. */
async function isArchiveOrMustGather(path: string, recursive: boolean): Promise<boolean> {
  if (path === "-" || path.includes("://")) return false;
  const { mayHoldMustGather } = await import("../../shared/io/must-gather/archive/archive-path.ts");
  return mayHoldMustGather(path, recursive);
}

/** Whether the objects of a file may fill the memory for new ones. So may those of standard input, and of any packed file. */
async function isLarge(path: string): Promise<boolean> {
  if (path === "-") return true;
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  return found.size > largeBytes || (await detectArchiveType(path).catch(() => "other")) !== "other";
}
