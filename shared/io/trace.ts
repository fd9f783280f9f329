import { STATUS_CODES } from "node:http";
import type { Answer } from "./answer.ts";
import type { Connection } from "./connection.ts";

/**
 * The same connection, telling of each question how it ended and after how many milliseconds, as kubectl does under `-v 6`:
 * the address and the status, never a header or a body, for credentials and secrets travel there.
 */
export function traced(connection: Connection, tell: (line: string) => void, now: () => number): Connection {
  async function get(...question: Parameters<Connection["get"]>): Promise<Answer> {
    const began = now();
    const [path] = question;
    const told = (ending: string): void =>
      tell(`GET ${connection.server}${path} ${ending} in ${Math.round(now() - began)} ms`);
    try {
      const answer = await connection.get(...question);
      told(endingOf(answer));
      return answer;
    } catch (error) {
      told(`failed (${error instanceof Error ? error.message : "for an unknown reason"})`);
      throw error;
    }
  }

  function close(): void {
    connection.close();
    const { requests, connections } = connection.counters;
    tell(
      `${requests} ${requests === 1 ? "request" : "requests"} over ${connections} ${connections === 1 ? "connection" : "connections"}`,
    );
  }

  return { ...connection, get, close };
}

function endingOf({ status, body, flaw }: Answer): string {
  const said = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  return flaw === undefined ? `${said}, ${sizeOf(body.length)}` : `${said}, but ${flaw},`;
}

function sizeOf(characters: number): string {
  return characters < 2 ** 10 ? `${characters} B` : `${Math.round(characters / 2 ** 10)} KiB`;
}
