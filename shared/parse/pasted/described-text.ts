import { formatStamp } from "../../model/time.ts";
import { type Fields, toRecord } from "../json-value.ts";
import { depthOf, isFilled } from "./lines.ts";
import { isBrokenWord } from "./omission-marks.ts";

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
 * The fields of a description, as Kubernetes names them. Labels and annotations are no evidence. A message stands there
 * with its own line breaks, so that after `Status:` every line at the margin goes on with the text before it.
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
export function describedFields(lines: readonly string[]): Fields {
  const filled = lines.filter(isFilled);
  const status = filled.findIndex((line) => /^Status:/.test(line));
  const isText = (line: string, index: number): boolean => status >= 0 && index > status && /^\S/.test(line);
  const [top = {}] = mappingsIn(
    filled.map((line, index) => describedLine(line, isText(line, index))),
    0,
  );
  const { name, namespace, labels: _labels, annotations: _annotations, metadata, ...rest } = top;
  const isNamespaced = typeof namespace === "string" && namespace !== "";
  return { ...rest, metadata: { ...toRecord(metadata), name, ...(isNamespaced ? { namespace } : {}) } };
}

/** A line with one of some labels, at any depth. */
export function labelled(labels: string): RegExp {
  return new RegExp(`^\\s*(?:${labels}):(?:\\s|$)`);
}

/** The mapping of `Key: value` lines whose keys stand at `depth`, or each mapping of a list, whose keys come again. */
export function describedMappings(part: string, depth: number): readonly Fields[] {
  return mappingsIn(
    part.split("\n").map((line) => describedLine(line)),
    depth,
  );
}

/** A line of a description. `  Last Update Time:  x` has the depth 2, the key lastUpdateTime and the text `x`. */
interface DescribedLine {
  readonly depth: number;
  /** Absent where a line only goes on with the text above it. */
  readonly key?: string;
  readonly text: string;
  /** Label and text as they stand there. */
  readonly whole: string;
}

/** The deepest indentation of a field. What is deeper is text, so that reading stays bounded. */
const maxDepth = 400;

function describedLine(line: string, isText: boolean = false): DescribedLine {
  const depth = isText ? Number.POSITIVE_INFINITY : depthOf(line);
  const whole = line.trim();
  const [, label, text = ""] = /^\s*([A-Za-z][\w. /-]*?):(?:\s+(.*))?$/.exec(line) ?? [];
  if (label === undefined || depth > maxDepth) return { depth, text: whole, whole };
  return { depth, key: fieldName(label), text: isBrokenWord(line) ? "" : text.trim(), whole };
}

/** `Last Transition Time` is lastTransitionTime, `API Version` is apiVersion. */
function fieldName(label: string): string {
  const [first = "", ...others] = label.split(" ");
  const small = /^[A-Z]{2,}$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  return [small, ...others].join("");
}

/**
 * The one reader of descriptions, which refuses nothing.
 * @param lastKey the key that is the last one of each mapping in a list
 */
function mappingsIn(lines: readonly DescribedLine[], depth: number, lastKey?: string): readonly Fields[] {
  const found: Record<string, unknown>[] = [];
  let mapping: Record<string, unknown> = {};
  let key = "";
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line?.key === undefined || line.depth !== depth) {
      // A message of several lines goes on below its first.
      if (typeof mapping[key] === "string") mapping[key] = `${mapping[key]}\n${line?.whole}`;
      continue;
    }
    if (Object.hasOwn(mapping, line.key) || (key !== "" && key === lastKey)) {
      found.push(mapping);
      mapping = {};
    }
    key = line.key;
    const start = index + 1;
    while (line.text === "" && (lines[index + 1]?.depth ?? depth) > depth) index += 1;
    mapping[key] = index < start ? scalarOf(line.text) : valueBelow(key, lines.slice(start, index + 1));
  }
  return Object.keys(mapping).length > 0 ? [...found, mapping] : found;
}

/** What stands below a label: a list of texts, a mapping, or a list of mappings. */
function valueBelow(key: string, lines: readonly DescribedLine[]): unknown {
  const depth = lines.reduce((least, line) => Math.min(least, line.depth), Number.POSITIVE_INFINITY);
  if (!lines.some((line) => line.key !== undefined && line.depth === depth)) return lines.map(({ text }) => text);
  // kubectl writes the fields of a condition in their order, of which the type is the last. The first may lack others.
  const last = lines.findLast((line) => line.depth === depth);
  const isOrdered = key === "conditions" && (lines[0]?.key !== "type" || last?.key === "type");
  const all = mappingsIn(lines, depth, isOrdered ? "type" : undefined);
  return all.length > 1 || /^(conditions|parents|listeners|ancestors)$/.test(key) ? all : all[0];
}

const namedValues: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["<nil>", null],
  ["<none>", ""],
]);

function scalarOf(text: string): unknown {
  if (namedValues.has(text)) return namedValues.get(text);
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/**
 * The rows of a table by the words of its header, in small letters. A row that does not stand below its header is cut
 * at its blanks.
 */
export function describedTable([header = "", ...rows]: readonly string[]): readonly Readonly<Record<string, string>>[] {
  const columns = [...header.matchAll(/\S+/g)];
  const starts = columns.map(({ index }) => index);
  return rows.map((row) => {
    const isAligned = starts.every((start) => /^(?:\s|$)/.test(row.slice(start - 1)));
    const cells = isAligned
      ? starts.map((start, index) => row.slice(start, starts[index + 1]).trim())
      : row.trim().split(/\s{2,}/);
    return Object.fromEntries(columns.map(([word], index) => [word.toLowerCase(), cells[index] ?? ""]));
  });
}

/**
 * The Events about an object in the table at the end of its description, in its order. They have no times, because the
 * table has only ages (kubectl, pkg/describe, DescribeEvents).
 */
export function describedEvents(lines: readonly string[], object: Fields): readonly Fields[] {
  const header = lines.findIndex((line) => /^\s+Type\s+Reason\s+Age\s+From\s+Message/.test(line));
  if (header < 0) return [];
  const end = lines.findIndex((line, index) => index > header && !isFilled(line));
  const { apiVersion, kind } = object;
  const { name, namespace } = toRecord(object["metadata"]) ?? {};
  const involvedObject = { apiVersion, kind, name, namespace };
  const rows = describedTable(lines.slice(header, end < 0 ? undefined : end));
  return rows.flatMap(({ type = "", reason, age = "", message }, index) => {
    if (!/^(Normal|Warning)$/.test(type)) return [];
    const count = Number(/\(x(\d{1,9}) /.exec(age)?.[1] ?? 1);
    const metadata = { name: `${name}.${index}`, namespace };
    return { apiVersion: "v1", kind: "Event", type, reason, message, count, involvedObject, metadata };
  });
}

/** A time as kubectl describes it, `Mon, 23 Nov 2026 13:35:42 +0100`, in UTC; undefined for anything else. */
export function describedTime(text: string): string | undefined {
  if (!/^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/.test(text)) return undefined;
  // biome-ignore lint/style/noRestrictedGlobals: parsing a time reads no clock
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : formatStamp(milliseconds);
}
