/** The reason while a request waits for a log-in of the user. */
export const waitingForLogin = "waiting for the log-in of this context";

/** The error for a request without a response in time. */
export function unansweredText(server: string, milliseconds: number): string {
  return `no answer from ${server} within ${milliseconds / 1000} s; is the server overloaded?`;
}

/** The reason for a new read after the machine slept. */
export const machineSlept = "this machine slept";

/** The reason for a new read that the user requested. */
export const askedAgain = "asked again";

/** The reason where the server reports an error in a watch without a message. */
export const watchBrokenOff = "the server broke the watch off";

/** The reason where the place of a watch has expired. */
export const expiredPlace = "the server does not know any more what has changed since";

/** The reason where the server ends each watch without an event. */
export const watchEndsAtOnce = "the server ends each watch at once";

/** The reason where nothing arrives on a watch, or on a connection with a request in progress. */
export const silentServer = "the server fell silent";

/** The reason where a line of a watch is no event. */
export const notAnEvent = "what came is no event";

/** The reason where the server begins no watch and sends no message. */
export const watchNotBegun = "the server did not begin to watch";

/** The error for credentials that the server rejects after it accepted them, with its message. */
export function rejectedCredentialsText(server: string, message: string): string {
  return `${server} does not accept the credentials of this context any more (401: ${message}); log in again`;
}
