/** Colours one piece of one line; never applied before the line is laid out. */
export type PaintText = (text: string) => string;

/** The five colours. Colour only repeats what mark and word already say. */
export interface ColorPalette {
  readonly bad: PaintText;
  readonly warn: PaintText;
  readonly good: PaintText;
  readonly dim: PaintText;
  readonly bold: PaintText;
}

const same: PaintText = (text) => text;

/** No colour at all. */
export const plainPalette: ColorPalette = { bad: same, warn: same, good: same, dim: same, bold: same };
