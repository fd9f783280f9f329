import { type CleanedText, type Cleaner, cleanText } from "./lines.ts";

/*
 * Programs change the characters of a text on its way from a terminal to its reader:
 *   colours         `\x1b[31m`, also as `cat -v` shows it (`^[[31m`), and without its first character (`[31m`)
 *   entities        `&quot;True&quot;` of a web page
 *   spaces          non-breaking spaces and characters without width, as indentation
 *   curly-quotes    `“True”` of a mail or a document
 */

/**
 * The sequences of colours and of links (OSC 8). None has a line break, so that each line keeps its number. `^[[:space:]]` in a
 * command is a pattern of grep.
 */
const terminalSequences =
  /(?:\x1b|\^\[)(?:\[(?!:[a-z]+:\])[0-9;:?]*[A-Za-z]|\]8;[^\x07\x1b\r\n]*(?:\x07|\x1b\\))|\[\d{0,3}(?:;\d{1,3})*m/g;

/** Fields whose values are one word, which no author puts in entities or curly quotes. */
const oneWordFields = "apiVersion|kind|type|status|phase|lastTransitionTime|creationTimestamp";
const entityQuote = new RegExp(`^[ \\t]*(?:- )?(?:${oneWordFields}):[ \\t]+&(?:quot|apos|#0?3[49]|#x2[27]);`, "m");
const curlyQuote = new RegExp(`^[ \\t]*(?:- )?(?:${oneWordFields}):[ \\t]+[“”„‟‘’‚‛]`, "m");
/** Spaces of web pages and mails, and characters without width, in an indentation. */
const oddIndentation = /^[ \t]*(?:- )?[\u00a0\u2000-\u200d\u202f\u2060\u3000]/m;

/** The characters that the three patterns above need. Most texts have none of them, so one search is enough. */
const oddCharacter = /[\u00a0\u2000-\u200d\u2018-\u201f\u202f\u2060\u3000]|&(?:quot|apos|#)/;

/** Whether quotes or spaces of a text became other characters. Such a text may parse as YAML, but with other values. */
export function hasChangedCharacters(text: string): boolean {
  if (!oddCharacter.test(text)) return false;
  return entityQuote.test(text) || curlyQuote.test(text) || oddIndentation.test(text);
}

/** Restores the characters that a terminal, a web page or a mail changed. */
export function restoreCharacters(text: string): CleanedText {
  return cleanText(text, cleaners);
}

const cleaners: readonly Cleaner[] = [
  ["colours", (text) => (/\x1b[[\]]|\^\[\[|\[0?m/.test(text) ? text.replace(terminalSequences, "") : text)],
  ["entities", (text) => (entityQuote.test(text) || /^\s*[[{]\s*&quot;/.test(text) ? decodeEntities(text) : text)],
  ["spaces", (text) => text.split("\n").map(replaceOddSpaces).join("\n")],
  ["curly-quotes", straightenQuotes],
];

const namedEntities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  nbsp: "\u00a0",
  amp: "&",
};

/** `&quot;`, `&#34;` and `&#x22;` -> `"`. Control characters and unknown entities stay. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:(quot|apos|lt|gt|nbsp|amp)|#(\d{2,5})|#x([\da-f]{2,4}));/gi,
    (entity, name, decimal, hex) => {
      if (name !== undefined) return namedEntities[`${name}`.toLowerCase()] ?? entity;
      const unit = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
      return unit < 32 || unit > 0xffff ? entity : String.fromCharCode(unit);
    },
  );
}

/** Replaces odd spaces by blanks. Removes characters without width before a value: in the indentation and around the key. */
function replaceOddSpaces(line: string): string {
  if (!/[\u00a0\u2000-\u200d\u202f\u2060\u3000\ufeff]/.test(line)) return line;
  const indentationAndKey =
    /^[\s\u200b-\u200d\u2060]*(?:-[\s\u200b-\u200d\u2060]+)*(?:[\w./-]+:[\s\u200b-\u200d\u2060]*)?/;
  const withoutInvisible = line.replace(indentationAndKey, (start) =>
    start.replace(/[\u200b-\u200d\u2060\ufeff]/g, ""),
  );
  return withoutInvisible.replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ");
}

/** Replaces the curly quotes around whole values by straight ones; in JSON without straight quotes, all double ones. */
function straightenQuotes(text: string): string {
  if (!text.includes('"') && /^\s*[[{]/.test(text)) return text.replace(/[“”„‟]/g, '"');
  const quotedValue = /^(\s*(?:- ){0,20}(?:[\w./-]+:\s+)?)(?:[“”„‟]([^“”„‟"\\]*)[“”‟]|[‘’‚‛]([^‘’‚‛']*)[‘’‛])(\s*)$/;
  const straighten = (line: string): string =>
    line.replace(quotedValue, (_, key, double, single, blanks) => `${key}"${double ?? single}"${blanks}`);
  return text.split("\n").map(straighten).join("\n");
}
