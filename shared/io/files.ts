import type { KubeObject } from "../model/object.ts";
import type { Damage, Snapshot } from "../model/snapshot.ts";
import { documentsOf } from "../parse/documents.ts";
import { type Objects, objectsOf } from "../parse/objects.ts";
import { isSnapshotDocument, snapshotIn } from "../parse/snapshot-document.ts";
import { uniqueObjects } from "../parse/unique.ts";
import { InputError } from "./errors.ts";
import { type FilePath, filesAt } from "./file-paths.ts";
import { readStream, readText } from "./input-text.ts";

/** How files are read: kubectl's flags of the same names. */
export interface FilesOptions {
  /** `-R`: directories are read with all that is below them. */
  readonly recursive: boolean;
  /** What the path `-` stands for. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** `-n`: only objects of this namespace, and those of none. */
  readonly namespace?: string;
}

/** What files held: each object once, in reading order, and what could not be used. */
export interface FilesRead {
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
  /** How many files were read; standard input is one. */
  readonly files: number;
  /** What `snapshot` wrote: then it is all there is, for it stands for a whole source at one moment. */
  readonly snapshot?: Snapshot;
}

/**
 * Reads Kubernetes objects from files, directories and standard input, as `kubectl -f` does.
 * @throws InputError where a path cannot be read, where there is no object in all of them, or where a snapshot is broken or
 *   not alone.
 */
export async function readFiles(paths: readonly string[], options: FilesOptions): Promise<FilesRead> {
  const inputs: FilePath[] = [];
  for (const path of new Set(paths)) {
    inputs.push(...(path === "-" ? [standardInput] : await filesAt(path, options.recursive)));
  }
  const read: FileRead[] = [];
  for (const input of inputs) read.push(await readInput(input, options.stdin));
  const snapshot = read.find((one) => one.snapshot !== undefined)?.snapshot;
  if (snapshot !== undefined)
    return { objects: uniqueObjects(heldBy(snapshot)), damage: [], files: 1, snapshot: alone(snapshot, inputs) };
  const objects = uniqueObjects(read.flatMap((one) => one.objects));
  const damage = read.flatMap((one) => one.damage);
  if (objects.length === 0 && damage.length > 0) throw nothingUsable(damage);
  return { objects: objects.filter((object) => isIn(object, options.namespace)), damage, files: inputs.length };
}

const standardInput: FilePath = { path: "standard input", isNamed: true };

interface FileRead extends Objects {
  readonly snapshot?: Snapshot;
}

async function readInput(input: FilePath, stdin: AsyncIterable<Uint8Array>): Promise<FileRead> {
  const { path, isNamed } = input;
  const read = input === standardInput ? await readStream(stdin) : await readText(path);
  if (read.refusal === undefined) return objectsIn(read.text, path);
  if (isNamed) throw new InputError(`cannot read ${path}: ${read.refusal}`, { cause: read.error });
  // Of a directory, one file that cannot be read is a gap and no reason to give up.
  return { objects: [], damage: [{ where: path, cause: `not readable: ${read.refusal}` }] };
}

function objectsIn(text: string, where: string): FileRead {
  const { documents, damage } = documentsOf(text, where);
  const kept = documents.find(({ value }) => isSnapshotDocument(value));
  if (kept !== undefined) {
    const [fault] = damage;
    if (documents.length > 1 || fault !== undefined)
      throw new InputError(
        `cannot use ${where}: it is a snapshot with something else beside it (${besides(documents.length, fault)})`,
      );
    return { objects: [], damage: [], snapshot: snapshotAt(kept.value, where) };
  }
  if (documents.length === 0 && damage.length === 0) return { objects: [], damage: [{ where, cause: "it is empty" }] };
  const read = documents.map((document) => objectsOf(document.value, document.where));
  return {
    objects: read.flatMap((one) => one.objects),
    damage: [...damage, ...read.flatMap((one) => one.damage)],
  };
}

function besides(documents: number, fault: Damage | undefined): string {
  return fault === undefined ? `${documents} documents` : `${fault.where}: ${fault.cause}`;
}

/** The snapshot that a document of the file `where` holds. @throws InputError where anything of it is not as it should be. */
function snapshotAt(value: unknown, where: string): Snapshot {
  const read = snapshotIn(value);
  if ("fault" in read) throw new InputError(`cannot use ${where} as a snapshot: ${read.fault}`);
  return { ...read, source: { ...read.source, snapshot: where } };
}

function heldBy({ readings }: Snapshot): readonly KubeObject[] {
  return readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : []));
}

/** Two moments, or a moment and loose objects, are no one thing to report on. */
function alone(snapshot: Snapshot, inputs: readonly FilePath[]): Snapshot {
  if (inputs.length === 1) return snapshot;
  throw new InputError(
    `cannot use ${snapshot.source.snapshot} together with other files: a snapshot stands for a whole source at one moment; name it alone, or compare two with diff`,
  );
}

function nothingUsable(damage: readonly Damage[]): InputError {
  const [first] = damage;
  const others = damage.length === 1 ? "" : `; nothing else could be used either (${damage.length - 1} more)`;
  return new InputError(`cannot use ${first?.where}: ${first?.cause}${others}`);
}

function isIn(object: KubeObject, namespace: string | undefined): boolean {
  return namespace === undefined || object.ref.namespace === undefined || object.ref.namespace === namespace;
}
