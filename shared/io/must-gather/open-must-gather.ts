import { realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { LogReader } from "../../logs/read-logs.ts";
import type { Kind } from "../../model/kind.ts";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Snapshot } from "../../model/snapshot.ts";
import { createInputBudget, type InputBudget } from "../../parse/input-budget.ts";
import { InputError } from "../errors/errors.ts";
import { fileErrorMessage } from "../errors/file-error-message.ts";
import { unreadableFileText, unusableFileText } from "../errors/file-errors.ts";
import { detectArchiveType } from "../files/archive-type.ts";
import type { QueryReader } from "../reader/reader.ts";
import type { MustGatherFiles, ReadProgress } from "./archive/archive-files.ts";
import { openFolder } from "./archive/folder-files.ts";
import { openClusterInfoDump } from "./cluster-info.ts";
import {
  findImages,
  type ImageSearchResult,
  listNamespaces,
  type MustGatherImage,
  type TopFolderNames,
} from "./image-folders.ts";
import { createCollectedLogReader } from "./must-gather-logs.ts";
import { finalReadings, MustGatherReader } from "./must-gather-reader.ts";
import { readTimestampAround, readTimestamps } from "./taken-at.ts";

/** An open must-gather, inspect or dump. */
export interface OpenedMustGather {
  readonly reader: QueryReader;
  /** When it was made, RFC 3339 UTC. Undefined where no file says so. */
  readonly takenAt: string | undefined;
  /** The kinds of its objects, then those of which it has only CRDs, with every name that kubectl accepts. */
  resources(): Promise<readonly Resource[]>;
  /**
   * Refuses from now on to read more objects of these kinds than a Report may have roots, as soon as so many were counted.
   * Reading then throws an InputLimitError.
   */
  limitRoots(kinds: readonly Kind[]): void;
  /** The snapshot with all damage. Lists that are only partly collected are no longer complete in it. */
  whole(snapshot: Snapshot): Snapshot;
  /** Reads logs until it is closed. */
  readonly logs: LogReader;
  /** A summary for the user, such as `2 images with namespaces a, b`. */
  readonly contents: string;
  close(): void;
}

/**
 * Opens what `--must-gather` names. That is a folder at any level of a must-gather, or a tar (packed or not)
 * or a zip of one. The output of `kubectl cluster-info dump` is accepted too. Nothing is written to disk. The number,
 * size and depth of an archive's entries are limited.
 * @throws InputError where the path does not exist, or has no must-gather (the message says what there is), or several.
 */
export async function openMustGather(path: string, progress?: ReadProgress): Promise<OpenedMustGather> {
  const opened = await openPath(path, progress);
  if ("mustGather" in opened) return opened.mustGather;
  opened.files.close();
  throw opened.refusal;
}

/** A must-gather, or the files of a path that holds none. */
export type OpenedPath =
  | { readonly mustGather: OpenedMustGather }
  | {
      readonly files: MustGatherFiles;
      /** Reports that the path is no must-gather, and what is there. */
      readonly refusal: InputError;
      /** What is left of the budget with which the files were opened. */
      readonly budget: InputBudget;
    };

/** The files of a path that the user named. */
interface NamedFiles {
  readonly files: MustGatherFiles;
  readonly topNames: TopFolderNames;
  /** The path of the folder on disk, without links. Absent for an archive. */
  readonly folder?: string;
}

/** The most damaged pieces that are reported one by one, and the length at which their names are cut. */
const maxReportedDamage = 20;
const maxNameLength = 200;

/**
 * Opens a folder or archive, whatever it holds.
 * @throws InputError where the path does not exist or is no archive, or where it holds several must-gathers.
 */
export async function openPath(path: string, progress: ReadProgress = () => {}): Promise<OpenedPath> {
  const budget = createInputBudget();
  const { files, topNames, folder } = await openFiles(path, progress, budget);
  try {
    const search = await findImages(files, topNames);
    if (search.images.length === 0) {
      const refusal = await noMustGatherError(path, files, search);
      return { files, budget, refusal };
    }
    const { images, takenAt } = await readTimestamps(path, files, search.images);
    const reader = new MustGatherReader(path, files, images, budget);
    const mustGather: OpenedMustGather = {
      reader,
      limitRoots: (kinds) => reader.limitRoots(kinds),
      takenAt: takenAt ?? (folder === undefined ? undefined : await readTimestampAround(folder)),
      resources: () => reader.resources(),
      whole: (snapshot) => {
        const damage = [...snapshot.damage, ...summarizeDamage(reader.damage(), path)];
        if (search.searchDamage !== undefined) damage.push(search.searchDamage);
        return { ...snapshot, readings: snapshot.readings.flatMap(finalReadings), damage };
      },
      logs: createCollectedLogReader(files, images),
      contents: contentsText(images),
      close: () => files.close(),
    };
    return { mustGather };
  } catch (error) {
    files.close();
    throw error;
  }
}

/** The damage without repetitions, and cut to a number that a person reads. */
function summarizeDamage(damage: readonly Damage[], path: string): readonly Damage[] {
  const distinct = new Map(damage.map((entry) => [`${entry.where}\n${entry.cause}`, entry]));
  const reported = [...distinct.values()].slice(0, maxReportedDamage);
  const summary = reported.map((entry) => ({ ...entry, where: shortenPath(entry.where) }));
  const omitted = distinct.size - reported.length;
  if (omitted > 0) summary.push({ where: path, cause: `${omitted} more are skipped` });
  return summary;
}

function shortenPath(path: string): string {
  return path.length > maxNameLength ? `${path.slice(0, maxNameLength)}…` : path;
}

async function openFiles(path: string, progress: ReadProgress, budget: InputBudget): Promise<NamedFiles> {
  try {
    const entry = await stat(path);
    const realPath = await realpath(path);
    const name = basename(realPath);
    const parent = basename(dirname(realPath));
    if (entry.isDirectory()) {
      const files = countReadFiles(await openFolder(path, budget), progress);
      return { files, topNames: { name, parent }, folder: realPath };
    }
    if (!entry.isFile()) throw new InputError(`cannot use ${path}: it is neither a folder nor a file`);
    const files = countReadFiles(await openArchive(path, entry.size, progress, budget), progress);
    return { files, topNames: { name: name.replace(/\.(tar(\.gz|\.zst|\.xz)?|tgz|tzst|txz|zip)$/i, ""), parent } };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(unreadableFileText(path, fileErrorMessage(error)), { cause: error });
  }
}

/** `total`: the bytes of the archive. */
async function openArchive(
  path: string,
  total: number,
  progress: ReadProgress,
  budget: InputBudget,
): Promise<MustGatherFiles> {
  const type = await detectArchiveType(path);
  switch (type) {
    case "tar":
    case "gzip":
    case "zstd":
    case "xz":
      return (await import("./archive/tar-files.ts")).openTar(path, { packing: type, total }, progress, budget);
    case "zip":
      return (await import("./archive/zip-files.ts")).openZip(path, total, budget);
    case "empty":
      throw new InputError(`cannot use ${path}: it is empty`);
    case "other": {
      const dump = await openClusterInfoDump(path);
      if (dump !== undefined) return dump;
      throw new InputError(
        `cannot use ${path}: not a must-gather (a folder, .tar, .tar.gz, .tgz or .zip); use -f for a file of objects`,
      );
    }
    default:
      throw new InputError(`cannot use ${path}: ${type} archives are not supported; unpack it, and specify the folder`);
  }
}

/** The same files, which report to `progress` how many of them have been read, and their bytes. */
function countReadFiles(files: MustGatherFiles, progress: ReadProgress): MustGatherFiles {
  const read = { files: 0, bytes: 0 };
  return {
    ...files,
    async read(path) {
      const input = await files.read(path);
      read.files += 1;
      read.bytes += input.refusal === undefined ? input.bytes : 0;
      progress({ is: "files", ...read });
      return input;
    },
  };
}

/** The error for a path without a must-gather: what is there, what is damaged, and what to specify instead. */
async function noMustGatherError(
  path: string,
  files: MustGatherFiles,
  { archives, searchDamage }: ImageSearchResult,
): Promise<InputError> {
  const truncated = files.damage().find(({ isTruncated }) => isTruncated);
  if (truncated !== undefined) return new InputError(unusableFileText(path, truncated.cause));
  const { files: names, folders } = await files.list("");
  const [archive] = archives;
  const [damage] = files.damage();
  const entries = [...folders, ...names];
  const contents = entries.length === 0 ? "it is empty" : `it has ${joinFirstNames(entries, 5)}`;
  const damageText = damage === undefined ? "" : ` (${shortenPath(damage.where)}: ${damage.cause})`;
  const searchText = searchDamage === undefined ? "" : `; ${searchDamage.cause}`;
  const hint =
    archive === undefined
      ? "specify the folder or archive created by oc adm must-gather, or use -f for files of objects"
      : `to read the must-gather in ${archive}, specify that file`;
  return new InputError(
    `cannot use ${path}: not a must-gather: no folder named namespaces or cluster-scoped-resources at any level: ${contents}${damageText}${searchText}; ${hint}`,
  );
}

/** A summary of a must-gather: `2 images with namespaces a, b`. */
function contentsText(images: readonly MustGatherImage[]): string {
  const namespaces = listNamespaces(images);
  const count = images.length === 1 ? "one image" : `${images.length} images`;
  if (namespaces.length === 0) return `${count} without namespaces`;
  return `${count} with namespaces ${joinFirstNames(namespaces, 6)}`;
}

/** `a, b, and 3 more` */
function joinFirstNames(names: readonly string[], maxNames: number): string {
  const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : "";
  return `${names.slice(0, maxNames).join(", ")}${more}`;
}
