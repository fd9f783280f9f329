import type { ServerConnection } from "../connection/connection.ts";
import { createDiscovery, type DiscoverOnce } from "../reader/lazy-discovery.ts";
import type { WatchClock } from "./clock.ts";

/** Milliseconds for which a result is reused. Requests for a kind that did not exist come less often than that. */
const holds = 20_000;

/**
 * A discovery that requests the served kinds again where its last result is old. Its first result is that of `first`.
 * Kinds come and go.
 */
export function freshDiscovery(connection: ServerConnection, first: DiscoverOnce, { now }: WatchClock): DiscoverOnce {
  let current = first;
  let since: number | undefined;
  return (signal) => {
    if (since !== undefined && Math.abs(now() - since) > holds) {
      current = createDiscovery(connection);
      since = undefined;
    }
    since ??= now();
    return current(signal);
  };
}
