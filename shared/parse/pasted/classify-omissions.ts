import { isReadableInPart } from "./complete-object.ts";
import { depthOf, isField, isFilled, type Lines, minOf } from "./lines.ts";

/** The most omissions with which a document is read. */
const maxOmissions = 100;

/** Lines of documents that are read only if they are whole. */
const linesOfWholeDocuments: readonly RegExp[] = [
  /^\s*[{[]/, // JSON
  /^"/, // a field of JSON
  /^\s*items:/, // a list
  /^- (?:apiVersion|kind|metadata):/, // an object in a list
];

/** The sections of an object that have no evidence of its health. */
const sectionsWithoutEvidence = /^(?:apiVersion|kind|metadata|spec)$/;

/**
 * Decides what missing text does to the object of a YAML document, by the first of these that fits:
 *   `refused`    text is missing at too many lines, the document is JSON or a list, or its kind is read only as a whole
 *   `none`       all missing text is in the metadata or the spec, and the status follows
 *   `cut`        evidence may be missing
 * @param omittedLines the indices of the lines at which text is missing
 */
export function classifyOmissions(lines: Lines, omittedLines: ReadonlySet<number>): "refused" | "none" | "cut" {
  const filled = lines.filter((line, index) => isFilled(line) && line !== "---" && !omittedLines.has(index));
  const hasToBeWhole = filled.some((line) => linesOfWholeDocuments.some((pattern) => pattern.test(line)));
  if (omittedLines.size > maxOmissions || hasToBeWhole) return "refused";
  const apiVersion = readTopField(filled, "apiVersion");
  if (apiVersion !== "" && !isReadableInPart({ apiVersion, kind: readTopField(filled, "kind") })) return "refused";

  const topDepth = minOf(filled.filter(isField).map(depthOf));
  const sections = lines.map((line) => (depthOf(line) === topDepth ? /^\s*(\w+):/.exec(line)?.[1] : undefined));
  const isHarmless = (omittedLine: number): boolean => {
    const section = sections.slice(0, omittedLine).findLast((name) => name !== undefined) ?? "";
    // Without a status below, the text may end in the metadata or the spec.
    const hasStatusBelow = sections.includes("status", omittedLine);
    return sectionsWithoutEvidence.test(section) && hasStatusBelow;
  };
  return [...omittedLines].every(isHarmless) ? "none" : "cut";
}

/** The value of a field at the margin, without quotes: `kind: "W"` -> `W`. Empty if there is none. */
function readTopField(lines: Lines, name: string): string {
  const field = lines.find((line) => line.startsWith(`${name}:`)) ?? "";
  return /:\s+["']?([^"'\s]+)/.exec(field)?.[1] ?? "";
}
