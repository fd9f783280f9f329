import { uncapitalize } from "../../model/capitalize.ts";
import { formatStamp } from "../../model/time.ts";
import { type Fields, toRecord } from "../json-value.ts";
import { depthOf, isFilled, type Lines, minOf } from "./lines.ts";
import { isCutWord } from "./omission-marks.ts";

/** A described object, and the Events of the table below it. */
export interface DescribedObject {
  readonly object: Fields;
  readonly events: readonly Fields[];
  /** Whether a part of the object is missing. */
  readonly isCut: boolean;
}

/** Reads the sections of a description by their labels. */
export interface DescribedSections {
  /** The text after a label. Empty if the label is absent or its text is `<none>`. */
  readonly text: (label: string) => string;
  readonly time: (label: string) => string | undefined;
  /** The numbers after a label by the words that follow them: `2 desired | 1 updated` -> `{ desired: 2, updated: 1 }`. */
  readonly counts: (label: string) => Readonly<Record<string, number | undefined>>;
  readonly linesBelow: (label: string) => Lines;
  readonly conditions: readonly Fields[];
  readonly events: readonly Fields[];
}

/**
 * Reads a description as the fields of its object. Omits labels and annotations, which are no evidence. After `Status:` a line
 * at the margin continues the text before it, because messages are printed with their line breaks.
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
export function readDescribedFields(lines: Lines): Fields {
  const filled = lines.filter(isFilled);
  const statusLabel = filled.findIndex((line) => /^Status:/.test(line));
  const isText = (line: string, index: number): boolean => statusLabel >= 0 && index > statusLabel && /^\S/.test(line);
  const described = filled.map((line, index) => readDescribedLine(line, isText(line, index)));
  const [topMapping = {}] = readMappings(described, 0);
  const { name, namespace, labels: _labels, annotations: _annotations, metadata, ...fields } = topMapping;
  const ref = typeof namespace === "string" && namespace !== "" ? { name, namespace } : { name };
  return { ...fields, metadata: { ...toRecord(metadata), ...ref } };
}

/** A pattern for lines that begin with one of some labels, at any depth. */
export function makeLabelPattern(labels: string): RegExp {
  return new RegExp(`^\\s*(?:${labels}):(?:\\s|$)`);
}

/** Reads `Key: value` lines whose keys have the given depth as a mapping. A key that comes again begins another mapping. */
export function readDescribedMappings(text: string, depth: number): readonly Fields[] {
  const lines = text.split("\n").map((line) => readDescribedLine(line));
  return readMappings(lines, depth);
}

/** A line of a description: `  Last Update Time:  x` -> depth 2, key `lastUpdateTime`, text `x`. */
interface DescribedLine {
  readonly depth: number;
  /** Absent if the line continues the text above it. */
  readonly key?: string;
  readonly text: string;
  /** The line as it is printed, without the blanks around it. */
  readonly trimmed: string;
}

/** The deepest field that is read. Deeper lines are text, so that reading stays bounded. */
const maxDepth = 400;

/** Reads a line. With `isText` it is text at any depth, even if it looks like a field. */
function readDescribedLine(line: string, isText: boolean = false): DescribedLine {
  const depth = isText ? Number.POSITIVE_INFINITY : depthOf(line);
  const trimmed = line.trim();
  const [, label, text = ""] = /^\s*([A-Za-z][\w. /-]*?):(?:\s+(.*))?$/.exec(line) ?? [];
  if (label === undefined || depth > maxDepth) return { depth, text: trimmed, trimmed };
  return { depth, key: toFieldName(label), text: isCutWord(line) ? "" : text.trim(), trimmed };
}

/** `Last Transition Time` -> `lastTransitionTime`, `API Version` -> `apiVersion`. */
function toFieldName(label: string): string {
  const [first = "", ...others] = label.split(" ");
  const isAcronym = /^[A-Z]{2,}$/.test(first);
  const start = isAcronym ? first.toLowerCase() : uncapitalize(first);
  return [start, ...others].join("");
}

/**
 * Reads the mapping at a depth, or the mappings of a list. Every text is read: a line without a key continues the text above
 * it, and a key that comes again begins the next mapping.
 * @param lastKey the key that ends each mapping of a list, if known
 */
function readMappings(lines: readonly DescribedLine[], depth: number, lastKey?: string): readonly Fields[] {
  const mappings: Record<string, unknown>[] = [];
  let mapping: Record<string, unknown> = {};
  let key = "";
  let index = 0;
  while (index < lines.length) {
    const line = lines[index];
    index += 1;
    if (line?.key === undefined || line.depth !== depth) {
      const textAbove = mapping[key];
      if (typeof textAbove === "string") mapping[key] = `${textAbove}\n${line?.trimmed}`;
      continue;
    }
    const isNextMapping = Object.hasOwn(mapping, line.key) || (key !== "" && key === lastKey);
    if (isNextMapping) {
      mappings.push(mapping);
      mapping = {};
    }
    key = line.key;
    const start = index;
    if (line.text === "") {
      while ((lines[index]?.depth ?? depth) > depth) index += 1;
    }
    const linesBelow = lines.slice(start, index);
    mapping[key] = linesBelow.length === 0 ? parseScalar(line.text) : readValueBelow(key, linesBelow);
  }
  if (Object.keys(mapping).length > 0) mappings.push(mapping);
  return mappings;
}

/** Reads the lines below a label: a list of texts, a mapping, or a list of mappings. */
function readValueBelow(key: string, lines: readonly DescribedLine[]): unknown {
  const depth = minOf(lines.map((line) => line.depth));
  const hasKeys = lines.some((line) => line.key !== undefined && line.depth === depth);
  if (!hasKeys) return lines.map(({ text }) => text);
  // kubectl sorts the fields of a condition, so that `type` is the last one. Fields before it may be absent.
  const lastLine = lines.findLast((line) => line.depth === depth);
  const endsWithType = key === "conditions" && (lines[0]?.key !== "type" || lastLine?.key === "type");
  const mappings = readMappings(lines, depth, endsWithType ? "type" : undefined);
  const isList = mappings.length > 1 || /^(conditions|parents|listeners|ancestors)$/.test(key);
  return isList ? mappings : mappings[0];
}

const namedValues: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["<nil>", null],
  ["<none>", ""],
]);

/** `true` -> true, `<nil>` -> null, `<none>` -> an empty text, `12` -> 12; any other text as it is. */
function parseScalar(text: string): unknown {
  if (namedValues.has(text)) return namedValues.get(text);
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/**
 * The rows of a table by the words of its header, in small letters. Cells begin at the columns of the header. If a row does
 * not, its cells are separated by two blanks or more.
 *
 *     Type     Reason         [{ type: "Normal", reason: "Pulled" }]
 *     Normal   Pulled
 */
export function readDescribedTable([header = "", ...rows]: Lines): readonly Readonly<Record<string, string>>[] {
  const columns = [...header.matchAll(/\S+/g)];
  const starts = columns.map(({ index }) => index);
  return rows.map((row) => {
    const isAligned = starts.every((start) => /^(?:\s|$)/.test(row.slice(start - 1)));
    const cells = isAligned
      ? starts.map((start, index) => row.slice(start, starts[index + 1]).trim())
      : row.trim().split(/\s{2,}/);
    return Object.fromEntries(columns.map(([name], index) => [name.toLowerCase(), cells[index] ?? ""]));
  });
}

/**
 * The Events of the table at the end of an object's description, in its order. They have no times, because the table has only
 * ages (kubectl, pkg/describe, DescribeEvents).
 */
export function readDescribedEvents(lines: Lines, object: Fields): readonly Fields[] {
  const header = lines.findIndex((line) => /^\s+Type\s+Reason\s+Age\s+From\s+Message/.test(line));
  if (header < 0) return [];
  const end = lines.findIndex((line, index) => index > header && !isFilled(line));
  const { apiVersion, kind } = object;
  const { name, namespace } = toRecord(object["metadata"]) ?? {};
  const involvedObject = { apiVersion, kind, name, namespace };
  const rows = readDescribedTable(lines.slice(header, end < 0 ? undefined : end));
  return rows.flatMap(({ type = "", reason, age = "", message }, index) => {
    if (type !== "Normal" && type !== "Warning") return [];
    // The age of a repeated event: `5m (x12 over 1h)`.
    const count = Number(/\(x(\d{1,9}) /.exec(age)?.[1] ?? 1);
    const metadata = { name: `${name}.${index}`, namespace };
    return { apiVersion: "v1", kind: "Event", type, reason, message, count, involvedObject, metadata };
  });
}

/** `Mon, 23 Nov 2026 13:35:42 +0100`, as kubectl describes a time -> `2026-11-23T12:35:42Z`. Undefined for another text. */
export function parseDescribedTime(text: string): string | undefined {
  if (!/^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/.test(text)) return undefined;
  // biome-ignore lint/style/noRestrictedGlobals: parsing a time reads no clock
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : formatStamp(milliseconds);
}
