import type { PastedFaultCode, PasteStep, PlacedFault } from "../../model/fault/input.ts";
import { type KubeObject, pastedGroup, unnamed, withRef } from "../../model/object.ts";
import { readDocuments } from "../documents/split-documents.ts";
import { readObjects } from "../kube-objects.ts";
import { cleanPastedText, isPartialDiff, withoutQuotes } from "./clean-text.ts";
import { completeObject, withoutEvents } from "./complete-object.ts";
import { keepsSomeLines, withoutCuts } from "./cut-text.ts";
import { readDescriptions, type SplitText, splitDescription } from "./describe.ts";
import { hasDescribedEnd, readDescribedParts } from "./described-parts.ts";
import type { DescribedObject } from "./described-text.ts";
import { hasYaml } from "./fences.ts";
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
  const split = splitDescription(text);
  const described = readDescribed(split);
  if (described.every((each) => each === "described-built-in")) {
    const parts = pastedObjects(readDescribedParts(withoutQuotes(text.split("\n")), findKind), where);
    if (parts.faults.length > 0 || parts.objects.length > 0) return withSteps(parts, [...steps, missingIn(parts)]);
  }
  if (described.length > 0) {
    const isBare = /^\s*Name:[ \t]/.test(text);
    const known = withSteps(pastedObjects(described, where), [
      ...steps,
      ...(isBare ? [] : cleanPastedText(text).steps),
    ]);
    return withTextAbove(known, split, where, findKind);
  }
  return readManifests(text, where, steps, findKind);
}

/** What descriptions say, unless a command passed on only some of their lines, or the head of the first is missing. */
function readDescribed({ before, description, isHeadless }: SplitText): readonly (DescribedObject | PastedFaultCode)[] {
  if (isHeadless) return ["described-in-part"];
  const found = readDescriptions(description);
  const command = before.trimEnd().split("\n").at(-1) ?? "";
  const isCut = keepsSomeLines(command) && !hasDescribedEnd(description.split("\n"));
  return isCut && found.some((each) => typeof each !== "string") ? ["cut-output"] : found;
}

function pastedObjects(found: readonly (DescribedObject | PastedFaultCode)[], where: string): PastedObjects {
  const described = found.filter((each) => typeof each !== "string");
  const codes = new Set(found.filter((each) => typeof each === "string"));
  const read = described.flatMap(({ object, events, isCut }) => [
    { ...readObjects(object, where), isCut },
    ...events.map((event) => ({ ...readObjects(event, where), isCut: false })),
  ]);
  return {
    objects: distinct(read.flatMap(({ objects, isCut }) => asCut(objects, isCut))),
    faults: [...read.flatMap(({ faults }) => faults), ...[...codes].map((code) => ({ where, fault: { code } }))],
    steps: read.some(({ isCut }) => isCut) ? ["describe", "cut-object"] : ["describe"],
  };
}

/** What a part of a description lacks: the object around a status, or only its name. */
function missingIn({ objects }: PastedObjects): PasteStep {
  return objects.some(({ ref }) => ref.group === pastedGroup) ? "bare-status" : "no-name";
}

/** The objects with what was done before they were read; where there are none, nothing was. */
function withSteps({ objects, faults, steps }: PastedObjects, before: readonly PasteStep[]): PastedObjects {
  return { objects, faults, steps: objects.length === 0 ? [] : [...before, ...steps] };
}

/** A part of an object above a description: fields of a status, a heading also with a note, or events. */
const otherStatus =
  /^(?:[ \t]+(?:Status|State|Phase|Health|Ready|Reason|Message):|[ \t>]*(?:(?:[Ss]tatus|[Cc]onditions):[ \t]*(?:[#([<.…].*)?$|(?:Last \w+ Time|Events):))/m;

/** The objects of descriptions with those of the YAML above them. Another part of an object there is named as not read. */
function withTextAbove(
  described: PastedObjects,
  { before, isHeadless }: SplitText,
  where: string,
  findKind: KindFinder,
): PastedObjects {
  const hasObjects = described.objects.length > 0;
  if (!isHeadless && hasYaml(before)) {
    const above = readPasted(before, where, findKind);
    return {
      objects: [...above.objects, ...described.objects],
      faults: described.faults,
      steps: hasObjects ? described.steps : above.steps,
    };
  }
  const isUnread = hasObjects && otherStatus.test(before);
  const unread = isUnread ? [{ where, fault: { code: "described-in-part" } as const }] : [];
  return { ...described, faults: [...unread, ...described.faults] };
}

/**
 * The objects in YAML or JSON: the text is cleaned, what was cut is omitted or marked, and parts of objects are completed.
 * Each step works on lines that keep their places.
 */
function readManifests(
  text: string,
  where: string,
  characters: readonly PasteStep[],
  findKind: KindFinder,
): PastedObjects {
  const clean = cleanPastedText(text);
  const code = refusalOf(clean.text);
  if (code !== undefined) return { objects: [], faults: [{ where, fault: { code } }], steps: [] };
  const given = text.split("\n");
  const { lines, cuts, marks, isListCut } = withoutCuts(clean.text.split("\n"), given);
  const { documents, faults } = readDocuments(lines.join("\n"), where);
  const values = withoutEvents(documents);
  const read = values.map((document) => {
    const line = lineOf(document.where);
    // A mark stands in place of the command that printed the document.
    const command = given[lines.lastIndexOf("---", line)] ?? "";
    const { value, steps } = completeObject(document.value, kindAt(command, findKind));
    const { objects, faults: own } = readObjects(value, document.where);
    const isCut = marks.some(({ start, end }) => start <= line && line < end);
    return { objects: asCut(objects, isCut), faults: own, steps };
  });
  const steps = new Set<PasteStep>([...characters, ...clean.steps]);
  if (isListCut) steps.add("cut-list");
  if (marks.length > 0) steps.add("cut-object");
  if (values.some((each, index) => each !== documents[index])) steps.add("watch-events");
  for (const each of read) for (const step of each.steps) steps.add(step);
  return {
    objects: distinct(read.flatMap(({ objects }) => objects)),
    faults: [
      ...cuts.map(({ line, code }) => ({ where: `${where}:${line + 1}`, fault: { code } })),
      ...faults,
      ...read.flatMap((each) => each.faults),
    ],
    steps: [...steps],
  };
}

/** Why a text that holds no object is not tried as YAML. */
function refusalOf(text: string): PastedFaultCode | undefined {
  if (isPrintedTable(text)) return "printed-table";
  return isPartialDiff(text) ? "partial-diff" : undefined;
}

const cell = "[A-Z][A-Z()/-]*(?: [A-Z()/-]+)*";
const header = new RegExp(`^${cell}(?: {2,}${cell})+\\s*$`);
/** A row with its age, as --no-headers prints it. */
const row = /^\S+(?: {2,}|\t)\S.*(?: {2,}|\t)(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?<=\d[ydhms])(?:\s.*)?$/;

/** Whether a text is the table that `kubectl get` prints, with its header or without (cli-runtime, pkg/printers). */
function isPrintedTable(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "---");
  const [first = ""] = lines;
  const short = first.slice(0, 400).trimEnd();
  return /^(NAMESPACE +)?NAME +[A-Z][A-Z() -]*$/.test(short) || header.test(short) || isRows(lines);
}

function isRows(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.length < 10_000 && lines.every((line) => line.length < 400 && row.test(line));
}

/** The objects, each marked as cut where a part of their text is missing. */
function asCut(objects: readonly KubeObject[], isCut: boolean): readonly KubeObject[] {
  return isCut ? objects.map((object) => ({ ...object, cut: true as const })) : objects;
}

/** The line of a place `name:line:column`, from 0. */
function lineOf(where: string): number {
  return Number(/:(\d+):\d+$/.exec(where)?.[1] ?? 1) - 1;
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
