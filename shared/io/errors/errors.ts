/**
 * Returns a check whether an error has this name. Each bundle has classes of its own, so a check by class would fail
 * for an error of another bundle.
 */
export function hasErrorName(name: string): (error: unknown) => boolean {
  return (error) => error instanceof Error && error.name === name;
}

/** The command line names what does not exist, or combines what conflicts. The message says what is valid. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = hasErrorName("UsageError");
}

/** A given file, archive or stream cannot be used. The message names the place of the fault. */
export class InputError extends Error {
  override readonly name = "InputError";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = hasErrorName("InputError");
}

/** Why there is no response. A frontend may offer a login for `credentials`, and a retry for `unreachable`. */
export type ConnectionReason = "unreachable" | "untrusted" | "credentials" | "timeout";

/** What a failure is made of beside what happened. */
export interface FailureOptions extends ErrorOptions {
  readonly reason: ConnectionReason;
  /** What was tried, before what happened: `cannot connect to https://…`. */
  readonly tried?: string;
  /** What to do about it. */
  readonly advice?: string;
  /** What happened, where a row names the server; absent: as in the message. */
  readonly brief?: string;
}

/**
 * No server can be reached, or it rejects the connection or the credentials. The message names the server and the
 * remedy, and never contains a credential: `cannot connect to https://…: connection refused; is the server running?`.
 */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  static override [Symbol.hasInstance]: (error: unknown) => boolean = hasErrorName("ConnectionError");
  readonly reason: ConnectionReason;
  /** What happened, without what was tried and without advice: `connection refused`. */
  readonly brief: string;

  constructor(happened: string, { reason, tried, advice, brief = happened, cause }: FailureOptions) {
    const sentence = tried === undefined ? happened : `${tried}: ${happened}`;
    super(advice === undefined ? sentence : `${sentence}; ${advice}`, { cause });
    this.reason = reason;
    this.brief = brief;
  }
}

/** The fault of a login. Where that timed out, it was not the server, and another try would log in again. */
export function loginFault(error: unknown): unknown {
  if (!(error instanceof ConnectionError) || error.reason !== "timeout") return error;
  return new ConnectionError(error.message, { reason: "credentials", cause: error });
}

/** Whether the message of an error is meant for the user. */
export function isUserError(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof InputError || error instanceof ConnectionError;
}
