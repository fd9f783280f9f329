import type { Query } from "../model/snapshot.ts";
import { at, list, text } from "../parse/value.ts";
import { ask, type Patience, type Settled } from "./ask.ts";
import type { Connection } from "./connection.ts";
import { listParameters } from "./resource-path.ts";

// 200,000 objects: more than any cluster has of a kind that we ask for, and an end for a server that knows none.
const mostPages = 400;

/** All pages of a list as one; where the server loses the place between two of them, once more and in one piece. */
export async function wholeList(
  connection: Connection,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
  patience?: Patience,
): Promise<Settled> {
  const pages: (readonly unknown[])[] = [];
  let after = "";
  while (pages.length < mostPages) {
    const reply = await ask(connection, path + listParameters(query, { after }), query, signal, patience);
    if (reply.is === "expired") return ask(connection, path + listParameters(query, "whole"), query, signal, patience);
    if (reply.is !== "found") return reply;
    pages.push(list(at(reply.value, ["items"])));
    after = text(at(reply.value, ["metadata", "continue"]));
    if (after === "") return { is: "found", value: { ...reply.value, items: pages.flat() } };
  }
  return { is: "unread", cause: `the list does not end: ${mostPages} pages` };
}
