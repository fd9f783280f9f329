import type { PastedFaultCode } from "../../model/fault/input.ts";
import { pastedGroup, unnamed } from "../../model/object.ts";
import { type Fields, listAt, textAt, toRecord } from "../json-value.ts";
import { mayFilter } from "./commands.ts";
import { mayBeCut } from "./complete-object.ts";
import { type DescribedObject, describedEvents, describedFields, labelled } from "./described-text.ts";
import { depthOf, isFilled } from "./lines.ts";
import { isBrokenWord, isDots, isGap } from "./omission-marks.ts";
import { isStatusWhole } from "./whole-status.ts";

/** The kind that a description names, as that of a custom resource does, before its events. */
export function resourceKindIn(part: string): string | undefined {
  const [before = ""] = part.split(/^Events:/m);
  return /^API Version:[ \t]/m.test(before) ? /^Kind:[ \t]+(\S+)/m.exec(before)?.[1] : undefined;
}

/**
 * The custom resource in a description, or why it cannot be read. With `isNamed` the description begins with its name and
 * ends with its events, which kubectl prints for every object: without them conditions may be missing. Another begins
 * below that, at `Status:`, at `Conditions:` or in the conditions. What stands above may hold another status, or a text
 * that looks like one: it is cut, unless its status is proven whole. Undefined where it is no description.
 * @param known the kind of the object, where its command tells
 */
export function readDescribedResource(
  lines: readonly string[],
  isNamed: boolean,
  command: string = "",
  known: object = {},
): DescribedObject | PastedFaultCode | undefined {
  const layout = layoutOf(lines, isNamed);
  if (layout === undefined) return isNamed ? "described-in-part" : undefined;
  const fields = describedFields([...linesAbove(layout), ...statusLines(layout)]);
  if (!isNamed && !hasStatus(fields, layout.status >= 0)) return undefined;
  if (isGapAmongConditions(layout)) return "omitted-text";
  const fault = isNamed ? faultOfLabels(layout) : undefined;
  if (fault !== undefined) return fault;
  const kindOfCommand = hasText(fields, "kind") ? {} : known;
  const object = withName(isNamed ? fields : { ...nameless, ...kindOfCommand, ...fields });
  const isCut = isStatusCut(layout, fields["status"], command);
  if ((isCut || !isNamed) && !mayBeCut(object)) return "described-in-part";
  return { object, events: describedEvents(indentedTo(lines.slice(layout.events), 0), object), isCut };
}

/** A label at the margin that comes twice is a line of a message, and no event begins with what an object does. */
function faultOfLabels({ lines, start, conditions, events }: Layout): PastedFaultCode | undefined {
  const labels = lines.flatMap((line) => /^(?:API Version|Kind|Metadata|Spec|Status|Events):/.exec(line)?.[0] ?? []);
  const isTwice = new Set(labels).size < labels.length;
  if (isTwice || lines.slice(events).some((line) => otherObject.test(line))) return "described-ambiguously";
  const hasEnd = start === conditions || /^(?:Status|Events):$/.test(labels.at(-1) ?? "");
  return hasEnd ? undefined : "described-in-part";
}

/** Whether a part of the status may be missing: its label, what stands in place of omitted text, or its end. */
function isStatusCut(layout: Layout, status: unknown, command: string): boolean {
  const { lines, isNamed, start, depth, events } = layout;
  // The label may stand among what an author omitted.
  if (layout.status < 0 && (!isNamed || layout.conditions >= 0)) return true;
  if (lines.slice(start, events).some((line) => isDots(line) || isBrokenWord(line))) return true;
  if (isNamed) return events === lines.length;
  const text = {
    above: lines.slice(0, start),
    inside: lines.slice(start + 1, events),
    below: lines.slice(events),
    depth,
  };
  return mayFilter(command) || !isStatusWhole(status, text);
}

const otherObject = labelled("apiVersion|status|conditions|Status|Conditions|Last Transition Time");

const nameless: Fields = { apiVersion: `${pastedGroup}/v1`, kind: "Object" };

function withName(fields: Fields): Fields {
  const name = textAt(fields, "metadata", "name");
  return {
    ...fields,
    metadata: { ...toRecord(fields["metadata"]), name: /^[a-z0-9.:-]+$/.test(name) ? name : unnamed },
  };
}

/** Whether the fields have a status, and where its label is missing, a condition. */
function hasStatus(fields: Fields, isLabelled: boolean): boolean {
  const conditions = listAt(fields, "status", "conditions");
  const hasCondition = conditions.some((each) => hasText(each, "type") && hasText(each, "status"));
  return toRecord(fields["status"]) !== undefined && (isLabelled || hasCondition);
}

function hasText(value: unknown, field: string): boolean {
  return textAt(value, field) !== "";
}

/**
 * Where the status of a custom resource stands. kubectl sorts the fields, so that the status is the last one and is whole
 * below its label, whatever is missing above it (kubectl, pkg/describe, printUnstructuredContent).
 */
interface Layout {
  readonly lines: readonly string[];
  /** Whether it begins with the name of the object. */
  readonly isNamed: boolean;
  /** The first line of the status: its label, that of its conditions, or in the first of them. */
  readonly start: number;
  readonly depth: number;
  /** The line of the label; -1 where it is missing, as below. */
  readonly status: number;
  readonly conditions: number;
  /** The number of lines where it has no events. */
  readonly events: number;
}

/** Labels of a condition, as kubectl writes the fields of metav1.Condition and those before it. */
const conditionLabel = labelled(
  "Type|Status|Reason|Message|Last (?:Transition|Update|Probe|Heartbeat) Time|Observed Generation",
);

function layoutOf(lines: readonly string[], isNamed: boolean): Layout | undefined {
  const indexOf = (label: RegExp, from: number = 0): number =>
    lines.findIndex((line, index) => index >= from && label.test(line));
  const status = indexOf(isNamed ? /^Status:/ : /^\s*Status:\s*$/);
  const conditions = indexOf(isNamed ? /^\s+Conditions:\s*$/ : /^\s*Conditions:\s*$/, status);
  const others = indexOf(isNamed ? /^Events:/ : conditionLabel);
  const start = [status, conditions, others].find((found) => found >= 0);
  if (start === undefined) return undefined;
  const depth = isNamed ? 0 : depthOf(lines[start] ?? "");
  const isEvents = (line: string): boolean => /^\s*Events:/.test(line) && depthOf(line) <= depth;
  const events = lines.findIndex((line, index) => index >= start && isEvents(line));
  return { lines, isNamed, start, depth, status, conditions, events: events < 0 ? lines.length : events };
}

function isSeparator(line: string): boolean {
  return line === "---" || isDots(line);
}

/** The lines from the first of the status to the last one above the events that is no dots. */
function linesOfStatus({ lines, start, events }: Layout): readonly string[] {
  const last = lines.findLastIndex((line, index) => index < events && isFilled(line) && !isSeparator(line));
  return lines.slice(start, last + 1);
}

/** Whether an author omitted text among the conditions, where any of them may be missing. */
function isGapAmongConditions(layout: Layout): boolean {
  const { start, status, conditions, isNamed } = layout;
  if (conditions < 0 && (isNamed || status >= 0)) return false;
  return linesOfStatus(layout)
    .slice(Math.max(0, conditions - start))
    .some(isGap);
}

const objectLabel = labelled("Name|Namespace|API Version|Kind|Metadata|Spec");

/** The lines above a status that describe the object, each label with what stands below it. */
function linesAbove({ lines, start, depth, isNamed }: Layout): readonly string[] {
  let isIn = isNamed;
  return lines.slice(0, start).flatMap((line) => {
    if (!isFilled(line) || isSeparator(line) || line.startsWith("#")) return [];
    if (!isNamed && depthOf(line) <= depth) isIn = depthOf(line) === depth && objectLabel.test(line);
    return isIn ? [line.slice(depth)] : [];
  });
}

/** The lines of a status from its label at the margin on, whether they begin at it, at the conditions or in the first. */
function statusLines(layout: Layout): readonly string[] {
  const { isNamed, status, conditions } = layout;
  const kept = linesOfStatus(layout)
    .filter((line) => !isSeparator(line))
    .map((line) => (isNamed ? line : withoutNote(line)));
  const [head = "", ...below] = kept;
  if (head === "") return [];
  if (status < 0 && conditions >= 0) return ["Status:", ...indentedTo(kept, 2)];
  if (status < 0) return ["Status:", "  Conditions:", ...indentedTo(kept, 4)];
  // Where a text lost its indentation, the fields stand no deeper than the label.
  const isFlat = !isNamed && depthOf(below.find(isFilled) ?? "") <= depthOf(head);
  return indentedTo(isFlat ? [head, ...below.map((line) => `  ${line}`)] : kept, 0);
}

/** A type or a status without what an author wrote behind it, a comment or the number of a note. Neither has blanks. */
function withoutNote(line: string): string {
  return line.replace(/^(\s*(?:Type|Status):\s+\S+)\s+(?:#|<|\/\/).*$/, "$1");
}

/** The lines, of which the first has the depth `to`, and the others stand as deep below it as before. */
function indentedTo(lines: readonly string[], to: number): readonly string[] {
  const by = to - depthOf(lines[0] ?? "");
  return lines.map((line) => (by < 0 ? line.slice(Math.min(-by, depthOf(line))) : `${" ".repeat(by)}${line}`));
}
