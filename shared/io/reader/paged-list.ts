import type { Query } from "../../model/snapshot.ts";
import { toList, toText, valueAt } from "../../parse/json-value.ts";
import { endlessListText } from "../../render/words/connection/replies.ts";
import type { ServerConnection } from "../connection/connection.ts";
import { listParameters } from "./resource-path.ts";
import { type RetryMode, requestQuery, type SettledReply } from "./retry.ts";

// 200,000 objects: more than any cluster has of a kind that is read here. It ends a list that never ends.
const mostPages = 400;

/**
 * All pages of a list as one. Where the continue token expires, the list is read again in one piece. `told` gets the
 * number of objects of each page.
 */
export async function wholeList(
  connection: ServerConnection,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
  patience?: RetryMode,
  told: (objects: number) => void = () => {},
): Promise<SettledReply> {
  const pages: (readonly unknown[])[] = [];
  let after = "";
  while (pages.length < mostPages) {
    const reply = await requestQuery(connection, path + listParameters(query, { after }), query, signal, patience);
    if (reply.is === "expired")
      return requestQuery(connection, path + listParameters(query, "whole"), query, signal, patience);
    if (reply.is !== "found") return reply;
    const page = toList(valueAt(reply.value, ["items"]));
    pages.push(page);
    told(page.length);
    after = toText(valueAt(reply.value, ["metadata", "continue"]));
    if (after === "") return { is: "found", value: { ...reply.value, items: pages.flat() } };
  }
  return { is: "unread", cause: endlessListText(mostPages) };
}
