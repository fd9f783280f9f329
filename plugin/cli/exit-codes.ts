import type { GateAnswer } from "../../shared/model/upgrade-gate.ts";
import type { Verdict } from "../../shared/model/verdict.ts";

/** The exit status by verdict under `--exit-code`. Scripts rely on it, and the help prints the same table. */
export const exitCodes: Readonly<Record<Verdict, number>> = {
  healthy: 0,
  unavailable: 2,
  degraded: 2,
  progressing: 3,
  unknown: 4,
};

/** The exit status of each answer of `gate upgrade`. */
export const gateExitCodes: Readonly<Record<GateAnswer, number>> = { ALLOW: 0, BLOCK: 2, UNKNOWN: 4 };

/** The exit status for wrong usage, unusable input, an unreachable server or a name that does not exist. */
export const failedExit = 1;

/** The exit status after Ctrl-C, the one that a shell reports for a program that SIGINT ended. */
export const interruptedExit = 130;

/** The exit status of `wait` after its time-out. */
export const timedOut = 5;
