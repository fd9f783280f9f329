/** Why an entry cannot be read that the end of the archive cuts. */
export const archiveEndsInside = "the archive ends inside it";

/** The reason for an archive without its end. */
export const endsTooEarly = "truncated";
