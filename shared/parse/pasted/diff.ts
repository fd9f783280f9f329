import { isFilled, type Lines } from "./lines.ts";

const hunkHeader = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;
/** The header of a hunk that is a whole new file. The group is its number of lines; one if absent. */
const newFileHeader = /^@@ -0,0 \+1(?:,(\d+))? @@/;
const diffHeader = /^(?:diff |index |new file mode |--- |\+\+\+ |\\ No newline)/;

/** With fewer lines, a `+` at the beginning may belong to the text. */
const minAddedLines = 3;

/**
 * Removes the marks of a diff if every line begins with `+`, or if the diff consists of whole new files. Returns any other
 * lines as they are: the diff of a changed file shows only lines near a change, and a cut one lacks lines (GNU diffutils,
 * unified format).
 *
 *     @@ -0,0 +1,2 @@    ---
 *     +kind: W           kind: W
 *     +status: {}        status: {}
 */
export function readAddedFiles(lines: Lines): Lines {
  const filled = lines.filter((line) => isFilled(line) && line !== "---");
  const areAllAdded = filled.length >= minAddedLines && filled.every((line) => /^\+(?!\+\+ )/.test(line));
  if (areAllAdded) return lines.map(removeMark);
  if (!lines.some((line) => hunkHeader.test(line))) return lines;
  const added: string[] = [];
  let remainingLinesOfHunk = 0;
  for (const line of lines) {
    if (remainingLinesOfHunk > 0) {
      if (!line.startsWith("+")) return lines;
      remainingLinesOfHunk -= 1;
      added.push(diffHeader.test(line) ? "---" : removeMark(line));
      continue;
    }
    const hunk = newFileHeader.exec(line);
    if (hunk !== null) remainingLinesOfHunk = Number(hunk[1] ?? 1);
    const isHeader = hunk !== null || diffHeader.test(line);
    if (!isHeader && isFilled(line) && line !== "---") return lines;
    added.push(isHeader ? "---" : line);
  }
  return remainingLinesOfHunk === 0 ? added : lines;
}

function removeMark(line: string): string {
  return line.replace(/^\+/, "");
}

/** Whether a text is a diff that {@link readAddedFiles} does not read. */
export function isPartialDiff(text: string): boolean {
  return hunkHeader.test(text) || /^--- \S.*\n\+\+\+ \S/m.test(text);
}
