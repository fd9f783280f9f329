import { readFileSync } from "node:fs";
import { ConnectionError, InputError } from "./errors.ts";
import { headerText } from "./header-text.ts";

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

  function read(): string {
    try {
      const token = readFileSync(path, "utf8").trim();
      if (token === "") throw new InputError(`${path}, the token file of the user, is empty`);
      held = { token: sendable(token, path), until: now() + milliseconds };
      return held.token;
    } catch (error) {
      if (held !== undefined) return held.token;
      if (fallback !== undefined) return sendable(fallback, `the user beside ${path}`);
      if (error instanceof InputError || error instanceof ConnectionError) throw error;
      const code = (error as NodeJS.ErrnoException).code;
      throw new InputError(`cannot read ${path}, the token file of the user: ${code}`, { cause: error });
    }
  }

  return {
    async token() {
      if (held !== undefined && now() < held.until) return held.token;
      return read();
    },
    forget() {
      if (held !== undefined) held = { ...held, until: 0 };
    },
  };
}

/**
 * `token` as a header carries it (see {@link headerText}).
 * @throws ConnectionError where none can, without the token.
 */
export function sendable(token: string, where: string): string {
  const value = headerText(token);
  if (value !== undefined) return value;
  const what = /[\r\n]/.test(token) ? "a line break" : "a control character, which no header can hold";
  throw new ConnectionError(`the token of ${where} contains ${what}; write it anew without it`, {
    reason: "credentials",
  });
}
