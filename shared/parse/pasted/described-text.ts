import { normalizeUtc } from "../../model/time.ts";
import { type Fields, toRecord, toText, valueAt } from "../json-value.ts";
import { isBrokenWord, isDots } from "./cut-text.ts";
import { depthOf } from "./lines.ts";

/** A line of a description. `  Last Update Time:  x` has the depth 2, the key lastUpdateTime and the text `x`. */
interface DescribedLine {
  readonly depth: number;
  /** Absent where a line only goes on with the text above it. */
  readonly key?: string;
  readonly text: string;
  /** Label and text as they stand there. */
  readonly whole: string;
}

/** A described object, with the Events in the table below it. */
export interface DescribedObject {
  readonly object: Fields;
  readonly events: readonly Fields[];
  /** Whether a part of the object is missing. */
  readonly isCut: boolean;
}

/** What stands at the labels of a description. */
export interface DescribedSections {
  /** The text behind a label; empty where it is absent or `<none>`. */
  readonly text: (label: string) => string;
  readonly time: (label: string) => string | undefined;
  /** The numbers of a text by their words: `2 desired | 1 updated` has 2 for `desired`. */
  readonly counts: (label: string) => Readonly<Record<string, number | undefined>>;
  readonly linesBelow: (label: string) => readonly string[];
  readonly conditions: readonly Fields[];
  readonly events: readonly Fields[];
}

/**
 * The fields above the events of a description, as Kubernetes names them. Labels and annotations are no evidence.
 *
 *     Name:         w                    metadata: { name: "w", generation: 2 }
 *     API Version:  acme.io/v1           apiVersion: "acme.io/v1"
 *     Metadata:                          status: { conditions: [{ status: "True", type: "Ready" }] }
 *       Generation:  2
 *     Status:
 *       Conditions:
 *         Status:  True
 *         Type:    Ready
 */
export function describedFields(part: string): Fields {
  const [top] = mappingsIn(linesIn(part), 0);
  const { name, namespace, labels: _labels, annotations: _annotations, events: _events, metadata, ...rest } = top ?? {};
  const isSet = typeof namespace === "string" && namespace !== "";
  return { ...rest, metadata: { ...toRecord(metadata), name, ...(isSet ? { namespace } : {}) } };
}

/**
 * Reads `Key: value` text by its indentation: the mapping whose keys stand at `depth`, or each mapping of a list, whose
 * keys come again. Reads what `kubectl describe` prints of any object and refuses nothing.
 */
export function describedMappings(part: string, depth: number): readonly Fields[] {
  return mappingsIn(
    part.split("\n").map((line) => lineOf(line)),
    depth,
  );
}

/**
 * The lines before the events. A message stands there with its own line breaks, so that after `Status:` every line at
 * the margin goes on with the text before it.
 */
function linesIn(part: string): readonly DescribedLine[] {
  const [before = ""] = part.split(/^Events:/m);
  const filled = before.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "---");
  const end = filled.findIndex((line) => /^Status:/.test(line));
  // What an author wrote in place of text, or above the status about it.
  const lines = filled.filter((line, index) => !(isDots(line) || (index <= end && line.startsWith("#"))));
  const status = lines.findIndex((line) => /^Status:/.test(line));
  return lines.map((line, index) => lineOf(line, status >= 0 && index > status && /^\S/.test(line)));
}

/** The deepest indentation of a field. What is deeper is text, so that reading stays bounded. */
const deepest = 400;

function lineOf(line: string, isText: boolean = false): DescribedLine {
  const depth = isText ? Number.POSITIVE_INFINITY : depthOf(line);
  const whole = line.trim();
  const [, label, text = ""] = /^\s*([A-Za-z][\w. /-]*?):(?:\s+(.*))?$/.exec(line) ?? [];
  if (label === undefined || depth > deepest) return { depth, text: whole, whole };
  return { depth, key: fieldName(label), text: isBrokenWord(line) ? "" : text.trim(), whole };
}

/** `Last Transition Time` is lastTransitionTime, `API Version` is apiVersion. */
function fieldName(label: string): string {
  const [first = "", ...others] = label.split(" ");
  const small = /^[A-Z]{2,}$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  return [small, ...others].join("");
}

/** @param lastKey the key that is the last one of each mapping in a list */
function mappingsIn(lines: readonly DescribedLine[], depth: number, lastKey?: string): readonly Fields[] {
  const found: Record<string, unknown>[] = [];
  let here: Record<string, unknown> = {};
  let last = "";
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line?.key === undefined || line.depth !== depth) {
      // A message of several lines goes on below its first.
      if (typeof here[last] === "string") here[last] = `${here[last]}\n${line?.whole}`;
      continue;
    }
    if (Object.hasOwn(here, line.key) || (last !== "" && last === lastKey)) {
      found.push(here);
      here = {};
    }
    last = line.key;
    let end = index + 1;
    while (line.text === "" && (lines[end]?.depth ?? depth) > depth) end += 1;
    const below = lines.slice(index + 1, end);
    here[last] = below.length > 0 ? valueBelow(last, below) : scalarOf(line.text);
    index = end - 1;
  }
  return Object.keys(here).length > 0 ? [...found, here] : found;
}

function valueBelow(key: string, lines: readonly DescribedLine[]): unknown {
  const depth = lines.reduce((least, line) => Math.min(least, line.depth), Number.POSITIVE_INFINITY);
  if (!lines.some((line) => line.key !== undefined && line.depth === depth)) return lines.map(({ text }) => text);
  // kubectl writes the fields of a condition in their order, of which the type is the last.
  const isOrdered = key === "conditions" && lines[0]?.key !== "type";
  const all = mappingsIn(lines, depth, isOrdered ? "type" : undefined);
  return all.length > 1 || /^(conditions|parents|listeners|ancestors)$/.test(key) ? all : all[0];
}

function scalarOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === "<nil>" ? null : text === "<none>" ? "" : text;
}

/**
 * The Events about an object in the table at the end of its description, in its order. They have no times, because the
 * table has only ages (kubectl, pkg/describe, DescribeEvents).
 */
export function describedEvents(part: string, object: Fields): readonly Fields[] {
  const [, table = ""] = part.split(/^Events:[ \t]*\n/m);
  const lines = table.split("\n");
  const header = lines.findIndex((line) => /^\s+Type\s+Reason\s+Age\s+From\s+Message/.test(line));
  if (header < 0) return [];
  const starts = ["Type", "Reason", "Age", "From", "Message"].map((word) => (lines[header] ?? "").indexOf(word));
  const end = lines.findIndex((line, index) => index > header && line.trim() === "");
  const text = (...path: readonly string[]): string | undefined => toText(valueAt(object, path)) || undefined;
  const name = text("metadata", "name");
  const namespace = text("metadata", "namespace");
  const involvedObject = { apiVersion: text("apiVersion"), kind: text("kind"), name, namespace };
  return lines.slice(header + 1, end < 0 ? undefined : end).flatMap((line, index) => {
    // An edited row does not stand below its header.
    const isAligned = starts.every((from) => /^(?:\s|$)/.test(line.slice(from - 1)));
    const cells = starts.map((from, place) => line.slice(from, starts[place + 1]).trim());
    const [type = "", reason = "", age = "", , message = ""] = isAligned ? cells : line.trim().split(/\s{2,}/);
    if (!/^(Normal|Warning)$/.test(type)) return [];
    const count = Number(/\(x(\d{1,9}) /.exec(age)?.[1] ?? 1);
    const metadata = { name: `${name}.${index}`, namespace };
    return { apiVersion: "v1", kind: "Event", type, reason, message, count, involvedObject, metadata };
  });
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** A time as kubectl describes it, `Mon, 23 Nov 2026 13:35:42 +0100`, in UTC; undefined for anything else. */
export function describedTime(text: string): string | undefined {
  const [, day = "", month = "", year, time, hours, minutes] =
    /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(text) ?? [];
  const place = months.indexOf(month);
  if (month === "" || place % 3 !== 0) return undefined;
  const number = `${place / 3 + 1}`.padStart(2, "0");
  return normalizeUtc(`${year}-${number}-${day.padStart(2, "0")}T${time}${hours}:${minutes}`);
}
