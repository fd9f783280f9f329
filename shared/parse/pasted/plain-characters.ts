import { type CleanedText, cleanText } from "./lines.ts";

/** Restores the characters that programs change on the way of a text from a terminal to its reader. */
export function restoreCharacters(text: string): CleanedText {
  return cleanText(text, [
    ["colours", removeColours], // of a terminal: `\x1b[31mFailed\x1b[0m` -> `Failed`
    ["entities", decodeEntities], // of a web page: `type: &quot;Ready&quot;` -> `type: "Ready"`
    ["spaces", replaceOddSpaces], // of a web page or a mail: `\u00a0 type: Ready` -> `  type: Ready`
    ["curly-quotes", straightenQuotes], // of a mail or a document: `type: “Ready”` -> `type: "Ready"`
  ]);
}

/** Whether quotes or spaces of a text became other characters. Such a text may parse as YAML, but with other values. */
export function hasChangedCharacters(text: string): boolean {
  // Most texts have none of these characters, and one search for all of them is fast.
  if (!changedCharacter.test(text)) return false;
  return fieldWithEntity.test(text) || fieldWithCurlyQuote.test(text) || oddIndentation.test(text);
}

// The characters, to stand between the brackets of a pattern: `[${oddSpaces}]`.
/** Spaces of many widths, such as the non-breaking space `\u00a0`. */
const oddSpaces = String.raw`\u00a0\u2000-\u200a\u202f\u3000`;
/** Characters without width, such as the zero width space `\u200b`. */
const invisible = String.raw`\u200b-\u200d\u2060`;
const curlyDouble = "“”„‟";
const curlySingle = "‘’‚‛";

const changedCharacter = new RegExp(`[${oddSpaces}${invisible}${curlyDouble}${curlySingle}]|&(?:quot|apos|#)`);

/** The beginning of a field whose value is one word, which no author puts in entities or curly quotes: `- type: `. */
const oneWordField = String.raw`^[ \t]*(?:- )?(?:apiVersion|kind|type|status|phase|lastTransitionTime|creationTimestamp):[ \t]+`;
const fieldWithEntity = new RegExp(`${oneWordField}&(?:quot|apos|#0?3[49]|#x2[27]);`, "m"); // `type: &quot;Ready&quot;`
const fieldWithCurlyQuote = new RegExp(`${oneWordField}[${curlyDouble}${curlySingle}]`, "m"); // `type: “Ready”`
const oddIndentation = new RegExp(String.raw`^[ \t]*(?:- )?[${oddSpaces}${invisible}]`, "m"); // ` \u00a0type: Ready`

/** Sequences of a terminal. None has a line break, so that each line keeps its number. */
const terminalSequence = new RegExp(
  [
    String.raw`(?:\x1b|\^\[)\[(?!:[a-z]+:\])[0-9;:?]*[A-Za-z]`, // `\x1b[31m`, or `^[[31m` of `cat -v`; not grep's `^[[:space:]]`
    String.raw`(?:\x1b|\^\[)\]8;[^\x07\x1b\r\n]*(?:\x07|\x1b\\)`, // a link: `\x1b]8;;https://example.com\x07`
    String.raw`\[\d{0,3}(?:;\d{1,3})*m`, // without its first character: `[31m`
  ].join("|"),
  "g",
);

/** Removes colours and links. `[31m` is text of an author, unless a sequence with its first character or `[0m` is there too. */
function removeColours(text: string): string {
  const hasColours = /\x1b[[\]]|\^\[\[|\[0?m/.test(text);
  return hasColours ? text.replace(terminalSequence, "") : text;
}

/** Decodes entities. In a text without `type: &quot;Ready&quot;` or `{&quot;kind&quot;:`, they are text of an author. */
function decodeEntities(text: string): string {
  const isEncoded = fieldWithEntity.test(text) || /^\s*[[{]\s*&quot;/.test(text);
  return isEncoded ? text.replace(/&(?:[a-z]{2,4}|#\d{2,5}|#x[\da-f]{2,4});/gi, decodeEntity) : text;
}

const namedEntities: ReadonlyMap<string, string> = new Map([
  ["quot", '"'],
  ["apos", "'"],
  ["lt", "<"],
  ["gt", ">"],
  ["nbsp", "\u00a0"],
  ["amp", "&"],
]);

/** `&quot;`, `&#34;` or `&#x22;` -> `"`. A control character or an unknown entity stays. */
function decodeEntity(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return namedEntities.get(name) ?? entity;
  const code = Number(name.replace("#", "0")); // `#34` -> 034, `#x22` -> 0x22
  const isControl = code < 32;
  return isControl || code > 0xffff ? entity : String.fromCharCode(code);
}

/** What is before a value: indentation, dashes, and the key with its colon: `  - type: `. */
const beforeValue = new RegExp(String.raw`^[\s${invisible}]*(?:-[\s${invisible}]+)*(?:[\w./-]+:[\s${invisible}]*)?`);
const oddSpaceOrInvisible = new RegExp(String.raw`[${oddSpaces}${invisible}\ufeff]`);
const everyInvisible = new RegExp(String.raw`[${invisible}\ufeff]`, "g");
const everyOddSpace = new RegExp(`[${oddSpaces}]`, "g");

/** Replaces odd spaces by blanks. Removes invisible characters before values: in a value, they may join letters. */
function replaceOddSpaces(text: string): string {
  return mapLines(text, (line) => {
    // Most lines have none of these characters, and one search for all of them is fast.
    if (!oddSpaceOrInvisible.test(line)) return line;
    const withoutInvisible = line.replace(beforeValue, (start) => start.replace(everyInvisible, ""));
    return withoutInvisible.replace(everyOddSpace, " ");
  });
}

/**
 * A value in curly quotes. The groups are what is before the quotes, between them and behind them. Low quotes only open:
 * `type: “Ready„` stays.
 */
const inCurlyDouble = makeQuotedLine(String.raw`[${curlyDouble}]([^"\\${curlyDouble}]*)[“”‟]`); // `type: “Ready”`
const inCurlySingle = makeQuotedLine(`[${curlySingle}]([^'${curlySingle}]*)[‘’‛]`); // `- ‘Ready’`

function makeQuotedLine(quotedValue: string): RegExp {
  return new RegExp(String.raw`^(\s*(?:- ){0,20}(?:[\w./-]+:\s+)?)${quotedValue}(\s*)$`);
}

/** Replaces curly quotes around whole values by straight ones; in JSON without straight quotes, all double ones. */
function straightenQuotes(text: string): string {
  const isJsonWithoutQuotes = /^\s*[[{]/.test(text) && !text.includes('"');
  if (isJsonWithoutQuotes) return text.replace(new RegExp(`[${curlyDouble}]`, "g"), '"');
  return mapLines(text, (line) => line.replace(inCurlyDouble, '$1"$2"$3').replace(inCurlySingle, '$1"$2"$3'));
}

function mapLines(text: string, mapLine: (line: string) => string): string {
  return text.split("\n").map(mapLine).join("\n");
}
