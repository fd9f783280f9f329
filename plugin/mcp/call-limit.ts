import { UsageError } from "../../shared/io/errors/errors.ts";
import { limitConcurrency } from "../../shared/io/transport/concurrency-limit.ts";
import type { ToolName } from "./tool-list.ts";

/** The most calls that read at once. Each holds all objects of its cluster, or of the must-gather. */
const maxReading = { clusters: 4, mustGather: 1 } as const;

/** What the calls read: the clusters that they name, or one must-gather, of which two calls at once would hold all twice. */
export type ReadByCalls = keyof typeof maxReading;

/** The most calls without a result. An assistant has a few. */
const maxOpen = 64;

/** Runs a call in its turn. A call that was cancelled before does nothing. @throws UsageError for one call too many. */
export type RunInTurn = <T>(name: ToolName, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Bounds the calls of one client. A wait takes no turn of others, because it takes minutes. */
export function createCallLimit(source: ReadByCalls): RunInTurn {
  const inTurn = limitConcurrency(maxReading[source]);
  let open = 0;
  return async (name, signal, work) => {
    if (open >= maxOpen) throw new UsageError(`more than ${maxOpen} calls at once; wait for their results`);
    open += 1;
    try {
      if (name === "wait") return await work();
      return await inTurn(() => {
        signal.throwIfAborted();
        return work();
      });
    } finally {
      open -= 1;
    }
  };
}
