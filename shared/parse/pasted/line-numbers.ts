import type { Lines } from "./lines.ts";

/** The formats of numbered lines. The groups are the number and the text. */
const numberedLines: readonly RegExp[] = [
  /^\s*(\d{1,7})\t(.*)$/, // cat -n, nl
  /^\s*(\d{1,7})\s?[│|] ?(.*)$/, // bat
  /^(?:[^\s:]+:)?(\d{1,7})[:-](.*)$/, // grep -n, with or without the name of the file
  /^\s*(\d{1,7})(?: |$)(.*)$/, // less -N, vim
];

/** A line of the frame that bat draws around a file. */
const frameLine = /^[\s─-╿]*(?:File:.*|STDIN\s*)?$/;

/** With fewer numbered lines, the numbers may belong to the text. */
const minNumberedLines = 3;

/**
 * Removes the numbers before the lines if all lines of a document are numbered without a gap, from any number on. Returns
 * any other lines as they are: the text of a missing line may matter.
 *
 *     12 | kind: W          kind: W
 *     13 | status: {}       status: {}
 */
export function removeLineNumbers(lines: Lines): Lines {
  const format = numberedLines.find((pattern) => areNumbersInOrder(lines, pattern));
  if (format === undefined) return lines;
  return lines.map((line) => (line === "---" ? line : (format.exec(line)?.[2] ?? "")));
}

/** Whether each document counts its lines one by one. Frame lines have no number. */
function areNumbersInOrder(lines: Lines, format: RegExp): boolean {
  let numberedCount = 0;
  /** The number that the next line of the document must have. Undefined before its first number. */
  let expectedNumber: number | undefined;
  for (const line of lines) {
    if (line === "---") {
      expectedNumber = undefined;
      continue;
    }
    const digits = format.exec(line)?.[1];
    if (digits === undefined) {
      if (!frameLine.test(line)) return false;
      continue;
    }
    const number = Number(digits);
    if (expectedNumber !== undefined && number !== expectedNumber) return false;
    expectedNumber = number + 1;
    numberedCount += 1;
  }
  return numberedCount >= minNumberedLines;
}
