/** The most bytes that are requested or read of a log. */
export const maxLogBytes: number = 64 * 1024;

/** How long a Report waits for what is read after it, in milliseconds: all logs together, or a count. */
export const patienceAfterReportMs = 3000;

/** How long a request for a log may take if no Report waits for it, in milliseconds. */
export const maxLogRequestMs = 30_000;
