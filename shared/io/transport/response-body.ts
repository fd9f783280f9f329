import { findFlood } from "../errors/connection-faults.ts";
import type { BodyCollector, OutgoingRequest } from "./channel.ts";
import { CollectedBytes } from "./collected-bytes.ts";
import { brokenOffText, largeResponsesText, largeResponseText, SilenceError } from "./response-flaws.ts";

/** Creates a collector for at most `limit` bytes, and only what is left of `budget`. Of a larger body nothing is kept. */
export function createBodyCollector({ limit, budget }: Pick<OutgoingRequest, "limit" | "budget">): BodyCollector {
  const collected = new CollectedBytes();
  let flaw: string | undefined;

  function findFlaw(chunk: Buffer): string | undefined {
    if (collected.length() + chunk.length > limit) return largeResponseText(limit);
    return budget?.take(chunk.length) === false ? largeResponsesText : undefined;
  }

  return {
    add(chunk) {
      flaw ??= findFlaw(chunk);
      if (flaw === undefined) {
        collected.add(chunk);
        return true;
      }
      budget?.giveBack(collected.length());
      collected.clear();
      return false;
    },
    finish({ isComplete, cause }) {
      if (flaw !== undefined) return { body: Buffer.alloc(0), flaw, isLarge: true };
      budget?.giveBack(collected.length());
      const body = collected.release();
      return isComplete ? { body } : { body, flaw: brokenOffText(body.length, findFlood(cause)) };
    },
  };
}

/**
 * Creates a collector as {@link createBodyCollector} does, which calls `end` as soon as the server is silent for
 * `maxSilenceMs` in the middle of the body.
 */
export function createTimedBodyCollector(outgoing: OutgoingRequest, end: (cause: SilenceError) => void): BodyCollector {
  const collector = createBodyCollector(outgoing);
  const { maxSilenceMs = 0 } = outgoing;
  if (maxSilenceMs === 0) return collector;
  let timer: NodeJS.Timeout | undefined;

  function restartTimer(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const sentence = `the server sent nothing for ${maxSilenceMs / 1000} s in the middle of its response`;
      end(new SilenceError(maxSilenceMs, sentence));
    }, maxSilenceMs);
  }

  restartTimer();
  return {
    add(chunk) {
      restartTimer();
      return collector.add(chunk);
    },
    finish(bodyEnd) {
      clearTimeout(timer);
      const body = collector.finish(bodyEnd);
      const { cause } = bodyEnd;
      return cause instanceof SilenceError ? { ...body, ...cause.flaw() } : body;
    },
  };
}
