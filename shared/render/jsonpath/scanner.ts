/** Reads a template character by character. A character beyond U+FFFF is one character. */
export class TemplateScanner {
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The index of the next UTF-16 unit. */
  get offset(): number {
    return this.#offset;
  }

  /** Whether the template goes on with `text`. */
  isBefore(text: string): boolean {
    return this.#text.startsWith(text, this.#offset);
  }

  /** Moves behind `text`, with which the template goes on. */
  skip(text: string): void {
    this.#offset += text.length;
  }

  /** The next character; the position stays. Undefined at the end. */
  peek(): string | undefined {
    const code = this.#text.codePointAt(this.#offset);
    return code === undefined ? undefined : String.fromCodePoint(code);
  }

  /** The next character; the position moves behind it. Undefined at the end. */
  take(): string | undefined {
    const character = this.peek();
    this.skip(character ?? "");
    return character;
  }

  /** Takes characters as long as `holds` is true, and returns them. */
  takeWhile(holds: (character: string) => boolean): string {
    const start = this.#offset;
    for (let next = this.peek(); next !== undefined && holds(next); next = this.peek()) this.skip(next);
    return this.textFrom(start);
  }

  /** The text from `start` to the position. */
  textFrom(start: number): string {
    return this.#text.slice(start, this.#offset);
  }

  /** Whether a backslash stands before the character that was taken last, such as a quote. */
  isEscaped(): boolean {
    return this.#text[this.#offset - 2] === "\\";
  }
}
