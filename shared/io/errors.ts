/** The command line asks for something that does not exist or does not go together; the message says what would. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A file, an archive or a stream that we were given cannot be used; the message says where it broke. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** Why a server gave no answer: a front may offer a log-in for `credentials`, and waiting for `unreachable`. */
export type ConnectionReason = "unreachable" | "untrusted" | "credentials" | "timeout";

/** No server to ask, or one that does not let us ask; the message names the server and what to do, never a credential. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly reason: ConnectionReason;

  constructor(message: string, options: ErrorOptions & { readonly reason: ConnectionReason }) {
    super(message, options);
    this.reason = options.reason;
  }
}
