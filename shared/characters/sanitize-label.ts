import { truncateText } from "./display-width.ts";
import { sanitizeLine } from "./sanitize.ts";

/** Text of a cluster or a kubeconfig for a label of an editor: one line, harmless, cut to `columns`. */
export function sanitizeLabel(text: string, columns: number = 60): string {
  // Cut before it is processed: a message may have a megabyte.
  return truncateText(sanitizeLine(text.slice(0, 4 * columns)).trim(), columns);
}

/**
 * The same for labels in which an editor draws icons and links (status bar, language status, messages): `$(x)` and
 * `[x](command:y)` stay text (VS Code, base/common/iconLabels.ts and linkedText.ts).
 */
export function escapeCodicons(text: string, columns: number = 60): string {
  return sanitizeLabel(text, columns)
    .replace(/\$(?=\()/g, "$ ")
    .replace(/\](?=\()/g, "] ");
}

/** Text as the name of a file on a tab: a slash would end the name. */
export function sanitizeFileName(text: string): string {
  return sanitizeLine(text).replace(/[/\\?#%]/g, "-");
}
