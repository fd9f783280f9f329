import type { ObservedExit } from "../../model/cause/observation.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { normalizeUtc } from "../../model/time.ts";
import { isTraceLine, messageInJson } from "../../parse/error-lines.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { type PodContainer, restartCount } from "./containers.ts";
import { gracePeriodSeconds, hasLasted, type NodeFacts } from "./object-health.ts";

/** The exit of a container, as its status reports it. */
export interface ContainerExit {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly signal: string | undefined;
  readonly finishedAt: string | undefined;
  /**
   * `exitCode`, `signal`, `reason`, `lastExit` (when) and `lastMessage` (the line of its termination message with the
   * error).
   */
  readonly facts: NodeFacts;
}

/** The exit in a `state.terminated`; undefined if the container has not ended, or has no exit code. */
export function readExit(terminated: unknown): ContainerExit | undefined {
  const code = wholeNumberAt(terminated, "exitCode");
  if (code === undefined) return undefined;
  const [reason, message] = [textAt(terminated, "reason"), textAt(terminated, "message")];
  const [signal, finishedAt, line] = [
    signalOfExitCode(code),
    normalizeUtc(valueAt(terminated, "finishedAt")),
    lastError(message),
  ];
  const facts = {
    exitCode: `${code}`,
    ...definedFields({ signal }),
    ...(reason !== "" && { reason }),
    ...definedFields({ lastExit: finishedAt }),
    ...(line !== "" && { lastMessage: line }),
  };
  return { code, reason, message, signal, finishedAt, facts };
}

/** The exit as an observation. */
export function observedExit({ code: exitCode, signal, reason, message }: ContainerExit): ObservedExit {
  return { exitCode, ...definedFields({ signal }), reason, message };
}

/** The exit of the container's previous run. */
export function readLastExit({ status }: PodContainer): ContainerExit | undefined {
  return readExit(valueAt(status, "lastState", "terminated"));
}

/**
 * Facts about the previous exit of a container that runs and is ready: `lastReason`, `lastExitCode`, `lastExit`.
 * `restarting` is set after several restarts, while the kubelet still remembers the crash.
 */
export function exitHistoryFacts(container: PodContainer, takenAt: string): NodeFacts {
  const last = readLastExit(container);
  if (last === undefined) return {};
  const { code, reason, finishedAt } = last;
  const isRecent = finishedAt !== undefined && !hasLasted(finishedAt, takenAt, gracePeriodSeconds.backOff);
  return {
    lastReason: reason,
    lastExitCode: `${code}`,
    ...definedFields({ lastExit: finishedAt }),
    ...(isRecent && code !== 0 && restartCount(container) >= several && { restarting: "true" }),
  };
}

/** One or two restarts may be accidental. */
const several = 3;

/**
 * The line of a termination message that names the error: that of a panic, otherwise the last one that is no part of a
 * stack trace. With FallbackToLogsOnError the message is the end of the log, whose first line may be cut.
 */
function lastError(message: string): string {
  const lines = message.split(/[\r\n\u2028\u2029]+/).filter((line) => line.trim() !== "");
  const panic = lines.findLast((line) => /^(panic|fatal error):/.test(line));
  const line = panic ?? lines.findLast((each) => !isTraceLine(each)) ?? lines.at(-1) ?? "";
  return (messageInJson(line) ?? line).trim().slice(0, 300);
}

/** The signal behind an exit code: shells and container runtimes report 128 and its number. */
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
