import { isFilled } from "../closed-fragment.ts";
import { depthOf } from "../literal-lines.ts";
import { mayBeCut } from "./cut-objects.ts";

/** The lines of a document of which a part is missing, from 0, without the last. */
export interface CutMark {
  readonly start: number;
  readonly end: number;
}

/** What omitted text does to a document: nothing that counts, or a part of it is missing, or it is not read. */
type CutEffect = "none" | "cut" | "refused";

/** Omitted places beyond which a document is not read. */
const mostPlaces = 100;

/**
 * What lines in place of omitted text do to the document of one object in YAML: nothing where they stand in its metadata
 * or its spec and its status follows. It is refused where its evaluation needs all of it, or where it holds several
 * objects.
 * @param places the lines that stand for omitted text, below the first field
 */
export function effectOfCut(lines: readonly string[], places: readonly number[]): CutEffect {
  if (places.length > mostPlaces) return "refused";
  const filled = lines.filter((line, index) => isFilled(line) && line !== "---" && !places.includes(index));
  if (filled.some((line) => /^(?:\s*[{[]|\s*items:|- (?:apiVersion|kind|metadata):|")/.test(line))) return "refused";
  const fields = filled.filter((line) => /^\s*(?:- )?[\w./-]+:(?:\s|$)/.test(line));
  const base = Math.min(...fields.map(depthOf));
  const value = (name: string): string =>
    new RegExp(`^${name}:\\s+["']?([^"'\\s]+)`).exec(filled.find((line) => line.startsWith(`${name}:`)) ?? "")?.[1] ??
    "";
  const [apiVersion, kind] = [value("apiVersion"), value("kind")];
  if (apiVersion !== "" && !mayBeCut({ apiVersion, kind })) return "refused";
  return places.every((place) => isHarmless(lines, place, base)) ? "none" : "cut";
}

/** Whether what was omitted belongs to the metadata or the spec. After the last of them the status may be missing. */
function isHarmless(lines: readonly string[], place: number, base: number): boolean {
  const section = lines.slice(0, place).findLast((line) => depthOf(line) === base && /^\s*\w+:/.test(line)) ?? "";
  const isOutside = /^\s*(?:apiVersion|kind|metadata|spec):/.test(section);
  return isOutside && lines.slice(place).some((line) => depthOf(line) === base && /^\s*status:/.test(line));
}
