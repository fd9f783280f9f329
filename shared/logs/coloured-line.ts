/** ECMA-48: control sequences; strings of the operating system, with their end; two-character escapes. */
export const terminalSequence: RegExp =
  /\x1b(?:\[[0-?]{0,40}[ -/]{0,9}[@-~]|\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)?|[@-Z\\^_])/g;

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

/** ECMA-48 8.3.117, SELECT GRAPHIC RENDITION. */
const graphicRendition = /^\x1b\[([\d;:]{0,40})m$/;

/** The most pieces of one line that are drawn in colour. */
const maxSpans = 200;

/**
 * Reads the colours of one line: `\x1b[31mno\x1b[0m` becomes `no` in red. Backgrounds, hidden text and reversed colours
 * are dropped, because a log could hide its text by them. Each line begins without a style, as the newest part of a log
 * may. Other sequences, such as those that move the cursor or set a title, are removed.
 */
export function readColouredLine(raw: string): ColouredLine {
  if (!raw.includes("\x1b")) return { text: raw, spans: [] };
  let text = "";
  let style: LogStyle = {};
  let position = 0;
  const spans: StyledSpan[] = [];
  const addPiece = (piece: string): void => {
    const isStyled = piece !== "" && Object.keys(style).length > 0;
    if (isStyled) spans.push({ start: text.length, end: text.length + piece.length, style });
    text += piece;
  };
  for (const { 0: sequence, index } of raw.matchAll(terminalSequence)) {
    addPiece(raw.slice(position, index));
    position = index + sequence.length;
    const [, codes] = graphicRendition.exec(sequence) ?? [];
    if (codes !== undefined) style = readNextStyle(style, codes.split(/[;:]/).map(Number));
  }
  addPiece(raw.slice(position));
  return { text, spans: spans.slice(0, maxSpans) };
}

/** The codes that begin an extended colour of the text, and of its background, which is not drawn. */
const extendedColour = 38;
const extendedBackground = 48;

/** The style after the codes of one sequence: `[1, 31]` -> bold and red. An empty code is 0. */
function readNextStyle(before: LogStyle, codes: readonly number[]): LogStyle {
  let style = before;
  let index = 0;
  while (index < codes.length) {
    const code = codes[index] ?? 0;
    if (code !== extendedColour && code !== extendedBackground) {
      style = applyCode(style, code);
      index += 1;
      continue;
    }
    // 38;5;N: a number of the palette. 38;2;R;G;B: red, green and blue.
    const isOfPalette = codes[index + 1] === 5;
    const length = isOfPalette ? 3 : 5;
    const numbers = codes.slice(index + 2, index + length);
    const colour = isOfPalette ? readPaletteColour(numbers[0] ?? 0) : findNearestColour(numbers);
    if (code === extendedColour) style = setColour(style, colour);
    index += length;
  }
  return style;
}

/** The style after one code of ECMA-48: 0 resets, 1, 3 and 4 set, 22 to 24 and 39 unset, 30 to 37 and 90 to 97 colour. */
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
  const { [part]: _removed, ...remaining } = style;
  return remaining;
}

/** The first sixteen colours of a palette. For black and white the text keeps the colour of the editor. */
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
  const positionInCube = number - 16;
  const levels = [Math.floor(positionInCube / 36), Math.floor(positionInCube / 6) % 6, positionInCube % 6];
  return findNearestColour(levels.map((level) => level * 51));
}

/** The least difference between the channels of a colour that is no grey, and the brightest channel of a normal colour. */
const minSaturation = 48;
const maxNormalBrightness = 200;

/** The colour of the palette that is most like red, green and blue of 0 to 255. Greys keep the colour of the editor. */
function findNearestColour(channels: readonly number[]): LogColour | undefined {
  const [red = 0, green = 0, blue = 0] = channels;
  const brightest = Math.max(red, green, blue);
  const isGrey = brightest - Math.min(red, green, blue) < minSaturation;
  if (isGrey) return undefined;
  const isOn = (channel: number): number => (channel > brightest / 2 ? 1 : 0);
  const hue = isOn(red) + 2 * isOn(green) + 4 * isOn(blue);
  const isBright = brightest > maxNormalBrightness;
  return palette[isBright ? hue + 8 : hue];
}
