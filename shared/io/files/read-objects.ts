import { hasRule } from "../../aggregate/core/kind-rules.ts";
import type { PasteStep } from "../../model/fault/input.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { guessPlural } from "../../model/resource-name.ts";
import type { Damage, Snapshot } from "../../model/snapshot.ts";
import { isSnapshotDocument, snapshotIn } from "../../parse/documents/snapshot-document.ts";
import { readDocuments } from "../../parse/documents/split-documents.ts";
import { createInputBudget, type InputBudget, InputLimitError, inputLimits } from "../../parse/input-budget.ts";
import { describeDamage, documentFaultText } from "../../parse/input-fault-text.ts";
import { readObjects } from "../../parse/kube-objects.ts";
import type { KindFinder } from "../../parse/pasted/commands.ts";
import { endsInConditionType } from "../../parse/pasted/cut-type.ts";
import { isDisguised, withPlainCharacters } from "../../parse/pasted/plain-characters.ts";
import { type PastedObjects, readPasted } from "../../parse/pasted/read-pasted.ts";
import { uniqueObjects } from "../../parse/unique-objects.ts";
import { definedResources } from "../../tables/defined-kinds.ts";
import { listKindRows } from "../../tables/kinds.ts";
import { generalPolarities } from "../../tables/polarity.ts";
import { InputError } from "../errors/errors.ts";
import {
  emptyFileText,
  nothingUsableText,
  skippedFileText,
  standardInputTitle,
  unreadableFileText,
  unusableFileText,
} from "../errors/file-errors.ts";
import { type FilePath, filesAt } from "./file-paths.ts";
import { type InputText, readStream, readText } from "./read-input.ts";

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
}

/** A text that was read as people paste it, and what was done to it. */
interface Pasted {
  readonly where: string;
  readonly steps: readonly PasteStep[];
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
  const found: (readonly FilePath[])[] = [];
  for (const path of new Set(paths)) {
    found.push(path === "-" ? [standardInput] : await filesAt(path, options.recursive, budget));
  }
  const inputs = found.flat();
  const read: InputRead[] = [];
  let bytes = 0;
  for (const input of inputs) {
    const inputRead = await readInput(input, options.stdin, budget);
    bytes += inputRead.bytes;
    read.push(inputRead);
    options.onProgress?.(read.length, bytes);
  }
  const snapshot = read.find((each) => each.snapshot !== undefined)?.snapshot;
  if (snapshot !== undefined)
    return {
      objects: uniqueObjects(objectsIn(snapshot)),
      damage: [],
      files: 1,
      pasted: [],
      snapshot: onlySnapshot(snapshot, inputs),
    };
  const objects = uniqueObjects(read.flatMap((each) => each.objects));
  const damage = read.flatMap((each) => each.damage);
  const [first] = damage;
  if (objects.length === 0 && first !== undefined)
    throw new InputError(unusableFileText(first.where, nothingUsableText(first.cause, damage.length)));
  const pasted = read.flatMap((each) => each.pasted ?? []);
  return { ...limitToNamespace(objects, options.namespace), damage, files: inputs.length, pasted };
}

const standardInput: FilePath = { path: standardInputTitle, isNamed: true };

/** The most that a person may have pasted. Each line is copied for each way to paste it. */
const maxPasted = { characters: 5_000_000, lines: 150_000 } as const;

/** Whether a text is so short that a person may have pasted it. */
function mayBePasted(text: string): boolean {
  if (text.length >= maxPasted.characters) return false;
  let lines = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) lines++;
  return lines < maxPasted.lines;
}

/** The content of one input. */
export interface FileRead extends Pick<FilesRead, "objects" | "damage"> {
  readonly pasted?: Pasted;
  readonly snapshot?: Snapshot;
}

interface InputRead extends FileRead {
  readonly bytes: number;
}

async function readInput(input: FilePath, stdin: AsyncIterable<Uint8Array>, budget: InputBudget): Promise<InputRead> {
  const { path, isNamed } = input;
  const most = budget.remaining("bytes");
  const read = await readInputText(input, stdin, most);
  if (read.refusal === undefined) {
    budget.take("bytes", path, read.bytes);
    return { ...readTextObjects(read.text, path, budget), bytes: read.bytes };
  }
  // Where less is left than one input may have, the others have used it up.
  if (read.bytesBeforeRefusal !== undefined && most < inputLimits.bytes.max) throw new InputLimitError("bytes", path);
  // Files of a directory that have no end are read only once, and not again for each link.
  if (read.bytesBeforeRefusal !== undefined) budget.take("bytes", path, Math.min(read.bytesBeforeRefusal, most));
  if (isNamed) throw new InputError(unreadableFileText(path, read.refusal), { cause: read.error });
  // One unreadable file of a directory is reported as damage, and the others are read.
  return { objects: [], damage: [{ where: path, cause: skippedFileText(read.refusal) }], bytes: 0 };
}

async function readInputText(input: FilePath, stdin: AsyncIterable<Uint8Array>, most: number): Promise<InputText> {
  if (input.refusal !== undefined) return { refusal: input.refusal };
  return input === standardInput ? readStream(stdin, most) : readText(input.path, most);
}

/**
 * The objects in one text, or the snapshot in it. A text that is not plain YAML or JSON is read as people paste it.
 * @throws InputError where a snapshot is broken, or stands among other documents.
 */
export function readTextObjects(text: string, where: string, budget: InputBudget = createInputBudget()): FileRead {
  const plain = isDisguised(text) ? withPlainCharacters(text) : { text, steps: [] };
  const { documents, faults } = readDocuments(plain.text, where, { budget });
  const kept = documents.find(({ value }) => isSnapshotDocument(value));
  if (kept !== undefined) {
    const [damage] = faults.map(describeDamage);
    if (damage !== undefined) throw new InputError(snapshotBesideText(where, `${damage.where}: ${damage.cause}`));
    if (documents.length > 1) throw new InputError(snapshotBesideText(where, `${documents.length} documents`));
    return { objects: [], damage: [], snapshot: snapshotAt(kept.value, where) };
  }
  if (documents.length === 0 && faults.length === 0) return { objects: [], damage: [{ where, cause: emptyFileText }] };
  const read = documents.map((document) => readObjects(document.value, document.where, budget));
  const objects = read.flatMap((each) => each.objects);
  const allFaults = [...faults, ...read.flatMap((each) => each.faults)];
  const isPaste = allFaults.length > 0 && mayBePasted(text);
  const paste = isPaste ? readPasted(text, where, namedKind) : undefined;
  const pasted = paste !== undefined && isReadAsPaste(paste, objects.length) ? paste : undefined;
  const { objects: found, faults: foundFaults, steps } = pasted ?? { objects, faults: allFaults, steps: plain.steps };
  const damage = foundFaults.map(describeDamage);
  if (found.length > 0 && endsInConditionType(text, knownTypes)) {
    const stepsOfCut = [...new Set<PasteStep>([...steps, "cut-object"])];
    return { objects: markLastAsCut(found), damage, pasted: { where, steps: stepsOfCut } };
  }
  const isAltered = pasted === undefined ? steps.length > 0 : found.length > 0;
  return isAltered ? { objects: found, damage, pasted: { where, steps } } : { objects: found, damage };
}

/** The types of conditions that many kinds have. */
const knownTypes: ReadonlySet<string> = new Set(generalPolarities.map(({ type }) => type));

/** The objects of a text, of which the last one lacks a part. */
function markLastAsCut(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.map((object, index) => (index === objects.length - 1 ? { ...object, cut: true } : object));
}

const kinds: readonly KindNames[] = [
  ...definedResources.map(({ group, kind, plural, versions, shortNames }) =>
    kindNames(group, kind, versions[0] ?? "v1", [plural, ...shortNames]),
  ),
  ...listKindRows()
    .filter(({ group, kind }) => !`${group}${kind}`.includes("*"))
    .map(({ group, kind }) => kindNames(group, kind)),
];

function kindNames(group: string, kind: string, version: string = "v1", others: readonly string[] = []): KindNames {
  return { group, kind, version, names: new Set([kind.toLowerCase(), guessPlural(kind), ...others]) };
}

/**
 * The kind of a known operator that the type of a command names: by its plural, singular, kind or short name, with its
 * group or the beginning of it behind a dot. Undefined where kinds of two groups have the name, because only the cluster
 * knows which of them is meant (cli-runtime, pkg/resource/builder.go, mappingFor), and where a rule needs all of an object.
 */
const namedKind: KindFinder = (type) => {
  const [name = "", ...rest] = type.toLowerCase().split(".");
  const given = rest.join(".");
  const withoutVersion = /^v\d\w*\.(.+)$/.exec(given)?.[1] ?? given;
  const found = kinds.filter(({ group, names }) => names.has(name) && group.startsWith(withoutVersion));
  const [first] = found;
  const isUnique = first !== undefined && found.every((kind) => isSameKind(kind, first));
  return isUnique && !hasRule(first) ? { apiVersion: `${first.group}/${first.version}`, kind: first.kind } : undefined;
};

/** The error for a file in which a snapshot is not alone. */
function snapshotBesideText(path: string, other: string): string {
  return unusableFileText(path, `it contains a snapshot and something else (${other})`);
}

/** Whether the objects that were read of a text as pasted count, and not those that were read of it as YAML. */
function isReadAsPaste({ objects, steps, faults }: PastedObjects, others: number): boolean {
  const codes = faults.map(({ fault }) => fault.code);
  // YAML documents inside a message of a description are no objects of the user. YAML that is left of a truncated text
  // may look complete although it is not.
  if (steps.includes("describe") || steps.includes("cut-object")) return true;
  if (codes.some((code) => /^(described-.*|omitted-text|cut-output)$/.test(code))) return true;
  return objects.length > others || (others === 0 && refusals.includes(codes[0] ?? ""));
}

/** Faults that say more about a text than that it is no YAML. */
const refusals: readonly string[] = ["printed-table", "partial-diff", "cut-list"];

/** The snapshot in a document of the file `where`. @throws InputError where any part of it is invalid. */
function snapshotAt(value: unknown, where: string): Snapshot {
  const read = snapshotIn(value);
  if ("fault" in read) throw new InputError(`cannot use ${where} as a snapshot: ${documentFaultText(read.fault)}`);
  return { ...read, source: { ...read.source, snapshot: where } };
}

function objectsIn({ readings }: Snapshot): readonly KubeObject[] {
  return readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : []));
}

/** Returns `snapshot`, and refuses other inputs beside it: a report is for one source at one moment. */
function onlySnapshot(snapshot: Snapshot, inputs: readonly FilePath[]): Snapshot {
  if (inputs.length === 1) return snapshot;
  throw new InputError(
    `cannot use ${snapshot.source.snapshot} together with other files: a snapshot is a complete source; pass it alone, or compare two with diff`,
  );
}

/** The objects of a namespace and cluster-scoped ones, as `kubectl get -n` shows them, and where the others are. */
export function limitToNamespace(
  objects: readonly KubeObject[],
  namespace: string | undefined,
): Pick<FilesRead, "objects" | "otherNamespaces"> {
  if (namespace === undefined) return { objects };
  const isElsewhere = ({ ref }: KubeObject): boolean => ref.namespace !== undefined && ref.namespace !== namespace;
  const others = objects.filter(isElsewhere).flatMap(({ ref }) => ref.namespace ?? []);
  return {
    objects: objects.filter((object) => !isElsewhere(object)),
    otherNamespaces: [...new Set(others)].toSorted(),
  };
}

/** The names of a kind on a command line. */
interface KindNames {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly names: ReadonlySet<string>;
}
