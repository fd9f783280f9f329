import type { PasteStep } from "../../model/fault/input.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Damage, Snapshot } from "../../model/snapshot.ts";
import { isSnapshotDocument, snapshotIn } from "../../parse/documents/snapshot-document.ts";
import { readDocuments, removeByteOrderMark, type SplitDocuments } from "../../parse/documents/split-documents.ts";
import { createInputBudget, type InputBudget } from "../../parse/input-budget.ts";
import { describeDamage, documentFaultText } from "../../parse/input-fault-text.ts";
import { lineColumnFinder } from "../../parse/json-path.ts";
import { readObjects } from "../../parse/kube-objects.ts";
import { endsInConditionType } from "../../parse/pasted/cut-type.ts";
import { findPartialCall } from "../../parse/pasted/partial-calls.ts";
import { hasChangedCharacters, restoreCharacters } from "../../parse/pasted/plain-characters.ts";
import { type PastedObjects, readPasted } from "../../parse/pasted/read-pasted.ts";
import { generalPolarities } from "../../tables/polarity.ts";
import { InputError } from "../errors/errors.ts";
import { emptyFileText, unusableFileText } from "../errors/file-errors.ts";
import { findCommandKind } from "./command-kind.ts";
import { createItemReduction } from "./item-reduction.ts";

/** A text that was read as people paste it, and what was done to it. */
export interface Pasted {
  readonly where: string;
  readonly steps: readonly PasteStep[];
}

/** What one text contains: objects and damage, or a snapshot. */
export interface TextObjects {
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
  /** Absent where the text could be read as it is. */
  readonly pasted?: Pasted;
  readonly snapshot?: Snapshot;
}

/**
 * The objects in one text, or the snapshot in it. A text that is not plain YAML or JSON is read as people paste it.
 * @param where The name of the text in messages, such as the path of its file.
 * @param onItem Called for each document of a long text, and for each item of a list of JSON in it.
 * @throws InputError where a snapshot is broken, or stands among other documents.
 */
export function readTextObjects(
  text: string,
  where: string,
  budget: InputBudget = createInputBudget(),
  onItem: () => void = () => {},
): TextObjects {
  const plain = hasChangedCharacters(text) ? restoreCharacters(text) : { text, steps: [] };
  const inPlainText = readDocuments(plain.text, where, { budget, reduceItem: createItemReduction(onItem) });
  const { documents, faults } = inPlainText;
  if (documents.some(({ value }) => isSnapshotDocument(value))) return readSnapshot(inPlainText, where);
  if (documents.length === 0 && faults.length === 0) return { objects: [], damage: [{ where, cause: emptyFileText }] };

  const read = documents.map((document) => readObjects(document.value, document.where, budget));
  const objects = read.flatMap((each) => each.objects);
  const allFaults = [...faults, ...read.flatMap((each) => each.faults)];
  const pasted =
    allFaults.length === 0
      ? readCutOutput(removeByteOrderMark(plain.text), where, objects.length)
      : readAsPasted(text, where, objects.length);
  if (pasted !== undefined) {
    const damage = pasted.faults.map(describeDamage);
    const isAltered = pasted.objects.length > 0;
    return markCutText(text, where, { objects: pasted.objects, damage, steps: pasted.steps, isAltered });
  }
  const damage = allFaults.map(describeDamage);
  return markCutText(text, where, { objects, damage, steps: plain.steps, isAltered: plain.steps.length > 0 });
}

/** The objects of a text, and the steps that led to them; `isAltered`: the text was changed before it could be read. */
interface ObjectsAndSteps {
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
  readonly steps: readonly PasteStep[];
  readonly isAltered: boolean;
}

/** Marks the last object where the text ends within the type of a condition: more conditions may have followed. */
function markCutText(text: string, where: string, { objects, damage, steps, isAltered }: ObjectsAndSteps): TextObjects {
  if (objects.length > 0 && endsInConditionType(text, knownTypes)) {
    const marked = [...objects.slice(0, -1), ...objects.slice(-1).map((last) => ({ ...last, cut: true as const }))];
    const stepsOfCut = [...new Set<PasteStep>([...steps, "cut-object"])];
    return { objects: marked, damage, pasted: { where, steps: stepsOfCut } };
  }
  return isAltered ? { objects, damage, pasted: { where, steps } } : { objects, damage };
}

/** The types of conditions that many kinds have. */
const knownTypes: ReadonlySet<string> = new Set(generalPolarities.map(({ type }) => type));

/** The longest text that a person may have pasted. Each line is copied for each way to paste it. */
const maxPastedCharacters = 5_000_000;
const maxPastedLines = 150_000;

/**
 * The objects of a text that is read as people paste it. Undefined where it is too long for that, or where the objects
 * that were read from it as YAML count.
 */
function readAsPasted(text: string, where: string, objectsOfYaml: number): PastedObjects | undefined {
  if (isTooLong(text)) return undefined;
  const pasted = readPasted(text, where, findCommandKind);
  return pasted !== undefined && isBetter(pasted, objectsOfYaml) ? pasted : undefined;
}

/**
 * The objects of a text that is YAML or JSON although it has a command that printed only a part of an object. Undefined if no
 * part is missing. Of a text that is too long to be read as pasted, nothing is read.
 */
function readCutOutput(text: string, where: string, objectsOfYaml: number): PastedObjects | undefined {
  const call = findPartialCall(text);
  if (call < 0) return undefined;
  if (isTooLong(text)) {
    const fault = { where: `${where}:${lineColumnFinder(text)(call)}`, fault: { code: "cut-output" } } as const;
    return { objects: [], faults: [fault], steps: [] };
  }
  const pasted = readAsPasted(text, where, objectsOfYaml);
  const isCut = pasted?.steps.includes("cut-object") || pasted?.faults.some(({ fault }) => fault.code === "cut-output");
  return isCut ? pasted : undefined;
}

/** Whether a text is too long to be read as pasted. */
function isTooLong(text: string): boolean {
  return text.length >= maxPastedCharacters || hasLines(text, maxPastedLines);
}

/** Whether a text has at least so many line breaks. */
function hasLines(text: string, count: number): boolean {
  let lines = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) {
    lines += 1;
    if (lines >= count) return true;
  }
  return false;
}

/** Whether the objects that were read of a text as pasted count, and not those that were read of it as YAML. */
function isBetter({ objects, steps, faults }: PastedObjects, objectsOfYaml: number): boolean {
  // YAML documents inside a message of a description are no objects of the user. YAML that is left of a truncated text
  // may look complete although it is not.
  if (steps.includes("describe") || steps.includes("cut-object")) return true;
  const codes = faults.map(({ fault }) => fault.code);
  if (codes.some((code) => /^(described-.*|omitted-text|cut-output)$/.test(code))) return true;
  if (objects.length > objectsOfYaml) return true;
  return objectsOfYaml === 0 && codes[0] !== undefined && decisiveFaults.has(codes[0]);
}

/** Faults that show what a text is, and not only that it is no YAML. */
const decisiveFaults: ReadonlySet<string> = new Set(["printed-table", "partial-diff", "cut-list"]);

/** The snapshot that is the only document of a text. */
function readSnapshot({ documents, faults }: SplitDocuments, where: string): TextObjects {
  const [damage] = faults.map(describeDamage);
  if (damage !== undefined) throw notAloneError(where, `${damage.where}: ${damage.cause}`);
  if (documents.length > 1) throw notAloneError(where, `${documents.length} documents`);
  const read = snapshotIn(documents[0]?.value);
  if ("fault" in read) throw new InputError(`cannot use ${where} as a snapshot: ${documentFaultText(read.fault)}`);
  const snapshot = { ...read, source: { ...read.source, snapshot: where } };
  return { objects: [], damage: [], snapshot };
}

/** The error for a text in which a snapshot is not alone. */
function notAloneError(where: string, other: string): InputError {
  return new InputError(unusableFileText(where, `it contains a snapshot and something else (${other})`));
}
