import { depthOf, isFilled, type Lines, markLiteralLines } from "./lines.ts";

/** The first or last line of a Markdown code block. The groups are its indentation and its characters. */
export const fencePattern: RegExp = /^([ \t]*)(```+|~~~+)/;

/** Whether a text contains an object in YAML or JSON. */
export function hasYaml(text: string): boolean {
  return /^[^\w\n]*apiVersion[^\w\n]{0,3}:/m.test(text);
}

/**
 * The ways to mark a block of code, by the lines that open and close it: Markdown, Jira `{noformat}`, Jira `{code}`,
 * BBCode `[code]`, HTML `<pre>` and `<code>`. A Markdown fence is closed by one that is at least as long.
 */
const codeBlocks: readonly { readonly opens: RegExp; readonly closes?: RegExp }[] = [
  { opens: fencePattern },
  { opens: makeLinePattern(String.raw`\{noformat(?::[^{}]*)?\}`), closes: makeLinePattern(String.raw`\{noformat\}`) },
  { opens: makeLinePattern(String.raw`\{code(?::[^{}]*)?\}`), closes: makeLinePattern(String.raw`\{code\}`) },
  { opens: makeLinePattern(String.raw`\[code(?:[ =][^\]]*)?\]`), closes: makeLinePattern(String.raw`\[/code\]`) },
  { opens: makeLinePattern("(?:<(?:pre|code)\\b[^>]*>)+"), closes: /^[ \t]*<\/(?:pre|code)>/i },
];

/** Makes a pattern for lines that contain only `mark`. The group is the indentation. */
function makeLinePattern(mark: string): RegExp {
  return new RegExp(`^([ \\t]*)${mark}\\s*$`, "i");
}

/** Text of a document on the line of an opening fence, as Slack leaves it: "```kind: W". */
const textAfterOpeningFence = /^[ \t]*```[ \t]*((?:[\w.-]+:(?:\s|$)|[{[]).*)$/;
/** Text of a document on the line of a closing fence: "phase: Failed```". */
const textBeforeClosingFence = /^(.*[^`])```\s*$/;

/** A code block whose first line was read. */
interface CodeBlock {
  readonly indentation: string;
  readonly closes: RegExp;
  readonly hasBackticks: boolean;
}

/**
 * Keeps the text of code blocks, without their indentation. Each line that opens or closes a block becomes `---`. Text
 * between blocks becomes empty unless it contains an object. Returns `lines` if no block is opened.
 *
 *     My object:     (empty)
 *       ```yaml      ---
 *       kind: W      kind: W
 *       ```          ---
 */
export function keepFencedText(lines: Lines): Lines {
  const isLiteral = markLiteralLines(lines);
  const openBlock = (line: string, index: number): CodeBlock | undefined =>
    isLiteral[index] === true ? undefined : readOpeningFence(line);
  if (!lines.some(openBlock)) return lines;
  const repaired = removeUnpairedFence(lines, isLiteral);
  if (repaired !== undefined) return repaired;

  const kept = [...lines];
  const clearUnlessYaml = (start: number, end: number): void => {
    if (!hasYaml(lines.slice(start, end).join("\n"))) kept.fill("", start, end);
  };
  let block: CodeBlock | undefined;
  let blockEnd = 0;
  for (const [index, line] of lines.entries()) {
    if (block === undefined) {
      block = openBlock(line, index);
      if (block === undefined) continue;
      clearUnlessYaml(blockEnd, index);
      kept[index] = textAfterOpeningFence.exec(line)?.[1] ?? "---";
      continue;
    }
    // A closing fence is at most three blanks deeper than the opening one (CommonMark, 4.5).
    if (block.closes.test(line) && depthOf(line) <= block.indentation.length + 3) {
      kept[index] = "---";
      block = undefined;
      blockEnd = index + 1;
      continue;
    }
    const lastText = block.hasBackticks ? textBeforeClosingFence.exec(line)?.[1] : undefined;
    const text = lastText ?? line;
    kept[index] = text.startsWith(block.indentation) ? text.slice(block.indentation.length) : text;
    if (lastText === undefined) continue;
    // The fence has no line of its own that could become `---`, so the next line does.
    block = undefined;
    blockEnd = index + 2;
    if (index + 1 < lines.length) kept[index + 1] = "---";
  }
  if (block === undefined) clearUnlessYaml(blockEnd, lines.length);
  return kept;
}

function readOpeningFence(line: string): CodeBlock | undefined {
  const kind = codeBlocks.find(({ opens }) => opens.test(line));
  if (kind === undefined) return undefined;
  const [, indentation = "", mark = ""] = kind.opens.exec(line) ?? [];
  // A closing fence is at least as long as the opening one, of the same character.
  const closes = kind.closes ?? new RegExp(`^[ \\t]*${mark}`);
  return { indentation, closes, hasBackticks: mark.startsWith("`") };
}

/**
 * The lines without a Markdown fence that closes a block whose opening line was not copied. Undefined if there is none.
 * Such a fence is the only one and ends the text, or the next fence opens a block: a closing fence has no word after it
 * (CommonMark, 4.5).
 */
function removeUnpairedFence(lines: Lines, isLiteral: readonly boolean[]): Lines | undefined {
  const fences = lines.flatMap((line, index) => (!isLiteral[index] && fencePattern.test(line) ? [index] : []));
  const [first, second] = fences;
  if (first === undefined) return undefined;
  if (second === undefined) {
    const isLastLine = first === lines.findLastIndex(isFilled);
    return isLastLine ? lines.toSpliced(first, 1, "") : undefined;
  }
  const isFirstBare = /^[ \t]*(?:```+|~~~+)\s*$/.test(lines[first] ?? "");
  const opensSecond = /^[ \t]*```\s*[a-z]+\s*$/i.test(lines[second] ?? "");
  return isFirstBare && opensSecond ? keepFencedText(lines.toSpliced(first, 1, "---")) : undefined;
}
