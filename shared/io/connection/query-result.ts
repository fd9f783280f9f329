import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import type { Query } from "../../model/snapshot.ts";
import { countDenseValues, inputLimits } from "../../parse/input-budget.ts";
import { type Fields, parseJson, recordAt, textAt, toRecord, valueAt } from "../../parse/json-value.ts";
import { deepestNesting, type JsonMeasure, measureJson } from "../../parse/measure-json.ts";
import { largeResponseText } from "../transport/response-flaws.ts";
import type { ServerResponse } from "./server-response.ts";

/**
 * The meaning of one response of the API server for a query. A 404 that names the object is `absent`, one that does not
 * know the path is `unserved`, and a login page is `unread`. `cause` is the server's own message where it sent one.
 */
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
  /** Returns why the text of a 200 is not parsed, or undefined if it is. It may throw. Absent: {@link findTextFlaw}. */
  readonly findFlaw?: (text: string) => string | undefined;
}

/** Texts up to this many characters are parsed without a measurement. A dense one takes 40 MB. */
export const maxUnmeasuredCharacters = 2_000_000;

/** The most characters of a Status, with which a server refuses a request. */
const maxStatusCharacters = 2 ** 20;

/** The most characters of a web page's title, and of another response, that a cause quotes. */
const maxQuotedTitle = 80;
const maxQuotedText = 200;

/**
 * Reads one response, and throws only what `findFlaw` does. Whatever a proxy sends instead of the server is `unread`
 * with a cause.
 */
export function readQueryResult(
  response: ServerResponse,
  query: RequestedQuery,
  { isExpected = (value) => isRequestedDocument(value, query), findFlaw = findTextFlaw }: ResultReading = {},
): QueryResult {
  if (response.flaw !== undefined) {
    return { is: "unread", cause: response.flaw, ...trueFlags({ isLarge: response.isLarge }) };
  }
  const { value, flaw } = parseBody(response.body, response.status === 200 ? findFlaw : findStatusFlaw);
  const status = valueAt(value, "kind") === "Status" ? value : undefined;
  const cause = flaw ?? (response.conceal(textAt(status, "message")) || describeForeignResponse(response, value));
  switch (response.status) {
    case 200:
      if (value === undefined || !isExpected(value)) return { is: "unread", cause };
      return { is: "found", value, bytes: response.body.length };
    case 401:
      return { is: "refused", cause };
    case 403:
      return { is: "forbidden", cause };
    case 404:
      return readNotFound(response, status, query, cause);
    case 410:
      return { is: "expired", cause };
    default:
      return readFailure(response, cause);
  }
}

/** The mapping of a JSON body, or why it is not parsed. Both are undefined for another body, such as a web page. */
function parseBody(
  body: string,
  findFlaw: (text: string) => string | undefined,
): { readonly value?: Fields | undefined; readonly flaw?: string | undefined } {
  const isObject = /^\s*\{/.test(body);
  if (!isObject) return {};
  const flaw = findFlaw(body);
  return flaw === undefined ? { value: parseJson(body) as Fields | undefined } : { flaw };
}

function isRequestedDocument(value: Fields, query: RequestedQuery): boolean {
  if (query.verb === "list") return Object.hasOwn(value, "items") && isListOfObjects(value["items"]);
  return valueAt(value, "kind") !== "Status" && recordAt(value, "metadata") !== undefined;
}

/**
 * Whether `items` can be a complete list. Go writes a nil slice as null, which is an empty list. Anything but a list of
 * objects does not show which objects exist.
 */
function isListOfObjects(items: unknown): boolean {
  return items === null || (Array.isArray(items) && items.every((item) => toRecord(item) !== undefined));
}

/**
 * The meaning of a 404. For an unknown kind or version Go's mux responds "404 page not found", in plain text. For an
 * object that does not exist, the handler sends a Status that names it. Anything else comes from a proxy.
 */
function readNotFound(
  response: ServerResponse,
  status: Fields | undefined,
  query: RequestedQuery,
  cause: string,
): QueryResult {
  if (query.verb === "get" && valueAt(status, "details", "name") === query.name) return { is: "absent" };
  if (status !== undefined || response.body.startsWith("404 page not found")) return { is: "unserved", cause };
  return { is: "unread", cause };
}

/** The meaning of a status that has no case of its own. */
function readFailure({ status, headers }: ServerResponse, cause: string): QueryResult {
  if (status === 500 && cause.includes("conversion webhook for ")) return { is: "unconverted", cause };
  if (status !== 429 && status < 500) return { is: "unread", cause };
  const retryAfter = Number.parseInt(String(headers["retry-after"]), 10);
  const seconds = retryAfter >= 0 ? retryAfter : undefined;
  return { is: "busy", status, cause, ...definedFields({ seconds }) };
}

/** Why a text is not parsed, although it is no larger than a response may be. Undefined: it may be parsed. */
function findTextFlaw(text: string): string | undefined {
  return text.length <= maxUnmeasuredCharacters ? undefined : findMeasuredFlaw(measureJson(text), text);
}

/** Why a text with this measure is not parsed. Undefined: it may be parsed. */
export function findMeasuredFlaw({ depth, values }: JsonMeasure, text: string): string | undefined {
  if (depth > deepestNesting) return `the response is nested more than ${deepestNesting} deep`;
  const { max, unit } = inputLimits.values;
  return countDenseValues(values, text.length) > max ? `the response has more than ${max} ${unit}` : undefined;
}

/** Why the text of an error response is not parsed. Undefined: it may be parsed. */
function findStatusFlaw(text: string): string | undefined {
  return text.length > maxStatusCharacters ? largeResponseText(maxStatusCharacters, "the error response") : undefined;
}

/**
 * The cause for a response that no API server sends, by the first of these: a redirect, JSON, a web page, other text.
 */
function describeForeignResponse(response: ServerResponse, value: Fields | undefined): string {
  const { status, body } = response;
  if (status >= 300 && status < 400) {
    // The other parts of the address are omitted, because they may contain a secret of the sender.
    const host = URL.parse(String(response.headers["location"]))?.host || "another address";
    return `${respondedText(status)} with a redirect to ${host}; is this address behind a login page?`;
  }
  if (value !== undefined) {
    return `${respondedText(status)} with JSON that is not a Kubernetes object; is this a Kubernetes API server?`;
  }
  if (/^\s*</.test(body)) {
    const [, title = ""] = /<title[^>]*>([^<]{1,4000})/i.exec(body) ?? [];
    // Secrets are concealed before the title is cut, because half a secret would not be found.
    return describeWebPage(status, response.conceal(title).trim().slice(0, maxQuotedTitle));
  }
  const text = response.conceal(body.trim());
  if (text === "") return `${respondedText(status)} without a message`;
  if (text.startsWith("{")) return `${respondedText(status)} with truncated JSON`;
  return `${respondedText(status)}: ${text.slice(0, maxQuotedText)}`;
}

function respondedText(status: number): string {
  return `the server responded ${status}`;
}

/** The response is a web page, with its title or an empty text. */
function describeWebPage(status: number, title: string): string {
  const page = title ? `a web page, "${title}",` : "a web page";
  return `${respondedText(status)} with ${page} instead of JSON; is this address behind a login page or a proxy?`;
}
