import type { PastedFaultCode } from "../../model/fault/input.ts";
import { isBrokenWord, isDots, isGap, mayBeCut } from "./cut-text.ts";
import { type DescribedObject, describedEvents, describedFields } from "./described-text.ts";

/** The kind that a description names, as that of a custom resource does, before its events. */
export function describedResourceKind(part: string): string | undefined {
  const [before = ""] = part.split(/^Events:/m);
  return /^API Version:[ \t]/m.test(before) ? /^Kind:[ \t]+(\S+)/m.exec(before)?.[1] : undefined;
}

/** What no event begins with, but another object does, or a part of one. */
const otherObject = /^[ \t]*(?:apiVersion|status|conditions|Status|Conditions|Last Transition Time):/m;

/**
 * The custom resource in a description, or why it cannot be read. A label at the margin that comes twice is a line of a
 * message. Its end are its events, which kubectl prints for every object: without them, or with dots in its status,
 * conditions may be missing (kubectl, pkg/describe, printUnstructuredContent).
 */
export function readDescribedResource(given: string): DescribedObject | PastedFaultCode {
  // The label may stand among what an author omitted.
  const part = /^Status:/m.test(given) ? given : given.replace(/^(?=[ \t]+Conditions:[ \t]*$)/m, "Status:\n");
  const [before = "", ...after] = part.split(/^Events:/m);
  const [, status] = before.split(/^Status:/m);
  if (isGapBelowConditions(before.split("\n"))) return "omitted-text";
  const labels = part.match(/^(API Version|Kind|Metadata|Spec|Status|Events):/gm) ?? [];
  if (new Set(labels).size < labels.length || after.some((text) => otherObject.test(text)))
    return "described-ambiguously";
  if (!/^(Status|Events):/.test(labels.at(-1) ?? "")) return "described-in-part";
  const object = describedFields(part);
  const isBroken = (status ?? "").split("\n").some((line) => isDots(line) || isBrokenWord(line));
  const isCut = after.length === 0 || isBroken;
  if (isCut && !mayBeCut(object)) return "described-in-part";
  return { object, events: describedEvents(part, object), isCut };
}

/** Whether text was omitted below the conditions, and not only at the end. */
function isGapBelowConditions(lines: readonly string[]): boolean {
  const start = lines.findIndex((line) => /^Status:/.test(line));
  const first = lines.findIndex((line, index) => index > start && /^\s+Conditions:\s*$/.test(line));
  const last = lines.findLastIndex((line) => line.trim() !== "" && !isDots(line));
  return first >= 0 && lines.slice(first, Math.max(first, last)).some(isGap);
}
