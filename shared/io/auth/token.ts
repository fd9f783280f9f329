import { ConnectionError, InputError } from "../errors/errors.ts";
import { fileErrorMessage } from "../errors/file-error-message.ts";
import { readBounded } from "../files/read-bounded.ts";
import { headerText } from "../kubeconfig/header-text.ts";

/** A bearer token that may change while the process runs. */
export interface TokenSource {
  /** The current token. @throws InputError where there has never been one. */
  token(): Promise<string>;
  /** Makes the next call read the token again, because the server refused it. */
  forget(): void;
}

/** Half of the time between the kubelet's renewal and the expiry of a projected token (client-go, token_source.go). */
const rereadAfterMs = 60_000;

/**
 * The token in the file `path`, trimmed, and read at most once a minute. While the file cannot be read, the last token
 * is used. Without one it is `fallback`, the token beside `tokenFile` in the kubeconfig.
 */
export function tokenFileSource(path: string, fallback: string | undefined, now: () => number): TokenSource {
  let newest: { readonly token: string; readonly rereadAtMs: number } | undefined;

  function read(): string {
    try {
      const token = readBounded(path).toString().trim();
      if (token === "") throw new InputError(`${path}, the token file of the user, is empty`);
      newest = { token: assertSendable(token, path), rereadAtMs: now() + rereadAfterMs };
      return newest.token;
    } catch (error) {
      if (newest !== undefined) return newest.token;
      if (fallback !== undefined) return assertSendable(fallback, `the user beside ${path}`);
      if (error instanceof InputError || error instanceof ConnectionError) throw error;
      throw new InputError(`cannot read ${path}, the token file of the user: ${fileErrorMessage(error)}`, {
        cause: error,
      });
    }
  }

  return {
    async token() {
      if (newest !== undefined && now() < newest.rereadAtMs) return newest.token;
      return read();
    },
    forget() {
      if (newest !== undefined) newest = { ...newest, rereadAtMs: 0 };
    },
  };
}

/**
 * `token` as a header value (see {@link headerText}).
 * @throws ConnectionError where no header can hold it. The message does not contain the token.
 */
export function assertSendable(token: string, where: string): string {
  const value = headerText(token);
  if (value !== undefined) return value;
  const hasLineBreak = /[\r\n]/.test(token);
  const character = hasLineBreak ? "a line break" : "a control character, which is not allowed in a header";
  throw new ConnectionError(`the token of ${where} contains ${character}; remove it`, { reason: "credentials" });
}
