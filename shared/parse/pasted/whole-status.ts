import { isCondition } from "../conditions.ts";
import { textAt, toList, toRecord } from "../json-value.ts";
import { findTypeInCommand, mayPrintPartOfText } from "./commands.ts";
import { makeLabelPattern } from "./described-text.ts";
import { depthOf, isFilled, type Lines } from "./lines.ts";
import { isElisionOrDots } from "./omission-marks.ts";

/** A label as kubectl prints it: words with one blank between them. */
const anyLabel = /^\s*[^\s:]+(?: [^\s:]+)*:(?:\s|$)/;
/** A label that kubectl prints above the status of a custom resource, at the margin. */
const labelAboveStatus = makeLabelPattern("Name|Namespace|Labels|Annotations|API Version|Kind|Metadata|Spec");
/** A label of a status. Above a status, it may belong to the status of another object. */
const labelOfStatus = makeLabelPattern(
  String.raw`Status|State|Phase|Health|Ready|Conditions|Reason|Message|Events|Last \w+ Time`,
);

/** The lines around and in a status. */
interface StatusText {
  /** The lines above the label of the status. */
  readonly above: Lines;
  /** The lines between the label and the events. */
  readonly inside: Lines;
  /** The lines from the events on. */
  readonly below: Lines;
  /** The depth of the label. */
  readonly depth: number;
}

/**
 * Whether a part of a description surely has the whole status of its object, so that the object may be healthy. kubectl
 * sorts the fields, so that the status is the last one, with events as deep as its label below it. Requires all of these:
 *   1. Each line above is one of these:
 *        without letters and digits, or in place of omitted text
 *        a command that reads an object, without a filter
 *        as deep as the label of the status: a label that kubectl prints above a status
 *        deeper: no label of a status, no row of a table without a label, and no filter
 *   2. Each line inside is deeper than the label. None is empty, in place of omitted text, or only `Status:` or `Events:`. A
 *      line without a label is deeper than the label above it, or at least as deep as the text above it.
 *   3. The events are as deep as the label: `Events: <none>`, or a table with its header. No label is below them.
 *   4. The fields of the status and of its conditions are sorted.
 *   5. Each condition has a type and a status, and no type comes twice.
 * A message that poses as events ends a condition before its `status` and `type`, which come after `message`.
 */
export function isStatusWhole(status: unknown, { above, inside, below, depth }: StatusText): boolean {
  return (
    above.every((line) => isAboveStatus(line, depth)) &&
    inside.every((line, index) => isInStatus(line, inside[index - 1] ?? "", depth)) &&
    endsWithEvents(below, depth) &&
    isSorted(status) &&
    hasWholeConditions(status)
  );
}

/** Whether a line can be above a status: no prose, log or table, and no other status. */
function isAboveStatus(line: string, depth: number): boolean {
  if (!/\w/.test(line) || isElisionOrDots(line)) return true;
  const isUnfilteredCommand = findTypeInCommand(line) !== undefined && !mayPrintPartOfText(line);
  if (isUnfilteredCommand) return true;
  if (depthOf(line) <= depth) return depthOf(line) === depth && labelAboveStatus.test(line);
  if (labelOfStatus.test(line) || mayPrintPartOfText(line)) return false;
  const isTableRow = /\S\s{2,}\S/.test(line);
  return anyLabel.test(line) || !isTableRow;
}

/** Whether a line can be in a status: a field, or an item of a list of texts, which is deeper than the field above it. */
function isInStatus(line: string, lineAbove: string, depth: number): boolean {
  if (!isFilled(line) || depthOf(line) <= depth || isElisionOrDots(line)) return false;
  if (/^\s*(?:Status|Events):\s*$/.test(line)) return false;
  if (anyLabel.test(line)) return true;
  const minDepth = anyLabel.test(lineAbove) ? depthOf(lineAbove) + 1 : depthOf(lineAbove);
  return depthOf(line) >= minDepth;
}

/** Whether the lines are `Events: <none>` or a table of events, and no field is below. */
function endsWithEvents([first = "", ...below]: Lines, depth: number): boolean {
  if (depthOf(first) !== depth || below.some((line) => anyLabel.test(line))) return false;
  if (/^\s*Events:\s+<none>\s*$/.test(first)) return true;
  const header = below.find(isFilled) ?? "";
  return /^\s*Events:\s*$/.test(first) && /^\s+Type\s+Reason\s+Age\s+From\s+Message\s*$/.test(header);
}

function isSorted(fields: unknown): boolean {
  const names = Object.keys(toRecord(fields) ?? {});
  return names.length > 0 && names.every((name, index) => index === 0 || (names[index - 1] ?? "") < name);
}

/** Whether the lists of conditions at any depth have whole conditions, each with a type of its own. */
function hasWholeConditions(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasWholeConditions);
  return Object.entries(toRecord(value) ?? {}).every(([name, fieldValue]) => {
    if (name !== "conditions") return hasWholeConditions(fieldValue);
    const conditions = toList(fieldValue);
    const types = new Set(conditions.map((condition) => textAt(condition, "type")));
    return conditions.length > 0 && types.size === conditions.length && conditions.every(isWholeCondition);
  });
}

function isWholeCondition(condition: unknown): boolean {
  return isCondition(condition) && isSorted(condition);
}
