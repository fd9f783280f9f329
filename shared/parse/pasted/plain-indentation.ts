/**
 * Indentation by tabs, each as two blanks, where every indented line begins with as many tabs as it is deep. Blanks and
 * tabs side by side have no certain depth and stay, as YAML forbids tabs there (YAML 1.2.2, 6.1).
 */
export function withoutTabs(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes("\t"))) return lines;
  const trimmed = lines.map((line) => line.trimEnd());
  const filled = trimmed.filter((line) => line !== "" && line !== "---");
  const common = filled.reduce((least, line) => Math.min(least, tabsBefore(line)), filled.length === 0 ? 0 : mostTabs);
  const outdented = trimmed.map((line) => (line.startsWith("\t") ? line.slice(common) : line));
  const isByTabs =
    outdented.every((line) => !/^(?: +\S|\t+ )/.test(line)) || !outdented.some((line) => line.startsWith("\t"));
  return isByTabs ? outdented.map((line) => line.replace(/^\t+/, (tabs) => "  ".repeat(tabs.length))) : outdented;
}

const mostTabs = 1000;

function tabsBefore(line: string): number {
  return /^\t*/.exec(line)?.[0].length ?? 0;
}
