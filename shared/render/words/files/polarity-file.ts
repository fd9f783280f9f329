import type { PolarityFault } from "../../../model/fault/polarity.ts";
import { polarityFaultText } from "./polarity-mistakes.ts";

/** The error for a polarity file that cannot be read, with the reason. */
export function unreadablePolarityText(path: string, reason: string): string {
  return `cannot read the polarities in ${path}: ${reason}`;
}

/** The error for a polarity file with invalid content. `where` is the file and the place in it. */
export function invalidPolarityText(where: string, fault: PolarityFault): string {
  return `cannot use the polarities in ${where}: ${polarityFaultText(fault)}`;
}
