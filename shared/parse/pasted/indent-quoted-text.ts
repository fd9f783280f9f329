/** The start of a value in quotes that may go on in the next line. */
const opening = /^((?:\s*- ){0,20}\s*)(?:[^\s"'#[\]{}][^"'#]*?:\s+|- )(["'])(.*)$/;

/**
 * Indents the further lines of texts in quotes that stand no deeper than their key. go-yaml and PyYAML read them so,
 * js-yaml refuses them. Spaces at the start of such a line do not belong to the text (YAML 1.2.2, 7.3).
 */
export function indentQuotedText(lines: readonly string[]): readonly string[] {
  let open: { readonly quote: string; readonly indentation: string } | undefined;
  return lines.map((line) => {
    const before = open;
    if (before !== undefined) {
      if (isClosed(line, before.quote)) open = undefined;
      return line.trim() === "" || line.startsWith(before.indentation) ? line : before.indentation + line.trimStart();
    }
    const [, indentation = "", quote, rest = ""] = opening.exec(line) ?? [];
    if (quote !== undefined && !isClosed(rest, quote))
      open = { quote, indentation: `${" ".repeat(indentation.length)}  ` };
    return line;
  });
}

/** Whether a text in quotes ends on this line. A quote is escaped by a backslash, or a single one by another. */
function isClosed(text: string, quote: string): boolean {
  const plain = quote === '"' ? text.replace(/\\./g, "") : text.replaceAll("''", "");
  return plain.includes(quote);
}
