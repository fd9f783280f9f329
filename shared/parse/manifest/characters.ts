/** The first offset from `from` on that is no white space and no comment. */
export function skipWhitespace(text: string, from: number): number {
  let index = from;
  for (;;) {
    const unit = text.charCodeAt(index);
    if (isSpace(unit)) index++;
    else if (unit === 0x23 && (index === 0 || isSpace(text.charCodeAt(index - 1)))) {
      while (index < text.length && !isBreak(text.charCodeAt(index))) index++;
    } else return index;
  }
}

/** The offset after the last character before `end` that is no white space. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && " \t\r\n".includes(text.charAt(last - 1))) last--;
  return last;
}

/** The start of the line of `offset`. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start--;
  return start;
}

/** The end of a document's marker, or where it would be, after directives and comments; 0 or more. */
export function markerEnd(text: string): number {
  let index = skipWhitespace(text, text.startsWith("\uFEFF") ? 1 : 0);
  while (text.charAt(index) === "%" && index === lineStart(text, index)) {
    while (index < text.length && !isBreak(text.charCodeAt(index))) index++;
    index = skipWhitespace(text, index);
  }
  return /^---(?![^ \t\r\n])/.test(text.slice(index, index + 4)) ? index + 3 : index;
}

export function isBreak(unit: number): boolean {
  return unit === 10 || unit === 13;
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || isBreak(unit);
}
