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
import { folderFiles } from "./archive/folder-files.ts";
import { clusterInfoFiles } from "./cluster-info.ts";
import {
  type FoundImages,
  imagesIn,
  listNamespaces,
  type MustGatherImage,
  type RootFolderNames,
} from "./image-folders.ts";
import { mustGatherLogs } from "./must-gather-logs.ts";
import { finalReadings, MustGatherReader } from "./must-gather-reader.ts";
import { groupByTimestamp, takenAtAround } from "./taken-at.ts";

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

/** A must-gather, or files that are none, with the error for who needs a must-gather. */
export type OpenedPath =
  | { readonly mustGather: OpenedMustGather }
  | {
      readonly files: MustGatherFiles;
      readonly refusal: InputError;
      /** What is left of the budget with which the files were opened. */
      readonly budget: InputBudget;
    };

/**
 * Opens a folder or archive, whatever it holds.
 * @throws InputError where the path does not exist or is no archive, or where it holds several must-gathers.
 */
export async function openPath(path: string, progress: ReadProgress = () => {}): Promise<OpenedPath> {
  const budget = createInputBudget();
  const { files: found, names, folder } = await filesOf(path, progress, budget);
  const files = countReadFiles(found, progress);
  try {
    const inside = await imagesIn(files, names);
    if (inside.images.length === 0) return { files, budget, refusal: await noMustGatherError(path, files, inside) };
    const { images, takenAt } = await groupByTimestamp(path, files, inside.images);
    const reader = new MustGatherReader(path, files, images, budget);
    const mustGather: OpenedMustGather = {
      reader,
      limitRoots: (kinds) => reader.limitRoots(kinds),
      takenAt: takenAt ?? (folder === undefined ? undefined : await takenAtAround(folder)),
      resources: () => reader.resources(),
      whole: (snapshot) => ({
        ...snapshot,
        readings: snapshot.readings.flatMap(finalReadings),
        damage: [...snapshot.damage, ...shownDamage(reader.damage(), path), ...(inside.gaveUp ? [inside.gaveUp] : [])],
      }),
      logs: mustGatherLogs(files, images),
      contents: contentsText(images),
      close: () => files.close(),
    };
    return { mustGather };
  } catch (error) {
    files.close();
    throw error;
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

/** How many damaged pieces are reported one by one, and the length at which their names are cut. */
const maxNamed = 20;
const maxNameLength = 200;

function shownDamage(damage: readonly Damage[], path: string): readonly Damage[] {
  const once = [...new Map(damage.map((entry) => [`${entry.where}\n${entry.cause}`, entry])).values()];
  const named = once.slice(0, maxNamed).map((entry) => ({ ...entry, where: shortenPath(entry.where) }));
  const more = once.length - named.length;
  return more > 0 ? [...named, { where: path, cause: `${more} more are skipped` }] : named;
}

function shortenPath(where: string): string {
  return where.length > maxNameLength ? `${where.slice(0, maxNameLength)}…` : where;
}

async function filesOf(
  path: string,
  progress: ReadProgress,
  budget: InputBudget,
): Promise<{ readonly files: MustGatherFiles; readonly names: RootFolderNames; readonly folder?: string }> {
  try {
    const found = await stat(path);
    const real = await realpath(path);
    const names = { name: basename(real), parent: basename(dirname(real)) };
    if (found.isDirectory()) return { files: await folderFiles(path, budget), names, folder: real };
    if (!found.isFile()) throw new InputError(`cannot use ${path}: it is neither a folder nor a file`);
    const files = await archiveFiles(path, found.size, progress, budget);
    return { files, names: { ...names, name: names.name.replace(/\.(tar(\.gz|\.zst|\.xz)?|tgz|tzst|txz|zip)$/i, "") } };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(unreadableFileText(path, fileErrorMessage(error)), { cause: error });
  }
}

async function archiveFiles(
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
      return (await import("./archive/tar-files.ts")).tarFiles(path, { packing: type, total }, progress, budget);
    case "zip":
      return (await import("./archive/zip-files.ts")).zipFiles(path, total, budget);
    case "empty":
      throw new InputError(`cannot use ${path}: it is empty`);
    case "other": {
      const dump = await clusterInfoFiles(path);
      if (dump !== undefined) return dump;
      throw new InputError(
        `cannot use ${path}: not a must-gather (a folder, .tar, .tar.gz, .tgz or .zip); use -f for a file of objects`,
      );
    }
    default:
      throw new InputError(`cannot use ${path}: ${type} archives are not supported; unpack it, and specify the folder`);
  }
}

async function noMustGatherError(
  path: string,
  files: MustGatherFiles,
  { archives, gaveUp }: FoundImages,
): Promise<InputError> {
  const truncated = files.damage().find(({ isTruncated }) => isTruncated);
  if (truncated !== undefined) return new InputError(unusableFileText(path, truncated.cause));
  const { files: names, folders } = await files.list("");
  const [archive] = archives;
  const [first] = files.damage();
  const top = [...folders, ...names];
  const found = top.length === 0 ? "it is empty" : `it has ${joinFirstNames(top, 5)}`;
  const fault = first === undefined ? "" : ` (${shortenPath(first.where)}: ${first.cause})`;
  const end = gaveUp === undefined ? "" : `; ${gaveUp.cause}`;
  const hint =
    archive === undefined
      ? "specify the folder or archive created by oc adm must-gather, or use -f for files of objects"
      : `to read the must-gather in ${archive}, specify that file`;
  return new InputError(
    `cannot use ${path}: not a must-gather: no folder named namespaces or cluster-scoped-resources at any level: ${found}${fault}${end}; ${hint}`,
  );
}

/** A summary of a must-gather: how many images, and which namespaces they have. */
function contentsText(images: readonly MustGatherImage[]): string {
  const namespaces = listNamespaces(images);
  const trees = images.length === 1 ? "one image" : `${images.length} images`;
  return namespaces.length === 0
    ? `${trees} without namespaces`
    : `${trees} with namespaces ${joinFirstNames(namespaces, 6)}`;
}

/** `a, b, and 3 more` */
function joinFirstNames(names: readonly string[], maxNames: number): string {
  const more = names.length > maxNames ? `, and ${names.length - maxNames} more` : "";
  return `${names.slice(0, maxNames).join(", ")}${more}`;
}
