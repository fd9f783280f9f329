import type { CutPart } from "../../../model/object.ts";
import { isFilled } from "../closed-fragment.ts";
import { depthOf } from "../literal-lines.ts";
import { mayBeCut } from "./cut-objects.ts";

/** The lines of a document of which a part is missing, from 0, without the last. */
export interface CutMark {
  readonly start: number;
  readonly end: number;
  readonly part: CutPart;
}

/** Omitted places beyond which a document is not read. */
const mostPlaces = 100;

/**
 * What the document of one object in YAML lacks where lines stand in place of omitted text. Nothing that counts where
 * they stand in its metadata or its spec and its status follows. Undefined where its evaluation needs all of it, or where
 * it holds several objects.
 * @param places the lines that stand for omitted text, below the first field
 */
export function missingPart(lines: readonly string[], places: readonly number[]): CutPart | "nothing" | undefined {
  if (places.length > mostPlaces) return undefined;
  const filled = lines.filter((line, index) => isFilled(line) && line !== "---" && !places.includes(index));
  if (filled.some((line) => /^(?:\s*[{[]|\s*items:|- (?:apiVersion|kind|metadata):|")/.test(line))) return undefined;
  const fields = filled.filter((line) => /^\s*(?:- )?[\w./-]+:(?:\s|$)/.test(line));
  const base = Math.min(...fields.map(depthOf));
  const value = (name: string): string =>
    new RegExp(`^${name}:\\s+["']?([^"'\\s]+)`).exec(filled.find((line) => line.startsWith(`${name}:`)) ?? "")?.[1] ??
    "";
  const [apiVersion, kind] = [value("apiVersion"), value("kind")];
  if (apiVersion !== "" && !mayBeCut({ apiVersion, kind })) return undefined;
  const counted = places.filter((place) => !isHarmless(lines, place, base));
  const [first] = counted;
  return first === undefined ? "nothing" : hasWholeConditions(lines.slice(0, first)) ? "rest" : "conditions";
}

/** Whether what was omitted belongs to the metadata or the spec. After the last of them the status may be missing. */
function isHarmless(lines: readonly string[], place: number, base: number): boolean {
  const section = lines.slice(0, place).findLast((line) => depthOf(line) === base && /^\s*\w+:/.test(line)) ?? "";
  const isOutside = /^\s*(?:apiVersion|kind|metadata|spec):/.test(section);
  return isOutside && lines.slice(place).some((line) => depthOf(line) === base && /^\s*status:/.test(line));
}

/** Whether a field stands after a list of conditions, as deep as its name: keys of YAML are sorted, and it ended. */
function hasWholeConditions(lines: readonly string[]): boolean {
  const start = lines.findIndex((line) => /^\s*conditions:\s*$/.test(line));
  const depth = depthOf(lines[start] ?? "");
  return start >= 0 && lines.slice(start + 1).some((line) => depthOf(line) === depth && /^\s*\w+:/.test(line));
}
