import type { Report } from "../model/report.ts";
import { isPlain } from "./display-width.ts";

// Text from a cluster is hostile: whatever writes a condition's message can write escape sequences into it. Characters
// that could act on a terminal, reorder a line or hide in it are made visible; nothing is dropped. kubectl does the
// same since CVE-2021-25743.

/**
 * Every character that acts or hides:
 *
 * - controls, format characters (bidi, zero width, tags), lone surrogates, line separators
 * - invisible fillers, selectors and noncharacters
 * - marks without a base
 * - the fifth mark on one letter and all after it, because they paint over other lines
 * - a skin tone without an emoji
 */
const suspicious =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Emoji_Modifier}]|(?<=^|[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}])\p{M}|(?<=\p{M}{4})\p{M}/gu;

/** Characters that are suspicious everywhere except inside an emoji. */
const emojiParts = /[\u200d\ufe0f\u20e3\p{Emoji_Modifier}]/u;

/**
 * `text` on one line, with nothing in it that acts. Line breaks, tabs and odd spaces become spaces, other acting
 * characters become visible.
 */
export function sanitizeLine(text: string): string {
  return isPlain(text) ? text : visible(text.replace(/\r?\n|\t|\p{Zs}/gu, " "));
}

/** The same for text of several lines: `\n` stays (`\r\n` becomes one), and the caller splits the lines. */
export function harmlessLines(text: string): string {
  return isPlain(text) ? text : text.replaceAll("\r\n", "\n").split("\n").map(sanitizeLine).join("\n");
}

/** Every character outside ASCII as `\uXXXX`, for `--ascii`, but the two our own words use; `\n` stays. */
export function asciiOnly(text: string): string {
  return text
    .replaceAll("·", "-")
    .replaceAll("…", "...")
    .replace(/[^\n\x20-\x7e]/gu, escaped);
}

/**
 * The fields that may have several lines. In all other texts of a Report a line break is as odd as an escape sequence.
 */
const ofSeveralLines: readonly string[] = ["message", "siblingMessage", "text"];

/**
 * The most characters of one text that a display shows. The API server allows 32,768 in a condition's message
 * (apimachinery, apis/meta/v1/types.go, Condition). Longer texts occur only in files, and layout takes long for them.
 */
const maxShownLength = 32_768;

/** The text as displays show it: a longer one keeps its beginning and its end. JSON and YAML have it whole. */
function shownPart(text: string): string {
  if (text.length <= maxShownLength) return text;
  const half = maxShownLength / 2;
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

/**
 * A Report, or a value derived from one, with every text and every key harmless. Every display to a person begins with
 * this step.
 */
export function harmlessReport<Document = Report>(
  report: Document,
  clean: (text: string) => string = (text) => text,
): Document {
  if (isHarmless(report, clean)) return report;
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      const text = shownPart(value);
      return clean(ofSeveralLines.includes(key) ? harmlessLines(text) : sanitizeLine(text));
    }
    if (Array.isArray(value)) return value.map((entry) => walk(entry, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [clean(sanitizeLine(name)), walk(entry, name)]),
    );
  };
  return walk(report, "") as Document;
}

/**
 * Whether every text and every key of a value is harmless already, as in most Reports. A look at the JSON takes a tenth of
 * the time of a copy. A text with an escape in JSON, other than that of a quote or a backslash, may be harmful.
 */
function isHarmless(value: unknown, clean: (text: string) => string): boolean {
  const json = JSON.stringify(value) ?? "";
  if (!isPlain(json) || /\\[^"\\]/.test(json) || clean(json) !== json) return false;
  return json.length <= maxShownLength || !longText.test(json.replaceAll('\\"', "'"));
}

/** A text in JSON that is too long. It begins with a quote, so that the search begins nowhere else. */
const longText: RegExp = new RegExp(`"[^"]{${maxShownLength + 1}}`);

function visible(text: string): string {
  if (!emojiParts.test(text)) return text.replace(suspicious, escaped);
  // Few texts come here, and Node needs 12 ms to build this set: for a literal already while it parses the file.
  // biome-ignore lint/complexity/useRegexLiterals: see above
  const emoji = new RegExp("\\p{RGI_Emoji}", "gv");
  const pieces: string[] = [];
  let last = 0;
  for (const { 0: found, index } of text.matchAll(emoji)) {
    // Flags made of tags, and a skin tone alone, are emoji only by name.
    if (/[\u{e0000}-\u{e007f}]|^\p{Emoji_Modifier}$/u.test(found)) continue;
    pieces.push(text.slice(last, index).replace(suspicious, escaped), found);
    last = index + found.length;
  }
  return pieces.join("") + text.slice(last).replace(suspicious, escaped);
}

/**
 * The visible form of a character: `^[` for ESC and `\r` as kubectl prints them. Other ASCII controls become `^G`, the
 * rest `\u202e`.
 */
function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\r") return "\\r";
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  if (code === 0x7f) return "^?";
  const digits = code.toString(16).padStart(4, "0");
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
}
