import { realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Resource } from "../../model/resource.ts";
import type { Damage, Snapshot } from "../../model/snapshot.ts";
import { InputError } from "../errors.ts";
import type { Reader } from "../reader.ts";
import { refusalOf } from "../refusal.ts";
import { archiveTypeOf } from "./archive-type.ts";
import { clusterInfoFiles } from "./cluster-info.ts";
import type { GatherFiles, Progress } from "./files.ts";
import { folderFiles } from "./folder-files.ts";
import { type Found, type Image, imagesIn, type Names } from "./images.ts";
import { gatherReader, settled } from "./reader.ts";
import { timed } from "./taken-at.ts";

/** A must-gather, an inspect or a dump, opened. */
export interface Gather {
  readonly reader: Reader;
  /** When it was made, RFC 3339 UTC, where it says so. */
  readonly takenAt: string | undefined;
  /** The kinds that it holds, then those that it has only definitions of, with every name that kubectl takes. */
  resources(): Promise<readonly Resource[]>;
  /** What was read of it, with what is damaged: lists of which it has a part only are no longer complete. */
  whole(snapshot: Snapshot): Snapshot;
  /** `2 images, namespaces a, b`: what a person would see in it. */
  readonly contents: string;
  close(): void;
}

/**
 * Opens what `--must-gather` names: a folder at any level of a gather, a tar (packed with gzip or not) or a zip of one, or
 * the output of `kubectl cluster-info dump`. Nothing is written to disk; archives are bounded in number, size and depth.
 * @throws InputError where there is nothing of the name, no gather in it (the message says what there is), or several.
 */
export async function openGather(path: string, progress: Progress = () => {}): Promise<Gather> {
  const { files, names } = await filesOf(path, progress);
  try {
    const found = await imagesIn(files, names);
    if (found.images.length === 0) throw await noGather(path, files, found);
    const { images, takenAt } = await timed(path, files, found.images);
    const reader = gatherReader(path, files, images);
    return {
      reader,
      takenAt,
      resources: reader.resources,
      whole: (snapshot) => ({
        ...snapshot,
        readings: snapshot.readings.flatMap(settled),
        damage: [...snapshot.damage, ...shown(reader.damage(), path), ...(found.gaveUp ? [found.gaveUp] : [])],
      }),
      contents: contentsOf(images),
      close: () => files.close(),
    };
  } catch (error) {
    files.close();
    throw error;
  }
}

/** So many pieces are named one by one; a name is cut where it is longer than anybody reads. */
const mostNamed = 20;
const longestName = 200;

function shown(damage: readonly Damage[], path: string): readonly Damage[] {
  const once = [...new Map(damage.map((one) => [`${one.where}\n${one.cause}`, one])).values()];
  const named = once.slice(0, mostNamed).map(({ where, cause }) => ({ where: shortened(where), cause }));
  const more = once.length - named.length;
  return more > 0 ? [...named, { where: path, cause: `${more} more pieces are left out` }] : named;
}

function shortened(where: string): string {
  return where.length > longestName ? `${where.slice(0, longestName)}…` : where;
}

async function filesOf(
  path: string,
  progress: Progress,
): Promise<{ readonly files: GatherFiles; readonly names: Names }> {
  try {
    const found = await stat(path);
    const real = await realpath(path);
    const names = { name: basename(real), parent: basename(dirname(real)) };
    if (found.isDirectory()) return { files: await folderFiles(path), names };
    if (!found.isFile()) throw new InputError(`cannot use ${path}: it is neither a folder nor a file`);
    const files = await archiveFiles(path, found.size, progress);
    return { files, names: { ...names, name: names.name.replace(/\.(tar(\.gz)?|tgz|zip)$/i, "") } };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`cannot read ${path}: ${refusalOf(error)}`, { cause: error });
  }
}

async function archiveFiles(path: string, total: number, progress: Progress): Promise<GatherFiles> {
  const type = await archiveTypeOf(path);
  switch (type) {
    case "tar":
    case "gzip":
      return (await import("./tar-files.ts")).tarFiles(path, { isPacked: type === "gzip", total }, progress);
    case "zip":
      return (await import("./zip-files.ts")).zipFiles(path, total);
    case "empty":
      throw new InputError(`cannot use ${path}: it is empty`);
    case "other": {
      const dump = await clusterInfoFiles(path);
      if (dump !== undefined) return dump;
      throw new InputError(
        `cannot use ${path}: it is no must-gather: no folder, .tar, .tar.gz, .tgz or .zip; a file of objects goes with -f`,
      );
    }
    default:
      throw new InputError(`cannot use ${path}: ${type} archives are not read; unpack it, and name the folder`);
  }
}

async function noGather(path: string, files: GatherFiles, { archives, gaveUp }: Found): Promise<InputError> {
  const { files: names, folders } = await files.list("");
  const [archive] = archives;
  const all = [...folders, ...names];
  const some = all.slice(0, 5).join(", ");
  const found =
    all.length === 0 ? "it is empty" : `it has ${some}${all.length > 5 ? `, and ${all.length - 5} more` : ""}`;
  const [first] = files.damage();
  const fault = first === undefined ? "" : ` (${shortened(first.where)}: ${first.cause})`;
  const end = gaveUp === undefined ? "" : `; ${gaveUp.cause}`;
  const hint =
    archive === undefined
      ? "name the folder or archive that oc adm must-gather made; files of objects go with -f"
      : `is the gather in ${archive}? Name that one`;
  return new InputError(
    `cannot use ${path}: no folder called namespaces or cluster-scoped-resources in it, at any level: ${found}${fault}${end}; ${hint}`,
  );
}

function contentsOf(images: readonly Image[]): string {
  const namespaces = [...new Set(images.flatMap((image) => [...image.namespaces.keys()]))];
  const some = namespaces.slice(0, 6).join(", ");
  const more = namespaces.length > 6 ? `, and ${namespaces.length - 6} more` : "";
  const trees = images.length === 1 ? "one image" : `${images.length} images`;
  return namespaces.length === 0 ? `${trees} without namespaces` : `${trees} with namespaces ${some}${more}`;
}
