import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { listAt, parseJson, recordAt, textAt, valueAt } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";
import type { ServerConnection } from "../connection/connection.ts";
import type { ServerResponse } from "../connection/server-response.ts";
import { objectFlaw, withItemKinds } from "../reader/paged-list.ts";
import type { ListPosition } from "../reader/reader.ts";
import { acceptedType, selectorParameters } from "../reader/resource-path.ts";
import { silentServer } from "../transport/response-flaws.ts";
import type { WatchClock } from "./clock.ts";

/** How one request for a watch ended. */
export type StreamEnd =
  /** The server ended it, as it does after some minutes. */
  | { readonly is: "over" }
  /** The connection broke off, with `silentForMs` after that many milliseconds without data. */
  | { readonly is: "cut"; readonly cause: string; readonly silentForMs?: number }
  | { readonly is: "expired" }
  /** The server reported an error, or sent something that is no event. */
  | { readonly is: "error"; readonly cause: string }
  | { readonly is: "notOk"; readonly response: ServerResponse };

/** A change, or a bookmark: what a stream passes on. */
export type StreamedEvent = Extract<WatchEvent, { readonly resourceVersion: string }>;

/** How a watch is requested, and the functions that it calls. */
interface WatchStreamOptions {
  readonly connection: ServerConnection;
  readonly clock: WatchClock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Whether the server first sends the objects that exist now, which a bookmark ends. */
  readonly sendsInitialEvents: boolean;
  /** The server has begun to respond. */
  readonly begun: () => void;
  /** Gets each event with the line in which it came. */
  readonly event: (event: StreamedEvent, line: string) => void;
}

/**
 * Seconds after which the server ends each watch, between these two. A thousand watches then do not end at once
 * (client-go, reflector.go, five to ten minutes).
 */
const minWatchSeconds = 240;
const maxWatchSeconds = 360;

/** Requests the objects that exist now before their changes (KEP-3157). */
const initialEventsParameters = { sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" };

/**
 * Sends one request for the changes of a list from a position on. A connection is given up where the server does not end
 * the watch in time.
 * @throws ConnectionError as {@link ServerConnection.lines}; the reason of `signal`.
 */
export async function watchStream(
  query: Query,
  { path, version, resourceVersion }: ListPosition,
  { connection, clock, random, signal, sendsInitialEvents, begun, event }: WatchStreamOptions,
): Promise<StreamEnd> {
  const seconds = Math.round(minWatchSeconds + random() * (maxWatchSeconds - minWatchSeconds));
  // The server has ended the watch a tenth of the time later, whatever happens.
  const giveUpAfterMs = seconds * 1100;
  const parameters = new URLSearchParams({
    watch: "1",
    allowWatchBookmarks: "true",
    timeoutSeconds: String(seconds),
    ...(sendsInitialEvents ? initialEventsParameters : { resourceVersion }),
    ...selectorParameters(query),
  });
  const request = new AbortController();
  /** Why this function ended the request. */
  let ownEnd: StreamEnd | undefined;
  const endRequest = (end: StreamEnd): void => {
    ownEnd ??= end;
    request.abort();
  };
  let lastDataAtMs = clock.now();
  let cancelTimeout = (): void => {};
  try {
    const end = await connection.lines(`${path}?${parameters}`, {
      signal: AbortSignal.any([signal, request.signal]),
      accept: acceptedType(query, "PartialObjectMetadata"),
      begun() {
        cancelTimeout = clock.after(giveUpAfterMs, () =>
          endRequest({ is: "cut", cause: silentServer, silentForMs: clock.now() - lastDataAtMs }),
        );
        lastDataAtMs = clock.now();
        begun();
      },
      line(text) {
        lastDataAtMs = clock.now();
        if (ownEnd !== undefined) return;
        const parsed = parseWatchEvent(text, query, version);
        if ("resourceVersion" in parsed) event(parsed, text);
        else if (parsed.is === "garbage") endRequest({ is: "error", cause: "the response is not a watch event" });
        else endRequest(parsed);
      },
    });
    return ownEnd ?? end;
  } catch (error) {
    if (ownEnd !== undefined && !signal.aborted) return ownEnd;
    throw error;
  } finally {
    cancelTimeout();
  }
}

/** One line of a watch, parsed. */
type WatchEvent =
  | { readonly is: "put" | "remove"; readonly object: KubeObject; readonly resourceVersion: string }
  /** The server has sent all changes up to here. `isWhole`: it has also sent all objects that existed at the start. */
  | { readonly is: "bookmark"; readonly resourceVersion: string; readonly isWhole: boolean }
  /** 410 in a stream: the server no longer keeps the version that the watch continues from. */
  | { readonly is: "expired" }
  | { readonly is: "error"; readonly cause: string }
  /** No event at all: the line was cut off, or the sender is no API server. */
  | { readonly is: "garbage" };

/** Parses one line of a watch. It never throws. */
export function parseWatchEvent(line: string, query: Query, version: string): WatchEvent {
  const flaw = objectFlaw(line);
  if (flaw !== undefined) return { is: "error", cause: flaw };
  const event = parseJson(line);
  const object = recordAt(event, "object");
  if (object === undefined) return { is: "garbage" };
  const resourceVersion = textAt(object, "metadata", "resourceVersion");
  switch (valueAt(event, "type")) {
    case "ADDED":
    case "MODIFIED":
      return makeChange("put", toObject(withItemKinds(object, query, version)));
    case "DELETED":
      return makeChange("remove", toObject(withItemKinds(object, query, version)));
    case "BOOKMARK": {
      const isWhole = textAt(object, "metadata", "annotations", "k8s.io/initial-events-end") === "true";
      return { is: "bookmark", resourceVersion, isWhole };
    }
    case "ERROR":
      if (valueAt(object, "code") === 410 || isAhead(object)) return { is: "expired" };
      return { is: "error", cause: textAt(object, "message") || "the server closed the watch" };
    default:
      return { is: "garbage" };
  }
}

/** The change of an object. An object without a name is none. */
function makeChange(is: "put" | "remove", object: KubeObject): WatchEvent {
  const { ref, resourceVersion } = object;
  return ref.name === "" ? { is: "garbage" } : { is, object, resourceVersion };
}

/**
 * Whether the server is behind the version that the client requested, because it was set back to an older state (apimachinery,
 * errors.go, IsTooLargeResourceVersion: a 504 with this cause).
 */
export function isAhead(status: unknown): boolean {
  return listAt(status, "details", "causes").some((cause) => valueAt(cause, "reason") === "ResourceVersionTooLarge");
}
