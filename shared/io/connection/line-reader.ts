import type { BodyCollector, BodyEnd, OutgoingRequest, ResponseBody } from "../transport/channel.ts";
import { CollectedBytes } from "../transport/collected-bytes.ts";
import { createBodyCollector } from "../transport/response-body.ts";
import { brokenOffText, largeResponsesText, largeResponseText } from "../transport/response-flaws.ts";

const newline = 0x0a;
const carriageReturn = 0x0d;

/** The callbacks for a response that is read line by line. */
export interface LinesOptions {
  /** Ends the response. No callback is called after it has fired. */
  readonly signal: AbortSignal;
  /** The header Accept. Absent: `application/json`. */
  readonly accept?: string;
  /** Called for status 200, before the first line. */
  readonly begun?: () => void;
  /** Called for each line, without its LF or CR LF. An empty line counts. */
  readonly line: (text: string) => void;
}

/** The most bytes of one line, and the budget from which lines take them while they are incomplete. */
type LineRoom = Pick<OutgoingRequest, "limit" | "budget">;

/** Passes the body of a response line by line to the callbacks. */
export class LineResponse {
  readonly #room: LineRoom;
  readonly #options: LinesOptions;
  #failure: { readonly error: unknown } | undefined;

  constructor(room: LineRoom, options: LinesOptions) {
    this.#room = room;
    this.#options = options;
  }

  /** Collects the body of a response: with status 200 in lines, with another status as a whole. */
  openBody(status: number): BodyCollector {
    if (status !== 200) return createBodyCollector(this.#room);
    const { begun, line } = this.#options;
    this.#call(() => begun?.());
    return new LineCollector(this.#room, (text) => this.#call(() => line(text)));
  }

  /** @throws what `begun` or `line` threw, which ended the response */
  rethrow(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Calls `callback`. Returns false if no more lines are to be handed over. */
  #call(callback: () => void): boolean {
    if (this.#options.signal.aborted || this.#failure !== undefined) return false;
    try {
      callback();
    } catch (error) {
      this.#failure = { error };
    }
    return this.#failure === undefined;
  }
}

/** A body that is handed over in lines. In UTF-8 only a newline contains the byte 0x0a, so each line is decoded alone. */
class LineCollector implements BodyCollector {
  readonly #room: LineRoom;
  readonly #handOver: (line: string) => boolean;
  /** The beginning of the line whose end has not arrived. */
  readonly #buffered = new CollectedBytes();
  #receivedBytes = 0;
  /** Why a line was refused. No line after it is handed over, because its middle or beginning is missing. */
  #refusal: string | undefined;

  /** @param handOver takes a line, and returns false if it wants no more */
  constructor(room: LineRoom, handOver: (line: string) => boolean) {
    this.#room = room;
    this.#handOver = handOver;
  }

  add(chunk: Buffer): boolean {
    this.#receivedBytes += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      if (!this.#endLine(chunk.subarray(start, end))) return false;
      start = end + 1;
    }
    return this.#beginLine(chunk.subarray(start));
  }

  finish({ isComplete, cause }: BodyEnd): ResponseBody {
    const body = Buffer.alloc(0);
    if (this.#refusal !== undefined) return { body, flaw: this.#refusal };
    const hasPartOfLine = this.#buffered.length() > 0;
    this.#drop();
    const bytes = this.#receivedBytes;
    if (!isComplete) return { body, flaw: brokenOffText(bytes, cause instanceof Error ? cause.message : undefined) };
    if (!hasPartOfLine) return { body };
    return { body, flaw: `the response ended in the middle of a line, after ${bytes} bytes` };
  }

  /** Hands over the line that ends with `piece`. Returns false where no more is wanted. */
  #endLine(piece: Buffer): boolean {
    return this.#fits(piece) && this.#handOver(this.#completeLine(piece));
  }

  /** Keeps the beginning of a line. Returns false where no more is wanted. */
  #beginLine(piece: Buffer): boolean {
    if (!this.#fits(piece)) return false;
    if (this.#room.budget?.take(piece.length) === false) return this.#refuse(largeResponsesText);
    this.#buffered.add(piece);
    return true;
  }

  /** Whether a line with this piece is not too long. A connection may deliver more of the body after a line was refused. */
  #fits(piece: Buffer): boolean {
    const { limit } = this.#room;
    if (this.#refusal !== undefined) return false;
    if (this.#buffered.length() + piece.length <= limit) return true;
    return this.#refuse(largeResponseText(limit, "one line of the response"));
  }

  #refuse(reason: string): false {
    this.#refusal = reason;
    this.#drop();
    return false;
  }

  /** The line that ends with `lineEnd`. Most lines arrive in one piece. */
  #completeLine(lineEnd: Buffer): string {
    this.#room.budget?.giveBack(this.#buffered.length());
    let line = lineEnd;
    if (this.#buffered.length() > 0) {
      this.#buffered.add(lineEnd);
      line = this.#buffered.release();
    }
    const textEnd = line.at(-1) === carriageReturn ? line.length - 1 : line.length;
    return line.toString("utf8", 0, textEnd);
  }

  #drop(): void {
    this.#room.budget?.giveBack(this.#buffered.length());
    this.#buffered.clear();
  }
}
