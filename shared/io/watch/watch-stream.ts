import type { Query } from "../../model/snapshot.ts";
import type { Answer } from "../answer.ts";
import type { Connection } from "../connection.ts";
import type { Place } from "../reader.ts";
import type { Clock } from "./clock.ts";
import { eventOf, type WatchEvent } from "./event.ts";

/** How one request for a watch ended. */
export type StreamEnd =
  /** The server ended it, as it does after some minutes. */
  | { readonly is: "over" }
  /** It broke off, perhaps after so many milliseconds without a word. */
  | { readonly is: "cut"; readonly cause: string; readonly silentFor?: number }
  | { readonly is: "expired" }
  /** The server said so, or what came is no event. */
  | { readonly is: "error"; readonly cause: string }
  | { readonly is: "answered"; readonly answer: Answer };

/** What a watch is told with. */
interface StreamTools {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** The server has begun to answer. */
  readonly begun: () => void;
  readonly event: (event: Extract<WatchEvent, { readonly resourceVersion: string }>) => void;
}

/** Seconds: between these the server ends each watch, so that a thousand of them do not end at once (client-go, reflector.go, five to ten minutes). */
const shortestWatch = 240;
const longestWatch = 360;

/**
 * One request for the changes of a list from a place on; with `whole` what is there now is said first, and a bookmark ends
 * it. A connection that is silent for longer than the server may be is given up.
 * @throws ConnectionError as {@link Connection.lines}; the reason of `signal`.
 */
export async function watchStream(
  query: Query,
  { path, version, resourceVersion }: Place,
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
        // Whatever the server does, it has ended by then.
        forget = clock.after(seconds * 1100, () =>
          stop({ is: "cut", cause: "the server fell silent", silentFor: clock.now() - heardAt }),
        );
        heardAt = clock.now();
        begun();
      },
      line(text) {
        heardAt = clock.now();
        if (flaw !== undefined) return;
        const one = eventOf(text, query, version);
        if ("resourceVersion" in one) event(one);
        else stop(one.is === "garbage" ? { is: "error", cause: "what came is no event" } : one);
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

// Of a Secret nothing but its name and labels is ever asked for.
function acceptOf({ group, kind, metadataOnly }: Query): string {
  if (metadataOnly === undefined && (group !== "" || kind !== "Secret")) return "application/json";
  return "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
}
