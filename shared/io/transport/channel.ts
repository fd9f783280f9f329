import type { ByteBudget } from "./byte-budget.ts";

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
  /** Whether the flaw is that the body exceeded a limit. */
  readonly isLarge?: true;
  /** The milliseconds for which the server sent nothing, where that is the flaw. */
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
 * Returns the collector for the body of a response. Called once, as soon as status and headers are known. `end` ends the
 * response with a cause.
 */
export type OpenBody = (
  status: number,
  headers: IncomingResponse["headers"],
  end: (cause: Error) => void,
) => BodyCollector;

/** Collects a body up to a limit. */
export interface BodyCollector {
  /** Adds `chunk`. Returns false as soon as the limit is exceeded: no more is taken then. */
  add(chunk: Buffer): boolean;
  /** Returns what was collected, after the last chunk. */
  finish(end: BodyEnd): ResponseBody;
}

/** How a body ended. */
export interface BodyEnd {
  /** Whether the server completed it. */
  readonly isComplete: boolean;
  /** Why it is incomplete, if that is known. */
  readonly cause?: unknown;
}

/** What was collected of a body. */
export type ResponseBody = Pick<IncomingResponse, "body" | "flaw" | "isLarge" | "silentForMs">;
