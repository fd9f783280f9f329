/** The most bytes that are requested or read of a log. */
export const maxLogBytes: number = 64 * 1024;

/** How long a Report waits for what is read after it, in milliseconds: all logs together, or a count. */
export const patienceAfterReportMs = 3000;
