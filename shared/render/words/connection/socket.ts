/** The error of a socket that closed while it connected. */
export const closedBeforeOpen = "closed before it was open";

/** The error for a certificate that has the name only by a star for a part of a label. */
export const partialWildcardOnly = "a star for a part of a label";

/** The error for a certificate without the names that Go checks. */
export const noSubjectAltName = "no subjectAltName";
