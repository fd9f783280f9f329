import type { SensesFault } from "../../../model/fault/senses.ts";
import { sensesFaultText } from "./senses-mistakes.ts";

/** The error for a senses file that cannot be read, with the reason. */
export function unreadableSensesText(path: string, reason: string): string {
  return `cannot read the polarities in ${path}: ${reason}`;
}

/** The error for a senses file with invalid content. `where` is the file and the place in it. */
export function invalidSensesText(where: string, fault: SensesFault): string {
  return `cannot use the polarities in ${where}: ${sensesFaultText(fault)}`;
}
