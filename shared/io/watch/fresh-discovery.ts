import type { Connection } from "../connection.ts";
import { type Discovery, discoveryOf } from "../discovery-once.ts";
import type { Clock } from "./clock.ts";

/** Milliseconds: whoever asks for a kind that was not there asks less often than that. */
const holds = 20_000;

/** What the server serves, asked anew where the last answer, at first that of `first`, is old: kinds come and go. */
export function freshDiscovery(connection: Connection, first: Discovery, { now }: Clock): Discovery {
  let current = first;
  let since: number | undefined;
  return (signal) => {
    if (since !== undefined && Math.abs(now() - since) > holds) {
      current = discoveryOf(connection);
      since = undefined;
    }
    since ??= now();
    return current(signal);
  };
}
