/**
 * Indentation by tabs, each as two blanks, where every indented line begins with as many tabs as it is deep. Blanks and
 * tabs side by side have no certain depth and stay, as YAML forbids tabs there (YAML 1.2.2, 6.1).
 */
export function withoutTabs(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => /^\t|[ \t]\t|\t$/.test(line))) return lines;
  const trimmed = lines.map((line) => line.replace(/[ \t]+$/, ""));
  const filled = trimmed.filter((line) => line !== "" && line !== "---");
  if (filled.length > 0 && filled.every((line) => line.startsWith("\t")))
    return withoutTabs(trimmed.map((line) => line.replace(/^\t/, "")));
  const isByTabs = filled.every((line) => !/^(?: |\t+ )/.test(line));
  return isByTabs ? trimmed.map((line) => line.replace(/^\t+/, (tabs) => "  ".repeat(tabs.length))) : trimmed;
}
