import { displayWidth, fitting, graphemes } from "./width.ts";

/**
 * `text` in lines of at most `width` columns, broken at spaces; every `\n` of it breaks too. A word is cut only where it
 * is longer than a whole line, and then between characters. Runs of spaces count as one, empty lines are left out; there
 * is always one line.
 * Only a character wider than `width` itself overflows. Hanging indents are the caller's: see {@link hanging}.
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines = text.split("\n").flatMap((line) => wrapLine(line, width)).filter((line) => line !== "");
  return lines.length === 0 ? [""] : lines;
}

/** `text` wrapped to `width` behind `first`, its further lines behind as many spaces. */
export function hanging(first: string, text: string, width: number): readonly string[] {
  const indent = displayWidth(first);
  return wrap(text, width - indent).map((line, index) =>
    `${index === 0 ? first : " ".repeat(indent)}${line}`.trimEnd(),
  );
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of wordsOf(line)) {
    if (current !== "" && displayWidth(current) + 1 + displayWidth(word) <= width) current += ` ${word}`;
    else {
      if (current !== "") lines.push(current);
      const pieces = cut(word, width);
      lines.push(...pieces.slice(0, -1));
      current = pieces.at(-1) ?? "";
    }
  }
  return current === "" && lines.length > 0 ? lines : [...lines, current];
}

/** Split at spaces, but not at one that carries a mark: that is a character of its own. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let word = "";
  for (const grapheme of [...graphemes(line), " "]) {
    if (grapheme !== " ") word += grapheme;
    else if (word !== "") {
      words.push(word);
      word = "";
    }
  }
  return words;
}

function cut(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let rest = word;
  while (displayWidth(rest) > width) {
    const fit = fitting(rest, width);
    // A single character wider than the line goes out as it is: cutting it would make two others.
    const head = fit.head === "" ? (graphemes(rest)[0] ?? rest) : fit.head;
    pieces.push(head);
    rest = rest.slice(head.length);
  }
  return rest === "" ? pieces : [...pieces, rest];
}
