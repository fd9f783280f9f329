/** A place in a template. */
export interface Scan {
  readonly input: string;
  /** Index of the next UTF-16 unit. */
  at: number;
}

/** The next character, or undefined at the end; nothing is taken. */
export function peek({ input, at }: Scan): string | undefined {
  const code = input.codePointAt(at);
  return code === undefined ? undefined : String.fromCodePoint(code);
}

/** The next character, which is taken. */
export function next(scan: Scan): string | undefined {
  const character = peek(scan);
  scan.at += character?.length ?? 0;
  return character;
}

/** Takes characters as long as `holds`; answers what was taken. */
export function takeWhile(scan: Scan, holds: (character: string) => boolean): string {
  const start = scan.at;
  for (let character = peek(scan); character !== undefined && holds(character); character = peek(scan)) next(scan);
  return scan.input.slice(start, scan.at);
}

/** What may follow a name: the end, a space, or one of the signs of the language. */
export function isTerminator(character: string): boolean {
  return " \t\r\n.,[]$@{}".includes(character);
}

export function isAlphaNumeric(character: string | undefined): boolean {
  return character !== undefined && /^[_\p{L}\p{Nd}]$/u.test(character);
}

export function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}
