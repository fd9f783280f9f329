import { depthOf, literalLines } from "./lines.ts";

/** The start or end of a Markdown fence. */
export const fence: RegExp = /^([ \t]*)(```+|~~~+)/;

/** Whether objects in YAML or JSON stand in a text. */
export function hasYaml(text: string): boolean {
  return /^[^\w\n]*apiVersion[^\w\n]{0,3}:/m.test(text);
}

/** A fence that may close another. */
const bareFence = /^[ \t]*(?:```+|~~~+)\s*$/;

/** Each way to mark code: its first line and its last. Slack lets text follow the first, and stand before the last. */
const marks: readonly { readonly opens: RegExp; readonly closes?: RegExp }[] = [
  { opens: fence },
  { opens: /^([ \t]*)\{noformat(?::[^{}]*)?\}\s*$/, closes: /^[ \t]*\{noformat\}\s*$/ },
  { opens: /^([ \t]*)\{code(?::[^{}]*)?\}\s*$/, closes: /^[ \t]*\{code\}\s*$/ },
  { opens: /^([ \t]*)\[code(?:[ =][^\]]*)?\]\s*$/i, closes: /^[ \t]*\[\/code\]\s*$/i },
  { opens: /^([ \t]*)(?:<pre\b[^>]*>|<code\b[^>]*>)+\s*$/i, closes: /^[ \t]*<\/(?:pre|code)>/i },
];

/**
 * What stands between fences, without their indentation; each fence separates documents. Of what stands outside, only
 * the parts are kept that hold an object.
 */
export function insideFences(lines: readonly string[]): readonly string[] {
  const literal = literalLines(lines);
  if (!lines.some((line, index) => literal[index] === false && marks.some(({ opens }) => opens.test(line))))
    return lines;
  const filled = lines.flatMap((line, index) => (line.trim() === "" ? [] : [index]));
  const [only, ...others] = filled.filter((index) => literal[index] === false && fence.test(lines[index] ?? ""));
  // The first fence was not copied: the one that closes it ends the text, or one that opens another follows it, because
  // a closing fence has no word behind it (CommonMark, 4.5).
  const isEnd = bareFence.test(lines[only ?? lines.length] ?? "");
  if (only !== undefined && others.length === 0 && only === filled.at(-1)) return lines.toSpliced(only, 1, "");
  if (only !== undefined && isEnd && /^[ \t]*```\s*[a-z]+\s*$/i.test(lines[others[0] ?? lines.length] ?? ""))
    return insideFences(lines.toSpliced(only, 1, "---"));
  let open: { readonly closes: RegExp; readonly indentation: string; readonly isTicks: boolean } | undefined;
  let isAfter = false;
  const outside = lines.map(() => false);
  const inside = lines.map((line, index) => {
    if (open !== undefined) {
      // CommonMark, 4.5: a closing fence stands at most three deeper.
      const isLast = open.closes.test(line) && depthOf(line) <= open.indentation.length + 3;
      const isInline = !isLast && open.isTicks && /[^`]```\s*$/.test(line);
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
    outside[index] = found === undefined && separator === "";
    if (found === undefined) return separator;
    const [, indentation = "", mark = ""] = found.opens.exec(line) ?? [];
    // A closing fence is at least as long as the opening one, of the same character.
    const closes = found.closes ?? new RegExp(`^[ \\t]*${mark}`);
    open = { closes, indentation, isTicks: mark.startsWith("`") };
    const [, first = ""] = /^```\s*((?:[\w.-]+:(?:\s|$)|[{[]).*)$/.exec(line.trim()) ?? [];
    return first === "" ? "---" : first;
  });
  return withOutside(inside, lines, outside);
}

function withOutside(
  inside: readonly string[],
  lines: readonly string[],
  outside: readonly boolean[],
): readonly string[] {
  const found = [...inside];
  for (let start = 0; start < lines.length; start += 1) {
    if (outside[start] !== true) continue;
    let end = start;
    while (outside[end] === true) end += 1;
    const part = lines.slice(start, end);
    if (hasYaml(part.join("\n"))) found.splice(start, part.length, ...part);
    start = end;
  }
  return found;
}
