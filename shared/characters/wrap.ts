import { displayWidth, isPlain, splitGraphemes } from "./display-width.ts";

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

/** A word and its columns, so that no text is measured twice: messages have up to 32 KiB. */
interface Word {
  readonly text: string;
  readonly columns: number;
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current: string[] = [];
  let taken = 0;
  const flush = (): void => {
    if (current.length > 0) lines.push(current.join(" "));
    current = [];
    taken = 0;
  };
  for (const word of wordsOf(line)) {
    if (taken > 0 && taken + 1 + word.columns > width) flush();
    const pieces = word.columns > width ? cut(word.text, width) : [word];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) flush();
      taken += piece.columns + (current.length > 0 ? 1 : 0);
      current.push(piece.text);
    }
  }
  flush();
  return lines;
}

/** The words of a line. A space that carries a mark is a character of its own and separates nothing. */
function wordsOf(line: string): readonly Word[] {
  if (isPlain(line))
    return line
      .split(" ")
      .filter((text) => text !== "")
      .map((text) => ({ text, columns: text.length }));
  const words: Word[] = [];
  let word: Word = { text: "", columns: 0 };
  for (const grapheme of [...splitGraphemes(line), " "]) {
    if (grapheme !== " ") word = { text: word.text + grapheme, columns: word.columns + displayWidth(grapheme) };
    else if (word.text !== "") {
      words.push(word);
      word = { text: "", columns: 0 };
    }
  }
  return words;
}

/**
 * Pieces of at most `width` columns. A piece is cut behind the last of `/ - . , : _ @` in its second half, if there is
 * one. A single character wider than `width` stays whole, because half of it would be another character.
 */
function cut(word: string, width: number): readonly Word[] {
  const pieces: Word[] = [];
  let piece: Word[] = [];
  let taken = 0;
  for (const text of splitGraphemes(word)) {
    const columns = displayWidth(text);
    if (piece.length > 0 && taken + columns > width) {
      const joint = piece.findLastIndex((each) => /^[/\-.,:_@]$/.test(each.text)) + 1;
      const kept = joint > piece.length / 2 ? joint : piece.length;
      pieces.push(joined(piece.slice(0, kept)));
      piece = piece.slice(kept);
      taken = joined(piece).columns;
    }
    piece.push({ text, columns });
    taken += columns;
  }
  return [...pieces, joined(piece)];
}

function joined(letters: readonly Word[]): Word {
  return {
    text: letters.map((each) => each.text).join(""),
    columns: letters.reduce((sum, each) => sum + each.columns, 0),
  };
}
