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

/** The form of Date that a server must send (RFC 9110, 5.6.7). It has whole seconds. */
const fixedDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const resolutionMs = 1_000;

/**
 * The server wrote its Date between the sending of the request and the arrival of the response, so that a response gives
 * a range of differences. A difference stands until a response contradicts it: ages and findings do not waver with the
 * network. @param now milliseconds since 1970 by this machine's clock, which may jump.
 */
export function createServerClock(now: () => number): ServerClock {
  let ahead: number | undefined;
  return {
    sent() {
      const sentAtMs = now();
      return ({ status, headers }) => {
        const date = headers["date"];
        // A proxy or a load balancer gives these responses itself, with a clock of its own.
        if (status >= 500 || status === 407 || typeof date !== "string" || !fixedDate.test(date)) return;
        const serverMs = Date.parse(date);
        if (Number.isNaN(serverMs)) return;
        const minAheadMs = sentAtMs - serverMs - resolutionMs;
        const maxAheadMs = now() - serverMs;
        const known = ahead ?? 0;
        const isConfirmed = minAheadMs <= known && known <= maxAheadMs;
        const measured = mayBeSameTime(minAheadMs, maxAheadMs) ? 0 : (minAheadMs + maxAheadMs) / 2;
        ahead = isConfirmed ? known : measured;
      };
    },
    ahead: () => ahead,
  };
}

function mayBeSameTime(minAheadMs: number, maxAheadMs: number): boolean {
  return minAheadMs <= 0 && maxAheadMs >= 0;
}

/**
 * The time of a snapshot by the server's clock, which wrote the times inside the objects, and the difference of this
 * machine's. Without a server's time this machine's counts.
 */
export function serverTime(now: number, ahead: number | undefined): Pick<Snapshot, "takenAt" | "readerClock"> {
  if (ahead === undefined) return { takenAt: formatStamp(now) };
  return { takenAt: formatStamp(now - ahead), readerClock: Math.round(ahead / 1_000) };
}
