/** `text` as Go's `%q` writes it (strconv.Quote). */
export function quoteGoString(text: string): string {
  return `"${Array.from(text.toWellFormed()).map(quotedCharacter).join("")}"`;
}

/** A character as Go's `%#U` names it: `U+002A '*'`. */
export function goCharacterName(character: string): string {
  const code = hex(character).toUpperCase().padStart(4, "0");
  return isPrintable(character) ? `U+${code} '${character}'` : `U+${code}`;
}

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

function quotedCharacter(character: string): string {
  const shortEscape = shortEscapes[character];
  if (shortEscape !== undefined) return shortEscape;
  if (isPrintable(character)) return character;
  const digits = hex(character);
  if (character < " " || character === "\u007f") return `\\x${digits.padStart(2, "0")}`;
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}

/**
 * Whether the character is printable as in unicode.IsPrint: letters, marks, numbers, punctuation, symbols, and ASCII's
 * space.
 */
function isPrintable(character: string): boolean {
  return /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character);
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
