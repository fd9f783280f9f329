import { shortenDenial } from "./denial.ts";
import { displayWidth, isPlain, splitGraphemes } from "./display-width.ts";
import { joinLines } from "./join-lines.ts";
import { wrapText } from "./wrap.ts";

/** The room for a text, and the sign that stands for what is omitted. */
export interface TextRoom {
  readonly width: number;
  readonly rows: number;
  readonly ellipsis: string;
}

/**
 * `text` in at most `rows` lines of `width` columns. Where that saves a line, images and paths that occur again later are
 * omitted, then what stands around the sentence of an admission webhook. Then the middle is omitted: the beginning says
 * what failed, and the end often has the reason. Without a width it is one line.
 */
export function fitRows(text: string, room: TextRoom): readonly string[] {
  const line = joinLines(text);
  const { width, rows, ellipsis } = room;
  if (width === Number.POSITIVE_INFINITY) return [line];
  // A text of many times the room is not measured: messages have up to 32 KiB.
  if (line.length > width * rows * mostUnits) return wrapText(longestCut(line, room), width);
  if (displayWidth(line) <= width) return [line.trimEnd()];
  const whole = wrapText(line, width);
  const brief = elideRepeats(line, ellipsis);
  const wrapped = wrapText(brief, width);
  if (Math.min(whole.length, wrapped.length) <= rows) return wrapped.length < whole.length ? wrapped : whole;
  const denials = shortenDenial(brief, ellipsis);
  const fitting = denials.map((each) => wrapText(each, width)).find(({ length }) => length <= rows);
  return fitting ?? wrapText(longestCut(denials.at(-1) ?? brief, room), width);
}

/** The most UTF-16 units that take one column: a family of four with skin tones. */
const mostUnits = 24;

/** The part of the room for the end of a text. */
const endShare = 0.4;

/** The longest of the texts without a middle that fits the room, found by halving. */
function longestCut(text: string, { width, rows, ellipsis }: TextRoom): string {
  const units = width * rows * mostUnits;
  const start = prefixes(splitGraphemes(text.slice(0, units)));
  const end = prefixes(splitGraphemes(text.slice(-units)).toReversed());
  const cut = (columns: number): string => {
    const tail = fittingEnd(end, Math.floor(columns * endShare));
    return `${fittingStart(start, columns - displayWidth(tail))} ${ellipsis} ${tail}`;
  };
  const search = (fitting: number, tooLong: number): number => {
    if (tooLong - fitting < 2) return fitting;
    const middle = Math.floor((fitting + tooLong) / 2);
    return wrapText(cut(middle), width).length <= rows ? search(middle, tooLong) : search(fitting, middle);
  };
  return cut(search(0, width * rows + 1));
}

/** Characters, and the columns up to the end of each. */
interface MeasuredText {
  readonly graphemes: readonly string[];
  readonly ends: readonly number[];
}

function prefixes(graphemes: readonly string[]): MeasuredText {
  let taken = 0;
  const ends = graphemes.map((grapheme) => {
    taken += isPlain(grapheme) ? 1 : displayWidth(grapheme);
    return taken;
  });
  return { graphemes, ends };
}

/** As much of the beginning as fits, cut after a word where that loses less than half. */
function fittingStart(text: MeasuredText, width: number): string {
  const kept = text.graphemes.slice(0, countFitting(text, width)).join("");
  const word = kept.lastIndexOf(" ");
  return (word > kept.length / 2 ? kept.slice(0, word) : kept).trimEnd();
}

/** As much of the end of a reversed text as fits, cut before a word where that loses less than half. */
function fittingEnd(text: MeasuredText, width: number): string {
  const kept = text.graphemes.slice(0, countFitting(text, width)).toReversed().join("");
  const word = kept.indexOf(" ");
  return (word >= 0 && word < kept.length / 2 ? kept.slice(word) : kept).trimStart();
}

function countFitting({ ends }: MeasuredText, width: number): number {
  const count = ends.findIndex((end) => end > width);
  return count < 0 ? ends.length : count;
}

/** The text with a sign in place of every long word that stands behind it again, such as the name of an image. */
function elideRepeats(text: string, ellipsis: string): string {
  const words = Array.from(text.matchAll(longWord), ([word]) => bareWord(word));
  let place = 0;
  const elided = text.replace(longWord, (word) => {
    place += 1;
    const bare = bareWord(word);
    return words.includes(bare, place) ? `${ellipsis}${word.slice(bare.length)}` : word;
  });
  return elided.replaceAll(`"${ellipsis}"`, ellipsis);
}

/** An image, a URL or a path: a plain name is short and says which object is meant. */
const longWord = /(?=[^\s"'(),;]*\/)[^\s"'(),;]{16,}/g;

function bareWord(word: string): string {
  return word.replace(/[:.]+$/, "");
}
