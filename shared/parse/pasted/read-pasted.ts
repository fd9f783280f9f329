import type { PastedFaultCode, PasteStep, PlacedFault } from "../../model/fault/input.ts";
import { type KubeObject, pastedGroup, unnamed, withRef } from "../../model/object.ts";
import { readDocuments } from "../documents/split-documents.ts";
import { type ReadObjects, readObjects } from "../kube-objects.ts";
import { findKindOfCommand, type KindFinder } from "./commands.ts";
import { completeObject, isItemsWithoutList, unwrapWatchEvents } from "./complete-object.ts";
import { removeDecorations } from "./decorations.ts";
import { readDescribed } from "./describe.ts";
import { isPartialDiff } from "./diff.ts";
import { hasYaml } from "./fences.ts";
import { type CleanedText, isFilled } from "./lines.ts";
import { splitReadableDocuments } from "./omissions.ts";
import { restoreCharacters } from "./plain-characters.ts";

/** The objects of a pasted text, what could not be read, and the steps that were needed, each once. */
export interface PastedObjects {
  readonly objects: readonly KubeObject[];
  readonly faults: readonly PlacedFault[];
  readonly steps: readonly PasteStep[];
}

/**
 * Reads the objects of a text as people paste it from a terminal, a chat or a mail: `kubectl describe`, a part of it, or
 * YAML and JSON, whole or in part. Positions in the result have the line of the text as it was given. Never throws.
 * @param given the text
 * @param where the name of the text for the user
 * @param findKind finds the kind of a status without an object, by the command that printed it
 */
export function readPasted(given: string, where: string, findKind: KindFinder = () => undefined): PastedObjects {
  const restored = restoreCharacters(given.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"));
  const source = { ...restored, where, findKind };
  return readDescriptions(source) ?? readManifests(source);
}

/** A text whose characters are restored. */
interface Source extends CleanedText {
  readonly where: string;
  readonly findKind: KindFinder;
}

/** Reads what `kubectl describe` printed, and the YAML above it. Undefined if the text has no description. */
function readDescriptions({ text, steps: stepsBefore, where, findKind }: Source): PastedObjects | undefined {
  const { objects: described, faults: faultCodes, above, isPart } = readDescribed(text, findKind);
  if (described.length === 0 && faultCodes.length === 0) return undefined;

  const read = described.flatMap(({ object, events, isCut }) => [
    markCut(readObjects(object, where), isCut),
    ...events.map((event) => readObjects(event, where)),
  ]);
  const objects = numberNameless(read.flatMap((part) => part.objects));
  const faults: PlacedFault[] = read.flatMap((part) => part.faults);
  for (const code of new Set(faultCodes)) faults.push({ where, fault: { code } });

  const yaml = hasYaml(above) ? readPasted(above, where, findKind) : undefined;
  const yamlFaults = yaml?.faults ?? [];
  if (objects.length === 0) return { ...noObjects, ...yaml, faults: [...yamlFaults, ...faults] };
  // A part of another object above the description is not read.
  const hasUnreadPart = yaml === undefined && partOfOtherObject.test(above);
  if (hasUnreadPart) faults.unshift({ where, fault: { code: "described-in-part" } });

  const steps: PasteStep[] = [...stepsBefore];
  const beginsWithName = /^\s*Name:[ \t]/.test(text);
  if (!isPart && !beginsWithName) steps.push(...removeDecorations(text).steps);
  steps.push("describe", ...listMissingParts(objects));
  if (described.some(({ isCut }) => isCut)) steps.push("cut-object");
  return { objects: [...(yaml?.objects ?? []), ...objects], faults: [...yamlFaults, ...faults], steps };
}

const noObjects: PastedObjects = { objects: [], faults: [], steps: [] };

/** A part of an object: fields of a status, the label of a status or of conditions, perhaps with a note, or events. */
const partOfOtherObject =
  /^(?:[ \t]+(?:Status|State|Phase|Health|Ready|Reason|Message):|[ \t>]*(?:(?:[Ss]tatus|[Cc]onditions):[ \t]*(?:[#([<.…].*)?$|(?:Last \w+ Time|Events):))/m;

/**
 * Reads the objects of YAML or JSON: removes decorations, removes or marks objects of which a part was omitted, and completes
 * parts of objects. Every step keeps the number of lines.
 */
function readManifests({ text, steps: stepsBefore, where, findKind }: Source): PastedObjects {
  const undecorated = removeDecorations(text);
  const refusal = findRefusal(undecorated.text);
  if (refusal !== undefined) return { ...noObjects, faults: [{ where, fault: { code: refusal } }] };

  const givenLines = text.split("\n");
  const documents = splitReadableDocuments(undecorated.text.split("\n"), givenLines);
  const documentOfLine = documents.flatMap((document) => document.lines.map(() => document));
  const parsed = readDocuments(documents.flatMap(({ lines }) => lines).join("\n"), where);
  const values = unwrapWatchEvents(parsed.documents);
  const read = values.map((value) => {
    const { start = 0, lines = [], isCut = false } = documentOfLine[readLineIndex(value.where)] ?? {};
    // A command above a document was replaced by `---`.
    const command = lines[0] === "---" ? (givenLines[start] ?? "") : "";
    const object = completeObject(value.value, findKindOfCommand(command, findKind));
    return markCut(readObjects(object, value.where), isCut);
  });

  const objects = numberNameless(read.flatMap((part) => part.objects));
  const steps: PasteStep[] = [...stepsBefore, ...undecorated.steps];
  if (documents.some(({ isListCut }) => isListCut)) steps.push("cut-list");
  if (documents.some(({ isCut }) => isCut)) steps.push("cut-object");
  if (values.some((value, index) => value !== parsed.documents[index])) steps.push("watch-events");
  if (values.some(({ value }) => isItemsWithoutList(value))) steps.push("items");
  steps.push(...listMissingParts(objects));
  const omissions = documents.flatMap((document) =>
    document.omissions.map(({ line, code }) => ({ where: `${where}:${document.start + line + 1}`, fault: { code } })),
  );
  return { objects, faults: [...omissions, ...parsed.faults, ...read.flatMap(({ faults }) => faults)], steps };
}

/** `bare-status` if an object is only a status, `no-name` if an object lacks only its name. */
function listMissingParts(objects: readonly KubeObject[]): readonly PasteStep[] {
  const hasBareStatus = objects.some(({ ref }) => ref.group === pastedGroup);
  const hasNameless = objects.some(({ ref }) => ref.group !== pastedGroup && ref.name.startsWith(unnamed));
  const missing: PasteStep[] = [];
  if (hasBareStatus) missing.push("bare-status");
  if (hasNameless) missing.push("no-name");
  return missing;
}

/** The index of the line in a position `name:line:column`: `a.yaml:3:1` -> 2. */
function readLineIndex(where: string): number {
  return Number(/:(\d+):\d+$/.exec(where)?.[1] ?? 1) - 1;
}

/** Marks each object that was read as cut, if a part of its text is missing. */
function markCut(read: ReadObjects, isCut: boolean): ReadObjects {
  return isCut ? { ...read, objects: read.objects.map((object) => ({ ...object, cut: true })) } : read;
}

/** Numbers the objects without a name from the second one of a kind and namespace on, so that none replaces another. */
function numberNameless(objects: readonly KubeObject[]): readonly KubeObject[] {
  const countByKind = new Map<string, number>();
  return objects.map((object) => {
    const { name, kind, group, namespace = "" } = object.ref;
    if (name !== unnamed) return object;
    const key = `${group}/${kind}/${namespace}`;
    const number = (countByKind.get(key) ?? 0) + 1;
    countByKind.set(key, number);
    return number === 1 ? object : withRef(object, { ...object.ref, name: `${unnamed}-${number}` });
  });
}

/** Why a text cannot contain an object in YAML. Undefined if it can. */
function findRefusal(text: string): PastedFaultCode | undefined {
  if (isPrintedTable(text)) return "printed-table";
  return isPartialDiff(text) ? "partial-diff" : undefined;
}

/** The name of a column: `NODE-SELECTOR`, `NOMINATED NODE`. */
const columnName = "[A-Z][A-Z()/-]*(?: [A-Z()/-]+)*";
/** Two columns or more, with two blanks between them or one after `NAME`. */
const tableHeader = new RegExp(`^(?:${columnName}(?: {2,}${columnName})+|(?:NAMESPACE +)?NAME +[A-Z][A-Z() -]*)$`);
/** A row that has an age among its cells: `a   Running   3d4h`. */
const tableRow =
  /^\S+(?: {2,}|\t)\S.*(?: {2,}|\t)(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?<=\d[ydhms])(?:\s.*)?$/;

/** The longest row that is searched, and the most rows of a table without a header. */
const maxRowLength = 400;
const maxRows = 10_000;

/** Whether a text is a table of `kubectl get`, with its header or with `--no-headers` (cli-runtime, pkg/printers). */
function isPrintedTable(text: string): boolean {
  const lines = text.split("\n").filter((line) => isFilled(line) && line.trim() !== "---");
  const [firstLine] = lines;
  if (firstLine === undefined) return false;
  if (tableHeader.test(firstLine.slice(0, maxRowLength).trimEnd())) return true;
  return lines.length < maxRows && lines.every((line) => line.length < maxRowLength && tableRow.test(line));
}
