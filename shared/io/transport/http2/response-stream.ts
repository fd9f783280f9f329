import { floods } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";
import { fieldBytes, fieldSize } from "./hpack.ts";
import type { HeaderField } from "./static-table.ts";

/**
 * The beginning of a response. Header names are in lower case, and the values of repeated ones are joined by commas.
 */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Receives one response while it arrives. */
export interface ResponseReader {
  /** Called at most once, and before all data. */
  head(head: ResponseHead): void;
  /** Returns false if the reader has enough and wants no more data. */
  data(chunk: Buffer): boolean;
  /**
   * Called once, after everything else. `cause` says why the response ended although the server did not mark its end.
   */
  end(cause?: unknown): void;
}

/** One response under the rules of RFC 9113, section 8. What it throws ends this response, not the connection. */
export class ResponseStream {
  readonly #reader: ResponseReader;
  #head: ResponseHead | undefined;
  /** The bytes of the headers before the one of the response: 100 to 199. */
  #interimBytes = 0;
  #bodyBytes = 0;

  constructor(reader: ResponseReader) {
    this.#reader = reader;
  }

  /** Takes a header: an interim one, the one of the response, or trailers. */
  fields(fields: readonly HeaderField[], isLast: boolean): void {
    if (this.#head !== undefined) {
      const isTrailer = isLast && !fields.some(([name]) => name.startsWith(":"));
      if (!isTrailer) throw malformedResponseError("a header in the middle of a body");
      return;
    }
    const head = readHead(fields);
    if (head.status >= 200) {
      this.#head = head;
      this.#reader.head(head);
    } else if (isLast || head.status === 101) {
      throw malformedResponseError(`${head.status} is not a valid response status`);
    } else {
      // Go 1.24 (net/http, Transport) counts the bytes too: a slow server may send 102 again and again.
      this.#interimBytes += fields.reduce((sum, field) => sum + fieldSize(field), 0);
      if (this.#interimBytes > fieldBytes) throw http2Error("ENHANCE_YOUR_CALM", floods.interim);
    }
  }

  /** Returns false if the reader has enough. */
  data(chunk: Buffer): boolean {
    if (this.#head === undefined) throw malformedResponseError("a body without a header");
    this.#bodyBytes += chunk.length;
    return this.#reader.data(chunk);
  }

  /** The server marked the end of the response. */
  end(): void {
    const contentLength = this.#head?.headers["content-length"];
    const isWhole =
      contentLength === undefined || this.#bodyBytes === Number(contentLength) || this.#head?.status === 304;
    this.#reader.end(isWhole ? undefined : malformedResponseError(`${this.#bodyBytes} bytes of ${contentLength}`));
  }
}

/** The status and the headers of fields. @throws Http2Error for fields that no response may have */
function readHead(fields: readonly HeaderField[]): ResponseHead {
  const headers: Record<string, string> = Object.create(null);
  let status: string | undefined;
  for (const [position, [name, value]] of fields.entries()) {
    if (position === 0 && name === ":status") status = value;
    else if (!isFieldName(name) || /[\0\r\n]/.test(value)) throw malformedResponseError("an invalid header");
    else headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  if (status === undefined || !/^[1-9]\d\d$/.test(status)) throw malformedResponseError("a response without a status");
  return { status: Number(status), headers };
}

/** Whether a response may have a header: in lower case, no second `:status`, and not about the connection (section 8.2). */
function isFieldName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !connectionHeader.test(name);
}

const connectionHeader = /^(connection|proxy-connection|keep-alive|transfer-encoding|upgrade)$/;

function malformedResponseError(message: string): Error {
  return http2Error("PROTOCOL_ERROR", message);
}
