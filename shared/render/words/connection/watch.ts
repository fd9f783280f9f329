/** The reason while a request waits for a login of the user. */
export const waitingForLogin = "waiting for login to this context";

/** The error for a request without a response in time. */
export function unansweredText(server: string, milliseconds: number): string {
  return `no response from ${server} within ${milliseconds / 1000} s; the server may be overloaded`;
}

/** The reason for a new read after the machine slept. */
export const machineSlept = "this machine was suspended";

/** The reason for a new read that the user requested. */
export const askedAgain = "refreshed";

/** The reason where the server reports an error in a watch without a message. */
export const watchBrokenOff = "the server closed the watch";

/** The reason where the place of a watch has expired. */
export const expiredPlace = "the server no longer has the changes since the last response";

/** The reason where the server ends each watch without an event. */
export const watchEndsAtOnce = "the server closes each watch at once";

/** The reason where nothing arrives on a watch, or on a connection with a request in progress. */
export const silentServer = "the server stopped responding";

/** The reason where a line of a watch is no event. */
export const notAnEvent = "the response is not a watch event";

/** The reason where the server begins no watch and sends no message. */
export const watchNotBegun = "the server did not start the watch";

/** The error for credentials that the server rejects after it accepted them, with its message. */
export function rejectedCredentialsText(server: string, message: string): string {
  return `${server} no longer accepts the credentials of this context (401: ${message}); log in again`;
}
