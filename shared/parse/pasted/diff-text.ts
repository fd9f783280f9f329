const hunk = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;
const header = /^(?:diff |index |new file mode |--- |\+\+\+ |\\ No newline)/;

/**
 * The new files of a diff, without its marks, or the lines of which each has a `+`. A diff of a changed file shows only
 * what is near a change, so that it stays as it is, and so does one that is cut (GNU diffutils, unified format).
 */
export function addedFiles(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== "" && line !== "---");
  if (filled.length > 2 && filled.every((line) => /^\+(?!\+\+ )/.test(line))) return lines.map(unmarked);
  if (!lines.some((line) => hunk.test(line))) return lines;
  const found: string[] = [];
  let left = 0;
  for (const line of lines) {
    const [, size] = /^@@ -0,0 \+1(?:,(\d+))? @@/.exec(line) ?? [];
    const begins = hunk.test(line);
    if (begins && (left > 0 || !/^@@ -0,0 \+1[, ]/.test(line))) return lines;
    if (begins) left = Number(size ?? 1);
    else if (left > 0 && line.startsWith("+")) left -= 1;
    else if (left > 0 || !(header.test(line) || line.trim() === "" || line === "---")) return lines;
    found.push(begins || header.test(line) ? "---" : unmarked(line));
  }
  return left === 0 ? found : lines;
}

function unmarked(line: string): string {
  return line.startsWith("+") ? line.slice(1) : line;
}

/** Whether a text is a diff that {@link addedFiles} does not read. */
export function isPartialDiff(text: string): boolean {
  return hunk.test(text) || /^--- \S.*\r?\n\+\+\+ \S/m.test(text);
}
