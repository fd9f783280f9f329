import { STATUS_CODES } from "node:http";
import type { LinesEnd, ServerConnection } from "./connection.ts";
import type { LinesOptions } from "./line-reader.ts";
import type { ServerResponse } from "./server-response.ts";

/**
 * The same connection, which reports how each request ended and after how many milliseconds, as kubectl does with
 * `-v 6`. For a response that is read line by line, it also reports the begin. A report names the address and the
 * status. It never contains a header or a body, where credentials and secrets are.
 */
export function withTrace(
  connection: ServerConnection,
  { print, now }: { readonly print: (line: string) => void; readonly now: () => number },
): ServerConnection {
  async function get(...request: Parameters<ServerConnection["get"]>): Promise<ServerResponse> {
    const beganMs = now();
    const [path] = request;
    try {
      const response = await connection.get(...request);
      traceEnd(path, formatResponseEnd(response), beganMs);
      return response;
    } catch (error) {
      traceEnd(path, formatFailure(error), beganMs);
      throw error;
    }
  }

  async function lines(path: string, options: LinesOptions): Promise<LinesEnd> {
    const beganMs = now();
    let count = 0;
    const counted: LinesOptions = {
      ...options,
      begun() {
        traceEnd(path, `${statusText(200)}, line by line,`, beganMs);
        options.begun?.();
      },
      line(text) {
        count += 1;
        options.line(text);
      },
    };
    const traceLinesEnd = (ending: string): void =>
      traceEnd(path, `${ending} after ${count} ${plural(count, "line")}`, beganMs);
    try {
      const end = await connection.lines(path, counted);
      if (end.is === "notOk") traceEnd(path, formatResponseEnd(end.response), beganMs);
      else traceLinesEnd(end.is === "over" ? "ended" : `was cut off (${end.cause})`);
      return end;
    } catch (error) {
      traceLinesEnd(formatFailure(error));
      throw error;
    }
  }

  function traceEnd(path: string, ending: string, beganMs: number): void {
    print(requestEndText(`${connection.server}${path}`, ending, Math.round(now() - beganMs)));
  }

  function close(): void {
    connection.close();
    const { requests, connections } = connection.counters;
    print(`${requests} ${plural(requests, "request")} over ${connections} ${plural(connections, "connection")}`);
  }

  return {
    ...connection,
    // Getters, because a connection that is replaced has other values later.
    get server() {
      return connection.server;
    },
    get counters() {
      return connection.counters;
    },
    get,
    lines,
    close,
  };
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

function formatResponseEnd({ status, body, flaw }: ServerResponse): string {
  return responseEndText(statusText(status), body.length, flaw);
}

function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}

function formatFailure(error: unknown): string {
  return failedRequestText(error instanceof Error ? error.message : undefined);
}

/** The line for the end of a request. `ending` is one of the texts below. */
export function requestEndText(
  url: string,
  ending: string,
  elapsedMs: number,
  method: "GET" | "PATCH" | "POST" = "GET",
): string {
  return `${method} ${url} ${ending} in ${elapsedMs} ms`;
}

/** The ending of a request with a response, and its size in characters or its flaw. */
export function responseEndText(status: string, size: number, flaw: string | undefined): string {
  return flaw === undefined ? `${status}, ${sizeText(size)}` : `${status}, but ${flaw},`;
}

/** The ending of a request that failed, with the message of the error where there is one. */
export function failedRequestText(message: string | undefined): string {
  return `failed (${message ?? "for an unknown reason"})`;
}

function sizeText(characters: number): string {
  return characters < 2 ** 10 ? `${characters} B` : `${Math.round(characters / 2 ** 10)} KiB`;
}
