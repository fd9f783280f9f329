import type { Verdict } from "../shared/model/verdict.ts";

/** The exit status by verdict under `--exit-code` (report.md, "Exit status"); the help prints the same table. */
export const exitCodes: Readonly<Record<Verdict, number>> = {
  healthy: 0,
  unavailable: 2,
  degraded: 2,
  progressing: 3,
  unknown: 4,
};

/** Wrong usage, unusable input, no server, no such name. */
export const failed = 1;

/** Somebody pressed Ctrl-C: as a shell tells of a program that SIGINT ended. */
export const interrupted = 130;

/** `wait` gave up. */
export const timedOut = 5;
