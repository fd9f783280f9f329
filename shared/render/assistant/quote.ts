import { sanitizeLine } from "../../characters/sanitize.ts";
import { shortLine } from "../../outline/fit-text.ts";
import { quote } from "../../outline/text.ts";
import { concealText } from "../../redact/conceal-text.ts";

/** The most characters of a text whose columns are counted; longer ones are cut before. */
const maxQuoteLength = 8_192;
const headCharacters = 1_536;
const tailCharacters = 512;

/** Returns a text of the cluster as one harmless line without credentials, cut where it has more than `maxColumns` columns. */
export function quoteClusterText(text: string, maxColumns = 400): string {
  return shortLine([quote(sanitizeLine(bounded(concealText(text))))], maxColumns);
}

/** The beginning and the end of a long text in whole words. Credentials are concealed before, because a part of one is not recognised. */
function bounded(text: string): string {
  if (text.length <= maxQuoteLength) return text;
  const head = text.slice(0, headCharacters);
  const end = head.lastIndexOf(" ");
  const tail = text.slice(-tailCharacters);
  const begin = tail.indexOf(" ");
  return `${end < 0 ? head : head.slice(0, end)} …${begin < 0 ? "" : tail.slice(begin)}`.toWellFormed();
}
