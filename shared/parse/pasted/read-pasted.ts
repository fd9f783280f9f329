import type { PastedFaultCode, PasteStep, PlacedFault } from "../../model/fault/input.ts";
import { type KubeObject, pastedGroup, unnamed, withRef } from "../../model/object.ts";
import { readDocuments } from "../documents/split-documents.ts";
import { type ReadObjects, readObjects } from "../kube-objects.ts";
import { completeObject, withoutEvents } from "./complete-object.ts";
import { isPartialDiff, withoutDecorations } from "./decorations.ts";
import { readDescribed } from "./describe.ts";
import { hasYaml } from "./fences.ts";
import { withoutCuts } from "./omissions.ts";
import { withPlainCharacters } from "./plain-characters.ts";
import { type KindFinder, kindAt } from "./terminal.ts";

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
export function readPasted(source: string, where: string, findKind: KindFinder = () => undefined): PastedObjects {
  const { text, steps } = withPlainCharacters(source.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"));
  return readDescriptions(text, where, steps, findKind) ?? readManifests(text, where, steps, findKind);
}

/** What `kubectl describe` printed into a text, and the YAML above it. Undefined where the text is something else. */
function readDescriptions(
  text: string,
  where: string,
  before: readonly PasteStep[],
  findKind: KindFinder,
): PastedObjects | undefined {
  const { found, above, isPart } = readDescribed(text, findKind);
  if (found.length === 0) return undefined;
  const described = found.filter((each) => typeof each !== "string");
  const read = described.flatMap(({ object, events, isCut }) => [
    asCut(readObjects(object, where), isCut),
    ...events.map((event) => readObjects(event, where)),
  ]);
  const objects = distinct(read.flatMap((each) => each.objects));
  const codes = new Set(found.filter((each) => typeof each === "string"));
  const faults = [...read.flatMap((each) => each.faults), ...[...codes].map((code) => ({ where, fault: { code } }))];
  const steps: PasteStep[] = [...before];
  if (isPart) steps.push(objects.some(({ ref }) => ref.group === pastedGroup) ? "bare-status" : "no-name");
  if (!isPart && !/^\s*Name:[ \t]/.test(text)) steps.push(...withoutDecorations(text).steps);
  steps.push("describe");
  if (described.some(({ isCut }) => isCut)) steps.push("cut-object");
  return withTextAbove({ objects, faults, steps: objects.length > 0 ? steps : [] }, above, where, findKind);
}

/** A part of an object above a description: fields of a status, a heading also with a note, or events. */
const otherStatus =
  /^(?:[ \t]+(?:Status|State|Phase|Health|Ready|Reason|Message):|[ \t>]*(?:(?:[Ss]tatus|[Cc]onditions):[ \t]*(?:[#([<.…].*)?$|(?:Last \w+ Time|Events):))/m;

/** The objects of descriptions with those of the YAML above them. Another part of an object there is named as not read. */
function withTextAbove(described: PastedObjects, above: string, where: string, findKind: KindFinder): PastedObjects {
  const hasObjects = described.objects.length > 0;
  if (hasYaml(above)) {
    const { objects, faults, steps } = readPasted(above, where, findKind);
    return {
      objects: [...objects, ...described.objects],
      faults: [...faults, ...described.faults],
      steps: hasObjects ? described.steps : steps,
    };
  }
  if (!hasObjects || !otherStatus.test(above)) return described;
  return { ...described, faults: [{ where, fault: { code: "described-in-part" } }, ...described.faults] };
}

/**
 * The objects in YAML or JSON: decorations are removed, what was cut is omitted or marked, and parts of objects are
 * completed. Each step works on lines that keep their places.
 */
function readManifests(text: string, where: string, before: readonly PasteStep[], findKind: KindFinder): PastedObjects {
  const plain = withoutDecorations(text);
  const code = refusalOf(plain.text);
  if (code !== undefined) return { objects: [], faults: [{ where, fault: { code } }], steps: [] };
  const given = text.split("\n");
  const { lines, cuts, marks, isListCut } = withoutCuts(plain.text.split("\n"), given);
  const { documents, faults } = readDocuments(lines.join("\n"), where);
  const values = withoutEvents(documents);
  const read = values.map((document) => {
    const line = lineOf(document.where);
    // A mark stands in place of the command that printed the document.
    const command = given[lines.lastIndexOf("---", line)] ?? "";
    const { value, steps } = completeObject(document.value, kindAt(command, findKind));
    const isCut = marks.some(({ start, end }) => start <= line && line < end);
    return { ...asCut(readObjects(value, document.where), isCut), steps };
  });
  const steps = [...before, ...plain.steps];
  if (isListCut) steps.push("cut-list");
  if (marks.length > 0) steps.push("cut-object");
  if (values.some((each, index) => each !== documents[index])) steps.push("watch-events");
  return {
    objects: distinct(read.flatMap(({ objects }) => objects)),
    faults: [
      ...cuts.map(({ line, code }) => ({ where: `${where}:${line + 1}`, fault: { code } })),
      ...faults,
      ...read.flatMap((each) => each.faults),
    ],
    steps: [...new Set([...steps, ...read.flatMap((each) => each.steps)])],
  };
}

/** The line of a place `name:line:column`, from 0. */
function lineOf(where: string): number {
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
    const place = (seen.get(key) ?? 0) + 1;
    seen.set(key, place);
    return place === 1 ? object : withRef(object, { ...object.ref, name: `${unnamed}-${place}` });
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
const longestRow = 400;
const mostRows = 10_000;

/** Whether a text is the table that `kubectl get` prints, with its header or without (cli-runtime, pkg/printers). */
function isPrintedTable(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "---");
  const [first = ""] = lines;
  if (header.test(first.slice(0, longestRow).trimEnd())) return true;
  return (
    lines.length > 0 && lines.length < mostRows && lines.every((line) => line.length < longestRow && row.test(line))
  );
}
