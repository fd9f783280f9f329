/** A position in a template. */
export interface TemplateScanner {
  readonly input: string;
  /** The index of the next UTF-16 unit. */
  at: number;
}

/** The next character, or undefined at the end; the position stays. */
export function peekCharacter({ input, at }: TemplateScanner): string | undefined {
  const code = input.codePointAt(at);
  return code === undefined ? undefined : String.fromCodePoint(code);
}

/** The next character; the position moves behind it. */
export function takeCharacter(scan: TemplateScanner): string | undefined {
  const character = peekCharacter(scan);
  scan.at += character?.length ?? 0;
  return character;
}

/** Takes characters as long as `holds` is true, and returns them. */
export function takeWhile(scan: TemplateScanner, holds: (character: string) => boolean): string {
  const start = scan.at;
  for (
    let character = peekCharacter(scan);
    character !== undefined && holds(character);
    character = peekCharacter(scan)
  )
    takeCharacter(scan);
  return scan.input.slice(start, scan.at);
}

/** Whether the character may follow a name: the end, a space, or one of the signs of the language. */
export function isTerminator(character: string): boolean {
  return " \t\r\n.,[]$@{}".includes(character);
}

export function isAlphaNumeric(character: string | undefined): boolean {
  return character !== undefined && /^[_\p{L}\p{Nd}]$/u.test(character);
}

export function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}
