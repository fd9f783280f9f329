import { textAt, toList, toRecord } from "../json-value.ts";
import { mayFilter, typeInCommand } from "./commands.ts";
import { labelled } from "./described-text.ts";
import { depthOf, isFilled } from "./lines.ts";
import { isDots } from "./omission-marks.ts";

/** A field, as kubectl labels it: words with one blank between them. */
const field = /^\s*[^\s:]+(?: [^\s:]+)*:(?:\s|$)/;
/** What kubectl describes of a custom resource above its status, at the margin. */
const head = labelled("Name|Namespace|Labels|Annotations|API Version|Kind|Metadata|Spec");
/** What stands in a status, and in no spec that was begun above it. */
const otherStatus = labelled(
  String.raw`Status|State|Phase|Health|Ready|Conditions|Reason|Message|Events|Last \w+ Time`,
);

/** The lines above the label of a status, below it, and from the events on. */
interface StatusText {
  readonly above: readonly string[];
  readonly inside: readonly string[];
  readonly below: readonly string[];
  /** How deep the label stands. */
  readonly depth: number;
}

/**
 * Whether a part of a description has its whole status, so that it may be healthy. The proof is what kubectl prints: it
 * sorts the fields, so that the status is the last one, and events follow it as deep as its label. Nothing above it looks
 * like another status, and no field stands below the events. The status has no line at the margin, no second label, no
 * empty line, and its fields are in their order. Each condition has its type and its status, and no type comes twice. A
 * message that poses as events ends a condition before its status and its type.
 */
export function isStatusWhole(status: unknown, { above, inside, below, depth }: StatusText): boolean {
  return (
    above.every((line) => isAbove(line, depth)) &&
    inside.every((line, index) => isInside(line, inside[index - 1] ?? "", depth)) &&
    endsWithEvents(below, depth) &&
    isSorted(status) &&
    hasWholeConditions(status)
  );
}

/** Whether a line belongs to what kubectl describes above a status; neither prose, a log, a table nor another status. */
function isAbove(line: string, depth: number): boolean {
  if (!/\w/.test(line) || isDots(line) || (typeInCommand(line) !== undefined && !mayFilter(line))) return true;
  if (depthOf(line) <= depth) return depthOf(line) === depth && head.test(line);
  return !otherStatus.test(line) && !mayFilter(line) && (field.test(line) || !/\S\s{2,}\S/.test(line));
}

/** Whether a line is a field of the status, or an item of a list of texts below one. */
function isInside(line: string, before: string, depth: number): boolean {
  if (!isFilled(line) || depthOf(line) <= depth || isDots(line) || /^\s*(?:Status|Events):\s*$/.test(line))
    return false;
  return field.test(line) || depthOf(line) >= depthOf(before) + (field.test(before) ? 1 : 0);
}

/** Whether the events are none or a table, and no field stands below them. */
function endsWithEvents([first = "", ...below]: readonly string[], depth: number): boolean {
  if (depthOf(first) !== depth) return false;
  const header = below.find(isFilled) ?? "";
  const isTable = /^\s*Events:\s*$/.test(first) && /^\s+Type\s+Reason\s+Age\s+From\s+Message\s*$/.test(header);
  return (isTable || /^\s*Events:\s+<none>\s*$/.test(first)) && !below.some((line) => field.test(line));
}

function isSorted(fields: unknown): boolean {
  const names = Object.keys(toRecord(fields) ?? {});
  return names.length > 0 && names.every((name, index) => index === 0 || (names[index - 1] ?? "") < name);
}

/** Whether the lists of conditions at any depth have whole conditions, each with another type. */
function hasWholeConditions(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasWholeConditions);
  return Object.entries(toRecord(value) ?? {}).every(([name, below]) => {
    if (name !== "conditions") return hasWholeConditions(below);
    const conditions = toList(below);
    const types = conditions.map((each) => textAt(each, "type"));
    const areWhole = conditions.every((each) => isSorted(each) && hasText(each, "type") && hasText(each, "status"));
    return areWhole && types.length > 0 && new Set(types).size === types.length;
  });
}

function hasText(value: unknown, field: string): boolean {
  return textAt(value, field) !== "";
}
