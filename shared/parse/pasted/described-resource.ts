import type { PastedFaultCode } from "../../model/fault/input.ts";
import { pastedGroup, unnamed } from "../../model/object.ts";
import { isCondition } from "../conditions.ts";
import { type Fields, listAt, textAt, toRecord } from "../json-value.ts";
import { mayPrintPartOfText } from "./commands.ts";
import { isReadableInPart } from "./complete-object.ts";
import { type DescribedObject, makeLabelPattern, readDescribedEvents, readDescribedFields } from "./described-text.ts";
import { depthOf, isFilled } from "./lines.ts";
import { isAuthorElision, isCutWord, isElisionOrDots } from "./omission-marks.ts";
import { isStatusWhole } from "./whole-status.ts";

/*
 * The description of a custom resource, and the parts of it that are read:
 *
 *     Name:         a                    with `isNamed` the description begins here and ends with the events
 *     API Version:  acme.io/v1
 *     Kind:         W
 *     Spec:  …
 *     Status:                            a part may begin here,
 *       Conditions:                      here,
 *         Message:  no disk              or here
 *         Status:   False
 *         Type:     Ready
 *     Events:  <none>                    kubectl prints them for every object
 *
 * kubectl sorts the fields, so the status is the last one, and whatever is missing above it, it is whole from its label to the
 * events (kubectl, pkg/describe, printUnstructuredContent).
 */

/** The kind in a description above its events, if it is one of a custom resource: `Kind:  W` -> `W`. */
export function readResourceKind(description: string): string | undefined {
  const [aboveEvents = ""] = description.split(/^Events:/m);
  return /^API Version:[ \t]/m.test(aboveEvents) ? /^Kind:[ \t]+(\S+)/m.exec(aboveEvents)?.[1] : undefined;
}

/**
 * Reads the description of a custom resource, or the part of one from its status on. Undefined if a part has no status.
 * Returns instead why it cannot be read:
 *   `described-in-part`        a whole description lacks its end, or what is missing may matter to the rules of its kind
 *   `omitted-text`             an author omitted text among the conditions
 *   `described-ambiguously`    a line of a message may look like a label
 * The lines above a part may contain another status. It is therefore marked as cut, unless its status is proven whole.
 * @param command the command above a part
 * @param kindOfCommand the kind that the command reads, for a part that names none
 */
export function readDescribedResource(
  lines: readonly string[],
  isNamed: boolean,
  command: string = "",
  kindOfCommand: Fields = {},
): DescribedObject | PastedFaultCode | undefined {
  const layout = findLayout(lines, isNamed);
  if (layout === undefined) return isNamed ? "described-in-part" : undefined;
  const fields = readDescribedFields([...listObjectLines(layout), ...indentStatusLines(layout)]);
  if (!isNamed && !hasStatus(fields, layout.beginsAt === "status")) return undefined;
  if (hasGapAmongConditions(layout)) return "omitted-text";
  const labelFault = isNamed ? findLabelFault(layout) : undefined;
  if (labelFault !== undefined) return labelFault;
  const object = completeRef(fields, isNamed, kindOfCommand);
  const isCut = isStatusCut(layout, fields["status"], command);
  if ((isCut || !isNamed) && !isReadableInPart(object)) return "described-in-part";
  return { object, events: readDescribedEvents(indentTo(lines.slice(layout.events), 0), object), isCut };
}

/**
 * The label with which a status begins: its own, the one of its conditions, or the first one in a condition. `events` if a
 * whole description has no status.
 */
type StatusBeginning = "status" | "conditions" | "condition" | "events";

/** Where the status of a description is, as indices of lines. */
interface Layout {
  readonly lines: readonly string[];
  /** Whether the description begins with the name of the object. */
  readonly isNamed: boolean;
  /** The label with which the status begins. */
  readonly beginsAt: StatusBeginning;
  /** The line of that label. */
  readonly start: number;
  /** The depth of the line `start`. */
  readonly depth: number;
  /** The line of `Conditions:`, or of the first label in a condition. Undefined if the status has no conditions. */
  readonly conditionsStart: number | undefined;
  /** The line of `Events:`; the number of lines if absent. */
  readonly events: number;
}

/** A label of a condition: the fields of metav1.Condition, and those of conditions before it. */
const conditionLabel = makeLabelPattern(
  "Type|Status|Reason|Message|Last (?:Transition|Update|Probe|Heartbeat) Time|Observed Generation",
);

const conditionsInWhole = /^\s+Conditions:\s*$/;
const conditionsInPart = /^\s*Conditions:\s*$/;

interface StatusLabel {
  readonly beginsAt: StatusBeginning;
  readonly label: RegExp;
}

/** The labels with which a status may begin. The first one that a description has counts. */
const statusLabelsOfWhole: readonly StatusLabel[] = [
  { beginsAt: "status", label: /^Status:/ },
  { beginsAt: "conditions", label: conditionsInWhole },
  { beginsAt: "events", label: /^Events:/ },
];
const statusLabelsOfPart: readonly StatusLabel[] = [
  { beginsAt: "status", label: /^\s*Status:\s*$/ },
  { beginsAt: "conditions", label: conditionsInPart },
  { beginsAt: "condition", label: conditionLabel },
];

/** Finds the status of a description. Undefined without a status; of a whole description only if the events are missing too. */
function findLayout(lines: readonly string[], isNamed: boolean): Layout | undefined {
  for (const { beginsAt, label } of isNamed ? statusLabelsOfWhole : statusLabelsOfPart) {
    const start = lines.findIndex((line) => label.test(line));
    if (start >= 0) return makeLayout(lines, isNamed, beginsAt, start);
  }
  return undefined;
}

function makeLayout(lines: readonly string[], isNamed: boolean, beginsAt: StatusBeginning, start: number): Layout {
  const depth = isNamed ? 0 : depthOf(lines[start] ?? "");
  const findFromStart = (isMatch: (line: string) => boolean): number | undefined => {
    const index = lines.findIndex((line, lineIndex) => lineIndex >= start && isMatch(line));
    return index < 0 ? undefined : index;
  };
  const conditionsLabel = isNamed ? conditionsInWhole : conditionsInPart;
  const conditionsStart = beginsAt === "condition" ? start : findFromStart((line) => conditionsLabel.test(line));
  const events = findFromStart((line) => /^\s*Events:/.test(line) && depthOf(line) <= depth);
  return { lines, isNamed, beginsAt, start, depth, conditionsStart, events: events ?? lines.length };
}

/** The labels that follow the name of an object, with what is below them. */
const objectLabel = makeLabelPattern("Name|Namespace|API Version|Kind|Metadata|Spec");

/** The lines above the status that describe the object, moved to the margin. */
function listObjectLines({ lines, start, depth, isNamed }: Layout): readonly string[] {
  const objectLines: string[] = [];
  let isBelowObjectLabel = isNamed;
  for (const line of lines.slice(0, start)) {
    if (!isFilled(line) || isSeparator(line) || line.startsWith("#")) continue;
    if (!isNamed && depthOf(line) <= depth) isBelowObjectLabel = depthOf(line) === depth && objectLabel.test(line);
    if (isBelowObjectLabel) objectLines.push(line.slice(depth));
  }
  return objectLines;
}

/** The lines of the status, down to the last one above the events that has text. */
function listStatusLines({ lines, start, events }: Layout): readonly string[] {
  const last = lines.findLastIndex((line, index) => index < events && isFilled(line) && !isSeparator(line));
  return lines.slice(start, last + 1);
}

/** The lines of the status, indented as below a `Status:` at the margin. Adds the labels that are missing. */
function indentStatusLines(layout: Layout): readonly string[] {
  const { isNamed, beginsAt } = layout;
  const lines = listStatusLines(layout)
    .filter((line) => !isSeparator(line))
    .map((line) => (isNamed ? line : removeNote(line)));
  const [first = "", ...below] = lines;
  if (first === "") return [];
  if (beginsAt === "conditions") return ["Status:", ...indentTo(lines, 2)];
  if (beginsAt === "condition") return ["Status:", "  Conditions:", ...indentTo(lines, 4)];
  // A text that lost its indentation has its fields no deeper than the label.
  const isFlat = !isNamed && depthOf(below.find(isFilled) ?? "") <= depthOf(first);
  return indentTo(isFlat ? [first, ...below.map((line) => `  ${line}`)] : lines, 0);
}

/** Removes what an author wrote after a type or a status: `Status: False  # why?` -> `Status: False`. Neither has blanks. */
function removeNote(line: string): string {
  return line.replace(/^(\s*(?:Type|Status):\s+\S+)\s+(?:#|<|\/\/).*$/, "$1");
}

/** Moves the lines so that the first one has the given depth. Their depths below it stay. */
function indentTo(lines: readonly string[], depth: number): readonly string[] {
  const added = depth - depthOf(lines[0] ?? "");
  if (added >= 0) return lines.map((line) => `${" ".repeat(added)}${line}`);
  return lines.map((line) => line.slice(Math.min(-added, depthOf(line))));
}

function isSeparator(line: string): boolean {
  return line === "---" || isElisionOrDots(line);
}

/** Whether the fields have a status, and if its label is missing, a condition in it. */
function hasStatus(fields: Fields, hasLabel: boolean): boolean {
  if (toRecord(fields["status"]) === undefined) return false;
  const conditions = listAt(fields, "status", "conditions");
  return hasLabel || conditions.some(isCondition);
}

/** Whether an author omitted text among the conditions. Any condition may be missing there. */
function hasGapAmongConditions(layout: Layout): boolean {
  const { start, conditionsStart } = layout;
  if (conditionsStart === undefined) return false;
  return listStatusLines(layout)
    .slice(conditionsStart - start)
    .some(isAuthorElision);
}

/** A field of another object, or of a status, that no event has. */
const labelOfOtherObject = makeLabelPattern("apiVersion|status|conditions|Status|Conditions|Last Transition Time");

/**
 * Why the labels of a whole description cannot be trusted: `described-ambiguously` if a label at the margin comes twice or the
 * events contain one of an object, since it is then a line of a message, `described-in-part` if the description has no end.
 */
function findLabelFault({ lines, beginsAt, events }: Layout): PastedFaultCode | undefined {
  const labels = lines.flatMap((line) => /^(?:API Version|Kind|Metadata|Spec|Status|Events):/.exec(line)?.[0] ?? []);
  const isRepeated = new Set(labels).size < labels.length;
  if (isRepeated || lines.slice(events).some((line) => labelOfOtherObject.test(line))) return "described-ambiguously";
  const hasEnd = beginsAt === "conditions" || /^(?:Status|Events):$/.test(labels.at(-1) ?? "");
  return hasEnd ? undefined : "described-in-part";
}

/** The fields with a kind and a valid name. A part without a kind is of the kind that its command reads, or of none. */
function completeRef(fields: Fields, isNamed: boolean, kindOfCommand: Fields): Fields {
  const name = textAt(fields, "metadata", "name");
  const metadata = { ...toRecord(fields["metadata"]), name: /^[a-z0-9.:-]+$/.test(name) ? name : unnamed };
  if (isNamed) return { ...fields, metadata };
  const knownKind = textAt(fields, "kind") === "" ? kindOfCommand : {};
  return { apiVersion: `${pastedGroup}/v1`, kind: "Object", ...knownKind, ...fields, metadata };
}

/**
 * Whether a part of the status may be missing: its label, omitted lines, or its end. Of a part of a description everything
 * may be missing that is not proven to be there.
 */
function isStatusCut(layout: Layout, status: unknown, command: string): boolean {
  const { lines, isNamed, beginsAt, start, depth, events } = layout;
  // The label may be among the omitted lines.
  if (beginsAt === "conditions" || beginsAt === "condition") return true;
  if (lines.slice(start, events).some((line) => isElisionOrDots(line) || isCutWord(line))) return true;
  if (isNamed) return events === lines.length;
  if (mayPrintPartOfText(command)) return true;
  const above = lines.slice(0, start);
  const inside = lines.slice(start + 1, events);
  return !isStatusWhole(status, { above, inside, below: lines.slice(events), depth });
}
