/**
 * `text` as a header value: its UTF-8, one character for each byte. Undefined where it contains a control character,
 * which no header can hold. Go's net/http refuses the same ones (x/net/http/httpguts, ValidHeaderFieldValue).
 */
export function headerText(text: string): string | undefined {
  return /[\x00-\x08\x0a-\x1f\x7f]/.test(text) ? undefined : Buffer.from(text).toString("latin1");
}
