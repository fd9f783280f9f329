import { readFile } from "node:fs/promises";
import { ConnectionError, InputError } from "./errors.ts";

/** A bearer token that may change while we run. */
export interface TokenSource {
  /** @throws InputError where there has never been one. */
  token(): Promise<string>;
  /** The server refused the token: read it anew at the next question. */
  forget(): void;
}

/** Half of the time between the kubelet's renewal and the expiry of a projected token (client-go, token_source.go). */
const milliseconds = 60_000;

/**
 * The token in `path`, without the white space around it, read at most once a minute; while the file cannot be read,
 * the last one, then `fallback`, the token that stands beside it in the kubeconfig.
 */
export function tokenFileSource(path: string, fallback: string | undefined, now: () => number): TokenSource {
  let held: { readonly token: string; readonly until: number } | undefined;
  let reading: Promise<string> | undefined;

  async function read(): Promise<string> {
    try {
      const token = (await readFile(path, "utf8")).trim();
      if (token === "") throw new InputError(`${path}, the token file of the user, is empty`);
      held = { token: sendable(token, path), until: now() + milliseconds };
      return token;
    } catch (error) {
      const last = held?.token ?? fallback;
      if (last !== undefined) return last;
      if (error instanceof InputError || error instanceof ConnectionError) throw error;
      const code = (error as NodeJS.ErrnoException).code;
      throw new InputError(`cannot read ${path}, the token file of the user: ${code}`, { cause: error });
    } finally {
      reading = undefined;
    }
  }

  return {
    async token() {
      if (held !== undefined && now() < held.until) return held.token;
      reading ??= read();
      return reading;
    },
    forget() {
      if (held !== undefined) held = { ...held, until: 0 };
    },
  };
}

/**
 * `token` where a header can hold it; net/http of Go refuses the same ones.
 * @throws ConnectionError otherwise, without the token.
 */
export function sendable(token: string, where: string): string {
  if (!/[^\t\x20-\x7e\x80-\xff]/.test(token)) return token;
  const what = /[\r\n]/.test(token) ? "a line break" : "a character that no header may hold";
  throw new ConnectionError(`the token of ${where} contains ${what}; write it anew without it`, {
    reason: "credentials",
  });
}
