import type { PasteStep, PlacedFault } from "../../model/fault/input.ts";
import { type KubeObject, pastedGroup, unnamed } from "../../model/object.ts";
import { readDocuments } from "../documents/split-documents.ts";
import { readObjects } from "../kube-objects.ts";
import { cleanPastedText, withoutQuotes } from "./clean-text.ts";
import { type KindFinder, kindAt } from "./command-type.ts";
import { withEnd } from "./cut/cut-ends.ts";
import { wholeItems, withoutCutHead } from "./cut/cut-lists.ts";
import { asCut } from "./cut/cut-objects.ts";
import { keepsSomeLines, wholeDocuments } from "./cut/omitted-text.ts";
import { type DescribedObjects, readDescribeText } from "./describe-text.ts";
import { hasDescribedEnd, readDescribedFragments } from "./described-fragment.ts";
import { isPartialDiff } from "./diff-text.ts";
import { hasYaml } from "./fences.ts";
import { linesAbout } from "./lines-about.ts";
import { completeObject } from "./loose-objects.ts";
import { withPlainCharacters } from "./plain-characters.ts";
import { isPrintedTable } from "./printed-table.ts";
import { splitDescription } from "./split-description.ts";
import { withoutEvents } from "./watch-events.ts";

/** The objects in a pasted text, what could not be read, and what was done to read them, each step once. */
export interface PastedObjects {
  readonly objects: readonly KubeObject[];
  readonly faults: readonly PlacedFault[];
  readonly steps: readonly PasteStep[];
}

/**
 * Reads a text as people paste it from a terminal, a chat or a mail. `where` is its name for the user; places have the
 * line of the text as it was given. Never throws.
 * @param findKind the kind of a status alone, by the command that printed it
 */
export function readPasted(source: string, where: string, findKind: KindFinder = () => undefined): PastedObjects {
  const { text, steps: characters } = withPlainCharacters(source.replace(/^\uFEFF/, ""));
  const clean = cleanPastedText(text);
  const { before, description, isHeadless } = splitDescription(text);
  const described = isHeadless ? headless : readDescribed(before, description);
  const isUnknown = described.objects.length === 0 && described.faults.every((code) => code === "described-built-in");
  const fragments = isUnknown ? readDescribedFragments(withoutQuotes(text.split(/\r?\n/)), findKind) : nothing;
  if (fragments.objects.length + fragments.faults.length > 0) {
    const { objects, faults, steps } = objectsOf(fragments, where);
    const isBare = objects.some(({ ref }) => ref.group === pastedGroup);
    const part = objects.length === 0 ? [] : ([...characters, isBare ? "bare-status" : "no-name"] as const);
    return { objects, faults, steps: [...part, ...steps] };
  }
  if (described.objects.length + described.faults.length > 0) {
    const { objects, faults, steps } = objectsOf(described, where);
    const above = !isHeadless && hasYaml(before) ? readPasted(before, where, findKind) : undefined;
    const isPartUnread = objects.length > 0 && above === undefined && otherStatus.test(before);
    const unread = isPartUnread ? [{ where, fault: { code: "described-in-part" } as const }] : [];
    const isBare = /^\s*Name:[ \t]/.test(text);
    return {
      objects: [...(above?.objects ?? []), ...objects],
      faults: [...(above?.faults ?? []), ...unread, ...faults],
      steps: objects.length === 0 ? (above?.steps ?? []) : [...characters, ...(isBare ? [] : clean.steps), ...steps],
    };
  }
  const refused = isPrintedTable(clean.text) ? "printed-table" : isPartialDiff(clean.text) ? "partial-diff" : undefined;
  if (refused !== undefined) return { objects: [], faults: [{ where, fault: { code: refused } }], steps: [] };
  const given = text.split(/\r?\n/);
  const ended = withEnd(clean.text.split("\n"));
  const left = wholeDocuments(ended.lines, given);
  const marks = [...left.marks, ...ended.marks];
  const whole = wholeItems(left.lines);
  const { documents, faults } = readDocuments(withoutCutHead(whole.lines).join("\n"), where);
  const values = withoutEvents(documents);
  const about = linesAbout(left.lines, given, marks);
  const completed = values.map((document) => {
    const { command, isCut } = about[lineOf(document.where)] ?? { command: "", isCut: false };
    return { ...completeObject(document.value, kindAt(command, findKind)), where: document.where, isCut };
  });
  const read = completed.map((document) => {
    const { objects, faults: own } = readObjects(document.value, document.where);
    return { objects: asCut(objects, document.isCut), faults: own };
  });
  const cuts = whole.cuts.map((line) => ({ where: `${where}:${line}`, fault: { code: "cut-list" } as const }));
  const omitted = left.cuts.map(({ line, code }) => ({ where: `${where}:${line + 1}`, fault: { code } }));
  const events = values.every((each, index) => each === documents[index]) ? [] : (["watch-events"] as const);
  const steps = [
    ...characters,
    ...clean.steps,
    ...(whole.isChanged ? (["cut-list"] as const) : []),
    ...(marks.length > 0 ? (["cut-object"] as const) : []),
    ...events,
    ...completed.flatMap((document) => document.steps),
  ];
  return {
    objects: distinct(read.flatMap(({ objects }) => objects)),
    faults: [...omitted, ...cuts, ...faults, ...read.flatMap((each) => each.faults)],
    steps: [...new Set(steps)],
  };
}

/** A part of an object above a description: fields of a status, a heading also with a note, or events. */
const otherStatus =
  /^(?:[ \t]+(?:Status|State|Phase|Health|Ready|Reason|Message):|[ \t>]*(?:(?:[Ss]tatus|[Cc]onditions):[ \t]*(?:[#([<.…].*)?\r?$|(?:Last \w+ Time|Events):))/m;

const nothing: DescribedObjects = { objects: [], cuts: new Set(), faults: [] };
const headless: DescribedObjects = { ...nothing, faults: ["described-in-part"] };

/** What a description says, unless its command passed on only some of its lines. */
function readDescribed(before: string, description: string): DescribedObjects {
  const described = readDescribeText(description);
  const command = before.trimEnd().split("\n").at(-1) ?? "";
  const isCut = keepsSomeLines(command) && !hasDescribedEnd(description.split("\n"));
  return isCut && described.objects.length > 0 ? { ...nothing, faults: ["cut-output"] } : described;
}

function objectsOf({ objects, cuts, faults }: DescribedObjects, where: string): PastedObjects {
  const each = objects.map((fields) => ({ ...readObjects(fields, where), isCut: cuts.has(fields) }));
  const read = distinct(each.flatMap((one) => asCut(one.objects, one.isCut)));
  return {
    objects: read,
    faults: [...each.flatMap((one) => one.faults), ...faults.map((code) => ({ where, fault: { code } }))],
    steps: read.length === 0 ? [] : ["describe", ...(cuts.size === 0 ? [] : (["cut-object"] as const))],
  };
}

/** The line of a place `name:line:column`, from 0. */
function lineOf(where: string): number {
  return Number(/:(\d+):\d+$/.exec(where)?.[1] ?? 0) - 1;
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
    return place === 1 ? object : { ...object, ref: { ...object.ref, name: `${unnamed}-${place}` } };
  });
}
