import type { ColorPalette } from "../../shared/render/terminal/palette.ts";

/** The terminal's own sixteen colours, so that themes and colour-blind settings apply. */
export const colorPalette: ColorPalette = {
  bad: sgr(31),
  warn: sgr(33),
  good: sgr(32),
  dim: sgr(2),
  bold: sgr(1),
};

function sgr(code: number): (text: string) => string {
  return (text) => (text === "" ? "" : `\u001b[${code}m${text}\u001b[0m`);
}
