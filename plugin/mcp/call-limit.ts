import { UsageError } from "../../shared/io/errors/errors.ts";
import { limitConcurrency } from "../../shared/io/transport/concurrency-limit.ts";
import type { ToolName } from "./tool-input.ts";

/** The most calls that read at once, by what they read. Each holds all objects of its cluster, or of the must-gather. */
const maxReadingCalls = { clusters: 4, mustGather: 1 } as const;

/** What the calls read: the clusters that they name, or one must-gather. */
export type CallSource = keyof typeof maxReadingCalls;

/** The most calls without a result. An assistant has a few. */
const maxOpenCalls = 64;

/** Runs a call in its turn. A call that was cancelled before does nothing. @throws UsageError for one call too many. */
export type RunInTurn = <T>(name: ToolName, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Bounds the calls of one client. The tool `wait` needs no turn, because it takes minutes. */
export function createCallLimit(source: CallSource): RunInTurn {
  const inTurn = limitConcurrency(maxReadingCalls[source]);
  let openCalls = 0;
  return async (name, signal, work) => {
    if (openCalls >= maxOpenCalls)
      throw new UsageError(`more than ${maxOpenCalls} calls at once; wait for their results`);
    openCalls += 1;
    try {
      if (name === "wait") return await work();
      return await inTurn(() => {
        signal.throwIfAborted();
        return work();
      });
    } finally {
      openCalls -= 1;
    }
  };
}
