import { redactedMark } from "./conceal-assignments.ts";
import { concealText } from "./conceal-text.ts";

/**
 * Lines of a log that were written together, without anything that looks like a credential: as many lines as before. A
 * credential of several lines, such as a private key, is concealed in each of them. A line is replaced rather than kept
 * where a credential may go on in it.
 */
export function concealLines(lines: readonly string[]): readonly string[] {
  const concealed = concealText(lines.join("\n")).split("\n");
  if (concealed.length === lines.length) return concealed;
  const kept = new Set(concealed);
  return lines.map((line) => {
    const alone = concealText(line);
    return kept.has(alone) ? alone : redactedMark;
  });
}
