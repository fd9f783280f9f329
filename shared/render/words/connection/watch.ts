/** The reason while a request waits for a login of the user. */
export const waitingForLogin = "waiting for login to this context";

/** The reason for a new read that the user requested. */
export const askedAgain = "refreshed";

/** The reason where nothing arrives on a watch, or on a connection with a request in progress. */
export const silentServer = "the server stopped responding";
