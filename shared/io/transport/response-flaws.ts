/** The reason for a connection that this program closed. */
export const closedByUsText = "closed by the client";

/** The reason for a request after this program closed the connection. */
export const connectionClosedText = "the connection was closed by the client";

/** The reason for a connection that ended before a response. */
export const endedWithoutResponseText = "no response";

/** The reason for a response that was dropped because all responses together hold too much memory. */
export const largeResponsesText = "the responses in progress are too large together";

/** The reason where nothing arrives on a watch, or on a connection with a request in progress. */
export const silentServer = "the server stopped responding";

const mebibyte = 2 ** 20;

/** The reason for a response, or for the part of it that `what` names, of more than `limit` bytes. */
export function largeResponseText(limit: number, what = "the response"): string {
  const size = limit >= mebibyte ? `${Math.round(limit / mebibyte)} MiB` : `${limit} bytes`;
  return `${what} is larger than ${size}`;
}

/** The reason for a response that ended early, with its cause where that is known. */
export function brokenOffText(receivedBytes: number, cause?: string): string {
  const causeText = cause === undefined ? "" : `: ${cause}`;
  return `the response was cut off after ${receivedBytes} bytes${causeText}`;
}

/** The server did not respond to a ping, or sent nothing more of a response. */
export class SilenceError extends Error {
  readonly code = "ETIMEDOUT";
  readonly #silentForMs: number;

  constructor(silentForMs: number, sentence: string = silentServer) {
    super(sentence);
    this.#silentForMs = silentForMs;
  }

  /** The flaw of a response that this silence ended. */
  flaw(): { readonly flaw: string; readonly silentForMs: number } {
    return { flaw: this.message, silentForMs: this.#silentForMs };
  }
}
