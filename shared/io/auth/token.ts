import { ConnectionError, InputError } from "../errors/errors.ts";
import { fileErrorMessage } from "../errors/file-error-message.ts";
import { readBounded } from "../files/read-bounded.ts";
import { headerText } from "../kubeconfig/header-text.ts";
import type { RequestCredentials } from "../socket/server-credentials.ts";

/** Half of the time between the kubelet's renewal and the expiry of a projected token (client-go, token_source.go). */
const rereadAfterMs = 60_000;

/**
 * The token in the file `path`, trimmed, and read at most once a minute. While the file cannot be read, the last token
 * is used. Without one it is `fallback`, the token beside `tokenFile` in the kubeconfig. Where there is neither,
 * `headers` throws an InputError.
 */
export function tokenFileCredentials(
  path: string,
  fallback: string | undefined,
  now: () => number,
): RequestCredentials {
  let lastToken: string | undefined;
  let rereadAtMs = 0;

  function readToken(): string {
    try {
      const token = readBounded(path).toString().trim();
      if (token === "") throw new InputError(`${path}, the token file of the user, is empty`);
      lastToken = assertSendable(token, path);
      rereadAtMs = now() + rereadAfterMs;
      return lastToken;
    } catch (error) {
      if (lastToken !== undefined) return lastToken;
      if (fallback !== undefined) return assertSendable(fallback, `the user beside ${path}`);
      if (error instanceof InputError || error instanceof ConnectionError) throw error;
      const reason = fileErrorMessage(error);
      throw new InputError(`cannot read ${path}, the token file of the user: ${reason}`, { cause: error });
    }
  }

  return {
    async headers() {
      const token = lastToken !== undefined && now() < rereadAtMs ? lastToken : readToken();
      return { authorization: `Bearer ${token}` };
    },
    forget() {
      rereadAtMs = 0;
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
