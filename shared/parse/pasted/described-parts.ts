import type { PastedFaultCode } from "../../model/fault/input.ts";
import { pastedGroup, unnamed } from "../../model/object.ts";
import { toList, toRecord, toText, valueAt } from "../json-value.ts";
import { isDots, isGap, keepsSomeLines, mayBeCut } from "./cut-text.ts";
import { type DescribedObject, describedEvents, describedFields } from "./described-text.ts";
import { insideFences } from "./fences.ts";
import { depthOf, isFilled } from "./lines.ts";
import { type KindFinder, kindAt, typeInCommand, withoutShell } from "./terminal.ts";

/** What kubectl describes of a kind with Pods, where a container's message may look like a status. */
const builtIn =
  /^\s*(?:Containers:\s*$|Init Containers:\s*$|Pod Template:\s*$|Exit Code:|Restart Count:|Container ID:|Image ID:|QoS Class:|Node-Selectors:|Type\s+Status\s*$)/;

/**
 * The custom resources in parts of a `kubectl describe` that begin below its name: at `Status:`, at `Conditions:` or in
 * the conditions. Fields are sorted, so that a status is whole below its label, whatever is missing above it (kubectl,
 * pkg/describe, printUnstructuredContent). What begins in the conditions is read as conditions in YAML are.
 */
export function readDescribedParts(
  lines: readonly string[],
  findKind: KindFinder,
): readonly (DescribedObject | PastedFaultCode)[] {
  // YAML has no field of Kubernetes' own that begins with a capital letter.
  if (lines.some((line) => /^\W*(?:apiVersion|kind|metadata|status|conditions)\W*:/.test(line) || builtIn.test(line)))
    return [];
  const plain = withoutShell(insideFences(lines));
  const marks = plain.flatMap((line, index) => (line === "---" ? [index] : []));
  return [-1, ...marks].flatMap((mark, place) => {
    const command = lines[mark] ?? "";
    const part = uncommented(plain.slice(mark + 1, marks[place]));
    const found = readPart(part, command, findKind);
    if (found === undefined) return [];
    return keepsSomeLines(command) && !hasDescribedEnd(part) ? "cut-output" : found;
  });
}

/** Whether a description ends as kubectl ends it. */
export function hasDescribedEnd(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*Events:/.test(line));
}

/** Without the marks of comments, where each line has one. */
function uncommented(lines: readonly string[]): readonly string[] {
  const filled = lines.filter(isFilled);
  const isComment = filled.length > 2 && filled.every((line) => line.startsWith("#"));
  return isComment ? lines.map((line) => line.replace(/^# ?/, "")) : lines;
}

/** Labels of a condition, as kubectl writes the fields of metav1.Condition and those before it. */
const conditionLabel =
  /^\s*(?:Type|Status|Reason|Message|(?:Last (?:Transition|Update|Probe|Heartbeat) Time)|Observed Generation):/;

/**
 * The object of one part; undefined where it is none. What stands above may hold another status, or a text that looks like
 * one: it is cut, unless its status is proven whole. Where text was omitted among conditions, nothing is read.
 */
function readPart(
  lines: readonly string[],
  command: string,
  findKind: KindFinder,
): DescribedObject | PastedFaultCode | undefined {
  const place = (heading: RegExp): number => lines.findIndex((line) => heading.test(line));
  const status = place(/^\s*Status:\s*$/);
  const conditions = place(/^\s*Conditions:\s*$/);
  const [first = -1] = [status, conditions, place(conditionLabel)].filter((found) => found >= 0);
  if (first < 0) return undefined;
  const depth = depthOf(lines[first] ?? "");
  const found = lines.findIndex((line, index) => index > first && /^\s*Events:/.test(line) && depthOf(line) <= depth);
  const events = found < 0 ? lines.length : found;
  const last = lines.findLastIndex((line, index) => index < events && isFilled(line) && !isDots(line));
  const whole = lines.slice(first, last + 1);
  const kept = whole.filter((line) => !isDots(line)).map(withoutNote);
  const object = describedFields([...topLines(lines.slice(0, first), depth), ...statusLines(kept)].join("\n"));
  const listed = toList(valueAt(object, ["status", "conditions"]));
  const hasCondition = listed.some((each) => isNamed(each, "type") && isNamed(each, "status"));
  if (toRecord(object["status"]) === undefined || (status < 0 && !hasCondition)) return undefined;
  if (whole.some((line, index) => index > conditions - first && isGap(line))) return "omitted-text";
  const given = isNamed(object, "kind") ? {} : kindAt(command, findKind);
  const own = toText(valueAt(object, ["metadata", "name"]));
  const name = /^[a-z0-9.:-]+$/.test(own) ? own : unnamed;
  const known = { apiVersion: `${pastedGroup}/v1`, kind: "Object", ...given, ...object };
  const named = { ...known, metadata: { ...toRecord(object["metadata"]), name } };
  if (!mayBeCut(named)) return "described-in-part";
  const isCut = status < 0 || !isWholeStatus({ lines, status, events, command }, object["status"]);
  return { object: named, events: describedEvents(moved(lines.slice(events), 0).join("\n"), named), isCut };
}

function isNamed(value: unknown, field: string): boolean {
  return toText(valueAt(value, [field])) !== "";
}

/** A type or a status without what an author wrote behind it, a comment or the number of a note. Neither has blanks. */
function withoutNote(line: string): string {
  return line.replace(/^(\s*(?:Type|Status):\s+\S+)\s+(?:#|<|\/\/).*$/, "$1");
}

/** The lines at one depth above a status that describe the object, each with what stands below it. */
function topLines(lines: readonly string[], depth: number): readonly string[] {
  let isIn = false;
  return lines.flatMap((line) => {
    if (!isFilled(line) || isDots(line)) return [];
    const plain = line.slice(depth);
    if (depthOf(line) <= depth)
      isIn = depthOf(line) === depth && /^(?:Name|Namespace|API Version|Kind|Metadata|Spec):/.test(plain);
    return isIn ? [plain] : [];
  });
}

/** The lines of a status from its label at the margin on, whether they begin at it, at the conditions or in the first. */
function statusLines(lines: readonly string[]): readonly string[] {
  const [head = "", ...below] = lines;
  if (/^\s*Conditions:\s*$/.test(head)) return ["Status:", ...moved(lines, 2)];
  if (!/^\s*Status:\s*$/.test(head)) return ["Status:", "  Conditions:", ...moved(withFirstField(lines), 4)];
  // Where a text lost its indentation, the fields stand no deeper than the label.
  const isFlat = depthOf(below.find(isFilled) ?? "") <= depthOf(head);
  return moved(isFlat ? [head, ...below.map((line) => `  ${line}`)] : lines, 0);
}

/**
 * Conditions of which the first lacks the field with which each of the others begins, with that field. kubectl sorts the
 * fields, so that each begins after a type, and the reader knows the next by a field that comes again.
 */
function withFirstField(lines: readonly string[]): readonly string[] {
  const [first = ""] = lines;
  const next = lines[lines.findIndex((line) => /^\s*Type:/.test(line)) + 1] ?? "";
  if (!conditionLabel.test(next) || depthOf(next) !== depthOf(first)) return lines;
  const [field = ""] = /^\s*[^:]+:/.exec(next) ?? [];
  return first.startsWith(field) ? lines : [`${field} <nil>`, ...lines];
}

/** The lines, of which the first has the depth `to`, and the others stand as deep below it as before. */
function moved(lines: readonly string[], to: number): readonly string[] {
  const by = to - depthOf(lines[0] ?? "");
  return lines.map((line) => (by < 0 ? line.slice(Math.min(-by, depthOf(line))) : `${" ".repeat(by)}${line}`));
}

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
function isWholeStatus(part: DescribedPart, status: unknown): boolean {
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

/** Whether the events are none or a table, and no field stands below them. */
function endsWithEvents([first = "", ...below]: readonly string[]): boolean {
  const [header = ""] = below.filter(isFilled);
  const isTable = /^\s*Events:\s*$/.test(first) && /^\s+Type\s+Reason\s+Age\s+From\s+Message\s*$/.test(header);
  return (isTable || /^\s*Events:\s+<none>\s*$/.test(first)) && !below.some((line) => field.test(line));
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
    const areWhole = conditions.every((each) => hasOrder(each) && isNamed(each, "type") && isNamed(each, "status"));
    return areWhole && types.length > 0 && new Set(types).size === types.length;
  });
}
