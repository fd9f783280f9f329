/** The encoding that a byte order mark names. Windows PowerShell writes UTF-16 with `>`. */
export function detectEncoding([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** The same, and also by the zeros beside the first two characters of a text without a mark (YAML 1.2.2, 5.2). */
export function guessEncoding(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const zeros = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? "0" : "x")).join("");
  if (zeros === "x0x0") return "utf-16le";
  return zeros === "0x0x" ? "utf-16be" : detectEncoding(bytes);
}
