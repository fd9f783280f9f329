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
export interface ResponseStream {
  /** Takes a header: an interim one, the one of the response, or trailers. */
  fields(fields: readonly HeaderField[], isLast: boolean): void;
  /** Returns false if the reader has enough. */
  data(chunk: Buffer): boolean;
  /** The server marked the end of the response. */
  end(): void;
}

/** Creates the stream of a response that has not begun. */
export function responseStream(reader: ResponseReader): ResponseStream {
  let head: ResponseHead | undefined;
  /** The bytes of the headers before the one of the response: 100 to 199. */
  let interimBytes = 0;
  let bodyBytes = 0;

  return {
    fields(fields, isLast) {
      if (head !== undefined) {
        const isTrailer = isLast && !fields.some(([name]) => name.startsWith(":"));
        if (!isTrailer) throw malformedResponseError(responseFlaws.headerInBody);
        return;
      }
      const next = readHead(fields);
      if (next.status >= 200) {
        head = next;
        reader.head(next);
      } else if (isLast || next.status === 101) {
        throw malformedResponseError(`${next.status} is not a valid response status`);
      } else {
        // Go 1.24 (net/http, Transport) counts the bytes too: a slow server may send 102 again and again.
        interimBytes += fields.reduce((sum, field) => sum + fieldSize(field), 0);
        if (interimBytes > fieldBytes) throw http2Error("ENHANCE_YOUR_CALM", floods.interim);
      }
    },
    data(chunk) {
      if (head === undefined) throw malformedResponseError(responseFlaws.bodyFirst);
      bodyBytes += chunk.length;
      return reader.data(chunk);
    },
    end() {
      const contentLength = head?.headers["content-length"];
      const isWhole = contentLength === undefined || bodyBytes === Number(contentLength) || head?.status === 304;
      reader.end(isWhole ? undefined : malformedResponseError(`${bodyBytes} bytes of ${contentLength}`));
    },
  };
}

/** The status and the headers of fields. @throws Http2Error for fields that no response may have */
function readHead(fields: readonly HeaderField[]): ResponseHead {
  const headers: Record<string, string> = Object.create(null);
  let status: string | undefined;
  for (const [position, [name, value]] of fields.entries()) {
    if (position === 0 && name === ":status") status = value;
    else if (!isFieldName(name) || /[\0\r\n]/.test(value)) throw malformedResponseError(responseFlaws.wrongHeader);
    else headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  if (status === undefined || !/^[1-9]\d\d$/.test(status)) throw malformedResponseError(responseFlaws.noStatus);
  return { status: Number(status), headers };
}

/** What is wrong with the fields or the body of a response (RFC 9113, section 8). */
const responseFlaws = {
  headerInBody: "a header in the middle of a body",
  bodyFirst: "a body without a header",
  wrongHeader: "an invalid header",
  noStatus: "a response without a status",
} as const;

/** Whether a response may have a header: in lower case, no second `:status`, and not about the connection (section 8.2). */
function isFieldName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !connectionHeader.test(name);
}

const connectionHeader = /^(connection|proxy-connection|keep-alive|transfer-encoding|upgrade)$/;

function malformedResponseError(message: string): Error {
  return http2Error("PROTOCOL_ERROR", message);
}
