import { harmless } from "./safe.ts";
import { truncate } from "./width.ts";

/** Text of a cluster or a kubeconfig for a label of an editor: one line, nothing in it that acts, cut to so many columns. */
export function short(text: string, columns: number = 60): string {
  // Cut before it is looked at closely: a message may have a megabyte.
  return truncate(harmless(text.slice(0, 4 * columns)).trim(), columns);
}

/**
 * The same for labels in which an editor draws icons and links (status bar, language status, messages): `$(x)` and
 * `[x](command:y)` stay text (VS Code, base/common/iconLabels.ts and linkedText.ts).
 */
export function inert(text: string, columns: number = 60): string {
  return short(text, columns)
    .replace(/\$(?=\()/g, "$ ")
    .replace(/\](?=\()/g, "] ");
}
