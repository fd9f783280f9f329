import { http2Error } from "./errors.ts";
import type { Field } from "./static-table.ts";

/** How an answer begins; the header names are in lower case, the values of repeated ones joined by commas. */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Takes in one answer while it comes. */
export interface AnswerReader {
  /** At most once, and before all data. */
  head(head: Head): void;
  /** False: enough, the rest is not wanted. */
  data(chunk: Buffer): boolean;
  /** Once, and the last of all: `cause` says why there is no more though the server did not say that this was all. */
  end(cause?: unknown): void;
}

/** One answer under the rules of RFC 9113, section 8; what it throws is the end of this answer, not of the connection. */
export interface AnswerStream {
  fields(fields: readonly Field[], last: boolean): void;
  /** False: the reader has enough. */
  data(chunk: Buffer): boolean;
  /** The server said that this was all. */
  end(): void;
}

/** An answer that has not begun. */
export function answerStream(reader: AnswerReader): AnswerStream {
  let head: Head | undefined;
  let bytes = 0;

  return {
    fields(fields, last) {
      if (head !== undefined) {
        // Trailers; nobody here asks for one.
        if (!last || fields.some(([name]) => name.startsWith(":"))) throw malformed("a header in the middle of a body");
        return;
      }
      const next = headOf(fields);
      if (next.status >= 200) {
        head = next;
        reader.head(next);
      } else if (last || next.status === 101) {
        throw malformed(`${next.status} is no answer`);
      }
    },
    data(chunk) {
      if (head === undefined) throw malformed("a body without a header");
      bytes += chunk.length;
      return reader.data(chunk);
    },
    end() {
      const said = head?.headers["content-length"];
      const isWhole = said === undefined || bytes === Number(said) || head?.status === 304;
      reader.end(isWhole ? undefined : malformed(`${bytes} bytes of ${said}`));
    },
  };
}

function headOf(fields: readonly Field[]): Head {
  const headers: Record<string, string> = Object.create(null);
  let status: string | undefined;
  for (const [place, [name, value]] of fields.entries()) {
    if (place === 0 && name === ":status") status = value;
    else if (!isFieldName(name) || /[\0\r\n]/.test(value)) throw malformed("a header that cannot be");
    else headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  if (status === undefined || !/^[1-9]\d\d$/.test(status)) throw malformed("no status");
  return { status: Number(status), headers };
}

// Section 8.2: small letters only, no second `:status`, and nothing that speaks of one connection.
function isFieldName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !ofConnection.test(name);
}

const ofConnection = /^(connection|proxy-connection|keep-alive|transfer-encoding|upgrade)$/;

function malformed(message: string): Error {
  return http2Error("PROTOCOL_ERROR", message);
}
