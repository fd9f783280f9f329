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
  fields(fields: readonly HeaderField[], last: boolean): void;
  /** Returns false if the reader has enough. */
  data(chunk: Buffer): boolean;
  /** The server marked the end of the response. */
  end(): void;
}

/** Creates the stream of a response that has not begun. */
export function responseStream(reader: ResponseReader): ResponseStream {
  let head: ResponseHead | undefined;
  /** Bytes of the headers that came before the header of the response. */
  let interim = 0;
  let bytes = 0;

  return {
    fields(fields, last) {
      if (head !== undefined) {
        // Trailers. The client never requests any.
        if (!last || fields.some(([name]) => name.startsWith(":")))
          throw malformedResponseError(responseFlaws.headerInBody);
        return;
      }
      const next = headOf(fields);
      if (next.status >= 200) {
        head = next;
        reader.head(next);
      } else if (last || next.status === 101) {
        throw malformedResponseError(`${next.status} is not a valid response status`);
      } else {
        // Go 1.24 (net/http, Transport) counts the bytes too: a slow server may send 102 again and again.
        interim += fields.reduce((sum, field) => sum + fieldSize(field), 0);
        if (interim > fieldBytes) throw http2Error("ENHANCE_YOUR_CALM", floods.interim);
      }
    },
    data(chunk) {
      if (head === undefined) throw malformedResponseError(responseFlaws.bodyFirst);
      bytes += chunk.length;
      return reader.data(chunk);
    },
    end() {
      const contentLength = head?.headers["content-length"];
      const isWhole = contentLength === undefined || bytes === Number(contentLength) || head?.status === 304;
      reader.end(isWhole ? undefined : malformedResponseError(`${bytes} bytes of ${contentLength}`));
    },
  };
}

function headOf(fields: readonly HeaderField[]): ResponseHead {
  const headers: Record<string, string> = Object.create(null);
  let status: string | undefined;
  for (const [place, [name, value]] of fields.entries()) {
    if (place === 0 && name === ":status") status = value;
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

// Section 8.2: lower case only, no second `:status`, and no header of the connection itself.
function isFieldName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !ofConnection.test(name);
}

const ofConnection = /^(connection|proxy-connection|keep-alive|transfer-encoding|upgrade)$/;

function malformedResponseError(message: string): Error {
  return http2Error("PROTOCOL_ERROR", message);
}
