import stringWidth from "string-width";

const plain = /^[\x20-\x7e·…─│└├✓✗]*$/;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** ASCII and the few glyphs we print ourselves: one column each, and nothing in it joins with its neighbour. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** What a person sees as one character each: a letter with its marks, an emoji sequence, a flag. */
export function graphemes(text: string): readonly string[] {
  return isPlain(text) ? text.split("") : Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Columns that `text` takes in a terminal: CJK and emoji two, marks none. The text is harmless and has one line. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + stringWidth(grapheme), 0);
}

/** `text`, or as many whole characters of it as leave room for `ellipsis` in `width` columns. */
export function truncate(text: string, width: number, ellipsis = "…"): string {
  if (displayWidth(text) <= width) return text;
  const room = width - displayWidth(ellipsis);
  return room < 1 ? fitting(text, width) : `${fitting(text, room).trimEnd()}${ellipsis}`;
}

/** `text` with spaces behind it up to `width` columns. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** The longest head of whole characters that fits `width`. */
function fitting(text: string, width: number): string {
  let head = "";
  let taken = 0;
  for (const grapheme of graphemes(text)) {
    taken += displayWidth(grapheme);
    if (taken > width) break;
    head += grapheme;
  }
  return head;
}
