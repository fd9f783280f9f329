import { toList, toRecord, toText, valueAt } from "../../json-value.ts";
import { isFilled } from "../closed-fragment.ts";
import { typeInCommand } from "../command-type.ts";
import { depthOf } from "../literal-lines.ts";
import { isDots } from "./omitted-text.ts";

/** A part of a description by its lines, with the places of its status and of the events below it. */
interface DescribedPart {
  readonly lines: readonly string[];
  readonly status: number;
  /** The number of lines where it has no events. */
  readonly events: number;
  /** The line of the terminal above the part. */
  readonly command: string;
}

/** A field, as kubectl labels it: words with one blank between them. */
const field = /^\s*[^\s:]+(?: [^\s:]+)*:(?:\s|$)/;
/** What kubectl describes of a custom resource above its status, at the margin. */
const head = /^\s*(?:Name|Namespace|Labels|Annotations|API Version|Kind|Metadata|Spec):(?:\s|$)/;
/** What stands in a status, and in no spec that was begun above it. */
const otherStatus = /^\s*(?:Status|State|Phase|Health|Ready|Conditions|Reason|Message|Events|Last \w+ Time):(?:\s|$)/;
const eventsHeader = /^\s+Type\s+Reason\s+Age\s+From\s+Message\s*$/;
/** What passes on only a part of a text. */
const filter = /\||\b(?:[ef]?grep|rg|sed|awk|head|tail|cut|more|less|findstr|Select-String|Select-Object|jq|yq)\b/;

/**
 * Whether a part of a description has its whole status, so that it may be healthy. The proof is what kubectl prints
 * (pkg/describe, printUnstructuredContent): it sorts the fields, so that the status is the last one, and events follow it
 * as deep as its label. The status has no line at the margin, no second label, no empty line, and its fields are in their
 * order. Each condition has its type and its status, and no type comes twice. Nothing above it looks like another status,
 * no field stands below the events, and no command leaves out lines. A message that poses as events ends a condition
 * before its status and its type.
 */
export function isWholeStatus(part: DescribedPart, status: unknown): boolean {
  const { lines, status: start, events, command } = part;
  const depth = depthOf(lines[start] ?? "");
  if (events >= lines.length || depthOf(lines[events] ?? "") !== depth || filter.test(command)) return false;
  const above = lines.slice(0, start).filter((line) => /\w/.test(line));
  if (!above.every((line) => isAbove(line, depth))) return false;
  const inside = lines.slice(start + 1, events);
  const isClosed = inside.every((line, index) => isFilled(line) && isInside(line, inside[index - 1] ?? "", depth));
  return isClosed && endsWithEvents(lines.slice(events)) && hasOrder(status) && hasWholeConditions(status);
}

/** Whether a line belongs to what kubectl describes above a status; neither prose, a log, a table nor another status. */
function isAbove(line: string, depth: number): boolean {
  if (isDots(line) || (typeInCommand(line) !== undefined && !filter.test(line))) return true;
  if (depthOf(line) <= depth) return depthOf(line) === depth && head.test(line);
  return !otherStatus.test(line) && !filter.test(line) && (field.test(line) || !/\S\s{2,}\S/.test(line));
}

/** Whether a line is a field of the status, or an item of a list of texts below one. */
function isInside(line: string, before: string, depth: number): boolean {
  if (depthOf(line) <= depth || isDots(line) || /^\s*(?:Status|Events):\s*$/.test(line)) return false;
  if (field.test(line)) return true;
  return depthOf(line) > depthOf(before) || (depthOf(line) === depthOf(before) && !field.test(before));
}

function endsWithEvents([first = "", ...below]: readonly string[]): boolean {
  const isNone = /^\s*Events:\s+<none>\s*$/.test(first);
  const [header = ""] = below.filter(isFilled);
  return (
    (isNone || (/^\s*Events:\s*$/.test(first) && eventsHeader.test(header))) && !below.some((line) => field.test(line))
  );
}

function hasOrder(fields: unknown): boolean {
  const names = Object.keys(toRecord(fields) ?? {});
  return names.length > 0 && names.every((name, index) => index === 0 || (names[index - 1] ?? "") < name);
}

/** Whether the lists of conditions at any depth have whole conditions, each with another type. */
function hasWholeConditions(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasWholeConditions);
  return Object.entries(toRecord(value) ?? {}).every(([name, below]) => {
    if (name !== "conditions") return hasWholeConditions(below);
    const conditions = toList(below);
    const types = conditions.map((each) => toText(valueAt(each, ["type"])));
    const areWhole = conditions.every((each) => hasOrder(each) && toText(valueAt(each, ["status"])) !== "");
    return areWhole && !types.includes("") && types.length > 0 && new Set(types).size === types.length;
  });
}
