/** The first offset from `from` on that is no white space and in no comment. */
export function skipWhitespace(text: string, from: number): number {
  let index = from;
  for (;;) {
    const unit = text.charCodeAt(index);
    const startsComment = unit === 0x23 && (index === 0 || isSpace(text.charCodeAt(index - 1)));
    if (isSpace(unit)) index++;
    else if (startsComment) index = findLineEnd(text, index);
    else return index;
  }
}

/** The end of `text.slice(start, end)` without its trailing white space, as an offset of `text`. */
export function findTrimmedEnd(text: string, start: number, end: number): number {
  let trimmedEnd = end;
  while (trimmedEnd > start && " \t\r\n".includes(text.charAt(trimmedEnd - 1))) trimmedEnd--;
  return trimmedEnd;
}

/** The start of the line with `offset`. */
export function findLineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineBreak(text.charCodeAt(start - 1))) start--;
  return start;
}

/** The end of the line with `offset`, before its line break. */
function findLineEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++;
  return end;
}

/** The offset after directives, comments and the `---` of a document. Without `---`, the offset at which it could be. */
export function findMarkerEnd(text: string): number {
  let index = skipWhitespace(text, text.startsWith("\uFEFF") ? 1 : 0);
  while (text.charAt(index) === "%" && index === findLineStart(text, index)) {
    index = skipWhitespace(text, findLineEnd(text, index));
  }
  return /^---(?![^ \t\r\n])/.test(text.slice(index, index + 4)) ? index + 3 : index;
}

/** Replaces each character by a blank. Line breaks stay, so that positions stay. */
export function blankText(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** Whether a UTF-16 unit is a line feed or a carriage return. */
export function isLineBreak(unit: number): boolean {
  return unit === 10 || unit === 13;
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || isLineBreak(unit);
}
