import { stat } from "node:fs/promises";
import { InputError } from "../../shared/io/errors/errors.ts";
import { standardInputTitle } from "../../shared/io/errors/file-errors.ts";
import { detectArchiveType } from "../../shared/io/files/archive-type.ts";
import { fileLogs, isLogFile } from "../../shared/io/files/log-files.ts";
import { type FilesRead, readFiles } from "../../shared/io/files/read-objects.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { readingMustGatherText } from "../../shared/render/words/plugin/progress.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import { compileFor } from "../process/compile-policy.ts";
import { collectGarbageOfSteps, createStepCollection, createTextCollection } from "../process/garbage.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { ProgressLine } from "../process/progress-line.ts";
import { findNamespaceLimit, reportFiles } from "./report-files.ts";

/**
 * Reads what `-f` names: files, folders, standard input, and archives of them. One path that is a must-gather is read
 * as such. Ages count from the newest time found inside, or from now for standard input.
 * @throws InputError where no file can be used.
 */
export async function readOffline(
  options: CommandLineOptions,
  environment: HostEnvironment,
  staysOpen = false,
): Promise<ReadSnapshot> {
  const { recursive } = options;
  const { objects: files, logs } = await separateLogFiles(options.files);
  const [only] = files;
  const archives = await Promise.all(files.map((file) => isArchiveOrMustGather(file, recursive)));
  if (archives.includes(true)) {
    if (files.length > 1 || only === undefined)
      throw new InputError(archiveBesideFilesText(files[archives.indexOf(true)]));
    return (await import("./read-must-gather.ts")).readMustGather(only, options, environment, staysOpen);
  }
  const areLarge = await isLarge(files);
  if (areLarge) {
    const { keepOldMemorySmall, keepYoungMemorySmall } = await import("../process/memory-use.ts");
    keepYoungMemorySmall();
    keepOldMemorySmall();
    compileFor("much");
  }
  const progress = new ProgressLine(environment);
  const collectTexts = createTextCollection();
  const read = await readFiles(files, {
    recursive,
    stdin: environment.stdin,
    ...definedFields({ namespace: findNamespaceLimit(options) }),
    async onText(bytes) {
      if (areLarge) await collectTexts(bytes);
    },
    onItem: createStepCollection(),
    onProgress(count, bytes) {
      if (count === manyFiles) compileFor("much");
      progress.show(() => readingMustGatherText(files.join(", "), { is: "files", files: count, bytes }));
    },
  }).finally(() => progress.end());
  // Texts, and what was made of them until the objects were found, are garbage now.
  if (areLarge) await collectGarbageOfSteps();
  const readResult = await reportContent(read, files, options, environment);
  if (!staysOpen || read.snapshot !== undefined) return readResult;
  return { ...readResult, open: { ...fileLogs({ files: logs, folders: files, isRecursive: recursive }), close() {} } };
}

/** The saved snapshot in the files, else a snapshot of their objects, with what the command line asks about it. */
async function reportContent(
  read: FilesRead,
  files: readonly string[],
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<ReadSnapshot> {
  if (read.snapshot !== undefined) {
    const { reportSavedSnapshot } = await import("./read-saved-snapshot.ts");
    return reportSavedSnapshot(read.snapshot, options, environment);
  }
  const title = files.map((file) => (file === "-" ? standardInputTitle : file)).join(", ");
  return reportFiles(read, title, options, environment);
}

/** The files and folders of objects, and the logs that `-f` names beside them. */
async function separateLogFiles(
  files: readonly string[],
): Promise<{ readonly objects: readonly string[]; readonly logs: readonly string[] }> {
  const areLogs = await Promise.all(files.map(isLogFile));
  const objects = files.filter((_, index) => areLogs[index] !== true);
  // A log alone is read as what a person pasted.
  return objects.length === 0
    ? { objects: files, logs: [] }
    : { objects, logs: files.filter((_, index) => areLogs[index]) };
}

/** The error for an archive or must-gather beside other files. */
function archiveBesideFilesText(path = ""): string {
  return `cannot use ${path} together with other files: it is an archive or a must-gather; pass it alone, or compare two with diff`;
}

/**
 * Whether one of these files is so large that its objects fill the memory for new ones. So may standard input be, and a
 * packed file of any size.
 */
async function isLarge(paths: readonly string[]): Promise<boolean> {
  if (paths.includes("-")) return true;
  return (await Promise.all(paths.map(isLargeFile))).includes(true);
}

async function isLargeFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  return found.size > largeBytes || (await detectArchiveType(path).catch(() => "other")) !== "other";
}

const largeBytes = 2_000_000;
const manyFiles = 20;

/** Whether `-f` names an archive, or without `-R` a folder without manifests at its top, which may be a must-gather. */
async function isArchiveOrMustGather(path: string, recursive: boolean): Promise<boolean> {
  if (path === "-" || path.includes("://")) return false;
  return (await import("../../shared/io/must-gather/archive/archive-path.ts")).mayHoldMustGather(path, recursive);
}
