import { displayWidth, isPlain, splitGraphemes } from "./display-width.ts";

/** Where a word that is too long for a line is cut: behind one of these signs. */
const wordJoint = /^[/\-.,:_@]$/;

/**
 * `text` in lines of at most `width` columns, broken at spaces and at every `\n`. A word is cut only where it is longer
 * than a whole line, and then between characters. Runs of spaces count as one, empty lines are omitted; there is
 * always one line. Only a character wider than `width` itself overflows. Hanging indents are the caller's: see
 * {@link wrapHanging}.
 */
export function wrapText(text: string, width: number): readonly string[] {
  const lines = text
    .split("\n")
    .flatMap((line) => wrapLine(line, width))
    .filter((line) => line !== "");
  return lines.length === 0 ? [""] : lines;
}

/** `text` wrapped to `width` behind `first`, its further lines behind as many spaces. */
export function wrapHanging(first: string, text: string, width: number): readonly string[] {
  const indent = displayWidth(first);
  return wrapText(text, width - indent).map((line, index) =>
    `${index === 0 ? first : " ".repeat(indent)}${line}`.trimEnd(),
  );
}

/** A text with its columns, so that no text is measured twice: messages have up to 32 KiB. */
interface MeasuredText {
  readonly text: string;
  readonly columns: number;
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let words: string[] = [];
  let columns = 0;
  const startNewLine = (): void => {
    if (words.length > 0) lines.push(words.join(" "));
    words = [];
    columns = 0;
  };
  for (const word of splitWords(line)) {
    if (columns > 0 && columns + 1 + word.columns > width) startNewLine();
    const pieces = word.columns > width ? cutWord(word.text, width) : [word];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) startNewLine();
      columns += piece.columns + (words.length > 0 ? 1 : 0);
      words.push(piece.text);
    }
  }
  startNewLine();
  return lines;
}

/** The words of a line. A space that carries a mark is a character of its own and separates nothing. */
function splitWords(line: string): readonly MeasuredText[] {
  if (isPlain(line)) {
    const plainWords = line.split(" ").filter((word) => word !== "");
    return plainWords.map((word) => ({ text: word, columns: word.length }));
  }
  const words: MeasuredText[] = [];
  let graphemes: MeasuredText[] = [];
  for (const grapheme of splitGraphemes(line)) {
    if (grapheme !== " ") graphemes.push(measureGrapheme(grapheme));
    else {
      words.push(joinTexts(graphemes));
      graphemes = [];
    }
  }
  words.push(joinTexts(graphemes));
  return words.filter(({ text }) => text !== "");
}

/**
 * Cuts a word into pieces of at most `width` columns: behind the last of `/ - . , : _ @` in the second half of a piece,
 * else where the line is full. A single character wider than `width` stays whole, because half of it would be another
 * character.
 */
function cutWord(word: string, width: number): readonly MeasuredText[] {
  const pieces: MeasuredText[] = [];
  const graphemes: MeasuredText[] = [];
  let columns = 0;
  for (const grapheme of splitGraphemes(word).map(measureGrapheme)) {
    if (graphemes.length > 0 && columns + grapheme.columns > width) {
      const afterJoint = graphemes.findLastIndex(({ text }) => wordJoint.test(text)) + 1;
      const pieceLength = afterJoint > graphemes.length / 2 ? afterJoint : graphemes.length;
      const piece = joinTexts(graphemes.splice(0, pieceLength));
      pieces.push(piece);
      columns -= piece.columns;
    }
    graphemes.push(grapheme);
    columns += grapheme.columns;
  }
  return [...pieces, joinTexts(graphemes)];
}

function measureGrapheme(text: string): MeasuredText {
  return { text, columns: displayWidth(text) };
}

function joinTexts(texts: readonly MeasuredText[]): MeasuredText {
  return {
    text: texts.map(({ text }) => text).join(""),
    columns: texts.reduce((sum, { columns }) => sum + columns, 0),
  };
}
