import type { Fields } from "../json-value.ts";
import { readDescribedEvents } from "./described-events.ts";
import { readDescribedKind } from "./described-kinds.ts";

/** A line of the text with the depth of its indentation; `key` is absent where it has none. */
interface DescribedLine {
  readonly depth: number;
  readonly key?: string;
  readonly text: string;
  /** Key and text as they stand there. */
  readonly whole: string;
}

/** The content of a `kubectl describe`: the objects with their events, and whether one is of a kind that cannot be read. */
export interface DescribedObjects {
  readonly objects: readonly Fields[];
  readonly isPartial: boolean;
}

/**
 * The objects in the output of `kubectl describe`: of custom resources metadata, spec, status, and of every object its
 * events. None where the text is something else (kubectl, pkg/describe, printUnstructuredContent).
 */
export function readDescribeText(text: string): DescribedObjects {
  const parts = text.split(/^(?=Name:[ \t])/m).filter((part) => /^Name:[ \t]+\S/.test(part));
  const read = parts.map((part) =>
    /^Kind:[ \t]/m.test(part) && /^API Version:[ \t]/m.test(part)
      ? [objectOf(part), ...eventsOf(part)]
      : isDescribedBuiltIn(part)
        ? readDescribedKind(part)
        : [],
  );
  return { objects: read.flatMap((each) => each ?? []), isPartial: read.includes(undefined) };
}

/** Whether a text is the output of `kubectl describe` of a built-in kind, which names no kind. */
function isDescribedBuiltIn(part: string): boolean {
  return /^(Labels|Annotations|Events):/m.test(part) && !/^(apiVersion|Kind):/m.test(part);
}

function eventsOf(part: string): readonly Fields[] {
  const field = (label: string): string => new RegExp(`^${label}:[ \\t]+(\\S+)`, "m").exec(part)?.[1] ?? "";
  const namespace = field("Namespace");
  const about = { apiVersion: field("API Version"), kind: field("Kind"), name: field("Name") };
  return readDescribedEvents(part, namespace === "" ? about : { ...about, namespace });
}

function objectOf(part: string): Fields {
  const lines = part
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && line.trim() !== "---")
    .map(lineOf);
  const [top] = mappingsIn(lines.slice(0, topEnd(lines)), 0);
  const { name, namespace, labels: _labels, annotations: _annotations, events: _events, metadata, ...rest } = top ?? {};
  const own = typeof metadata === "object" && metadata !== null ? metadata : {};
  const isSet = typeof namespace === "string" && namespace !== "";
  return { ...rest, metadata: { ...own, name, ...(isSet ? { namespace } : {}) } };
}

function topEnd(lines: readonly DescribedLine[]): number {
  const events = lines.findIndex(({ depth, key }) => depth === 0 && key === "events");
  return events < 0 ? lines.length : events;
}

function lineOf(line: string): DescribedLine {
  const depth = line.length - line.trimStart().length;
  const found = /^\s*([A-Za-z][\w. /-]*?):(?:\s+(.*))?$/.exec(line);
  if (found === null) return { depth, text: line.trim(), whole: line.trim() };
  return { depth, key: fieldName(found[1] ?? ""), text: (found[2] ?? "").trim(), whole: line.trim() };
}

/** `Last Transition Time` is lastTransitionTime, `API Version` is apiVersion. */
function fieldName(label: string): string {
  const [first = "", ...others] = label.split(" ");
  const small = /^[A-Z]{2,}$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  return [small, ...others].join("");
}

/**
 * The mappings at one depth. Several stand one after the other where a list of mappings is described: a key that comes
 * again begins the next.
 */
function mappingsIn(lines: readonly DescribedLine[], depth: number): readonly Record<string, unknown>[] {
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
    if (Object.hasOwn(here, key)) {
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
  const depth = Math.min(...lines.map((line) => line.depth));
  if (!lines.some((line) => line.key !== undefined && line.depth === depth)) return lines.map(({ text }) => text);
  const all = mappingsIn(lines, depth);
  return all.length > 1 || /^(conditions|parents|listeners|ancestors)$/.test(key) ? all : all[0];
}

function scalar(text: string): unknown {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return text === "<none>" || text === "<nil>" ? "" : text;
}
