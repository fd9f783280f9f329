import type { PastedFaultCode } from "../../model/fault/input.ts";
import { pastedGroup, unnamed } from "../../model/object.ts";
import { isCondition } from "../conditions.ts";
import { type Fields, listAt, textAt, toRecord } from "../json-value.ts";
import { mayPrintPartOfText } from "./commands.ts";
import { isReadableInPart } from "./complete-object.ts";
import {
  findLayoutOfPart,
  findLayoutOfWhole,
  indentStatusLines,
  indentTo,
  type Layout,
  listObjectLines,
  listStatusLines,
} from "./described-layout.ts";
import { type DescribedObject, makeLabelPattern, readDescribedEvents, readDescribedFields } from "./described-text.ts";
import type { Lines } from "./lines.ts";
import { isAuthorElision, isCutWord, isElisionOrDots } from "./omission-marks.ts";
import { isStatusWhole } from "./whole-status.ts";

/** The kind in a description above its events, if it is one of a custom resource: `Kind:  W` -> `W`. */
export function readResourceKind(description: string): string | undefined {
  const [aboveEvents = ""] = description.split(/^Events:/m);
  return /^API Version:[ \t]/m.test(aboveEvents) ? /^Kind:[ \t]+(\S+)/m.exec(aboveEvents)?.[1] : undefined;
}

/**
 * Reads the description of a custom resource from `Name:` on. Returns instead why it cannot be read:
 *   `described-in-part`        it lacks its end, or it lacks any part and the rules of its kind need all of the object
 *   `omitted-text`             an author omitted text among the conditions
 *   `described-ambiguously`    a line of a message may look like a label
 */
export function readDescribedResource(lines: Lines): DescribedObject | PastedFaultCode {
  const layout = findLayoutOfWhole(lines);
  if (layout === undefined) return "described-in-part";
  if (hasGapAmongConditions(layout)) return "omitted-text";
  const labelFault = findLabelFault(layout);
  if (labelFault !== undefined) return labelFault;
  const fields = readFields(layout);
  const object = { ...fields, metadata: readMetadata(fields) };
  const isCut = isLabelOrTextMissing(layout) || layout.eventsLine === lines.length;
  if (isCut && !isReadableInPart(object)) return "described-in-part";
  return { object, events: readEvents(layout, object), isCut };
}

/**
 * Reads a part of the description of a custom resource, from the status on. The lines above it may contain another status, so
 * that the object is marked as cut unless its status is proven whole. Undefined if the part has no status. Returns instead
 * why it cannot be read:
 *   `described-in-part`    the rules of its kind need all of the object
 *   `omitted-text`         an author omitted text among the conditions
 * @param command the command above the part; empty if there is none
 * @param kindOfCommand the kind that the command reads, for a part that names none; empty if it is not known
 */
export function readPartOfResource(
  lines: Lines,
  command: string,
  kindOfCommand: Fields,
): DescribedObject | PastedFaultCode | undefined {
  const layout = findLayoutOfPart(lines);
  if (layout === undefined) return undefined;
  const fields = readFields(layout);
  if (!hasStatus(fields, layout)) return undefined;
  if (hasGapAmongConditions(layout)) return "omitted-text";
  const knownKind = textAt(fields, "kind") === "" ? kindOfCommand : {};
  const metadata = readMetadata(fields);
  const object: Fields = { apiVersion: `${pastedGroup}/v1`, kind: "Object", ...knownKind, ...fields, metadata };
  if (!isReadableInPart(object)) return "described-in-part";
  const isCut = isLabelOrTextMissing(layout) || mayPrintPartOfText(command) || !hasWholeStatus(layout, fields);
  return { object, events: readEvents(layout, object), isCut };
}

function readFields(layout: Layout): Fields {
  return readDescribedFields([...listObjectLines(layout), ...indentStatusLines(layout)]);
}

/** The metadata, with the name for an object without one if the described name is not valid. */
function readMetadata(fields: Fields): Fields {
  const name = textAt(fields, "metadata", "name");
  return { ...toRecord(fields["metadata"]), name: /^[a-z0-9.:-]+$/.test(name) ? name : unnamed };
}

function readEvents({ lines, eventsLine }: Layout, object: Fields): readonly Fields[] {
  return readDescribedEvents(indentTo(lines.slice(eventsLine), 0), object);
}

/** Whether an author omitted text among the conditions. Any condition may be missing there. */
function hasGapAmongConditions(layout: Layout): boolean {
  const { statusLine, conditionsLine } = layout;
  if (conditionsLine === undefined) return false;
  return listStatusLines(layout)
    .slice(conditionsLine - statusLine)
    .some(isAuthorElision);
}

/** A field of another object, or of a status, that no event has. */
const labelOfOtherObject = makeLabelPattern("apiVersion|status|conditions|Status|Conditions|Last Transition Time");

/**
 * Why the labels of a whole description cannot be trusted: `described-ambiguously` if a label at the margin comes twice or the
 * events contain one of an object, since it is then a line of a message, `described-in-part` if the description has no end.
 */
function findLabelFault({ lines, firstLabel, eventsLine }: Layout): PastedFaultCode | undefined {
  const labels = lines.flatMap((line) => /^(?:API Version|Kind|Metadata|Spec|Status|Events):/.exec(line)?.[0] ?? []);
  const isRepeated = new Set(labels).size < labels.length;
  const isObjectInEvents = lines.slice(eventsLine).some((line) => labelOfOtherObject.test(line));
  if (isRepeated || isObjectInEvents) return "described-ambiguously";
  const hasEnd = firstLabel === "conditions" || /^(?:Status|Events):$/.test(labels.at(-1) ?? "");
  return hasEnd ? undefined : "described-in-part";
}

/** Whether the fields have a status, and if its label is missing, a condition in it. */
function hasStatus(fields: Fields, { firstLabel }: Layout): boolean {
  if (toRecord(fields["status"]) === undefined) return false;
  return firstLabel === "status" || listAt(fields, "status", "conditions").some(isCondition);
}

/** Whether the label of the status is missing, which may be among omitted lines, or text in the status. */
function isLabelOrTextMissing({ lines, firstLabel, statusLine, eventsLine }: Layout): boolean {
  if (firstLabel === "conditions" || firstLabel === "condition") return true;
  return lines.slice(statusLine, eventsLine).some((line) => isElisionOrDots(line) || isCutWord(line));
}

/** Whether it is proven that a part of a description has the whole status. */
function hasWholeStatus({ lines, statusLine, eventsLine, depth }: Layout, fields: Fields): boolean {
  return isStatusWhole(fields["status"], {
    above: lines.slice(0, statusLine),
    inside: lines.slice(statusLine + 1, eventsLine),
    below: lines.slice(eventsLine),
    depth,
  });
}
