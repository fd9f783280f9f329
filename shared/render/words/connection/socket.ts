/** The error of a socket that closed while it connected. */
export const closedBeforeOpen = "closed before it was open";

/** The error for a certificate of other names. */
export const otherNames = "other names";

/** The error for a certificate without the names that Go checks. */
export const noSubjectAltName = "no subjectAltName";
