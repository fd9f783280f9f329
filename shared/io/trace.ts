import { STATUS_CODES } from "node:http";
import type { Answer } from "./answer.ts";
import type { Connection, LinesEnd, LinesOptions } from "./connection.ts";

/**
 * The same connection, telling of each question how it ended and after how many milliseconds, as kubectl does under `-v 6`
 * (of an answer that comes line by line when it begins, too):
 * the address and the status, never a header or a body, for credentials and secrets travel there.
 */
export function traced(connection: Connection, tell: (line: string) => void, now: () => number): Connection {
  async function get(...question: Parameters<Connection["get"]>): Promise<Answer> {
    const began = now();
    const [path] = question;
    try {
      const answer = await connection.get(...question);
      told(path, endingOf(answer), began);
      return answer;
    } catch (error) {
      told(path, failureOf(error), began);
      throw error;
    }
  }

  async function lines(path: string, options: LinesOptions): Promise<LinesEnd> {
    const began = now();
    let count = 0;
    const counted: LinesOptions = {
      ...options,
      begun() {
        told(path, `${nameOf(200)}, line by line,`, began);
        options.begun?.();
      },
      line(text) {
        count += 1;
        options.line(text);
      },
    };
    const toldEnd = (ending: string): void => told(path, `${ending} after ${count} ${plural(count, "line")}`, began);
    try {
      const end = await connection.lines(path, counted);
      if (end.is === "answered") told(path, endingOf(end.answer), began);
      else toldEnd(end.is === "over" ? "ended" : `broke off (${end.cause})`);
      return end;
    } catch (error) {
      toldEnd(failureOf(error));
      throw error;
    }
  }

  function told(path: string, ending: string, began: number): void {
    tell(`GET ${connection.server}${path} ${ending} in ${Math.round(now() - began)} ms`);
  }

  function close(): void {
    connection.close();
    const { requests, connections } = connection.counters;
    tell(`${requests} ${plural(requests, "request")} over ${connections} ${plural(connections, "connection")}`);
  }

  return {
    ...connection,
    // They may be another's later.
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

function endingOf({ status, body, flaw }: Answer): string {
  const said = nameOf(status);
  return flaw === undefined ? `${said}, ${sizeOf(body.length)}` : `${said}, but ${flaw},`;
}

function nameOf(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}

function failureOf(error: unknown): string {
  return `failed (${error instanceof Error ? error.message : "for an unknown reason"})`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

function sizeOf(characters: number): string {
  return characters < 2 ** 10 ? `${characters} B` : `${Math.round(characters / 2 ** 10)} KiB`;
}
