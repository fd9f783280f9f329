import type { CutMark } from "./cut/cut-documents.ts";

/** What is known of a document by its first line. */
interface LineAbout {
  /** The line that was given where the text was cut above it: a command, or a mark. */
  readonly command: string;
  readonly isCut: boolean;
}

/** What is known of each line, in one pass: a text may have thousands of documents. */
export function linesAbout(
  lines: readonly string[],
  given: readonly string[],
  marks: readonly CutMark[],
): readonly LineAbout[] {
  const isCut = lines.map(() => false);
  for (const { start, end } of marks) isCut.fill(true, start, end);
  let command = "";
  return lines.map((line, index) => {
    if (line === "---") command = given[index] ?? "";
    return { command, isCut: isCut[index] === true };
  });
}
