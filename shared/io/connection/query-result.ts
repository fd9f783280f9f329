import type { Query } from "../../model/snapshot.ts";
import { countDenseValues, inputLimits } from "../../parse/input-budget.ts";
import { type Fields, parseJson, recordAt, textAt, toRecord, valueAt } from "../../parse/json-value.ts";
import { deepestNesting, type JsonMeasure, measureJson } from "../../parse/measure-json.ts";
import { largeResponseText } from "../transport/channel.ts";
import type { ServerResponse } from "./server-response.ts";

/** The meaning of one response of the API server for a query. `cause` is the server's own message where it sent one. */
export type QueryResult =
  /** `bytes`: the size of the response. */
  | { readonly is: "found"; readonly value: Fields; readonly bytes: number }
  /** The server has the kind, but not this object. */
  | { readonly is: "absent" }
  /** The server does not have the kind, or not in this version. */
  | { readonly is: "unserved"; readonly cause: string }
  | { readonly is: "forbidden"; readonly cause: string }
  /** 401: the server rejects the credentials. */
  | { readonly is: "refused"; readonly cause: string }
  /** The object exists, but its webhook could not convert it to this version. */
  | { readonly is: "unconverted"; readonly cause: string }
  /** 410: the continue token or resource version has expired. */
  | { readonly is: "expired"; readonly cause: string }
  /** 429 and 5xx: a retry may help. `seconds`: the Retry-After of the server. */
  | { readonly is: "busy"; readonly status: number; readonly seconds?: number; readonly cause: string }
  /**
   * No usable response. `seconds`: the Retry-After of a server that was still busy. `isLarge`: it was larger than there
   * was room for.
   */
  | { readonly is: "unread"; readonly cause: string; readonly seconds?: number; readonly isLarge?: true };

/** Why a result has no value. Empty where it has one, or where the object does not exist. */
export function resultCause(result: QueryResult): string {
  return "cause" in result ? result.cause : "";
}

/** The fields of a query that decide how its response is read. */
type RequestedQuery = Pick<Query, "verb" | "name">;

/** How the text of a response is read. */
export interface ResultReading {
  /** Whether a document is of the requested kind. Absent: an object or a list. */
  readonly isExpected?: (value: Fields) => boolean;
  /** Returns why the text of a 200 is not parsed, if so. It may throw. Absent: {@link largeTextFlaw}. */
  readonly flawOf?: (text: string) => string | undefined;
}

/**
 * Reads one response, and throws only what `flawOf` does. Whatever a proxy sends instead of the server is `unread` with
 * a cause.
 */
export function readQueryResult(
  response: ServerResponse,
  query: RequestedQuery,
  { isExpected = (value) => isRequestedDocument(value, query), flawOf = largeTextFlaw }: ResultReading = {},
): QueryResult {
  if (response.flaw !== undefined)
    return { is: "unread", cause: response.flaw, ...(response.isLarge === true && { isLarge: true }) };
  // A web page is not parsed as JSON.
  const isObject = /^\s*\{/.test(response.body);
  const findFlaw = response.status === 200 ? flawOf : largeStatusFlaw;
  const flaw = isObject ? findFlaw(response.body) : undefined;
  const value = isObject && flaw === undefined ? (parseJson(response.body) as Fields) : undefined;
  const status = valueAt(value, "kind") === "Status" ? value : undefined;
  const cause = flaw ?? (response.conceal(textAt(status, "message")) || foreignResponseText(response, value));
  switch (response.status) {
    case 200:
      return value !== undefined && isExpected(value)
        ? { is: "found", value, bytes: response.body.length }
        : { is: "unread", cause };
    case 401:
      return { is: "refused", cause };
    case 403:
      return { is: "forbidden", cause };
    case 404:
      return notFound(response, status, query, cause);
    case 410:
      return { is: "expired", cause };
    default:
      return serverFailure(response, cause);
  }
}

function isRequestedDocument(value: Fields, query: RequestedQuery): boolean {
  if (query.verb === "list") return Object.hasOwn(value, "items") && isListOfObjects(value["items"]);
  return valueAt(value, "kind") !== "Status" && recordAt(value, "metadata") !== undefined;
}

/**
 * Whether `items` can be a complete list. Go writes a nil slice as null, which is an empty list. Anything but a list of
 * objects does not tell which objects exist.
 */
function isListOfObjects(items: unknown): boolean {
  return items === null || (Array.isArray(items) && items.every((item) => toRecord(item) !== undefined));
}

// For an unknown kind or version Go's mux responds "404 page not found", in plain text. For an object, the handler
// sends a Status that names it.
function notFound(
  response: ServerResponse,
  status: Fields | undefined,
  query: RequestedQuery,
  cause: string,
): QueryResult {
  if (query.verb === "get" && valueAt(status, "details", "name") === query.name) return { is: "absent" };
  if (status !== undefined || response.body.startsWith("404 page not found")) return { is: "unserved", cause };
  return { is: "unread", cause };
}

function serverFailure({ status, headers }: ServerResponse, cause: string): QueryResult {
  if (status === 500 && cause.includes("conversion webhook for ")) return { is: "unconverted", cause };
  if (status !== 429 && status < 500) return { is: "unread", cause };
  const seconds = Number.parseInt(String(headers["retry-after"]), 10);
  return { is: "busy", status, cause, ...(seconds >= 0 && { seconds }) };
}

/** Texts up to this many characters are parsed without a measurement. A dense one takes 40 MB. */
export const maxUnmeasuredCharacters = 2_000_000;

/** Why a text is not parsed, although it is no larger than a response may be. Undefined: it may be parsed. */
function largeTextFlaw(text: string): string | undefined {
  return text.length <= maxUnmeasuredCharacters ? undefined : measuredFlaw(measureJson(text), text);
}

/** Why a text with this measure is not parsed. Undefined: it may be parsed. */
export function measuredFlaw({ depth, values }: JsonMeasure, text: string): string | undefined {
  if (depth > deepestNesting) return `the response is nested more than ${deepestNesting} deep`;
  const { max, unit } = inputLimits.values;
  return countDenseValues(values, text.length) > max ? `the response has more than ${max} ${unit}` : undefined;
}

/** The most characters of a Status, with which a server refuses a request. */
const maxStatusCharacters = 2 ** 20;

function largeStatusFlaw(text: string): string | undefined {
  return text.length > maxStatusCharacters ? largeResponseText(maxStatusCharacters, "the error response") : undefined;
}

function foreignResponseText(response: ServerResponse, value: Fields | undefined): string {
  const { status } = response;
  if (status >= 300 && status < 400) return redirectText(status, hostOf(response.headers["location"]));
  if (value !== undefined)
    return `${respondedText(status)} with JSON that is not a Kubernetes object; is this a Kubernetes API server?`;
  if (/^\s*</.test(response.body)) {
    const [, title = ""] = /<title[^>]*>([^<]{1,4000})/i.exec(response.body) ?? [];
    // Concealed before it is cut, because half a secret would not be found.
    return webPageText(status, response.conceal(title).trim().slice(0, 80));
  }
  const words = response.conceal(response.body.trim());
  if (words === "") return `${respondedText(status)} without a message`;
  return words.startsWith("{")
    ? `${respondedText(status)} with truncated JSON`
    : `${respondedText(status)}: ${words.slice(0, 200)}`;
}

/** The response is a redirect. `host` is where it leads, if it names one. */
function redirectText(status: number, host: string | undefined): string {
  return `${respondedText(status)} with a redirect to ${host || "another address"}; is this address behind a login page?`;
}

function respondedText(status: number): string {
  return `the server responded ${status}`;
}

/** The response is a web page, with its title or an empty text. */
function webPageText(status: number, title: string): string {
  const page = title ? `a web page, "${title}",` : "a web page";
  return `${respondedText(status)} with ${page} instead of JSON; is this address behind a login page or a proxy?`;
}

// The host of a redirect. The rest of the address is omitted, because it may contain a secret of the sender.
function hostOf(location: unknown): string | undefined {
  return URL.parse(String(location))?.host;
}
