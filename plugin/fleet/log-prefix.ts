import { sanitizeLine } from "../../shared/characters/sanitize.ts";

/** Stands in a line about all clusters where a line about one cluster has its context. */
export const allClustersMark = "*";

/** Prints messages about clusters, each line with the name of its cluster in front: `edge-7: waiting for login`. */
export class PrefixedMessages {
  readonly #printMessage: (text: string) => void;
  /** The text of each cluster after its last line break. */
  readonly #openLines = new Map<string, string>();

  constructor(printMessage: (text: string) => void) {
    this.#printMessage = printMessage;
  }

  /** Prints the lines of a text. A line without its line break waits for the rest. */
  print(name: string, text: string): void {
    const lines = `${this.#openLines.get(name) ?? ""}${text}`.split("\n");
    this.#openLines.set(name, lines.pop() ?? "");
    for (const line of lines) this.#printLine(name, line);
  }

  /** Prints the text that has no line break yet. */
  close(): void {
    for (const [name, line] of this.#openLines) if (line !== "") this.#printLine(name, line);
    this.#openLines.clear();
  }

  #printLine(name: string, line: string): void {
    this.#printMessage(`${sanitizeLine(name)}: ${sanitizeLine(line)}\n`);
  }
}
