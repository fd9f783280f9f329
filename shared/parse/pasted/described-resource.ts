import type { PastedFaultCode } from "../../model/fault/input.ts";
import type { Fields } from "../json-value.ts";
import { isBrokenWord, isDots, isGap } from "./cut/omitted-text.ts";
import { readDescribedEvents } from "./described-events.ts";

/** A line of the text with the depth of its indentation; `key` is absent where it has none. */
interface DescribedLine {
  readonly depth: number;
  readonly key?: string;
  readonly text: string;
  /** Key and text as they stand there. */
  readonly whole: string;
}

/** The kind that a description names, as that of a custom resource does, before its events. */
export function describedResourceKind(part: string): string | undefined {
  const [before = ""] = part.split(/^Events:/m);
  return /^API Version:[ \t]/m.test(before) ? /^Kind:[ \t]+(\S+)/m.exec(before)?.[1] : undefined;
}

/** What no event begins with, but another object does, or a part of one. */
const otherObject = /^[ \t]*(?:apiVersion|status|conditions|Status|Conditions|Last Transition Time):/m;

/**
 * The custom resource in a description, and its events; or why it cannot be read. Its end are its events. A label at the
 * margin that comes twice is a line of a message (kubectl, pkg/describe, printUnstructuredContent).
 */
export function readDescribedResource(given: string): readonly Fields[] | PastedFaultCode {
  // The label may stand among what an author omitted.
  const part = /^Status:/m.test(given) ? given : given.replace(/^(?=[ \t]+Conditions:[ \t]*\r?$)/m, "Status:\n");
  if (isOmittedIn(part.split(/\r?\n/))) return "omitted-text";
  const labels = part.match(/^(API Version|Kind|Metadata|Spec|Status|Events):/gm) ?? [];
  const [, ...after] = part.split(/^Events:/m);
  if (new Set(labels).size < labels.length || after.some((text) => otherObject.test(text)))
    return "described-ambiguously";
  const object = describedFields(part);
  if (labels.at(-1) === "Events:") return [object, ...eventsOf(part)];
  return labels.at(-1) === "Status:" ? [object] : "described-in-part";
}

/**
 * Whether a description lacks a part. Its end are its events, which kubectl prints for every object: without them, or with
 * dots in its status, conditions may be missing.
 */
export function isCutDescription(part: string): boolean {
  const [before = "", ...after] = part.split(/^Events:/m);
  const [, status = ""] = before.split(/^Status:/m);
  return after.length === 0 || status.split(/\r?\n/).some((line) => isDots(line) || isBrokenWord(line));
}

/** Whether text was omitted below the conditions, and not only at the end. */
function isOmittedIn(lines: readonly string[]): boolean {
  const start = lines.findIndex((line) => /^Status:/.test(line));
  const first = lines.findIndex((line, index) => index > start && /^\s+Conditions:\s*$/.test(line));
  const end = lines.findIndex((line) => /^Events:/.test(line));
  const last = lines.findLastIndex((line, index) => (end < 0 || index < end) && line.trim() !== "" && !isDots(line));
  return first >= 0 && lines.some((line, index) => index > first && index < last && isGap(line));
}

function eventsOf(part: string): readonly Fields[] {
  const field = (label: string): string => new RegExp(`^${label}:[ \\t]+(\\S+)`, "m").exec(part)?.[1] ?? "";
  const namespace = field("Namespace");
  const about = { apiVersion: field("API Version"), kind: field("Kind"), name: field("Name") };
  return readDescribedEvents(part, namespace === "" ? about : { ...about, namespace });
}

/** The fields of a description above its events; the name is that of the object. */
export function describedFields(part: string): Fields {
  const [top] = mappingsIn(linesIn(part), 0);
  const { name, namespace, labels: _labels, annotations: _annotations, events: _events, metadata, ...rest } = top ?? {};
  const own = typeof metadata === "object" && metadata !== null ? metadata : {};
  const isSet = typeof namespace === "string" && namespace !== "";
  return { ...rest, metadata: { ...own, name, ...(isSet ? { namespace } : {}) } };
}

/**
 * The lines before the events. A message stands there with its own line breaks, so that after `Status:` every line at
 * the margin goes on with the text before it.
 */
function linesIn(part: string): readonly DescribedLine[] {
  const [before = ""] = part.split(/^Events:/m);
  const filled = before.split(/\r?\n/).filter((line) => line.trim() !== "" && line.trim() !== "---");
  const end = filled.findIndex((line) => /^Status:/.test(line));
  // What an author wrote in place of text, or above the status about it.
  const lines = filled.filter((line, index) => !(isDots(line) || (index <= end && /^#/.test(line))));
  const status = lines.findIndex((line) => /^Status:/.test(line));
  return lines.map((line, index) =>
    status >= 0 && index > status && /^\S/.test(line)
      ? { depth: Number.POSITIVE_INFINITY, text: line.trim(), whole: line.trim() }
      : lineOf(line),
  );
}

/** The deepest indentation of a field. What is deeper is text, so that reading stays bounded. */
const deepest = 400;

function lineOf(line: string): DescribedLine {
  const depth = line.length - line.trimStart().length;
  const found = /^\s*([A-Za-z][\w. /-]*?):(?:\s+(.*))?$/.exec(line);
  if (found === null || depth > deepest) return { depth, text: line.trim(), whole: line.trim() };
  const text = isBrokenWord(line) ? "" : (found[2] ?? "").trim();
  return { depth, key: fieldName(found[1] ?? ""), text, whole: line.trim() };
}

/** `Last Transition Time` is lastTransitionTime, `API Version` is apiVersion. */
function fieldName(label: string): string {
  const [first = "", ...others] = label.split(" ");
  const small = /^[A-Z]{2,}$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  return [small, ...others].join("");
}

/**
 * The mappings at one depth. Several stand one after the other where a list of mappings is described: a key that comes
 * again begins the next, and so does what follows the key that is the last of each.
 */
function mappingsIn(
  lines: readonly DescribedLine[],
  depth: number,
  lastKey?: string,
): readonly Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let here: Record<string, unknown> = {};
  let last = "";
  for (let index = 0; index < lines.length; index += 1) {
    const { key, text, whole, depth: at } = lines[index] ?? { depth, text: "", whole: "" };
    if (key === undefined || at !== depth) {
      // A message of several lines goes on below its first.
      const before = here[last];
      if (typeof before === "string") here[last] = `${before}\n${whole}`;
      continue;
    }
    if (Object.hasOwn(here, key) || (last !== "" && last === lastKey)) {
      found.push(here);
      here = {};
    }
    const below = linesBelow(lines, index, depth);
    here[key] = text === "" && below.length > 0 ? valueBelow(key, below) : scalar(text);
    if (text === "") index += below.length;
    last = key;
  }
  return Object.keys(here).length > 0 ? [...found, here] : found;
}

function linesBelow(lines: readonly DescribedLine[], index: number, depth: number): readonly DescribedLine[] {
  let end = index + 1;
  while ((lines[end]?.depth ?? depth) > depth) end += 1;
  return lines.slice(index + 1, end);
}

function valueBelow(key: string, lines: readonly DescribedLine[]): unknown {
  const depth = lines.reduce((least, line) => Math.min(least, line.depth), Number.POSITIVE_INFINITY);
  if (!lines.some((line) => line.key !== undefined && line.depth === depth)) return lines.map(({ text }) => text);
  // kubectl writes the fields of a condition in their order, of which the type is the last.
  const isOrdered = key === "conditions" && lines[0]?.key !== "type";
  const all = mappingsIn(lines, depth, isOrdered ? "type" : undefined);
  return all.length > 1 || /^(conditions|parents|listeners|ancestors)$/.test(key) ? all : all[0];
}

function scalar(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === "<nil>" ? null : text === "<none>" ? "" : text;
}
