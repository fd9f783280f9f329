/** The number of blanks before a line. */
export function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

export function isFilled(line: string): boolean {
  return line.trim() !== "";
}

/** Whether a line begins a document of YAML. What is removed between two documents becomes such a line. */
export function isDocumentMark(line: string): boolean {
  return /^---(?:\s|$)/.test(line);
}

/**
 * For each line whether it stands in a text of several lines that YAML takes as it is: below `|` or `>`, and deeper than
 * its key (YAML 1.2.2, 8.1). What looks like a fence or a command there belongs to the object.
 *
 *     message: |            false
 *       kubectl get pods    true
 *     phase: Failed         false
 */
export function literalLines(lines: readonly string[]): readonly boolean[] {
  let depth: number | undefined;
  return lines.map((line) => {
    if (depth !== undefined && (!isFilled(line) || depthOf(line) > depth)) return true;
    depth = /^(\s*(?:- +){0,20})(?:[\w./"'-]+:[ \t]+|- +)[|>][+-]?\d?[+-]?\s*$/.exec(line)?.[1]?.length;
    return false;
  });
}

/** Whether a text in quotes ends in a part of a line. A quote is escaped by a backslash, or a single one by another. */
export function closesQuote(text: string, quote: string): boolean {
  const plain = quote === '"' ? text.replace(/\\./g, "") : text.replaceAll("''", "");
  return plain.includes(quote);
}
