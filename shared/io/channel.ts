/** Headers by name in lower case, a list for one that goes out as often as it has values; one character is one byte. */
export type OutgoingHeaders = Readonly<Record<string, string | string[]>>;

/** A question as it goes over the wire. */
export interface Outgoing {
  readonly path: string;
  readonly headers: OutgoingHeaders;
  /** Bytes of body that are taken, as sent. */
  readonly limit: number;
}

/** An answer as it came; the header names are in lower case. */
export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** Why `body` is not the whole of it. */
  readonly flaw?: string;
  /** With a flaw: nothing was heard of the server for so many milliseconds. */
  readonly silentFor?: number;
}

/** One kept connection to one server, whatever protocol it speaks. */
export interface Channel {
  /** Takes further questions. */
  usable(): boolean;
  /** Where the other end falls silent, what is under way ends soon. */
  readonly noticesSilence: boolean;
  /**
   * @throws BrokenConnection where the connection ended before the first byte of an answer;
   * the reason of `signal` where that ended it.
   */
  get(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming>;
  /**
   * The same for an answer that may last for hours: its body goes while it comes to what `gather` gives for its status.
   * It takes no turn of {@link get}. Undefined: there is no room for one more, nothing was sent, and the channel retires.
   */
  stream(outgoing: Outgoing, gather: Gather, signal: AbortSignal): Promise<Incoming | undefined>;
  /** It may be dead, or another is to be used from now on: let what is under way end, and take no more. */
  retire(): void;
  close(): void;
  /** Nothing is under way, and nothing will be: there is nothing to close. */
  isOver(): boolean;
}

/** Where the body of an answer with this status goes; called once, as soon as the status is known. */
export type Gather = (status: number) => BodyParts;

/** Gathers a body up to a limit. */
export interface BodyParts {
  /** False as soon as it is too much: nothing more is taken. */
  add(chunk: Buffer): boolean;
  /** The body; `ended` says whether the server said that this was all, `cause` perhaps why it did not. */
  done(ended: boolean, cause?: unknown): Pick<Incoming, "body" | "flaw">;
}

/** An empty body that takes at most `limit` bytes. */
export function bodyParts(limit: number): BodyParts {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    add(chunk) {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
      return bytes <= limit;
    },
    done(ended) {
      const body = Buffer.concat(chunks);
      if (bytes > limit) return { body, flaw: tooLarge(limit) };
      return ended ? { body } : { body, flaw: `the answer broke off after ${bytes} bytes` };
    },
  };
}

/** The flaw of an answer, or of another thing, above `limit` bytes. */
export function tooLarge(limit: number, what = "the answer"): string {
  return `${what} is larger than ${limit >= 2 ** 20 ? `${Math.round(limit / 2 ** 20)} MiB` : `${limit} bytes`}`;
}
