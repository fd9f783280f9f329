import type { Query } from "../model/snapshot.ts";
import { at, type Fields, record, text } from "../parse/value.ts";
import type { Answer } from "./answer.ts";

/** What one answer of the API server means for one query; `cause` is the server's own sentence where it said one. */
export type Reply =
  | { readonly is: "found"; readonly value: Fields }
  /** The server has the kind, but not this object. */
  | { readonly is: "absent" }
  /** The server does not have the kind, or not in this version. */
  | { readonly is: "unserved"; readonly cause: string }
  | { readonly is: "forbidden"; readonly cause: string }
  /** 401: nobody is known by these credentials. */
  | { readonly is: "refused"; readonly cause: string }
  /** The object is there, but its webhook could not turn it into this version. */
  | { readonly is: "unconverted"; readonly cause: string }
  /** 410: the place in the list that we wanted to go on from is gone. */
  | { readonly is: "expired"; readonly cause: string }
  /** 429 and 5xx: perhaps later; `seconds` is what the server asks for. */
  | { readonly is: "busy"; readonly status: number; readonly seconds?: number; readonly cause: string }
  /** `seconds`: what the server asked for in vain. */
  | { readonly is: "unread"; readonly cause: string; readonly seconds?: number };

/** What is asked for, as far as an answer is read by it. */
type Asked = Pick<Query, "verb" | "name">;

/**
 * Reads one answer; total: whatever a proxy sends in the server's place is `unread` with a cause.
 * @param holds whether a document is of the kind that was asked for; absent: an object or a list.
 */
export function replyOf(
  answer: Answer,
  query: Asked,
  holds: (value: Fields) => boolean = (value) => isWanted(value, query),
): Reply {
  if (answer.flaw !== undefined) return { is: "unread", cause: answer.flaw };
  const value = objectIn(answer.body);
  const status = at(value, ["kind"]) === "Status" ? value : undefined;
  const cause = answer.conceal(text(at(status, ["message"]))) || wordsOf(answer, value);
  switch (answer.status) {
    case 200:
      return value !== undefined && holds(value) ? { is: "found", value } : { is: "unread", cause };
    case 401:
      return { is: "refused", cause };
    case 403:
      return { is: "forbidden", cause };
    case 404:
      return missing(answer, status, query, cause);
    case 410:
      return { is: "expired", cause };
    default:
      return troubled(answer, cause);
  }
}

function isWanted(value: Fields, query: Asked): boolean {
  if (query.verb === "list") return Object.hasOwn(value, "items");
  return at(value, ["kind"]) !== "Status" && record(at(value, ["metadata"])) !== undefined;
}

// An unknown kind or version never reaches a handler of objects: Go's mux says "404 page not found", in plain text.
function missing(answer: Answer, status: Fields | undefined, query: Asked, cause: string): Reply {
  if (query.verb === "get" && at(status, ["details", "name"]) === query.name) return { is: "absent" };
  if (status !== undefined || answer.body.startsWith("404 page not found")) return { is: "unserved", cause };
  return { is: "unread", cause };
}

function troubled({ status, headers }: Answer, cause: string): Reply {
  if (status === 500 && cause.includes("conversion webhook for ")) return { is: "unconverted", cause };
  if (status !== 429 && status < 500) return { is: "unread", cause };
  const seconds = Number.parseInt(String(headers["retry-after"]), 10);
  return { is: "busy", status, cause, ...(seconds >= 0 && { seconds }) };
}

function objectIn(body: string): Fields | undefined {
  // A web page need not go through the parser.
  if (!/^\s*\{/.test(body)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function wordsOf(answer: Answer, value: Fields | undefined): string {
  const said = `the server answered ${answer.status}`;
  if (answer.status >= 300 && answer.status < 400)
    return `${said} and sends us to ${hostOf(answer.headers["location"])}; is this address behind a log-in page?`;
  if (value !== undefined) return `${said} with JSON that is no Kubernetes object; is there a Kubernetes API server?`;
  if (/^\s*</.test(answer.body)) {
    const [, title = ""] = /<title[^>]*>([^<]{1,4000})/i.exec(answer.body) ?? [];
    // Concealed before it is cut: half a secret would not be known any more.
    const shown = answer.conceal(title).trim().slice(0, 80);
    const page = shown ? `a web page, "${shown}",` : "a web page";
    return `${said} with ${page} instead of JSON; is this address behind a log-in page or a proxy?`;
  }
  const words = answer.conceal(answer.body.trim());
  if (words === "") return `${said} without a word`;
  return words.startsWith("{") ? `${said} with JSON that breaks off` : `${said}: ${words.slice(0, 200)}`;
}

// Where to is worth knowing; the rest of the address may hold a secret of whoever sends us there.
function hostOf(location: unknown): string {
  return URL.parse(String(location))?.host || "elsewhere";
}
