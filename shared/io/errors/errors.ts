/**
 * Returns a check whether an error has this name. Each bundle has classes of its own, so a check by class would fail
 * for an error of another bundle.
 */
export function isCalled(name: string): (error: unknown) => boolean {
  return (error) => error instanceof Error && error.name === name;
}

/** The command line names what does not exist, or combines what conflicts. The message says what is valid. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = isCalled("UsageError");
}

/** A given file, archive or stream cannot be used. The message names the place of the fault. */
export class InputError extends Error {
  override readonly name = "InputError";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = isCalled("InputError");
}

/** Why there is no response. A frontend may offer a login for `credentials`, and a retry for `unreachable`. */
export type ConnectionReason = "unreachable" | "untrusted" | "credentials" | "timeout";

/**
 * No server can be reached, or it rejects the connection or the credentials. The message names the server and the
 * remedy, and never contains a credential.
 */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = isCalled("ConnectionError");
  readonly reason: ConnectionReason;

  constructor(message: string, options: ErrorOptions & { readonly reason: ConnectionReason }) {
    super(message, options);
    this.reason = options.reason;
  }
}

/** Whether the message of an error is meant for the user. */
export function isUserError(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof InputError || error instanceof ConnectionError;
}
