/** The bytes of `text` in UTF-8; a lone surrogate counts as U+FFFD. */
export function utf8Bytes(text: string): readonly number[] {
  return Array.from(text.toWellFormed()).flatMap((character) => bytesOfCode(character.codePointAt(0) ?? 0));
}

function bytesOfCode(code: number): readonly number[] {
  const tail = (shift: number): number => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), tail(0)];
  if (code < 0x1_0000) return [0xe0 | (code >> 12), tail(6), tail(0)];
  return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)];
}

/** The text these bytes spell; where they spell none, one U+FFFD for each. */
export function decodeUtf8(bytes: readonly number[]): string {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  } catch {
    return "\ufffd".repeat(bytes.length);
  }
}

/** Compares as Go orders strings: byte by byte, which is the order of code points. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const leftUnit = left.charCodeAt(index);
    const rightUnit = right.charCodeAt(index);
    if (leftUnit !== rightUnit) return unitRank(leftUnit) - unitRank(rightUnit);
  }
  return left.length - right.length;
}

/** The rank of a UTF-16 unit: surrogates stand for characters after U+FFFF. */
function unitRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
