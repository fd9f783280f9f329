import { findFlood } from "../errors/connection-faults.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { CollectedBytes } from "./collected-bytes.ts";

/** Request headers by name in lower case. A list sends one header for each value. One character is one byte. */
export type OutgoingHeaders = Readonly<Record<string, string | string[]>>;

/** A request as it is sent. */
export interface OutgoingRequest {
  readonly path: string;
  readonly headers: OutgoingHeaders;
  /** The most bytes of the response body, as the server sends them. */
  readonly limit: number;
  /** What all bodies under way may hold together. Absent: no more than `limit` each. */
  readonly budget?: ByteBudget;
  /** Milliseconds for which the server may send nothing in the middle of a response to `get`. 0 or absent: no limit. */
  readonly maxSilenceMs?: number;
}

/** A response as it was received. Header names are in lower case. */
export interface IncomingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** Why `body` is incomplete. */
  readonly flaw?: string;
  /** With a flaw: the body was larger than there was room for. */
  readonly isLarge?: true;
  /** With a flaw: the milliseconds for which the server sent nothing. */
  readonly silentForMs?: number;
}

/** One kept connection to one server, whatever protocol it speaks. */
export interface ServerChannel {
  /** Whether the channel takes further requests. */
  usable(): boolean;
  /** Whether requests in progress end soon after the server falls silent. */
  readonly noticesSilence: boolean;
  /**
   * Sends a request and returns the response.
   * @throws BrokenConnection where the connection ended before the first byte of a response;
   * the reason of `signal` where that ended it.
   */
  get(outgoing: OutgoingRequest, signal: AbortSignal): Promise<IncomingResponse>;
  /**
   * Like {@link get}, for a response that may last for hours. Its body goes, as it arrives, to what `openBody` returns.
   * It does not delay requests of {@link get}. Returns undefined where the connection has no room for one more stream.
   * Nothing was sent then, and the channel retires.
   */
  stream(outgoing: OutgoingRequest, openBody: OpenBody, signal: AbortSignal): Promise<IncomingResponse | undefined>;
  /** Takes no more requests, and lets those in progress end. For a channel that may be dead or was replaced. */
  retire(): void;
  close(): void;
  /** Whether no request is in progress and none is taken any more, so that nothing is left to close. */
  isOver(): boolean;
}

/**
 * Returns where the body of a response with this status goes. Called once, as soon as status and headers are known. `end`
 * ends the response with a cause.
 */
export type OpenBody = (status: number, headers: IncomingResponse["headers"], end: (cause: Error) => void) => BodyParts;

/** Collects a body up to a limit. */
export interface BodyParts {
  /** Adds `chunk`. Returns false as soon as the limit is exceeded: no more is taken then. */
  add(chunk: Buffer): boolean;
  /** Returns the body. `ended`: whether the server completed it. `cause`: the reason where it did not, if known. */
  done(ended: boolean, cause?: unknown): Pick<IncomingResponse, "body" | "flaw" | "isLarge" | "silentForMs">;
}

/**
 * Returns an empty body that takes at most `limit` bytes, and only what is left of `budget`. Of a larger one nothing is
 * kept.
 */
export function bodyParts({ limit, budget }: Pick<OutgoingRequest, "limit" | "budget">): BodyParts {
  const collected = new CollectedBytes();
  let flaw: string | undefined;

  function refusalOf(bytes: number): string | undefined {
    if (collected.length() + bytes > limit) return largeResponseText(limit);
    return budget?.take(bytes) === false ? largeResponsesText : undefined;
  }

  function drop(): void {
    budget?.giveBack(collected.length());
    collected.clear();
  }

  return {
    add(chunk) {
      flaw ??= refusalOf(chunk.length);
      if (flaw === undefined) collected.add(chunk);
      else drop();
      return flaw === undefined;
    },
    done(ended, cause) {
      if (flaw !== undefined) return { body: Buffer.alloc(0), flaw, isLarge: true };
      budget?.giveBack(collected.length());
      const body = collected.release();
      return ended ? { body } : { body, flaw: brokenOffText(body.length, findFlood(cause)) };
    },
  };
}

/** Collects a body as {@link bodyParts}, and calls `end` as soon as the server is silent for too long in the middle of it. */
export function timedBodyParts(outgoing: OutgoingRequest, end: (cause: SilenceError) => void): BodyParts {
  const parts = bodyParts(outgoing);
  const { maxSilenceMs = 0 } = outgoing;
  if (maxSilenceMs === 0) return parts;
  let timer: NodeJS.Timeout | undefined;
  const endSilence = (): void => {
    const sentence = `the server sent nothing for ${maxSilenceMs / 1000} s in the middle of its response`;
    end(new SilenceError(maxSilenceMs, sentence));
  };
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(endSilence, maxSilenceMs);
  };
  restartTimer();
  return {
    add(chunk) {
      restartTimer();
      return parts.add(chunk);
    },
    done(ended, cause) {
      clearTimeout(timer);
      const done = parts.done(ended, cause);
      return cause instanceof SilenceError ? { ...done, ...silenceFlaw(cause) } : done;
    },
  };
}

/** The server did not respond to a ping, or sent nothing more of a response. */
export class SilenceError extends Error {
  readonly code = "ETIMEDOUT";
  readonly milliseconds: number;

  constructor(milliseconds: number, sentence: string = silentServer) {
    super(sentence);
    this.milliseconds = milliseconds;
  }
}

/** The flaw of a response that ended by silence. */
export function silenceFlaw({ message, milliseconds }: SilenceError): {
  readonly flaw: string;
  readonly silentForMs: number;
} {
  return { flaw: message, silentForMs: milliseconds };
}

/** The response ended early, with the reason where one is known. */
export function brokenOffText(bytes: number, reason?: string): string {
  return `the response was cut off after ${bytes} bytes${reason === undefined ? "" : `: ${reason}`}`;
}

/** The reason for a connection that this program closed. */
export const closedByUsText = "closed by the client";

/** The reason for a request after this program closed the connection. */
export const connectionClosedText = "the connection was closed by the client";

/** The reason for a connection that ended before a response. */
export const endedWithoutResponseText = "no response";

/** The reason for a response, or for the part of it that `what` names, of more than `limit` bytes. */
export function largeResponseText(limit: number, what = "the response"): string {
  return `${what} is larger than ${limit >= 2 ** 20 ? `${Math.round(limit / 2 ** 20)} MiB` : `${limit} bytes`}`;
}

/** The reason for a response that was dropped because all responses together hold too much memory. */
export const largeResponsesText = "the responses in progress are too large together";

/** The reason where nothing arrives on a watch, or on a connection with a request in progress. */
export const silentServer = "the server stopped responding";
