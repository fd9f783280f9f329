import { utc } from "../../model/time.ts";
import { at, text, wholeNumber } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { type Container, restartsOf } from "./containers.ts";
import { signalOf } from "./signals.ts";
import { type Facts, hasLasted, patience } from "./verdicts.ts";

/** How a container ended. */
export interface Exit {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly signal: string | undefined;
  readonly finishedAt: string | undefined;
  readonly words: string;
  /** `exitCode`, `signal`, `reason`, `lastExit` (when) and `lastMessage` (the first line of what it wrote as it ended). */
  readonly facts: Facts;
}

/** The end of a `state.terminated`; undefined where it has not ended, or with no exit code. */
export function exitOf(terminated: unknown): Exit | undefined {
  const code = wholeNumber(at(terminated, ["exitCode"]));
  if (code === undefined) return undefined;
  const [reason, message] = [text(at(terminated, ["reason"])), text(at(terminated, ["message"]))];
  const [signal, finishedAt, line] = [signalOf(code), utc(at(terminated, ["finishedAt"])), firstLine(message)];
  const facts = {
    exitCode: `${code}`,
    ...(signal === undefined ? {} : { signal }),
    ...(reason === "" ? {} : { reason }),
    ...(finishedAt === undefined ? {} : { lastExit: finishedAt }),
    ...(line === "" ? {} : { lastMessage: line }),
  };
  return { code, reason, message, signal, finishedAt, words: coreWords.exit({ code, signal, reason, message }), facts };
}

/** How it ended the last time before this one. */
export function lastExitOf({ status }: Container): Exit | undefined {
  return exitOf(at(status, ["lastState", "terminated"]));
}

/**
 * What is left of earlier ends where a container runs and is ready: `lastReason`, `lastExitCode`, `lastExit`, and
 * `restarting` where it came back several times and has not yet run for as long as the kubelet remembers a crash.
 */
export function historyOf(container: Container, takenAt: string): Facts {
  const last = lastExitOf(container);
  if (last === undefined) return {};
  const { code, reason, finishedAt } = last;
  const isRecent = finishedAt !== undefined && !hasLasted(finishedAt, takenAt, patience.backOff);
  return {
    lastReason: reason,
    lastExitCode: `${code}`,
    ...(finishedAt === undefined ? {} : { lastExit: finishedAt }),
    ...(isRecent && code !== 0 && restartsOf(container) >= several ? { restarting: "true" } : {}),
  };
}

/** Once or twice is an accident. */
const several = 3;

/** Programs write a whole stack: its first line says what it is about. */
function firstLine(message: string): string {
  const line = message.split(/[\r\n\u2028\u2029]+/).find((each) => each.trim() !== "") ?? "";
  return line.trim().slice(0, 300);
}
