/** The encoding that a byte order mark names. Windows PowerShell writes UTF-16 with `>`. */
export function detectEncoding([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/**
 * The encoding that a byte order mark names, or that the first two characters have without one: in UTF-16, each character of
 * ASCII has a zero byte (YAML 1.2.2, 5.2). `61 00 3a 00` -> `a:` in UTF-16 of little endian.
 */
export function guessEncoding(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const isZero = [...bytes.subarray(0, 4)].map((byte) => byte === 0);
  if (isZero.length === 4 && !isZero[0] && isZero[1] && !isZero[2] && isZero[3]) return "utf-16le";
  if (isZero.length === 4 && isZero[0] && !isZero[1] && isZero[2] && !isZero[3]) return "utf-16be";
  return detectEncoding(bytes);
}
