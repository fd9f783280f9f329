import { sanitizeLine } from "../../characters/sanitize.ts";
import { shortenMiddle } from "../../outline/cause.ts";
import { concealText } from "../../redact/conceal-text.ts";

/** Longer texts are cut before they are searched for credentials. */
const longest = 8_192;

/** Returns a text of the cluster as one harmless line without credentials, cut in the middle to `most` characters. */
export function quoteClusterText(text: string, most = 400): string {
  return shortenMiddle(sanitizeLine(concealText(text.length > longest ? shortenMiddle(text, longest) : text)), most);
}
