import type { KubeObject } from "../../model/object.ts";
import { type Damage, foundObjects, type Snapshot } from "../../model/snapshot.ts";
import { createInputBudget, type InputBudget, InputLimitError, inputLimits } from "../../parse/input-budget.ts";
import { uniqueObjects } from "../../parse/unique-objects.ts";
import { InputError } from "../errors/errors.ts";
import {
  nothingUsableText,
  skippedFileText,
  standardInputTitle,
  unreadableFileText,
  unusableFileText,
} from "../errors/file-errors.ts";
import { type FilePath, filesAt } from "./file-paths.ts";
import { type InputText, readStream, readText } from "./read-input.ts";
import { type Pasted, readTextObjects, type TextObjects } from "./text-objects.ts";

/** The options for reading files, as kubectl's flags of the same names. */
export interface FilesOptions {
  /** `-R`: directories are read recursively. */
  readonly recursive: boolean;
  /** The input that the path `-` names. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** `-n`: only objects of this namespace, and cluster-scoped ones. */
  readonly namespace?: string;
  /** Gets the number of files that were read so far, and of their bytes. */
  readonly onProgress?: (files: number, bytes: number) => void;
  /** Gets the number of bytes of each input, once they have become text and are garbage. Reading waits for it. */
  readonly onText?: (bytes: number) => Promise<void>;
  /** Called for each object of a long text. Most of what it was parsed with is garbage then. */
  readonly onItem?: () => void;
}

/** The content of files: each object once, in reading order, and the damage that was found. */
export interface FilesRead {
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
  /** The namespaces of the objects that `-n` leaves out. */
  readonly otherNamespaces?: readonly string[];
  /** The number of files that were read. Standard input counts as one. */
  readonly files: number;
  /** The inputs that could be read only as pasted text. */
  readonly pasted: readonly Pasted[];
  /** The snapshot that the command `snapshot` wrote. It is the only input then: a whole source at one moment. */
  readonly snapshot?: Snapshot;
}

/**
 * Reads Kubernetes objects from files, directories and standard input, as `kubectl -f` does.
 * @throws InputError where a path cannot be read, or nothing in all paths can be used.
 * @throws InputError where a snapshot is broken, or is not the only input.
 * @throws InputLimitError where all paths together hold more than a command may keep.
 */
export async function readFiles(paths: readonly string[], options: FilesOptions): Promise<FilesRead> {
  const budget = createInputBudget();
  const inputs = await listInputs(paths, options.recursive, budget);
  const read: InputRead[] = [];
  let bytes = 0;
  for (const input of inputs) {
    const inputRead = await readInput(input, options, budget);
    bytes += inputRead.bytes;
    read.push(inputRead);
    options.onProgress?.(read.length, bytes);
  }
  const snapshot = read.find((each) => each.snapshot !== undefined)?.snapshot;
  if (snapshot !== undefined) return contentOfSnapshot(snapshot, inputs);

  const objects = uniqueObjects(read.flatMap((each) => each.objects));
  const damage = read.flatMap((each) => each.damage);
  const [firstDamage] = damage;
  if (objects.length === 0 && firstDamage !== undefined)
    throw new InputError(unusableFileText(firstDamage.where, nothingUsableText(firstDamage.cause, damage.length)));
  const pasted = read.flatMap((each) => each.pasted ?? []);
  return { ...limitToNamespace(objects, options.namespace), damage, files: inputs.length, pasted };
}

const standardInput: FilePath = { path: standardInputTitle, isNamed: true };

/** The files that the paths name, or that the directories among them have. */
async function listInputs(
  paths: readonly string[],
  recursive: boolean,
  budget: InputBudget,
): Promise<readonly FilePath[]> {
  const inputs: FilePath[] = [];
  for (const path of new Set(paths)) {
    if (path === "-") inputs.push(standardInput);
    else inputs.push(...(await filesAt(path, recursive, budget)));
  }
  return inputs;
}

/** The content of one input, and how many bytes it has. */
interface InputRead extends TextObjects {
  readonly bytes: number;
}

async function readInput(
  input: FilePath,
  { stdin, onText, onItem }: FilesOptions,
  budget: InputBudget,
): Promise<InputRead> {
  const { path, isNamed } = input;
  const maxBytes = budget.remaining("bytes");
  const read = await readInputText(input, stdin, maxBytes);
  if (read.refusal === undefined) {
    budget.take("bytes", path, read.bytes);
    await onText?.(read.bytes);
    return { ...readTextObjects(read.text, path, budget, onItem), bytes: read.bytes };
  }
  if (read.bytesBeforeRefusal !== undefined) {
    // Where less is left than one input may have, the others have used it up.
    if (maxBytes < inputLimits.bytes.max) throw new InputLimitError("bytes", path);
    // Files of a directory that have no end are read only once, and not again for each link.
    budget.take("bytes", path, Math.min(read.bytesBeforeRefusal, maxBytes));
  }
  if (isNamed) throw new InputError(unreadableFileText(path, read.refusal), { cause: read.error });
  // One unreadable file of a directory is reported as damage, and the others are read.
  return { objects: [], damage: [{ where: path, cause: skippedFileText(read.refusal) }], bytes: 0 };
}

async function readInputText(input: FilePath, stdin: AsyncIterable<Uint8Array>, maxBytes: number): Promise<InputText> {
  if (input.refusal !== undefined) return { refusal: input.refusal };
  return input === standardInput ? readStream(stdin, maxBytes) : readText(input.path, maxBytes);
}

/** The content of a snapshot. @throws InputError where there are other inputs: a report is about one source at one moment. */
function contentOfSnapshot(snapshot: Snapshot, inputs: readonly FilePath[]): FilesRead {
  if (inputs.length > 1)
    throw new InputError(
      `cannot use ${snapshot.source.snapshot} together with other files: a snapshot is a complete source; pass it alone, or compare two with diff`,
    );
  const objects = snapshot.readings.flatMap(foundObjects);
  return { objects: uniqueObjects(objects), damage: [], files: 1, pasted: [], snapshot };
}

/** The objects of a namespace and cluster-scoped ones, as `kubectl get -n` shows them, and where the others are. */
export function limitToNamespace(
  objects: readonly KubeObject[],
  namespace: string | undefined,
): Pick<FilesRead, "objects" | "otherNamespaces"> {
  if (namespace === undefined) return { objects };
  const shown: KubeObject[] = [];
  const otherNamespaces = new Set<string>();
  for (const object of objects) {
    const objectNamespace = object.ref.namespace;
    if (objectNamespace === undefined || objectNamespace === namespace) shown.push(object);
    else otherNamespaces.add(objectNamespace);
  }
  return { objects: shown, otherNamespaces: [...otherNamespaces].toSorted() };
}
