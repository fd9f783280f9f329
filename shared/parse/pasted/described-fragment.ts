import type { PastedFaultCode } from "../../model/fault/input.ts";
import { pastedGroup, unnamed } from "../../model/object.ts";
import { type Fields, toList, toRecord, toText, valueAt } from "../json-value.ts";
import { type KindFinder, kindAt } from "./command-type.ts";
import { mayBeCut } from "./cut/cut-objects.ts";
import { isDots, isGap, keepsSomeLines } from "./cut/omitted-text.ts";
import { isWholeStatus } from "./cut/whole-status.ts";
import type { DescribedObjects } from "./describe-text.ts";
import { readDescribedEvents } from "./described-events.ts";
import { describedFields } from "./described-resource.ts";
import { insideFences } from "./fences.ts";
import { depthOf } from "./literal-lines.ts";
import { withoutShell } from "./shell-lines.ts";

/** Labels of a condition, as kubectl writes the fields of metav1.Condition and those before it. */
const label =
  /^\s*(?:Type|Status|Reason|Message|(?:Last (?:Transition|Update|Probe|Heartbeat) Time)|Observed Generation):/;
/** What kubectl describes of a kind with Pods, where a container's message may look like a status. */
const built =
  /^\s*(?:Containers:\s*$|Init Containers:\s*$|Pod Template:\s*$|Exit Code:|Restart Count:|Container ID:|Image ID:|QoS Class:|Node-Selectors:|Type\s+Status\s*$)/;
/** What kubectl describes of a custom resource beside its status, at the margin. */
const top = /^(?:Name|Namespace|API Version|Kind|Metadata|Spec):/;

/**
 * The custom resources in parts of a `kubectl describe` that begin below its name: at `Status:`, at `Conditions:` or in
 * the conditions. Fields are sorted, so that a status is whole below its label, whatever is missing above it (kubectl,
 * pkg/describe, printUnstructuredContent). What begins in the conditions is read as conditions in YAML are.
 */
export function readDescribedFragments(lines: readonly string[], findKind: KindFinder): DescribedObjects {
  // YAML has no field of Kubernetes' own that begins with a capital letter.
  if (lines.some((line) => /^\W*(?:apiVersion|kind|metadata|status|conditions)\W*:/.test(line) || built.test(line)))
    return { objects: [], cuts: new Set(), faults: [] };
  const plain = withoutShell(insideFences(lines));
  const marks = plain.flatMap((line, index) => (line === "---" ? [index] : []));
  const cuts = new Set<Fields>();
  const read = [-1, ...marks].map((mark, place) => {
    const part = uncommented(plain.slice(mark + 1, marks[place]));
    const isKeptInPart = keepsSomeLines(lines[mark] ?? "") && !hasDescribedEnd(part);
    const found = readFragment(part, lines[mark] ?? "", cuts, findKind);
    return isKeptInPart && found.length > 0 ? "cut-output" : found;
  });
  return {
    objects: read.filter((each) => typeof each !== "string").flat(),
    cuts,
    faults: [...new Set(read.filter((each) => typeof each === "string"))],
  };
}

/** Whether a description ends as kubectl ends it. */
export function hasDescribedEnd(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*Events:/.test(line));
}

/**
 * The object of one part with its events; empty where it is none, a fault where text was omitted in its status. What
 * stands above may hold another status, or a text that looks like one: it is cut, unless its status is proven whole.
 */
function readFragment(
  lines: readonly string[],
  command: string,
  cuts: Set<Fields>,
  findKind: KindFinder,
): readonly Fields[] | PastedFaultCode {
  const place = (heading: RegExp): number => lines.findIndex((line) => heading.test(line));
  const [status, conditions] = [place(/^\s*Status:\s*$/), place(/^\s*Conditions:\s*$/)];
  const first = status >= 0 ? status : conditions >= 0 ? conditions : place(label);
  if (first < 0) return [];
  const depth = depthOf(lines[first] ?? "");
  const events = lines.findIndex((line, index) => index > first && /^\s*Events:/.test(line) && depthOf(line) <= depth);
  const end = events < 0 ? lines.length : events;
  const last = lines.findLastIndex((line, index) => index < end && line.trim() !== "" && !isDots(line));
  const whole = lines.slice(first, last + 1);
  const isBare = status < 0 && conditions < 0;
  const kept = whole.filter((line) => !isDots(line)).map(withoutNote);
  const below = isBare ? withFirstField(kept) : kept;
  const fields = status >= 0 ? nested(below) : ["Status:", ...shifted(below, isBare ? 4 : 2, isBare)];
  const above = topLines(lines.slice(0, first), depth);
  const object = describedFields([...above, ...shifted(fields, 0)].join("\n"));
  if (toRecord(object["status"]) === undefined || (status < 0 && !hasCondition(object))) return [];
  if (whole.some((line, index) => index > conditions - first && isGap(line))) return "omitted-text";
  const given = toText(object["kind"]) === "" ? kindAt(command, findKind) : {};
  const known = { apiVersion: `${pastedGroup}/v1`, kind: "Object", ...given, ...object };
  const own = toText(valueAt(known, ["metadata", "name"]));
  const name = /^[a-z0-9.:-]+$/.test(own) ? own : unnamed;
  const about = { apiVersion: toText(known.apiVersion), kind: toText(known.kind), name };
  const table = shifted(lines.slice(end), 0).join("\n");
  const named = { ...known, metadata: { ...toRecord(object["metadata"]), name } };
  if (!mayBeCut(named)) return "described-in-part";
  const isWhole = status >= 0 && isWholeStatus({ lines, status, events: end, command }, object["status"]);
  if (!isWhole) cuts.add(named);
  return [named, ...readDescribedEvents(table, about)];
}

/**
 * Conditions of which the first lacks the field with which each of the others begins, with that field. kubectl sorts the
 * fields, so that each begins after a type, and the reader knows the next by a field that comes again.
 */
function withFirstField(lines: readonly string[]): readonly string[] {
  const next = lines[lines.findIndex((line) => /^\s*Type:/.test(line)) + 1] ?? "";
  const [, field] =
    label.test(next) && depthOf(next) === depthOf(lines[0] ?? "") ? (/^(\s*[^:]+:)/.exec(next) ?? []) : [];
  return field === undefined || lines[0]?.startsWith(field) === true ? lines : [`${field} <nil>`, ...lines];
}

function hasCondition(object: Fields): boolean {
  const conditions = toList(valueAt(object, ["status", "conditions"]));
  return conditions.some((each) => ["type", "status"].every((field) => toText(valueAt(each, [field])) !== ""));
}

/** A type or a status without what an author wrote behind it, a comment or the number of a note. Neither has blanks. */
function withoutNote(line: string): string {
  return line.replace(/^(\s*(?:Type|Status):\s+\S+)\s+(?:#|<|\/\/).*$/, "$1");
}

/** The fields below `Status:`. Where a text lost its indentation, they stand no deeper than it. */
function nested(lines: readonly string[]): readonly string[] {
  const [head = "", ...below] = lines;
  const isFlat = depthOf(below.find((line) => line.trim() !== "") ?? "") <= depthOf(head);
  return isFlat ? [head, ...below.map((line) => `  ${line}`)] : lines;
}

/** The lines at one depth above a status that describe the object, each with what stands below it. */
function topLines(lines: readonly string[], depth: number): readonly string[] {
  let isIn = false;
  return lines.flatMap((line) => {
    if (line.trim() === "" || isDots(line)) return [];
    const plain = line.slice(depth);
    if (depthOf(line) <= depth) isIn = depthOf(line) === depth && top.test(plain);
    return isIn ? [plain] : [];
  });
}

/** The lines, of which the first has the depth `to`. Conditions that begin a text are put below their label. */
function shifted(lines: readonly string[], to: number, isList: boolean = false): readonly string[] {
  const by = to - depthOf(lines[0] ?? "");
  const moved = lines.map((line) => (by < 0 ? line.slice(Math.min(-by, depthOf(line))) : `${" ".repeat(by)}${line}`));
  return isList ? ["  Conditions:", ...moved] : moved;
}

/** Without the marks of comments, where each line has one. */
function uncommented(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== "");
  return filled.length > 2 && filled.every((line) => line.startsWith("#"))
    ? lines.map((line) => line.replace(/^# ?/, ""))
    : lines;
}
