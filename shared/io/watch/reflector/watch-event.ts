import type { KubeObject } from "../../../model/object.ts";
import type { Query } from "../../../model/snapshot.ts";
import { toList, toRecord, toText, valueAt } from "../../../parse/json-value.ts";
import { toObject } from "../../../parse/kube-object.ts";
import { withItemKinds } from "../../reader/reader.ts";

/** One line of a watch, parsed. */
export type WatchEvent =
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
  const event = parseJsonLine(line);
  const object = toRecord(valueAt(event, ["object"]));
  if (object === undefined) return { is: "garbage" };
  const resourceVersion = toText(valueAt(object, ["metadata", "resourceVersion"]));
  switch (valueAt(event, ["type"])) {
    case "ADDED":
    case "MODIFIED":
      return changeOf("put", toObject(withItemKinds(object, query, version)));
    case "DELETED":
      return changeOf("remove", toObject(withItemKinds(object, query, version)));
    case "BOOKMARK": {
      const isWhole = toText(valueAt(object, ["metadata", "annotations", "k8s.io/initial-events-end"])) === "true";
      return { is: "bookmark", resourceVersion, isWhole };
    }
    case "ERROR":
      if (valueAt(object, ["code"]) === 410 || isAhead(object)) return { is: "expired" };
      return { is: "error", cause: toText(valueAt(object, ["message"])) || "the server closed the watch" };
    default:
      return { is: "garbage" };
  }
}

function changeOf(is: "put" | "remove", object: KubeObject): WatchEvent {
  const { ref, resourceVersion } = object;
  return ref.name === "" ? { is: "garbage" } : { is, object, resourceVersion };
}

/**
 * Whether the server is behind the version that the client requested. It was set back to an older state (apimachinery,
 * errors.go, IsTooLargeResourceVersion: a 504 with this cause).
 */
export function isAhead(status: unknown): boolean {
  return toList(valueAt(status, ["details", "causes"])).some(
    (cause) => valueAt(cause, ["reason"]) === "ResourceVersionTooLarge",
  );
}

/** The value of a line of JSON, or undefined where the line is no JSON. */
export function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
