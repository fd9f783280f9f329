import { terminalSequence } from "./terminal-sequences.ts";

/** The colours that a log may choose for its text. Black and white are none, because they vanish in one theme or another. */
const logColours = [
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  "brightBlack",
  "brightRed",
  "brightGreen",
  "brightYellow",
  "brightBlue",
  "brightMagenta",
  "brightCyan",
] as const;
type LogColour = (typeof logColours)[number];

/** How a piece of a line is drawn. */
export interface LogStyle {
  readonly colour?: LogColour;
  readonly isBold?: true;
  readonly isItalic?: true;
  readonly isUnderlined?: true;
}

/** A piece of a line, by the index of its first character and the one behind its last. */
export interface StyledSpan {
  readonly start: number;
  readonly end: number;
  readonly style: LogStyle;
}

/** A line of a log without terminal sequences, and the colours that these chose. */
export interface ColouredLine {
  readonly text: string;
  readonly spans: readonly StyledSpan[];
}

/**
 * Reads the colours of one line: `\x1b[31mno\x1b[0m` becomes `no` in red. Backgrounds, hidden text and reversed colours
 * are dropped, because a log could hide its text by them. Each line begins without a style, as the newest part of a log
 * may. Other sequences, such as those that move the cursor or set a title, are removed.
 */
export function readColouredLine(raw: string): ColouredLine {
  if (!raw.includes("\x1b")) return { text: raw, spans: [] };
  let text = "";
  let style: LogStyle = {};
  let rest = 0;
  const spans: StyledSpan[] = [];
  const add = (piece: string): void => {
    if (piece !== "" && Object.keys(style).length > 0)
      spans.push({ start: text.length, end: text.length + piece.length, style });
    text += piece;
  };
  for (const { 0: sequence, index } of raw.matchAll(terminalSequence)) {
    add(raw.slice(rest, index));
    rest = index + sequence.length;
    const [, codes] = graphicRendition.exec(sequence) ?? [];
    if (codes !== undefined) style = readNextStyle(style, codes.split(/[;:]/).map(Number));
  }
  add(raw.slice(rest));
  return { text, spans: spans.slice(0, maxSpans) };
}

/** ECMA-48 8.3.117, SELECT GRAPHIC RENDITION. */
const graphicRendition = /^\x1b\[([\d;:]{0,40})m$/;

/** The most pieces of one line that are drawn in colour. */
const maxSpans = 200;

/** The style after the numbers of one sequence. An empty number is 0. */
function readNextStyle(before: LogStyle, codes: readonly number[]): LogStyle {
  let style = before;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      // 5: one number of a palette. 2: red, green and blue.
      const length = codes[index + 1] === 5 ? 2 : 4;
      const numbers = codes.slice(index + 2, index + 1 + length);
      if (code === 38)
        style = setColour(style, length === 2 ? readPaletteColour(numbers[0] ?? 0) : findNearestColour(numbers));
      index += length;
    } else style = applyCode(style, code);
  }
  return style;
}

function applyCode(style: LogStyle, code: number): LogStyle {
  if (code === 0) return {};
  if (code === 1) return { ...style, isBold: true };
  if (code === 3) return { ...style, isItalic: true };
  if (code === 4) return { ...style, isUnderlined: true };
  if (code === 22) return removeStyle(style, "isBold");
  if (code === 23) return removeStyle(style, "isItalic");
  if (code === 24) return removeStyle(style, "isUnderlined");
  if (code >= 30 && code <= 37) return setColour(style, readPaletteColour(code - 30));
  if (code >= 90 && code <= 97) return setColour(style, readPaletteColour(code - 82));
  return code === 39 ? removeStyle(style, "colour") : style;
}

function setColour(style: LogStyle, colour: LogColour | undefined): LogStyle {
  return colour === undefined ? removeStyle(style, "colour") : { ...style, colour };
}

function removeStyle(style: LogStyle, part: keyof LogStyle): LogStyle {
  const { [part]: _, ...rest } = style;
  return rest;
}

/** The first sixteen colours of a palette; undefined where a log's text keeps the colour of the editor. */
const palette: readonly (LogColour | undefined)[] = [
  undefined,
  ...logColours.slice(0, 6),
  undefined,
  ...logColours.slice(6),
  undefined,
];

/** A number of the palette of 256: sixteen colours, a cube of 6 x 6 x 6, and greys (xterm, ctlseqs.html). */
function readPaletteColour(number: number): LogColour | undefined {
  if (number < 16) return palette[number];
  if (number >= 232) return number < 250 ? "brightBlack" : undefined;
  const levels = [Math.floor((number - 16) / 36), Math.floor((number - 16) / 6) % 6, (number - 16) % 6];
  return findNearestColour(levels.map((level) => level * 51));
}

/** The colour of the palette that is most like red, green and blue of 0 to 255. Greys keep the colour of the editor. */
function findNearestColour(channels: readonly number[]): LogColour | undefined {
  const [red = 0, green = 0, blue = 0] = channels;
  const brightest = Math.max(red, green, blue);
  if (brightest - Math.min(red, green, blue) < 48) return undefined;
  const isOn = (channel: number): number => (channel > brightest / 2 ? 1 : 0);
  const hue = isOn(red) + 2 * isOn(green) + 4 * isOn(blue);
  return palette[hue + (brightest > 200 ? 8 : 0)];
}
