import { sanitizeLine } from "../../characters/sanitize.ts";
import { shortLine } from "../../outline/fit-text.ts";
import { quote } from "../../outline/text.ts";
import { concealText } from "../../redact/conceal-text.ts";

/** Longer texts are cut before they are searched for credentials. */
const longest = 8_192;

/** Returns a text of the cluster as one harmless line without credentials, cut where it has more than `most` characters. */
export function quoteClusterText(text: string, most = 400): string {
  const bounded = text.length > longest ? shortLine([quote(text)], longest / 4) : text;
  return shortLine([quote(sanitizeLine(concealText(bounded)))], most);
}
