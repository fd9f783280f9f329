import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { toObject } from "../../parse/object.ts";
import { at, list, record, text } from "../../parse/value.ts";
import { typed } from "../reader.ts";

/** One line of a watch. */
export type WatchEvent =
  | { readonly is: "put" | "remove"; readonly object: KubeObject; readonly resourceVersion: string }
  /** Nothing happened up to here; with `isWhole` all that was there before has been said. */
  | { readonly is: "bookmark"; readonly resourceVersion: string; readonly isWhole: boolean }
  /** 410, in a stream: what we want to go on from is not kept any more. */
  | { readonly is: "expired" }
  | { readonly is: "error"; readonly cause: string }
  /** No event at all: somebody cut the line, or it is no API server that speaks. */
  | { readonly is: "garbage" };

/** Reads a line; total. */
export function eventOf(line: string, query: Query, version: string): WatchEvent {
  const event = parsed(line);
  const object = record(at(event, ["object"]));
  if (object === undefined) return { is: "garbage" };
  const resourceVersion = text(at(object, ["metadata", "resourceVersion"]));
  switch (at(event, ["type"])) {
    case "ADDED":
    case "MODIFIED":
      return changeOf("put", toObject(typed(object, query, version)));
    case "DELETED":
      return changeOf("remove", toObject(typed(object, query, version)));
    case "BOOKMARK": {
      const isWhole = text(at(object, ["metadata", "annotations", "k8s.io/initial-events-end"])) === "true";
      return { is: "bookmark", resourceVersion, isWhole };
    }
    case "ERROR":
      if (at(object, ["code"]) === 410 || isAhead(object)) return { is: "expired" };
      return { is: "error", cause: text(at(object, ["message"])) || "the server broke the watch off" };
    default:
      return { is: "garbage" };
  }
}

function changeOf(is: "put" | "remove", object: KubeObject): WatchEvent {
  const { ref, resourceVersion } = object;
  return ref.name === "" ? { is: "garbage" } : { is, object, resourceVersion };
}

/**
 * The server is behind where we were: it was set back to an older state (apimachinery, errors.go,
 * IsTooLargeResourceVersion: a 504 with this cause).
 */
export function isAhead(status: unknown): boolean {
  return list(at(status, ["details", "causes"])).some((cause) => at(cause, ["reason"]) === "ResourceVersionTooLarge");
}

/** Undefined where it is no JSON. */
export function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
