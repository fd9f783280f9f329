/**
 * For each line whether it stands in a text of several lines that YAML takes as it is: below `|` or `>`, and deeper than
 * its key (YAML 1.2.2, 8.1). What looks like a fence or a command there belongs to the object.
 */
export function literalLines(lines: readonly string[]): readonly boolean[] {
  let depth: number | undefined;
  return lines.map((line) => {
    if (depth !== undefined && (line.trim() === "" || depthOf(line) > depth)) return true;
    depth = /^(\s*(?:- +){0,20})(?:[\w./"'-]+:[ \t]+|- +)[|>][+-]?\d?[+-]?\s*$/.exec(line)?.[1]?.length;
    return false;
  });
}

/** The number of blanks before a line. */
export function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}
