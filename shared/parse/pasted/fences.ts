import { literalLines } from "./literal-lines.ts";

/** The start or end of a Markdown fence. */
export const fence: RegExp = /^([ \t]*)(```+|~~~+)/;

/** Each way to mark code: its first line and its last. Slack lets text follow the first, and stand before the last. */
const marks: readonly { readonly opens: RegExp; readonly closes: RegExp }[] = [
  { opens: fence, closes: /^[ \t]*(?:```+|~~~+)/ },
  { opens: /^([ \t]*)\{noformat(?::[^{}]*)?\}\s*$/, closes: /^[ \t]*\{noformat\}\s*$/ },
  { opens: /^([ \t]*)\{code(?::[^{}]*)?\}\s*$/, closes: /^[ \t]*\{code\}\s*$/ },
  { opens: /^([ \t]*)\[code(?:[ =][^\]]*)?\]\s*$/i, closes: /^[ \t]*\[\/code\]\s*$/i },
  { opens: /^([ \t]*)(?:<pre\b[^>]*>|<code\b[^>]*>)+\s*$/i, closes: /^[ \t]*<\/(?:pre|code)>/i },
];

/** Only what stands between fences, without their indentation; each fence separates documents. */
export function insideFences(lines: readonly string[]): readonly string[] {
  const literal = literalLines(lines);
  if (!lines.some((line, index) => literal[index] === false && marks.some(({ opens }) => opens.test(line))))
    return lines;
  const filled = lines.flatMap((line, index) => (line.trim() === "" ? [] : [index]));
  const [only, ...others] = filled.filter((index) => literal[index] === false && fence.test(lines[index] ?? ""));
  // The first fence was not copied.
  if (only !== undefined && others.length === 0 && only === filled.at(-1)) return lines.toSpliced(only, 1, "");
  let open: { readonly closes: RegExp; readonly indentation: string } | undefined;
  let isAfter = false;
  return lines.map((line, index) => {
    if (open !== undefined) {
      // CommonMark, 4.5: a closing fence stands at most three deeper.
      const isLast = open.closes.test(line) && depthOf(line) <= open.indentation.length + 3;
      const isInline = !isLast && open.closes === marks[0]?.closes && /[^`]```\s*$/.test(line);
      const { indentation } = open;
      if (isLast || isInline) open = undefined;
      isAfter = isInline;
      if (isLast) return "---";
      const whole = isInline ? line.replace(/```\s*$/, "") : line;
      return whole.startsWith(indentation) ? whole.slice(indentation.length) : whole;
    }
    const separator = isAfter ? "---" : "";
    isAfter = false;
    const found = literal[index] === true ? undefined : marks.find(({ opens }) => opens.test(line));
    if (found === undefined) return separator;
    const [, indentation = ""] = found.opens.exec(line) ?? [];
    open = { closes: found.closes, indentation };
    const [, first = ""] = /^```\s*((?:[\w.-]+:(?:\s|$)|[{[]).*)$/.exec(line.trim()) ?? [];
    return first === "" ? "---" : first;
  });
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}
