import type { PastedFaultCode, PasteStep, PlacedFault } from "../../model/fault/input.ts";
import { type KubeObject, pastedGroup, unnamed, withRef } from "../../model/object.ts";
import { readDocuments } from "../documents/split-documents.ts";
import { type ReadObjects, readObjects } from "../kube-objects.ts";
import { type KindFinder, kindAt } from "./commands.ts";
import { completeObject, isItems, withoutEvents } from "./complete-object.ts";
import { isPartialDiff, withoutDecorations } from "./decorations.ts";
import { readDescribed } from "./describe.ts";
import { hasYaml } from "./fences.ts";
import type { CleanedText } from "./lines.ts";
import { readableDocuments } from "./omissions.ts";
import { withPlainCharacters } from "./plain-characters.ts";

/** The objects in a pasted text, what could not be read, and what was done to read them, each step once. */
export interface PastedObjects {
  readonly objects: readonly KubeObject[];
  readonly faults: readonly PlacedFault[];
  readonly steps: readonly PasteStep[];
}

/**
 * Reads a text as people paste it from a terminal, a chat or a mail: `kubectl describe`, a part of it, or YAML and JSON
 * whole or in part. `where` is its name for the user; places have the line of the text as it was given. Never throws.
 * @param findKind the kind of a status alone, by the command that printed it
 */
export function readPasted(given: string, where: string, findKind: KindFinder = () => undefined): PastedObjects {
  const plain = withPlainCharacters(given.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"));
  const source = { ...plain, where, findKind };
  return readDescriptions(source) ?? readManifests(source);
}

/** A text whose characters are plain. */
interface Source extends CleanedText {
  readonly where: string;
  readonly findKind: KindFinder;
}

/** What `kubectl describe` printed into a text, and the YAML above it. Undefined where the text is something else. */
function readDescriptions({ text, steps: before, where, findKind }: Source): PastedObjects | undefined {
  const { objects: described, faults: refused, above, isPart } = readDescribed(text, findKind);
  if (described.length === 0 && refused.length === 0) return undefined;
  const read = described.flatMap(({ object, events, isCut }) => [
    asCut(readObjects(object, where), isCut),
    ...events.map((event) => readObjects(event, where)),
  ]);
  const objects = distinct(read.flatMap((each) => each.objects));
  const faults: PlacedFault[] = read.flatMap((each) => each.faults);
  for (const code of new Set(refused)) faults.push({ where, fault: { code } });
  const yaml = hasYaml(above) ? readPasted(above, where, findKind) : nothing;
  if (objects.length === 0) return { ...yaml, faults: [...yaml.faults, ...faults] };
  // Another part of an object above a description is named as not read.
  const isUnread = yaml === nothing && otherStatus.test(above);
  if (isUnread) faults.unshift({ where, fault: { code: "described-in-part" } });
  const steps: PasteStep[] = [...before];
  if (!isPart && !/^\s*Name:[ \t]/.test(text)) steps.push(...withoutDecorations(text).steps);
  steps.push("describe", ...missingIn(objects));
  if (described.some(({ isCut }) => isCut)) steps.push("cut-object");
  return { objects: [...yaml.objects, ...objects], faults: [...yaml.faults, ...faults], steps };
}

const nothing: PastedObjects = { objects: [], faults: [], steps: [] };

/** A part of an object above a description: fields of a status, a heading also with a note, or events. */
const otherStatus =
  /^(?:[ \t]+(?:Status|State|Phase|Health|Ready|Reason|Message):|[ \t>]*(?:(?:[Ss]tatus|[Cc]onditions):[ \t]*(?:[#([<.…].*)?$|(?:Last \w+ Time|Events):))/m;

/**
 * The objects in YAML or JSON: decorations are removed, what was cut is omitted or marked, and parts of objects are
 * completed. Each step works on lines that keep their places.
 */
function readManifests({ text, steps: before, where, findKind }: Source): PastedObjects {
  const plain = withoutDecorations(text);
  const refusal = refusalOf(plain.text);
  if (refusal !== undefined) return { ...nothing, faults: [{ where, fault: { code: refusal } }] };
  const given = text.split("\n");
  const pasted = readableDocuments(plain.text.split("\n"), given);
  const documentAt = pasted.flatMap((document) => document.lines.map(() => document));
  const parsed = readDocuments(pasted.flatMap(({ lines }) => lines).join("\n"), where);
  const values = withoutEvents(parsed.documents);
  const read = values.map((value) => {
    const { start = 0, lines = [], isCut = false } = documentAt[lineOfPlace(value.where)] ?? {};
    // A mark stands in place of the command that printed the document.
    const command = lines[0] === "---" ? (given[start] ?? "") : "";
    return asCut(readObjects(completeObject(value.value, kindAt(command, findKind)), value.where), isCut);
  });
  const objects = distinct(read.flatMap((each) => each.objects));
  const steps: PasteStep[] = [...before, ...plain.steps];
  if (pasted.some(({ isListCut }) => isListCut)) steps.push("cut-list");
  if (pasted.some(({ isCut }) => isCut)) steps.push("cut-object");
  if (values.some((value, index) => value !== parsed.documents[index])) steps.push("watch-events");
  if (values.some(({ value }) => isItems(value))) steps.push("items");
  const omissions = pasted.flatMap(({ start, omissions: own }) =>
    own.map(({ line, code }) => ({ where: `${where}:${start + line + 1}`, fault: { code } })),
  );
  return {
    objects,
    faults: [...omissions, ...parsed.faults, ...read.flatMap(({ faults }) => faults)],
    steps: [...steps, ...missingIn(objects)],
  };
}

/** What the text of objects lacks: the object around a status, or only its name. */
function missingIn(objects: readonly KubeObject[]): readonly PasteStep[] {
  const isBare = objects.some(({ ref }) => ref.group === pastedGroup);
  const isNameless = objects.some(({ ref }) => ref.group !== pastedGroup && ref.name.startsWith(unnamed));
  const missing: PasteStep[] = [];
  if (isBare) missing.push("bare-status");
  if (isNameless) missing.push("no-name");
  return missing;
}

/** The line of a place `name:line:column`, from 0. */
function lineOfPlace(where: string): number {
  return Number(/:(\d+):\d+$/.exec(where)?.[1] ?? 1) - 1;
}

/** What was read, each object marked as cut where a part of its text is missing. */
function asCut(read: ReadObjects, isCut: boolean): ReadObjects {
  return isCut ? { ...read, objects: read.objects.map((object) => ({ ...object, cut: true })) } : read;
}

/** The objects, of which those without a name are numbered, so that none replaces another. */
function distinct(objects: readonly KubeObject[]): readonly KubeObject[] {
  const seen = new Map<string, number>();
  return objects.map((object) => {
    const { name, kind, group, namespace = "" } = object.ref;
    if (name !== unnamed) return object;
    const key = `${group}/${kind}/${namespace}`;
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return number === 1 ? object : withRef(object, { ...object.ref, name: `${unnamed}-${number}` });
  });
}

/** Why a text that holds no object is not tried as YAML. */
function refusalOf(text: string): PastedFaultCode | undefined {
  if (isPrintedTable(text)) return "printed-table";
  return isPartialDiff(text) ? "partial-diff" : undefined;
}

const cell = "[A-Z][A-Z()/-]*(?: [A-Z()/-]+)*";
/** Two columns or more, or `NAME` alone with one behind it. */
const header = new RegExp(`^(?:${cell}(?: {2,}${cell})+|(?:NAMESPACE +)?NAME +[A-Z][A-Z() -]*)$`);
/** A row with its age, as --no-headers prints it. */
const row = /^\S+(?: {2,}|\t)\S.*(?: {2,}|\t)(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?<=\d[ydhms])(?:\s.*)?$/;

/** The longest line of a table, and the most lines of one without a header, so that the search stays bounded. */
const maxRowLength = 400;
const maxRows = 10_000;

/** Whether a text is the table that `kubectl get` prints, with its header or without (cli-runtime, pkg/printers). */
function isPrintedTable(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "---");
  const [first = ""] = lines;
  if (header.test(first.slice(0, maxRowLength).trimEnd())) return true;
  return (
    lines.length > 0 && lines.length < maxRows && lines.every((line) => line.length < maxRowLength && row.test(line))
  );
}
