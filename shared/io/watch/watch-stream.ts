import type { Query } from "../../model/snapshot.ts";
import type { ServerResponse } from "../connection/answer.ts";
import type { ServerConnection } from "../connection/connection.ts";
import type { ListPosition } from "../reader/reader.ts";
import { silentServer } from "../transport/channel.ts";
import type { WatchClock } from "./clock.ts";
import { parseWatchEvent, type WatchEvent } from "./reflector/watch-event.ts";

/** How one request for a watch ended. */
export type StreamEnd =
  /** The server ended it, as it does after some minutes. */
  | { readonly is: "over" }
  /** The connection broke off, with `silentFor` after that many milliseconds without data. */
  | { readonly is: "cut"; readonly cause: string; readonly silentFor?: number }
  | { readonly is: "expired" }
  /** The server reported an error, or sent something that is no event. */
  | { readonly is: "error"; readonly cause: string }
  | { readonly is: "answered"; readonly answer: ServerResponse };

/** The tools of a watch, and the functions that it calls. */
interface StreamTools {
  readonly connection: ServerConnection;
  readonly clock: WatchClock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** The server has begun to respond. */
  readonly begun: () => void;
  readonly event: (event: Extract<WatchEvent, { readonly resourceVersion: string }>) => void;
}

/**
 * Seconds after which the server ends each watch, between these two. A thousand watches then do not end at once
 * (client-go, reflector.go, five to ten minutes).
 */
const shortestWatch = 240;
const longestWatch = 360;

/**
 * Sends one request for the changes of a list from a place on. With `whole` the server first sends the objects that
 * exist now, and a bookmark ends them. A connection that is silent for longer than the server may be is given up.
 * @throws ConnectionError as {@link ServerConnection.lines}; the reason of `signal`.
 */
export async function watchStream(
  query: Query,
  { path, version, resourceVersion }: ListPosition,
  { connection, clock, random, signal, begun, event }: StreamTools,
  whole = false,
): Promise<StreamEnd> {
  const seconds = Math.round(shortestWatch + random() * (longestWatch - shortestWatch));
  const parameters = new URLSearchParams({
    watch: "1",
    allowWatchBookmarks: "true",
    timeoutSeconds: String(seconds),
    ...(whole ? { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" } : { resourceVersion }),
    ...selectorsOf(query),
  });
  const own = new AbortController();
  const follow = (): void => own.abort(signal.reason);
  signal.addEventListener("abort", follow, { once: true });
  if (signal.aborted) follow();
  let flaw: StreamEnd | undefined;
  let heardAt = clock.now();
  const stop = (end: StreamEnd): void => {
    flaw ??= end;
    own.abort();
  };
  let forget: (() => void) | undefined;
  try {
    const end = await connection.lines(`${path}?${parameters}`, {
      signal: own.signal,
      accept: acceptOf(query),
      begun() {
        // The server has ended the watch by then, whatever happens.
        forget = clock.after(seconds * 1100, () =>
          stop({ is: "cut", cause: silentServer, silentFor: clock.now() - heardAt }),
        );
        heardAt = clock.now();
        begun();
      },
      line(text) {
        heardAt = clock.now();
        if (flaw !== undefined) return;
        const one = parseWatchEvent(text, query, version);
        if ("resourceVersion" in one) event(one);
        else stop(one.is === "garbage" ? { is: "error", cause: "the response is not a watch event" } : one);
      },
    });
    return flaw ?? end;
  } catch (error) {
    if (flaw !== undefined && !signal.aborted) return flaw;
    throw error;
  } finally {
    forget?.();
    signal.removeEventListener("abort", follow);
  }
}

function selectorsOf({ fieldSelector, labelSelector }: Query): Readonly<Record<string, string>> {
  return {
    ...(fieldSelector !== undefined && { fieldSelector }),
    ...(labelSelector !== undefined && { labelSelector }),
  };
}

// Of a Secret only the metadata is ever requested.
function acceptOf({ group, kind, metadataOnly }: Query): string {
  if (metadataOnly === undefined && (group !== "" || kind !== "Secret")) return "application/json";
  return "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
}
