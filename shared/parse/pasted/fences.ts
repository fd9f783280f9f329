import { depthOf, isFilled, literalLines } from "./lines.ts";

/** The start or end of a Markdown fence. */
export const fence: RegExp = /^([ \t]*)(```+|~~~+)/;

/** Whether objects in YAML or JSON stand in a text. */
export function hasYaml(text: string): boolean {
  return /^[^\w\n]*apiVersion[^\w\n]{0,3}:/m.test(text);
}

/** Each way to mark code: its first line and its last. */
const marks: readonly { readonly opens: RegExp; readonly closes?: RegExp }[] = [
  { opens: fence },
  { opens: lineOfMark(String.raw`\{noformat(?::[^{}]*)?\}`), closes: lineOfMark(String.raw`\{noformat\}`) },
  { opens: lineOfMark(String.raw`\{code(?::[^{}]*)?\}`), closes: lineOfMark(String.raw`\{code\}`) },
  { opens: lineOfMark(String.raw`\[code(?:[ =][^\]]*)?\]`), closes: lineOfMark(String.raw`\[/code\]`) },
  { opens: lineOfMark("(?:<(?:pre|code)\\b[^>]*>)+"), closes: /^[ \t]*<\/(?:pre|code)>/i },
];

/** A line that has nothing else than a mark. */
function lineOfMark(mark: string): RegExp {
  return new RegExp(`^([ \\t]*)${mark}\\s*$`, "i");
}

/** Text of a document on the line that opens a fence, as Slack lets it stand. */
const textBehind = /^[ \t]*```[ \t]*((?:[\w.-]+:(?:\s|$)|[{[]).*)$/;
/** Text of a document on the line that closes one. */
const textBefore = /^(.*[^`])```\s*$/;

/** A fence that was opened. */
interface Fence {
  readonly indentation: string;
  readonly closes: RegExp;
  readonly isTicks: boolean;
}

/**
 * What stands between fences, without their indentation; each fence separates documents. Of what stands outside, only
 * the parts are kept that hold an object.
 */
export function insideFences(lines: readonly string[]): readonly string[] {
  const literal = literalLines(lines);
  const opened = (line: string, index: number): Fence | undefined =>
    literal[index] === true ? undefined : fenceOpenedBy(line);
  if (!lines.some(opened)) return lines;
  const whole = withoutFenceAtEnd(lines, literal);
  if (whole !== undefined) return whole;
  const found = [...lines];
  let open: Fence | undefined;
  /** Where a part outside begins. */
  let start = 0;
  const endOutside = (end: number): void => {
    if (!hasYaml(lines.slice(start, end).join("\n"))) found.fill("", start, end);
  };
  for (const [index, line] of lines.entries()) {
    if (open === undefined) {
      open = opened(line, index);
      if (open === undefined) continue;
      endOutside(index);
      found[index] = textBehind.exec(line)?.[1] ?? "---";
      continue;
    }
    const { indentation, closes, isTicks } = open;
    // CommonMark, 4.5: a closing fence stands at most three deeper.
    const isLast = closes.test(line) && depthOf(line) <= indentation.length + 3;
    const before = isTicks && !isLast ? textBefore.exec(line)?.[1] : undefined;
    const text = before ?? line;
    const outdented = text.startsWith(indentation) ? text.slice(indentation.length) : text;
    found[index] = isLast ? "---" : outdented;
    if (!isLast && before === undefined) continue;
    open = undefined;
    start = index + 1;
    // A line of its own separates what follows a fence that ends behind text.
    if (before !== undefined && start < lines.length) found[start] = "---";
    if (before !== undefined) start += 1;
  }
  if (open === undefined) endOutside(lines.length);
  return found;
}

function fenceOpenedBy(line: string): Fence | undefined {
  const { opens, closes } = marks.find((mark) => mark.opens.test(line)) ?? {};
  if (opens === undefined) return undefined;
  const [, indentation = "", mark = ""] = opens.exec(line) ?? [];
  // A closing fence is at least as long as the opening one, of the same character.
  return { indentation, closes: closes ?? new RegExp(`^[ \\t]*${mark}`), isTicks: mark.startsWith("`") };
}

/**
 * The lines where the first fence was not copied: the one that closes it ends the text, or one that opens another follows
 * it, because a closing fence has no word behind it (CommonMark, 4.5). Undefined elsewhere.
 */
function withoutFenceAtEnd(lines: readonly string[], literal: readonly boolean[]): readonly string[] | undefined {
  const [only, next] = lines.flatMap((line, index) => (literal[index] === false && fence.test(line) ? [index] : []));
  if (only === undefined) return undefined;
  if (next === undefined && only === lines.findLastIndex(isFilled)) return lines.toSpliced(only, 1, "");
  const isEnd = /^[ \t]*(?:```+|~~~+)\s*$/.test(lines[only] ?? "");
  const isNextStart = /^[ \t]*```\s*[a-z]+\s*$/i.test(lines[next ?? lines.length] ?? "");
  return isEnd && isNextStart ? insideFences(lines.toSpliced(only, 1, "---")) : undefined;
}
