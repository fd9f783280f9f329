import { harmlessLines, sanitizeLine } from "../../shared/characters/sanitize.ts";

/** The maximum number of lines that are kept for the end. */
const most = 20;

/**
 * The last lines of other output while a screen was drawn, without blank ones. `name`: the cluster that the output is
 * about.
 */
export function keepMessages(before: readonly string[], text: string, name?: string): readonly string[] {
  const lines = harmlessLines(text)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const head = name === undefined ? "" : `${sanitizeLine(name)}: `;
  return [...before, ...lines.map((line) => head + line)].slice(-most);
}
