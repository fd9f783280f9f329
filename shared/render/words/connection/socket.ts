/** The error of a socket that closed while it connected. */
export const closedBeforeOpen = "closed before it was open";

/** The error for a certificate without the names that Go checks. */
export const noSubjectAltName = "no subjectAltName";

/** The error of requests on a connection that the plugin closed. */
export const closedByUs = "the connection was closed by us";
