/** The start of a value in quotes that may go on in the next line. */
const opening = /^((?:\s*- ){0,20}\s*)(?:[^\s"'#[\]{}][^"'#]*?:\s+|- )(["'])(.*)$/;

/**
 * Indents the further lines of texts in quotes that stand no deeper than their key. go-yaml and PyYAML read them so,
 * js-yaml refuses them. Spaces at the start of such a line do not belong to the text (YAML 1.2.2, 7.3).
 */
export function indentQuotedText(lines: readonly string[]): readonly string[] {
  let open: { readonly quote: string; readonly indentation: string } | undefined;
  return lines.map((line, index) => {
    const before = open;
    if (before !== undefined) {
      if (isClosed(line, before.quote)) open = undefined;
      return line.trim() === "" || line.startsWith(before.indentation) ? line : before.indentation + line.trimStart();
    }
    const [, indentation = "", quote, rest = ""] = opening.exec(line) ?? [];
    if (quote !== undefined && !isClosed(rest, quote) && closesBelow(lines, index, quote))
      open = { quote, indentation: `${" ".repeat(indentation.length)}  ` };
    return line;
  });
}

/** Whether a text in quotes ends on a line below, so that one that never ends indents nothing. */
function closesBelow(lines: readonly string[], index: number, quote: string): boolean {
  for (let at = index + 1; at < lines.length; at += 1) if (isClosed(lines[at] ?? "", quote)) return true;
  return false;
}

/** Whether a text in quotes ends on this line. A quote is escaped by a backslash, or a single one by another. */
function isClosed(text: string, quote: string): boolean {
  const plain = quote === '"' ? text.replace(/\\./g, "") : text.replaceAll("''", "");
  return plain.includes(quote);
}

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
