/** Colours one piece of one line; never applied before the line is laid out. */
export type Paint = (text: string) => string;

/** The five colours there are. Colour only repeats what mark and word already say. */
export interface Palette {
  readonly bad: Paint;
  readonly warn: Paint;
  readonly good: Paint;
  readonly dim: Paint;
  readonly bold: Paint;
}

const same: Paint = (text) => text;

/** No colour at all. */
export const plainPalette: Palette = { bad: same, warn: same, good: same, dim: same, bold: same };
