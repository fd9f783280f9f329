import { type CleanedText, type Cleaner, cleanedText } from "./lines.ts";

/** Control sequences of a terminal: as they are, as `cat -v` and a pager show them, and without their first character. */
const colours = /(?:\x1b|\^\[)(?:\[[0-9;:?]*[A-Za-z]|\]8;[^\x07\x1b]*(?:\x07|\x1b\\))|\[\d{0,3}(?:;\d{1,3})*m/g;

/** The fields whose values are one word that needs no quotes of any language. */
const words = "apiVersion|kind|type|status|phase|lastTransitionTime|creationTimestamp";
const escaped = new RegExp(`^[ \\t]*(?:- )?(?:${words}):[ \\t]+&(?:quot|apos|#0?3[49]|#x2[27]);`, "m");
const curly = new RegExp(`^[ \\t]*(?:- )?(?:${words}):[ \\t]+[“”„‟‘’‚‛]`, "m");
/** Spaces of web pages and mails, and characters without a width, where indentation stands. */
const oddSpaces = /^[ \t]*(?:- )?[\u00a0\u2000-\u200d\u202f\u2060\u3000]/m;

/** What each of them has. Most texts have none of it, and are searched once. */
const odd = /[\u00a0\u2000-\u200d\u2018-\u201f\u202f\u2060\u3000]|&(?:quot|apos|#)/;

/** Whether a text that parses as YAML is surely not what its author saw: quotes or spaces became other characters. */
export function isDisguised(text: string): boolean {
  if (!odd.test(text)) return false;
  return escaped.test(text) || curly.test(text) || oddSpaces.test(text);
}

/** A text without what a terminal, a web page or a mail made of its characters. */
export function withPlainCharacters(text: string): CleanedText {
  return cleanedText(text, cleaners);
}

const cleaners: readonly Cleaner[] = [
  ["colours", (text) => (/\x1b[[\]]|\^\[\[|\[0?m/.test(text) ? text.replace(colours, "") : text)],
  ["entities", (text) => (escaped.test(text) || /^\s*[[{]\s*&quot;/.test(text) ? unescapedText(text) : text)],
  ["spaces", (text) => text.split("\n").map(withPlainSpaces).join("\n")],
  ["curly-quotes", withPlainQuotes],
];

const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: "<", gt: ">", nbsp: "\u00a0", amp: "&" };

function unescapedText(text: string): string {
  return text.replace(/&(?:(quot|apos|lt|gt|nbsp|amp)|#(\d{2,5})|#x([\da-f]{2,4}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[`${name}`.toLowerCase()] ?? whole;
    const unit = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return unit < 32 || unit > 0xffff ? whole : String.fromCharCode(unit);
  });
}

/** Plain spaces, and nothing without a width where indentation or a key stands. */
function withPlainSpaces(line: string): string {
  if (!/[\u00a0\u2000-\u200d\u202f\u2060\u3000\ufeff]/.test(line)) return line;
  const begin = /^[\s\u200b-\u200d\u2060]*(?:-[\s\u200b-\u200d\u2060]+)*(?:[\w./-]+:[\s\u200b-\u200d\u2060]*)?/;
  const visible = line.replace(begin, (text) => text.replace(/[\u200b-\u200d\u2060\ufeff]/g, ""));
  return visible.replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ");
}

/** Values that stand in curly quotes as a whole, in straight ones; in JSON without other quotes, all of them. */
function withPlainQuotes(text: string): string {
  if (!text.includes('"') && /^\s*[[{]/.test(text)) return text.replace(/[“”„‟]/g, '"');
  const value = /^(\s*(?:- ){0,20}(?:[\w./-]+:\s+)?)(?:[“”„‟]([^“”„‟"\\]*)[“”‟]|[‘’‚‛]([^‘’‚‛']*)[‘’‛])(\s*)$/;
  const lines = text.split("\n");
  return lines
    .map((line) => line.replace(value, (_, begin, double, single, end) => `${begin}"${double ?? single}"${end}`))
    .join("\n");
}
