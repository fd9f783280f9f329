import { depthOf, isDocumentMark, isFilled, keepLines, type Lines, minOf } from "./lines.ts";

/**
 * Moves the spec and the status of an object whose head was not copied to the margin, and empties the other lines. Without
 * the label of the status, moves the conditions and what follows; without any label, all lines. kubectl sorts the fields, so
 * that what is missing is above the status.
 *
 *         name: a              (empty)
 *       status:                status:
 *         phase: Failed          phase: Failed
 *
 * The head is missing if the first line is deeper than the label, or as deep, with the end of a list below. Returns other
 * documents, and those with several statuses, as they are.
 */
export function removeCutHead(document: Lines): Lines {
  const [firstLine = "", ...linesBelow] = document;
  if (isDocumentMark(firstLine)) return [firstLine, ...removeCutHead(linesBelow)];
  const firstFilled = document.findIndex(isFilled);
  const labels =
    findShallowestLines(document, /^ *status:\s*$/) ?? findShallowestLines(document, /^ *conditions:\s*$/) ?? [];
  const label = labels[0] ?? firstFilled;
  const labelDepth = depthOf(document[label] ?? "");
  const firstDepth = depthOf(document[firstFilled] ?? "");
  const end = document.findIndex((line, index) => index > label && isFilled(line) && depthOf(line) < labelDepth);
  const isAtEndOfList = /^kind:\s+\w*List\s*$/.test(document[end] ?? "");
  const hasHead = document.some((line) => depthOf(line) <= labelDepth && /^\s*(?:- )?apiVersion:/.test(line));
  const isHeadMissing = !hasHead && (firstDepth > labelDepth || (firstDepth === labelDepth && isAtEndOfList));
  if (!isHeadMissing || labels.length > 1) return document;

  const spec = document.indexOf(`${" ".repeat(labelDepth)}spec:`);
  const start = spec >= 0 && spec < label ? spec : label;
  const kept = keepLines(document, start, end < 0 ? document.length : end);
  return kept.map((line) => line.slice(labelDepth));
}

/** The indices of the matching lines that are least deep. Undefined if no line matches. */
function findShallowestLines(lines: Lines, pattern: RegExp): readonly number[] | undefined {
  const matching = lines.flatMap((line, index) => (pattern.test(line) ? [index] : []));
  if (matching.length === 0) return undefined;
  const depthAt = (index: number): number => depthOf(lines[index] ?? "");
  const minDepth = minOf(matching.map(depthAt));
  return matching.filter((index) => depthAt(index) === minDepth);
}
