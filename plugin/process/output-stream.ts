import { writeSync } from "node:fs";

type TakenCall = (failure: Error | undefined) => void;

/**
 * A standard stream that knows when its reader has taken everything. The first texts go to a file descriptor, because opening a
 * stream takes 5 ms in Bun. From the first text on that the descriptor does not take at once, all go to the stream, so that
 * their order stays. The stream also reports failures.
 *
 * The texts on their way are counted. To wait for an empty text at the end would not do: Bun reports it as written while earlier
 * texts wait for the reader of a pipe.
 */
export class OutputStream {
  readonly #openStream: () => NodeJS.WritableStream;
  readonly #openDirect: () => number | undefined;
  #stream: NodeJS.WritableStream | undefined;
  #descriptor: number | undefined;
  #textsOnTheWay = 0;
  #failure: Error | undefined;
  #takenCalls: TakenCall[] = [];

  /** @param openDirect returns a descriptor to which writing never blocks, if there is one */
  constructor(openStream: () => NodeJS.WritableStream, openDirect: () => number | undefined = () => undefined) {
    this.#openStream = openStream;
    this.#openDirect = openDirect;
  }

  write(text: string): void {
    const untaken = this.#stream === undefined ? this.#writeDirectly(text) : text;
    if (untaken.length === 0) return;
    this.#textsOnTheWay += 1;
    this.#stream ??= this.#openStream();
    this.#stream.write(untaken, (error) => this.#countWritten(error));
  }

  /** Calls when all texts are written, at once if they are. The call gets the failure if a text was not written. */
  whenTaken(call: TakenCall): void {
    if (this.#textsOnTheWay === 0) call(this.#failure);
    else this.#takenCalls.push(call);
  }

  /** Writes to the descriptor, and returns what it has not taken. */
  #writeDirectly(text: string): string | Buffer {
    this.#descriptor ??= this.#openDirect();
    if (this.#descriptor === undefined) return text;
    let bytes = Buffer.from(text);
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(this.#descriptor, bytes));
    } catch {
      // A full pipe, or a failure that the stream will report.
    }
    return bytes;
  }

  #countWritten(error: Error | null | undefined): void {
    this.#textsOnTheWay -= 1;
    this.#failure ??= error ?? undefined;
    if (this.#textsOnTheWay > 0) return;
    const calls = this.#takenCalls;
    this.#takenCalls = [];
    for (const call of calls) call(this.#failure);
  }
}
