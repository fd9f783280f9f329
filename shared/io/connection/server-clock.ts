import type { Snapshot } from "../../model/snapshot.ts";
import { formatStamp } from "../../model/time.ts";
import type { IncomingResponse } from "../transport/channel.ts";

/** Compares the clock of this machine with the server's, by the header Date of responses. */
export interface ServerClock {
  /** Called when a request is sent. What it returns is called as soon as the response has arrived. */
  sent(): (response: Pick<IncomingResponse, "status" | "headers">) => void;
  /**
   * Milliseconds by which this machine's clock is ahead of the server's; negative: behind. 0: the two may be the same.
   * Undefined: no response has said the time.
   */
  ahead(): number | undefined;
}

/** The form of Date that a server must send (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. */
const fixedDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A Date has whole seconds. */
const dateResolutionMs = 1_000;

/**
 * The server wrote its Date between the sending of the request and the arrival of the response, so that a response gives
 * a range of differences: sent at 12:00:10, arrived at 12:00:12 with `Date: 12:00:05` -> 4 to 7 seconds ahead, because a
 * Date has no fractions. A difference stands until a response contradicts it: ages and findings do not waver with the
 * network. @param now milliseconds since 1970 by this machine's clock, which may jump.
 */
export function createServerClock(now: () => number): ServerClock {
  let aheadMs: number | undefined;
  return {
    sent() {
      const sentAtMs = now();
      return (response) => {
        const serverMs = readServerTime(response);
        if (serverMs === undefined) return;
        const minAheadMs = sentAtMs - serverMs - dateResolutionMs;
        const maxAheadMs = now() - serverMs;
        const previousMs = aheadMs ?? 0;
        const isConfirmed = minAheadMs <= previousMs && previousMs <= maxAheadMs;
        const mayBeSameTime = minAheadMs <= 0 && maxAheadMs >= 0;
        if (isConfirmed) aheadMs = previousMs;
        else aheadMs = mayBeSameTime ? 0 : (minAheadMs + maxAheadMs) / 2;
      };
    },
    ahead: () => aheadMs,
  };
}

/**
 * The Date of a response, in milliseconds since 1970. Undefined where it has none, or where a proxy or a load balancer
 * may have written the response, with a clock of its own.
 */
function readServerTime({ status, headers }: Pick<IncomingResponse, "status" | "headers">): number | undefined {
  const date = headers["date"];
  const mayBeOfProxy = status >= 500 || status === 407;
  if (mayBeOfProxy || typeof date !== "string" || !fixedDate.test(date)) return undefined;
  const serverMs = Date.parse(date);
  return Number.isNaN(serverMs) ? undefined : serverMs;
}

/**
 * The time of a snapshot by the server's clock, which wrote the times inside the objects, and the difference of this
 * machine's. Without a server's time this machine's counts.
 */
export function serverTime(nowMs: number, aheadMs: number | undefined): Pick<Snapshot, "takenAt" | "readerClock"> {
  if (aheadMs === undefined) return { takenAt: formatStamp(nowMs) };
  return { takenAt: formatStamp(nowMs - aheadMs), readerClock: Math.round(aheadMs / 1_000) };
}
