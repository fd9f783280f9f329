import { eastAsianWidth } from "get-east-asian-width";

/** ASCII, Latin, punctuation, arrows, box lines: one column each, and nothing in it joins with its neighbour. */
const plain = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u257f✓✗]*$/;

/** Emoji as they stand in harmless text: by nature, by the selector behind them, as a keycap or a flag. */
const emoji = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\d#*]\ufe0f|\p{Regional_Indicator})/u;

/**
 * Characters without a column of their own: marks, joiners, and the vowels and finals of a Korean syllable spelt out.
 */
const columnless = /[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7fb]/u;

/** The ICU data behind it takes milliseconds to load, and most output never needs it. */
let segmenter: Intl.Segmenter | undefined;

/** Whether the text can be measured and cut by counting characters. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** The characters as people see them: a letter with its marks, an emoji sequence, a flag. */
export function splitGraphemes(text: string): readonly string[] {
  if (isPlain(text)) return text.split("");
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Columns that `text` takes in a terminal: CJK and emoji two, marks none. The text is harmless and has one line. */
export function displayWidth(text: string): number {
  return isPlain(text) ? text.length : splitGraphemes(text).reduce((sum, grapheme) => sum + columnsOf(grapheme), 0);
}

/** `text`, or as many whole characters of it as leave room for `ellipsis` in `width` columns. */
export function truncateText(text: string, width: number, ellipsis = "…"): string {
  if (displayWidth(text) <= width) return text;
  const room = width - displayWidth(ellipsis);
  return room < 1 ? fitting(text, width) : `${fitting(text, room).trimEnd()}${ellipsis}`;
}

/** `text` with spaces behind it up to `width` columns. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

function columnsOf(grapheme: string): number {
  if (isPlain(grapheme)) return grapheme.length;
  if (emoji.test(grapheme)) return 2;
  return Array.from(grapheme).reduce((sum, one) => sum + (columnless.test(one) ? 0 : widthOf(one)), 0);
}

function widthOf(character: string): number {
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}

/** The longest head of whole characters that fits `width`. */
function fitting(text: string, width: number): string {
  let head = "";
  let taken = 0;
  for (const grapheme of splitGraphemes(text)) {
    taken += columnsOf(grapheme);
    if (taken > width) break;
    head += grapheme;
  }
  return head;
}
