import { displayWidth, splitGraphemes } from "../../shared/characters/display-width.ts";

/** One place of a screen. */
interface Place {
  /** Empty: the right half of the character before. */
  readonly text: string;
  readonly style: string;
}

/** A terminal that knows what a redrawn picture needs and refuses everything else. */
export interface EmulatedScreen {
  /** @throws for what it does not know, and for what is written beyond the edges. */
  write(text: string): void;
  /** Other programs may leave anything where the window grows. */
  resize(rows: number, columns: number): void;
  /** What stands there, without the spaces at the end. */
  rows(): readonly string[];
  /** The colours of each character of a row, without the spaces at the end. */
  styles(row: number): readonly string[];
  /** What was left in the usual buffer. */
  readonly left: () => string;
  readonly isAlternate: () => boolean;
  readonly hasCursor: () => boolean;
  readonly wraps: () => boolean;
}

const junk: Place = { text: "#", style: "" };
const blank: Place = { text: " ", style: "" };
const sequence = /^\u001b\[(\??[\d;]*)([A-Za-z])/;

/**
 * `edges`: what is written beyond them is an error; or it is kept within, as real ones do, whose size changes while something
 * is under way. The alternate screen is full of junk until it is written to: clearing it is not relied on.
 */
export function emulatedScreen(rows: number, columns: number, edges: "refused" | "kept" = "refused"): EmulatedScreen {
  let height = rows;
  let width = columns;
  let places: Place[][] = [];
  let row = 0;
  let column = 0;
  let style = "";
  let left = "";
  const modes: Record<string, boolean> = { "?1049": false, "?25": true, "?7": true, "?2026": false };
  resize();

  function resize(): void {
    places = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_unused, x) => places[y]?.[x] ?? junk),
    );
    // A character that lost its right half is gone.
    for (const line of places) if (displayWidth(line.at(-1)?.text ?? "") > 1) line[width - 1] = junk;
  }

  function control(parameters: string, final: string): void {
    if (final === "m") style = parameters === "0" || parameters === "" ? "" : `${style}\u001b[${parameters}m`;
    else if (final === "H") {
      const [y = 1, x = 1] = parameters.split(";").map(Number);
      const isWithin = y >= 1 && y <= height && x >= 1 && x <= width;
      if (!isWithin && edges === "refused") throw new Error(`goes to ${y};${x} of ${height};${width}`);
      [row, column] = [Math.min(y, height) - 1, Math.min(x, width) - 1];
    } else if (final === "K" && parameters === "") {
      // Behind the last column the cursor stands in it, so what stands there is erased too.
      for (let x = Math.min(column, width - 1); x < width; x += 1) put(x, blank);
    } else if ((final === "h" || final === "l") && parameters in modes) modes[parameters] = final === "h";
    else throw new Error(`an unknown sequence: ${parameters}${final}`);
  }

  function put(x: number, place: Place): void {
    const line = places[row] ?? [];
    // Half of a wide character is none.
    if (line[x]?.text === "" && x > 0) line[x - 1] = blank;
    if (line[x + 1]?.text === "") line[x + 1] = blank;
    line[x] = place;
  }

  function print(text: string): void {
    const needed = displayWidth(text);
    if (needed === 0) return;
    if (/\p{Cc}/u.test(text)) throw new Error(`a control character: ${JSON.stringify(text)}`);
    if (column + needed > width) {
      if (edges === "refused") throw new Error(`${text} does not fit in column ${column} of ${width}`);
      column = Math.max(0, width - needed);
    }
    put(column, { text, style });
    for (let x = 1; x < needed; x += 1) {
      put(column + x, blank);
      (places[row] ?? [])[column + x] = { text: "", style };
    }
    column += needed;
  }

  function trimLine(y: number): readonly Place[] {
    const line = places[y] ?? [];
    const end = line.findLastIndex(({ text }) => text !== " ");
    return line.slice(0, end + 1).filter(({ text }) => text !== "");
  }

  return {
    write(text) {
      let rest = text;
      while (rest !== "") {
        const found = sequence.exec(rest);
        if (found !== null) {
          control(found[1] ?? "", found[2] ?? "");
          rest = rest.slice(found[0].length);
          continue;
        }
        const next = rest.indexOf("\u001b", 1);
        const piece = next < 0 ? rest : rest.slice(0, next);
        rest = rest.slice(piece.length);
        if (modes["?1049"] === true) for (const each of splitGraphemes(piece)) print(each);
        else left += piece;
      }
    },
    resize(toRows, toColumns) {
      [height, width] = [toRows, toColumns];
      resize();
    },
    rows: () => places.map((_, y) => trimLine(y).reduce((line, { text }) => line + text, "")),
    styles: (y) => trimLine(y).map((place) => place.style),
    left: () => left,
    isAlternate: () => modes["?1049"] === true,
    hasCursor: () => modes["?25"] === true,
    wraps: () => modes["?7"] === true,
  };
}
