/** Each bundle has classes of its own, and an error thrown in one is caught in another: its name says what it is. */
export function isCalled(name: string): (error: unknown) => boolean {
  return (error) => error instanceof Error && error.name === name;
}

/** The command line asks for something that does not exist or does not go together; the message says what would. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = isCalled("UsageError");
}

/** A file, an archive or a stream that we were given cannot be used; the message says where it broke. */
export class InputError extends Error {
  override readonly name = "InputError";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = isCalled("InputError");
}

/** Why a server gave no answer: a front may offer a log-in for `credentials`, and waiting for `unreachable`. */
export type ConnectionReason = "unreachable" | "untrusted" | "credentials" | "timeout";

/** No server to ask, or one that does not let us ask; the message names the server and what to do, never a credential. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = isCalled("ConnectionError");
  readonly reason: ConnectionReason;

  constructor(message: string, options: ErrorOptions & { readonly reason: ConnectionReason }) {
    super(message, options);
    this.reason = options.reason;
  }
}

/** An error whose message is meant for the person. */
export function isTold(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof InputError || error instanceof ConnectionError;
}
