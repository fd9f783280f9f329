import type { ObservedExit } from "../../model/cause/observation.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { normalizeUtc } from "../../model/time.ts";
import { isTraceLine, messageInJson } from "../../parse/error-lines.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { type PodContainer, restartCount } from "./containers.ts";
import { filledFacts, gracePeriodSeconds, hasLasted, type NodeFacts } from "./object-health.ts";

/** A container that restarts this often is said to restart again and again. One or two restarts may be accidental. */
const minRestartsOfLoop = 3;

/** A fact is one line of a table. */
const maxErrorLineLength = 300;

/** The end of one run of a container, as `state.terminated` or `lastState.terminated` reports it. */
export interface ContainerExit {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** The signal behind the code: `SIGKILL` for 137. */
  readonly signal: string | undefined;
  readonly finishedAt: string | undefined;
}

/** Reads a `state.terminated`. Undefined if the container has not ended, or the exit code is missing. */
export function readExit(terminated: unknown): ContainerExit | undefined {
  const code = wholeNumberAt(terminated, "exitCode");
  if (code === undefined) return undefined;
  return {
    code,
    reason: textAt(terminated, "reason"),
    message: textAt(terminated, "message"),
    signal: signalOfExitCode(code),
    finishedAt: normalizeUtc(valueAt(terminated, "finishedAt")),
  };
}

/** The exit of the container's previous run. */
export function readLastExit({ status }: PodContainer): ContainerExit | undefined {
  return readExit(valueAt(status, "lastState", "terminated"));
}

/**
 * The exit as facts: `{ exitCode: "137", signal: "SIGKILL", reason: "OOMKilled", lastExit: "2026-05-01T10:00:00Z",
 * lastMessage: "panic: no lease" }`. `lastMessage` is the line of the termination message that names the error.
 */
export function exitFacts({ code, reason, message, signal, finishedAt }: ContainerExit): NodeFacts {
  return filledFacts({
    exitCode: `${code}`,
    signal,
    reason,
    lastExit: finishedAt,
    lastMessage: findErrorLine(message),
  });
}

/** The exit as an observation. */
export function observeExit({ code, signal, reason, message }: ContainerExit): ObservedExit {
  return { exitCode: code, ...definedFields({ signal }), reason, message };
}

/**
 * The previous exit of a container that runs and is ready, as facts: `lastReason`, `lastExitCode`, `lastExit`.
 * `restarting` is set after several restarts, while the kubelet still remembers the crash.
 */
export function previousExitFacts(container: PodContainer, takenAt: string): NodeFacts {
  const exit = readLastExit(container);
  if (exit === undefined) return {};
  const { code, reason, finishedAt } = exit;
  const isRecent = finishedAt !== undefined && !hasLasted(finishedAt, takenAt, gracePeriodSeconds.backOff);
  const isRestarting = isRecent && code !== 0 && restartCount(container) >= minRestartsOfLoop;
  return {
    lastReason: reason,
    lastExitCode: `${code}`,
    ...definedFields({ lastExit: finishedAt, restarting: isRestarting ? "true" : undefined }),
  };
}

/**
 * The line of a termination message that names the error, empty if the message is empty. With FallbackToLogsOnError the
 * message is the end of the log, so its first line may be cut and the last lines are the most useful. In this order:
 * 1. the last line that begins a panic of Go (`panic: no lease`),
 * 2. the last line outside of a stack trace,
 * 3. the last line.
 */
function findErrorLine(message: string): string {
  const lines = message.split(/[\r\n\u2028\u2029]+/).filter((line) => line.trim() !== "");
  const panicLine = lines.findLast((line) => /^(panic|fatal error):/.test(line));
  const errorLine = panicLine ?? lines.findLast((line) => !isTraceLine(line)) ?? lines.at(-1) ?? "";
  const text = messageInJson(errorLine) ?? errorLine;
  return text.trim().slice(0, maxErrorLineLength);
}

/** The signal behind an exit code: shells and container runtimes report 128 plus the number of the signal. */
function signalOfExitCode(exitCode: number): string | undefined {
  return signalNames.get(exitCode - 128);
}

/** The signals that end containers, by number (Linux, asm-generic/signal.h). */
const signalNames: ReadonlyMap<number, string> = new Map([
  [1, "SIGHUP"],
  [2, "SIGINT"],
  [3, "SIGQUIT"],
  [4, "SIGILL"],
  [5, "SIGTRAP"],
  [6, "SIGABRT"],
  [7, "SIGBUS"],
  [8, "SIGFPE"],
  [9, "SIGKILL"],
  [10, "SIGUSR1"],
  [11, "SIGSEGV"],
  [12, "SIGUSR2"],
  [13, "SIGPIPE"],
  [14, "SIGALRM"],
  [15, "SIGTERM"],
  [24, "SIGXCPU"],
  [25, "SIGXFSZ"],
  [31, "SIGSYS"],
]);
