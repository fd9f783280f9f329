import type { PasteStep, PlacedFault } from "../../model/fault/input.ts";
import { type KubeObject, pastedGroup, unnamed } from "../../model/object.ts";
import { readDocuments } from "../documents/split-documents.ts";
import { readObjects } from "../kube-objects.ts";
import { cleanPastedText, withoutQuotes } from "./clean-text.ts";
import { wholeItems, withoutCutHead } from "./cut-lists.ts";
import { type DescribedObjects, readDescribeText } from "./describe-text.ts";
import { hasDescribedEnd, readDescribedFragments } from "./described-fragment.ts";
import { isPartialDiff } from "./diff-text.ts";
import { completeObject } from "./loose-objects.ts";
import { keepsSomeLines, wholeDocuments } from "./omitted-text.ts";
import { withPlainCharacters } from "./plain-characters.ts";
import { isPrintedTable } from "./printed-table.ts";
import { hasYaml, splitDescription } from "./split-description.ts";
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
 */
export function readPasted(source: string, where: string): PastedObjects {
  const { text, steps: characters } = withPlainCharacters(source.replace(/^\uFEFF/, ""));
  const clean = cleanPastedText(text);
  const { before, description, isHeadless } = splitDescription(text);
  const described = isHeadless ? headless : readDescribed(before, description);
  const isUnknown = described.objects.length === 0 && described.faults.every((code) => code === "described-built-in");
  const lines = withoutQuotes(text.split(/\r?\n/));
  const end = hasDescribedEnd(lines) ? [] : (["no-end"] as const);
  const fragments = isUnknown ? readDescribedFragments(lines) : nothing;
  if (fragments.objects.length + fragments.faults.length > 0) {
    const { objects, faults } = readObjects(fragments.objects, where);
    const omitted = fragments.faults.map((code) => ({ where, fault: { code } }));
    const isBare = objects.some(({ ref }) => ref.group === pastedGroup);
    const part = objects.length === 0 ? [] : (["describe", isBare ? "bare-status" : "no-name"] as const);
    const steps = objects.length === 0 ? [] : [...characters, ...part, ...end];
    return { objects: distinct(objects), faults: [...omitted, ...faults], steps };
  }
  if (described.objects.length + described.faults.length > 0) {
    const { objects, faults } = readObjects(described.objects, where);
    const above = !isHeadless && hasYaml(before) ? readPasted(before, where) : undefined;
    const isBare = /^\s*Name:[ \t]/.test(text);
    return {
      objects: [...(above?.objects ?? []), ...objects],
      faults: [...(above?.faults ?? []), ...faults, ...described.faults.map((code) => ({ where, fault: { code } }))],
      steps:
        objects.length === 0
          ? (above?.steps ?? [])
          : [...characters, ...(isBare ? [] : clean.steps), "describe", ...end],
    };
  }
  const refused = isPrintedTable(clean.text) ? "printed-table" : isPartialDiff(clean.text) ? "partial-diff" : undefined;
  if (refused !== undefined) return { objects: [], faults: [{ where, fault: { code: refused } }], steps: [] };
  const left = wholeDocuments(clean.text.split("\n"), text.split(/\r?\n/));
  const whole = wholeItems(left.lines);
  const { documents, faults } = readDocuments(withoutCutHead(whole.lines).join("\n"), where);
  const values = withoutEvents(documents);
  const completed = values.map((document) => ({ ...completeObject(document.value), where: document.where }));
  const read = completed.map((document) => readObjects(document.value, document.where));
  const cuts = whole.cuts.map((line) => ({ where: `${where}:${line}`, fault: { code: "cut-list" } as const }));
  const omitted = left.cuts.map(({ line, code }) => ({ where: `${where}:${line + 1}`, fault: { code } }));
  const events = values.every((each, index) => each === documents[index]) ? [] : (["watch-events"] as const);
  const steps = [
    ...characters,
    ...clean.steps,
    ...(whole.isChanged ? (["cut-list"] as const) : []),
    ...events,
    ...completed.flatMap((document) => document.steps),
  ];
  return {
    objects: distinct(read.flatMap(({ objects }) => objects)),
    faults: [...omitted, ...cuts, ...faults, ...read.flatMap((each) => each.faults)],
    steps: [...new Set(steps)],
  };
}

const nothing: DescribedObjects = { objects: [], faults: [] };

/** What a description says, unless its command passed on only some of its lines. */
function readDescribed(before: string, description: string): DescribedObjects {
  const described = readDescribeText(description);
  const command = before.trimEnd().split("\n").at(-1) ?? "";
  const isCut = keepsSomeLines(command) && !hasDescribedEnd(description.split("\n"));
  return isCut && described.objects.length > 0 ? { objects: [], faults: ["cut-output"] } : described;
}

const headless: DescribedObjects = { objects: [], faults: ["described-in-part"] };

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
