import { eastAsianWidth } from "get-east-asian-width";

/**
 * Characters that take one column each and never join with their neighbours: ASCII, Latin, punctuation, arrows, box
 * lines, and the two marks.
 */
const plain = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u257f✓✗]*$/;

/** A character drawn as an emoji: by nature, by the selector behind it, as a keycap (`1\ufe0f`) or as a flag. */
const emoji = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\d#*]\ufe0f|\p{Regional_Indicator})/u;

/** Code points that take no column: marks, joiners, and the vowels and finals of a Korean syllable that is spelt out. */
const columnless = /[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7fb]/u;

/** Made on first use: its ICU data takes milliseconds to load, and most output never needs it. */
let segmenter: Intl.Segmenter | undefined;

/** Whether the text can be measured and cut by counting UTF-16 units. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** The characters as people see them: a letter with its marks, an emoji sequence, a flag. */
export function splitGraphemes(text: string): readonly string[] {
  if (isPlain(text)) return text.split("");
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The columns that `text` takes in a terminal: CJK and emoji two, marks none. The text is harmless and has one line. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length;
  return splitGraphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

/** The columns of the widest text; 0 for no texts. */
export function maxDisplayWidth(texts: readonly string[]): number {
  return texts.reduce((max, text) => Math.max(max, displayWidth(text)), 0);
}

/** `text` with spaces behind it up to `width` columns. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/**
 * `text`, or its beginning with an ellipsis: `HyperConv…`. Together they take at most `width` columns; where the ellipsis
 * would have no room for a character before it, it is omitted.
 */
export function truncateText(text: string, width: number, ellipsis = "…"): string {
  if (displayWidth(text) <= width) return text;
  const room = width - displayWidth(ellipsis);
  return room < 1 ? takeColumns(text, width) : `${takeColumns(text, room).trimEnd()}${ellipsis}`;
}

/** The longest beginning of `text` with whole characters that takes at most `maxColumns`. */
function takeColumns(text: string, maxColumns: number): string {
  let beginning = "";
  let columns = 0;
  for (const grapheme of splitGraphemes(text)) {
    columns += graphemeWidth(grapheme);
    if (columns > maxColumns) break;
    beginning += grapheme;
  }
  return beginning;
}

function graphemeWidth(grapheme: string): number {
  if (isPlain(grapheme)) return grapheme.length;
  if (emoji.test(grapheme)) return 2;
  let width = 0;
  for (const codePoint of grapheme) {
    if (!columnless.test(codePoint)) width += eastAsianWidth(codePoint.codePointAt(0) ?? 0);
  }
  return width;
}
