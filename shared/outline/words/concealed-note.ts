import { countText } from "./names.ts";

/** `Concealed: credentials in 2 texts`, or nothing where no text held one. */
export function concealedNote(concealedTexts = 0): string {
  return concealedTexts === 0 ? "" : `Concealed: credentials in ${countText(concealedTexts, "text")}`;
}
