/** `text` up to `max` UTF-16 units, for a message that repeats it: `abcd` up to 3 -> `abc...`. */
export function cutText(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}...` : text;
}
